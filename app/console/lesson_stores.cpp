// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/lesson_stores.h"

#include "app/common/worker_program.h"
#include "app/console/connections_controller.h"
#include "models/feed/feed_set.h"
#include "models/format/format.h"

#include <QDir>
#include <QStandardPaths>

namespace lockdesk::app {

namespace {

SessionOptions lessonSession()
{
    SessionOptions options;
    options.application_name = "lockdesk lesson";
    return options;
}

QString whyNot(const Feed& feed)
{
    const ConnectionInfo& info = feed.info();
    if (info.readOnly)
        return LessonStores::tr("%1 is read-only: a sandbox cannot be made there.").arg(info.name);
    if (info.url.startsWith(QLatin1String("memory:")))
        return LessonStores::tr("%1 lives in this process: workers cannot reach it.").arg(info.name);
    if (feed.capabilities() != nullptr && !feed.capabilities()->sandbox)
        return LessonStores::tr("%1 has no sandboxes.").arg(info.name);
    if (feed.health().state != HealthState::live)
        return LessonStores::tr("%1 does not answer.").arg(info.name);
    return {};
}

bool hasLocksOnly(const Feed& feed)
{
    return !feed.info().readOnly && feed.health().state == HealthState::live && feed.capabilities() != nullptr
           && !feed.capabilities()->sandbox && feed.capabilities()->quorum;
}

} // namespace

LessonStores::LessonStores(ConnectionsController* connections, FeedSet* feeds, QObject* parent)
    : ClassStores(parent), m_connections(connections), m_feeds(feeds)
{
    openBuiltIn();
    connect(feeds, &FeedSet::added, this, &ClassStores::changed);
    connect(feeds, &FeedSet::removed, this, &ClassStores::changed);
    connect(feeds, &FeedSet::healthChanged, this, &ClassStores::changed);
    connect(feeds, &FeedSet::infoChanged, this, &ClassStores::changed);
}

void LessonStores::openBuiltIn()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    QDir().mkpath(folder);
    m_builtInUrl = "sqlite://" + (folder + QStringLiteral("/classroom.sqlite")).toStdString();
    const auto url = parseUrl(format::exact(m_builtInUrl), {});
    auto store = url ? m_connections->registry().open(*url) : Answer<std::unique_ptr<Store>>(url.failure());
    if (!store) {
        m_builtInWrong = format::engineSentence(store.failure().message);
        return;
    }
    m_builtIn = std::move(*store);
    SessionOptions options = lessonSession();
    options.without_schema = true;
    const auto session = m_builtIn->open(options);
    // The built-in file is ours, so the schema is created without a question.
    const auto made = session ? (*session)->admin().create_schema() : Answer<SchemaState>(session.failure());
    if (made)
        m_builtInCan = std::make_shared<const Capabilities>((*session)->capabilities());
    else
        m_builtInWrong = format::engineSentence(made.failure().message);
}

std::vector<ClassStore> LessonStores::stores() const
{
    std::vector<ClassStore> all;
    all.push_back({QLatin1String(builtInStore), tr("built-in SQLite"), {}, m_builtInWrong, m_builtInCan});
    for (const Feed* feed : m_feeds->feeds()) {
        ClassStore store{feed->info().id, feed->info().name, feed->info().environment, whyNot(*feed), nullptr};
        store.hasLocksOnly = hasLocksOnly(*feed);
        if (feed->capabilities() != nullptr)
            store.can = std::make_shared<const Capabilities>(*feed->capabilities());
        all.push_back(std::move(store));
    }
    return all;
}

// Takes the first open one: a lesson uses one set of servers.
void LessonStores::addRedlock(ClassTarget& target) const
{
    const auto servers = redlock();
    const auto profile = servers ? m_connections->openOne(servers->id) : std::nullopt;
    target.redlock = profile ? m_connections->storeOf(servers->id) : nullptr;
    if (target.redlock != nullptr)
        target.redlockUrl = withPassword(profile->address(), profile->password).toStdString();
}

Answer<ClassTarget> LessonStores::target(const QString& id)
{
    ClassTarget target;
    target.session = lessonSession();
    target.worker = worker_program();
    addRedlock(target);
    if (id == QLatin1String(builtInStore)) {
        target.store = m_builtIn;
        target.url = m_builtInUrl;
        return target;
    }
    const auto profile = m_connections->openOne(id);
    target.store = m_connections->storeOf(id);
    if (!profile || target.store == nullptr)
        return Failure::unavailable("This connection was closed.").disconnected();
    target.url = withPassword(profile->address(), profile->password).toStdString();
    return target;
}

QString LessonStores::address(const QString& id) const
{
    if (id == QLatin1String(builtInStore))
        return format::exact(m_builtInUrl);
    const auto profile = m_connections->openOne(id);
    return profile ? profile->address() : QString();
}

} // namespace lockdesk::app
