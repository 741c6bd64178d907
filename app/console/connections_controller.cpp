// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/connections_controller.h"

#include "app/common/audited_session.h"
#include "app/common/stores.h"
#include "models/connect/address_parts.h"
#include "models/format/format.h"
#include "widgets/overview/overview_page.h"

#include <QSettings>

#include <algorithm>
#include <memory>
#include <utility>

namespace lockdesk::app {

namespace {

constexpr auto observerTimeout = std::chrono::seconds{2};
constexpr auto fileTimeout =
    std::chrono::seconds{10}; ///< a file does not hang, but reading a large one takes long
constexpr auto actionTimeout = std::chrono::seconds{5};

const QString& openKey()
{
    static const QString key = QStringLiteral("connections/open");
    return key;
}

QString failureMessage(const Failure& failure) { return format::engineSentence(failure.message); }

} // namespace

QString withUser(const QString& url, const QString& user)
{
    AddressParts parts(url);
    if (user.isEmpty() || parts.isLocal() || !parts.user().isEmpty())
        return url;
    // Without a user the database is this one; with one it would be the user's.
    if (parts.kind() == QLatin1String("postgresql") && parts.database().isEmpty())
        parts.setDatabase(QStringLiteral("postgres"));
    parts.setUser(user);
    return parts.text();
}

QString ConnectionsController::Profile::address() const { return withUser(url, user); }

Answer<StoreUrl> parseUrl(const QString& url, const QString& password)
{
    auto parsed = StoreUrl::parse(url.toStdString());
    if (parsed && !password.isEmpty())
        return parsed->with_password(password.toStdString());
    return parsed;
}

QString withPassword(const QString& url, const QString& password)
{
    const auto parsed = parseUrl(url, password);
    return parsed ? format::exact(parsed->with_secrets()) : url;
}

ConnectionsController::ConnectionsController(FeedSet* feeds, QObject* parent)
    : QObject(parent), m_feeds(feeds), m_registry(make_registry())
{
    connect(&m_keyring, &Keyring::problem, this, &ConnectionsController::problem);
}

std::vector<std::pair<QString, QString>> ConnectionsController::closedOnes() const
{
    std::vector<std::pair<QString, QString>> out;
    for (const Profile& p : m_saved) {
        if (m_feeds->find(p.id) == nullptr)
            out.emplace_back(p.id, p.name);
    }
    return out;
}

QStringList ConnectionsController::lastOpen() { return QSettings().value(openKey()).toStringList(); }

void ConnectionsController::rememberOpen() const
{
    QStringList ids;
    for (const Feed* feed : m_feeds->feeds()) {
        if (savedOne(feed->info().id) != nullptr || feed->info().id == QLatin1String(demoConnectionId))
            ids << feed->info().id;
    }
    for (const QString& id : m_waiting)
        ids << id;
    QSettings().setValue(openKey(), ids);
}

QString ConnectionsController::open(const Profile& profile, std::optional<int> place)
{
    if (m_feeds->find(profile.id) != nullptr)
        return tr("%1 is open already.").arg(profile.name);
    const auto url = parseUrl(profile.address(), profile.password);
    if (!url)
        return failureMessage(url.failure());
    auto made = m_registry.open(*url);
    if (!made)
        return failureMessage(made.failure());
    std::shared_ptr<Store> store = std::move(*made);

    ConnectionInfo info;
    info.id = profile.id;
    info.name = profile.name;
    info.environment = profile.environment;
    info.url = profile.url;
    info.readOnly = profile.readOnly;
    info.saved = savedOne(profile.id) != nullptr;
    info.source = profile.sources.value(0, info.source);
    info.moreSources = profile.sources.mid(1);
    Feed* feed = m_feeds->add(info, place);
    {
        const std::lock_guard lock(m_mutex);
        m_open[feed->index()] = {profile, store, {}};
    }
    ObserverOptions options;
    options.session.timeout = url->scheme() == "sqlite" ? fileTimeout : observerTimeout;
    options.session.application_name = "lockdesk";
    options.wait_after_refusal = true; // the user is asked for another password
    options.session.source = info.source.toStdString();
    options.interval = m_interval;
    options.findings = profile.limits;
    if (info.source == QLatin1String("lockdesk"))
        options.sources = {word(SessionLockKind::named), word(SessionLockKind::skip_locked)};
    for (const QString& source : info.moreSources)
        options.sources.push_back(source.toStdString());
    {
        const std::lock_guard lock(m_mutex);
        m_open[feed->index()].observing = options;
    }
    feed->observe(store, options);
    rememberOpen();
    emit opened(profile.id);
    return {};
}

void ConnectionsController::openSaved(const QString& id)
{
    const Profile* found = savedOne(id);
    if (found == nullptr) {
        emit problem(tr("There is no saved connection %1.").arg(id));
        return;
    }
    if (m_waiting.contains(id)) {
        emit problem(tr("%1 waits for the keyring's answer still.").arg(found->name));
        return;
    }
    const auto url = parseUrl(found->url, {});
    if (url && (url->scheme() == "sqlite" || url->scheme() == "memory")) {
        if (const QString wrong = open(*found); !wrong.isEmpty())
            emit problem(wrong);
        return;
    }
    ++m_asking;
    m_waiting.insert(id);
    // A keyring that prompts its user delays only this connection, which opens after the answer.
    const auto goOn = [this, counted = std::make_shared<bool>(true)] {
        if (std::exchange(*counted, false) && --m_asking == 0)
            for (const auto& then : std::exchange(m_whenOpened, {}))
                then();
    };
    m_keyring.read(
        id,
        [this, id, goOn, place = m_feeds->reserve()](const QString& password) {
            const bool wanted = m_waiting.remove(id);
            const Profile* saved = savedOne(id);
            if (wanted && saved != nullptr && m_feeds->find(id) == nullptr) {
                Profile profile = *saved;
                profile.password = password;
                if (const QString wrong = open(profile, place); !wrong.isEmpty())
                    emit problem(wrong);
            }
            goOn();
        },
        [this, name = found->name, goOn] {
            emit problem(tr("%1 is opened as soon as the keyring has given its password.").arg(name));
            goOn();
        });
}

void ConnectionsController::whenOpened(std::function<void()> then)
{
    if (m_asking == 0)
        then();
    else
        m_whenOpened.push_back(std::move(then));
}

void ConnectionsController::close(const QString& id)
{
    Feed* feed = m_feeds->find(id);
    if (feed == nullptr)
        return;
    emit closed(id);
    {
        const std::lock_guard lock(m_mutex);
        m_open.erase(feed->index());
    }
    m_feeds->remove(feed);
    rememberOpen();
}

QString ConnectionsController::giveLogin(const QString& id, const QString& user, const QString& password)
{
    Feed* feed = m_feeds->find(id);
    const auto profile = openOne(id);
    if (feed == nullptr || !profile)
        return tr("This connection was closed.");
    Profile with = *profile;
    with.user = user;
    const QString address = with.address();
    const auto url = parseUrl(address, password);
    if (!url)
        return failureMessage(url.failure());
    auto made = m_registry.open(*url);
    if (!made)
        return failureMessage(made.failure());
    const std::shared_ptr<Store> store = std::move(*made);
    {
        const std::lock_guard lock(m_mutex);
        Open& one = m_open[feed->index()];
        one.profile.user = user;
        one.profile.password = password;
        one.store = store;
    }
    ConnectionInfo info = feed->info();
    info.url = address;
    feed->setInfo(info);
    feed->observer()->set_store(store);
    emit passwordGiven(id);
    return {};
}

std::optional<ConnectionsController::Profile> ConnectionsController::openOne(const QString& id) const
{
    const std::lock_guard lock(m_mutex);
    for (const auto& [index, one] : m_open) {
        if (one.profile.id == id)
            return one.profile;
    }
    return std::nullopt;
}

std::shared_ptr<Store> ConnectionsController::storeOf(const QString& id) const
{
    const std::lock_guard lock(m_mutex);
    for (const auto& [index, one] : m_open) {
        if (one.profile.id == id)
            return one.store;
    }
    return nullptr;
}

ObserverOptions ConnectionsController::observing(const QString& id) const
{
    const std::lock_guard lock(m_mutex);
    for (const auto& [index, one] : m_open) {
        if (one.profile.id == id)
            return one.observing;
    }
    return {};
}

Answer<std::unique_ptr<Session>> ConnectionsController::openSession(int index, const std::string& source) const
{
    std::shared_ptr<Store> store;
    SessionOptions options;
    {
        const std::lock_guard lock(m_mutex);
        const auto it = m_open.find(index);
        if (it == m_open.end())
            return Failure::unavailable("This connection was closed, or it is a recording: nothing can be changed.")
                .disconnected();
        store = it->second.store;
        options.read_only = it->second.profile.readOnly;
    }
    options.timeout = actionTimeout;
    options.source = source;
    options.application_name = "lockdesk actions";
    options.trace = std::make_shared<StatementTrace>(); // sheets show the statements of an action
    auto opened = store->open(options);
    if (!opened)
        return opened;
    return audited(std::move(opened).value(), store->url());
}

} // namespace lockdesk::app
