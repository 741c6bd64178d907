// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/feed.h"

#include "backends/observe/judged.h"
#include "backends/observe/processes.h"
#include "backends/observe/why.h"
#include "models/format/format.h"

#include <QCoreApplication>
#include <QTimer>

#include <algorithm>
#include <thread>

namespace lockdesk {

namespace {

constexpr int feed_frame_ms = 16;
constexpr std::size_t kept_events = 20'000;
constexpr std::size_t kept_beats = 200;  ///< per worker
constexpr std::size_t first_rows = 2000; ///< several screens, and a fiftieth of what is read of a large store

template <class T> std::shared_ptr<const std::vector<T>> nothing()
{
    static const auto empty = std::make_shared<const std::vector<T>>();
    return empty;
}

} // namespace

Feed::Feed(ConnectionInfo info, QObject* parent)
    : QObject(parent), m_info(std::move(info)), m_frame(new QTimer(this)), m_findings(nothing<Finding>()),
      m_phases(nothing<PhaseSummary>()), m_waiters(nothing<WaiterRow>()), m_refusals(nothing<FenceRow>()),
      m_audit(nothing<AuditRow>())
{
    m_frame->setSingleShot(true);
    m_frame->setTimerType(Qt::PreciseTimer);
    connect(m_frame, &QTimer::timeout, this, &Feed::flush);
    m_health.since = std::chrono::steady_clock::now();
}

Feed::~Feed() { stop(); }

void Feed::observe(std::shared_ptr<Store> store, ObserverOptions options)
{
    options.first_rows = first_rows;
    m_observer = std::make_unique<Observer>(std::move(store), std::move(options),
                                            [this](UpdatePtr update) { receive(std::move(update)); });
    m_observer->start();
}

void Feed::stop()
{
    if (m_observer)
        m_observer->stop();
}

void Feed::receive(UpdatePtr update)
{
    bool first = false;
    {
        const std::lock_guard lock(m_mutex);
        first = m_inbox.empty();
        m_inbox.push_back(std::move(update));
    }
    if (first)
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (!m_frame->isActive())
                    m_frame->start(feed_frame_ms);
            },
            Qt::QueuedConnection);
}

void Feed::flush()
{
    std::vector<UpdatePtr> updates;
    {
        const std::lock_guard lock(m_mutex);
        updates.swap(m_inbox);
    }
    if (updates.empty())
        return;
    for (const UpdatePtr& update : updates)
        apply(update);
    if (m_observer)
        m_observer->acknowledge(updates.back()->number);
    emit batchApplied();
}

void Feed::apply(const UpdatePtr& update)
{
    const bool health = m_health.state != update->health.state || m_health.cause != update->health.cause
                        || m_health.next_try != update->health.next_try;
    m_health = update->health;
    if (update->clock.known) {
        const bool changed =
            m_clock.offset != update->clock.offset || m_clock.uncertainty != update->clock.uncertainty || !m_clock.known;
        m_clock = update->clock;
        if (changed)
            emit clockChanged();
    }
    if (update->capabilities)
        m_capabilities = update->capabilities;
    if (update->rewind) {
        m_events.clear();
        m_beats.clear();
    }
    if (update->partial || update->snapshot)
        m_coming = update->partial ? update->truncated : Entities{};
    applySmall(*update);
    if (health)
        emit healthChanged();
    if (update->polled) {
        m_cost = update->cost;
        emit pollChanged();
    }
    if (update->findings) {
        m_findings = update->findings;
        emit findingsChanged();
    }
    emit updated(update);
    if (!update->events.empty()) {
        keepEvents(*update);
        emit eventsAppended(update->events);
    }
    if (update->summary)
        emit summaryChanged();
}

// The tables store rows themselves; these few kinds are needed for explanations.
void Feed::applySmall(const Update& update)
{
    if (update.snapshot && update.covered.has(Entity::worker))
        m_workers.clear();
    for (const auto& worker : update.workers) {
        m_workers.insert_or_assign(worker->id, worker);
        auto& beats = m_beats[worker->id];
        if (beats.empty() || beats.back() < worker->beat_at)
            beats.push_back(worker->beat_at);
        if (beats.size() > kept_beats)
            beats.pop_front();
    }
    for (const GoneRow& gone : update.gone)
        if (gone.entity == Entity::worker) {
            m_workers.erase(gone.key);
            m_beats.erase(gone.key);
        }
    if (update.workers_read)
        m_workersRead = update.workers_read;
    if (update.locks_read)
        m_locksRead = update.locks_read;
    if (update.tasks_read)
        m_tasksRead = update.tasks_read;
    if (update.waiters)
        m_waiters = update.waiters;
    if (update.refusals)
        m_refusals = update.refusals;
    if (update.audit)
        m_audit = update.audit;
    if (update.phases)
        m_phases = update.phases;
    if (update.backlog)
        m_backlog = update.backlog;
    if (update.rates)
        m_rates = *update.rates;
    if (update.summary)
        m_summary = *update.summary;
}

void Feed::keepEvents(const Update& update)
{
    m_events.insert(m_events.end(), update.events.begin(), update.events.end());
    if (m_events.size() > kept_events)
        m_events.erase(m_events.begin(), m_events.begin() + static_cast<std::ptrdiff_t>(m_events.size() - kept_events));
}

void Feed::setInfo(const ConnectionInfo& info)
{
    if (m_info == info)
        return;
    m_info = info;
    emit infoChanged();
}

TimePoint Feed::now() const { return m_clock.at_steady(std::chrono::steady_clock::now()); }

QString Feed::storeKind() const
{
    if (!m_info.kind.isEmpty() || !m_capabilities)
        return m_info.kind;
    const QString store = format::foreign(m_capabilities->store);
    const QString name = store == u"postgresql" ? QStringLiteral("PostgreSQL")
                         : store == u"sqlite"   ? QStringLiteral("SQLite")
                         : store == u"redis"    ? QStringLiteral("Redis")
                         : store == u"mariadb"  ? QStringLiteral("MariaDB")
                         : store == u"mongodb"  ? QStringLiteral("MongoDB")
                         : store == u"redlock"  ? QStringLiteral("Redlock")
                         : store == u"memory"   ? QCoreApplication::translate("lockdesk::format", "memory")
                                                : store;
    // The common version number: `16`, not `16.4 (Debian ...)`.
    const QString version = format::foreign(m_capabilities->version);
    const QString number = version.section(u' ', 0, 0).section(u'.', 0, 0);
    bool isNumber = false;
    number.toInt(&isNumber);
    return isNumber ? name + u' ' + number : name;
}

const WorkerRow* Feed::worker(const std::string& owner, std::optional<TimePoint> since) const
{
    return Processes(m_workers).of(owner, since);
}

const std::deque<TimePoint>& Feed::beatsOf(const std::string& worker) const
{
    static const std::deque<TimePoint> none;
    const auto found = m_beats.find(worker);
    return found == m_beats.end() ? none : found->second;
}

std::vector<WaiterRow> Feed::waitersOf(const std::string& lock) const
{
    std::vector<WaiterRow> out;
    for (const WaiterRow& waiter : *m_waiters)
        if (waiter.name == lock)
            out.push_back(waiter);
    return out;
}

std::vector<Finding> Feed::findingsOf(Entity entity, const std::string& key) const
{
    std::vector<Finding> out;
    for (const Finding& finding : *m_findings) {
        const bool proven = std::any_of(finding.rows.begin(), finding.rows.end(),
                                        [&](const ProvingRow& row) { return row.entity == entity && row.key == key; });
        if (proven || (finding.entity == entity && finding.key == key))
            out.push_back(finding);
    }
    return out;
}

std::vector<Event> Feed::eventsOf(Entity entity, const std::string& key) const
{
    std::vector<Event> out;
    for (auto event = m_events.rbegin(); event != m_events.rend(); ++event) {
        const bool fenced = entity == Entity::lock && (event->entity == Entity::refusal || event->entity == Entity::audit);
        if (event->key == key && (event->entity == entity || fenced))
            out.push_back(*event);
    }
    return out;
}

QString Feed::why(const LockRow& row) const
{
    const auto waiters = row.key.empty() ? waitersOf(row.name) : std::vector<WaiterRow>{};
    WhyContext context;
    context.now = judged(row);
    context.workers_read = m_workersRead;
    context.holder = worker(row.owner, row.acquired_at);
    context.waiters = waiters;
    return format::sentences(lockdesk::why(row, context), now());
}

namespace {

template <class Takes> std::int64_t liveWorkers(const RowMap<WorkerRow>& workers, TimePoint now, Takes takes)
{
    return std::count_if(workers.begin(), workers.end(), [&](const auto& pair) {
        const WorkerRow& row = *pair.second;
        return takes(row) && row.order != WorkerOrder::pause && worker_health(row, now) == WorkerHealth::live;
    });
}

std::int64_t liveRelays(const RowMap<WorkerRow>& workers, TimePoint now)
{
    return liveWorkers(workers, now, [](const WorkerRow& worker) { return has_role(worker, "relay"); });
}

} // namespace

QString Feed::why(const TaskRow& row) const
{
    WhyContext context;
    context.now = judged(row);
    context.workers_read = m_workersRead;
    context.holder = worker(row.owner);
    context.live_workers = liveWorkers(m_workers, judgedNow(),
                                       [&](const WorkerRow& worker) { return claims(worker, row.kind, row.phase); });
    return format::sentences(lockdesk::why(row, context), now());
}

QString Feed::why(const MessageRow& row) const
{
    WhyContext context;
    context.now = now();
    context.workers_read = m_workersRead;
    context.holder = worker(row.owner);
    context.live_workers = liveRelays(m_workers, judgedNow());
    context.flows = m_backlog && (m_backlog->sending > 0 || m_backlog->out_rate >= 0.05);
    return format::sentences(lockdesk::why(row, context), context.now);
}

TimePoint Feed::judged(const LockRow& row) const { return judged_at(row, now(), m_locksRead); }

TimePoint Feed::judged(const TaskRow& row) const { return judged_at(row, now(), m_tasksRead); }

TimePoint Feed::judgedNow() const
{
    const TimePoint at = now();
    return std::min(at, m_workersRead.value_or(at));
}

QString Feed::whyBacklog() const
{
    if (!m_backlog)
        return {};
    return format::sentences(why_backlog(*m_backlog, liveRelays(m_workers, judgedNow())), now());
}

// FeedSet -------------------------------------------------------------------------------------------------------------------

FeedSet::FeedSet(QObject* parent) : QObject(parent) { qRegisterMetaType<UpdatePtr>(); }

FeedSet::~FeedSet() { stopAll(); }

Feed* FeedSet::add(ConnectionInfo info, std::optional<int> index)
{
    auto* feed = new Feed(std::move(info), this);
    feed->m_index = index ? *index : m_next++;
    connect(feed, &Feed::updated, this, [this, feed](const UpdatePtr& update) { emit updated(feed, update); });
    connect(feed, &Feed::healthChanged, this, [this, feed] { emit healthChanged(feed); });
    connect(feed, &Feed::infoChanged, this, [this, feed] { emit infoChanged(feed); });
    m_feeds.insert(std::upper_bound(m_feeds.begin(), m_feeds.end(), feed->m_index,
                                    [](int before, const Feed* other) { return before < other->index(); }),
                   feed);
    emit added(feed);
    return feed;
}

void FeedSet::remove(Feed* feed)
{
    const int index = feed->index();
    std::erase(m_feeds, feed);
    feed->stop();
    feed->disconnect(this);
    emit removed(index);
    feed->deleteLater();
}

// Stops run concurrently, as each may wait for its store.
void FeedSet::stopAll()
{
    std::vector<std::thread> stopping;
    for (Feed* feed : m_feeds)
        stopping.emplace_back([feed] { feed->stop(); });
    for (std::thread& thread : stopping)
        thread.join();
}

Feed* FeedSet::at(int index) const
{
    const auto found =
        std::find_if(m_feeds.begin(), m_feeds.end(), [&](const Feed* feed) { return feed->index() == index; });
    return found == m_feeds.end() ? nullptr : *found;
}

Feed* FeedSet::find(const QString& id) const
{
    const auto found = std::find_if(m_feeds.begin(), m_feeds.end(), [&](const Feed* feed) { return feed->info().id == id; });
    return found == m_feeds.end() ? nullptr : *found;
}

} // namespace lockdesk
