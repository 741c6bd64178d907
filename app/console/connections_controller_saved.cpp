// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The saved connections, which the command line and other windows change as well: every change is one of the file as it is now.
#include "app/console/connections_controller.h"

#include "models/feed/connection_info.h"
#include "models/format/format.h"
#include "widgets/overview/overview_page.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockdesk::app {

namespace {

SavedConnection toSaved(const ConnectionDraft& draft)
{
    SavedConnection one;
    one.name = draft.name.toStdString();
    one.url = draft.url.toStdString();
    one.environment = draft.environment.toStdString();
    one.read_only = draft.readOnly;
    one.retention = draft.retention.toStdString();
    one.group = draft.group.toStdString();
    for (const QString& source : draft.sources)
        one.sources.push_back(source.toStdString());
    return one;
}

ConnectionsController::Profile toProfile(const SavedConnection& one)
{
    ConnectionsController::Profile p;
    p.id = p.name = format::exact(one.name);
    p.url = format::exact(one.url);
    p.environment = format::exact(one.environment);
    p.readOnly = one.read_only;
    p.retention = format::exact(one.retention);
    p.group = format::exact(one.group);
    p.limits = one.findings;
    for (const std::string& source : one.sources)
        p.sources += format::exact(source);
    return p;
}

auto named(std::vector<SavedConnection>& all, const QString& name)
{
    return std::find_if(all.begin(), all.end(), [id = name.toStdString()](const auto& one) { return one.name == id; });
}

} // namespace

void ConnectionsController::take(const std::vector<SavedConnection>& all)
{
    m_saved.clear();
    std::transform(all.begin(), all.end(), std::back_inserter(m_saved), toProfile);
}

QString ConnectionsController::loadSaved()
{
    const auto loaded = load_connections();
    if (!loaded)
        return format::engineSentence(loaded.failure().message);
    take(*loaded);
    return {};
}

QString ConnectionsController::change(const Change& change)
{
    const auto all = change_connections(change);
    if (!all)
        return format::engineSentence(all.failure().message);
    take(*all);
    return {};
}

QMap<QString, FindingLimits> ConnectionsController::limits() const
{
    QMap<QString, FindingLimits> out;
    for (const Profile& p : m_saved)
        if (!(p.limits == FindingLimits{}))
            out.insert(p.id, p.limits);
    return out;
}

QString ConnectionsController::keepLimits(const QMap<QString, FindingLimits>& limits)
{
    if (limits == this->limits())
        return {};
    return change([&](std::vector<SavedConnection>& all) -> std::optional<Failure> {
        for (SavedConnection& one : all)
            one.findings = limits.value(format::exact(one.name));
        return std::nullopt;
    });
}

const ConnectionsController::Profile* ConnectionsController::savedOne(const QString& id) const
{
    const auto it = std::find_if(m_saved.begin(), m_saved.end(), [&](const Profile& p) { return p.id == id; });
    return it != m_saved.end() ? &*it : nullptr;
}

QString ConnectionsController::nameProblem(const QString& name, const QString& id) const
{
    const bool taken =
        std::any_of(m_saved.begin(), m_saved.end(), [&](const Profile& p) { return p.name == name && p.id != id; });
    return taken || name == QLatin1String(demoConnectionId) ? tr("Another connection is named %1 already.").arg(name)
                                                            : QString();
}

QString ConnectionsController::freeName(const QString& like) const
{
    QString name = like;
    for (int i = 2; !nameProblem(name, {}).isEmpty(); ++i)
        name = QStringLiteral("%1 %2").arg(like).arg(i);
    return name;
}

QString ConnectionsController::saveAndOpen(const ConnectionDraft& draft)
{
    QString taken;
    const QString wrong = change([&](std::vector<SavedConnection>& all) -> std::optional<Failure> {
        take(all);
        if (taken = nameProblem(draft.name, draft.id); !taken.isEmpty())
            return Failure::usage("the name is taken");
        const auto before = draft.id.isEmpty() ? all.end() : named(all, draft.id);
        const auto neighbour = draft.after.isEmpty() ? all.end() : named(all, draft.after);
        if (before != all.end()) {
            const FindingLimits limits = before->findings;
            *before = toSaved(draft);
            before->findings = limits;
        } else
            all.insert(neighbour == all.end() ? neighbour : std::next(neighbour), toSaved(draft));
        return std::nullopt;
    });
    if (!taken.isEmpty() || !wrong.isEmpty())
        return taken.isEmpty() ? wrong : taken;
    const bool renamed = !draft.id.isEmpty() && draft.id != draft.name;
    if (!draft.id.isEmpty())
        close(draft.id);
    close(draft.name);
    if (draft.password.isEmpty()) { // that of the keyring, if it has one
        if (renamed)
            movePassword(draft.id, draft.name);
        else
            openSaved(draft.name);
        return {};
    }
    if (draft.rememberPassword)
        m_keyring.write(draft.name, draft.password);
    if (renamed)
        m_keyring.forget(draft.id);
    Profile profile = *savedOne(draft.name);
    profile.password = draft.password;
    return open(profile);
}

void ConnectionsController::movePassword(const QString& from, const QString& to)
{
    m_keyring.read(from, [this, from, to](const QString& password) {
        if (!password.isEmpty()) {
            m_keyring.write(to, password);
            m_keyring.forget(from);
        }
        const Profile* saved = savedOne(to);
        if (saved == nullptr || m_feeds->find(to) != nullptr)
            return;
        Profile profile = *saved;
        profile.password = password;
        if (const QString wrong = open(profile); !wrong.isEmpty())
            emit problem(wrong);
    });
}

QString ConnectionsController::remove(const QString& id)
{
    std::optional<SavedConnection> removed;
    std::ptrdiff_t place = 0;
    const QString wrong = change([&](std::vector<SavedConnection>& all) -> std::optional<Failure> {
        if (const auto found = named(all, id); found != all.end()) {
            place = found - all.begin();
            removed = *found;
            all.erase(found);
        }
        return std::nullopt;
    });
    if (wrong.isEmpty() && removed) {
        forgetRemoved();
        m_removed = removed;
        m_removedFrom = place;
    }
    return wrong;
}

QString ConnectionsController::undoRemove()
{
    if (!m_removed)
        return {};
    QString id;
    const QString wrong = change([&](std::vector<SavedConnection>& all) -> std::optional<Failure> {
        take(all);
        SavedConnection back = *m_removed;
        id = freeName(format::exact(back.name)); // somebody may have taken it meanwhile
        back.name = id.toStdString();
        all.insert(all.begin() + std::min(m_removedFrom, std::ssize(all)), back);
        return std::nullopt;
    });
    if (!wrong.isEmpty()) {
        emit problem(wrong);
        return {};
    }
    m_removed.reset();
    return id;
}

void ConnectionsController::forgetRemoved()
{
    if (!m_removed)
        return;
    const QString id = format::exact(std::exchange(m_removed, std::nullopt)->name);
    if (savedOne(id) == nullptr)
        m_keyring.forget(id);
}

QString ConnectionsController::keepUser(const QString& id, const QString& user)
{
    return change([&](std::vector<SavedConnection>& all) -> std::optional<Failure> {
        if (const auto found = named(all, id); found != all.end())
            found->url = withUser(format::exact(found->url), user).toStdString();
        return std::nullopt;
    });
}

QString ConnectionsController::arrange(const std::vector<std::pair<QString, QString>>& idsAndGroups)
{
    return change([&](std::vector<SavedConnection>& all) -> std::optional<Failure> {
        std::vector<SavedConnection> arranged;
        for (const auto& [id, group] : idsAndGroups) {
            const auto found = named(all, id);
            if (found == all.end()) // deleted meanwhile
                continue;
            found->group = group.toStdString();
            arranged.push_back(std::move(*found));
            all.erase(found);
        }
        arranged.insert(arranged.end(), std::make_move_iterator(all.begin()), std::make_move_iterator(all.end()));
        all = std::move(arranged);
        return std::nullopt;
    });
}

} // namespace lockdesk::app
