// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/observer.h"
#include "backends/observe/update.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

class QTimer;

namespace lockdesk {

struct ConnectionInfo
{
    QString id; ///< stable, for settings and lookups
    QString name;
    QString environment = QStringLiteral("development"); ///< development, staging, production
    QString kind; ///< `PostgreSQL 16`; empty: taken from the capabilities once connected
    QString url;  ///< without password
    QString source = QStringLiteral("lockdesk");
    QStringList moreSources{}; ///< other lock formats shown as well: `dist_lock`, `redisson`, ...
    bool readOnly = false;
    bool recording = false; ///< replayed from a file, without a store
    bool saved = false;     ///< stored under its name, where other programs find it
    friend bool operator==(const ConnectionInfo&, const ConnectionInfo&) = default;
};

/// Brings the updates of one connection's observer into the GUI thread, at most one batch a frame. Lives in the GUI
/// thread; `receive` may be called from any thread.
class Feed final : public QObject
{
    Q_OBJECT

public:
    explicit Feed(ConnectionInfo info, QObject* parent = nullptr);
    ~Feed() override;

    /// Starts an observer owned by the feed. Call once.
    void observe(std::shared_ptr<Store> store, ObserverOptions options);
    /// Stops the observer within two seconds. Rows stay.
    void stop();
    [[nodiscard]] Observer* observer() const { return m_observer.get(); } ///< null before `observe`
    /// Takes an update, in order, from any thread. Called by `observe`, replay and tests.
    void receive(UpdatePtr update);

    [[nodiscard]] const ConnectionInfo& info() const { return m_info; }
    void setInfo(const ConnectionInfo& info);
    [[nodiscard]] int index() const { return m_index; } ///< index in its FeedSet; never reused

    /// The store's clock now: estimated from the last reading and this process's steady clock.
    [[nodiscard]] TimePoint now() const;
    /// Store time up to which the workers' state is known; nullopt: workers were not read yet.
    [[nodiscard]] std::optional<TimePoint> workersRead() const { return m_workersRead; }
    /// Instant at which to evaluate heartbeats: not after the last read of workers, since later beats are not known.
    [[nodiscard]] TimePoint judgedNow() const;
    [[nodiscard]] const Health& health() const { return m_health; }
    /// True while only the first rows of an entity are loaded, on the first read of the store.
    [[nodiscard]] bool isComing(Entity entity) const { return m_coming.has(entity); }
    [[nodiscard]] bool isStale() const { return m_health.state == HealthState::stale; }
    [[nodiscard]] const ClockState& clock() const { return m_clock; }
    [[nodiscard]] const PollCost& cost() const { return m_cost; }
    [[nodiscard]] const Capabilities* capabilities() const
    {
        return m_capabilities.get();
    }                                        ///< null before the first connect
    [[nodiscard]] QString storeKind() const; ///< `PostgreSQL 16`
    [[nodiscard]] const Summary& summary() const { return m_summary; }
    [[nodiscard]] const Rates& rates() const { return m_rates; }
    [[nodiscard]] const std::optional<Backlog>& backlog() const { return m_backlog; }
    [[nodiscard]] const std::vector<Finding>& findings() const { return *m_findings; }
    [[nodiscard]] const std::vector<PhaseSummary>& phases() const { return *m_phases; }
    [[nodiscard]] const std::vector<WaiterRow>& waiters() const { return *m_waiters; }
    [[nodiscard]] const std::vector<FenceRow>& refusals() const { return *m_refusals; }
    [[nodiscard]] const std::vector<AuditRow>& audit() const { return *m_audit; }
    [[nodiscard]] const RowMap<WorkerRow>& workers() const { return m_workers; }

    /// Returns the worker of this id, or the process of an owner that took something at `since`. Null: no such row.
    [[nodiscard]] const WorkerRow* worker(const std::string& owner, std::optional<TimePoint> since = {}) const;
    /// Heartbeats of this worker seen since the connection was opened, oldest first, at most 200.
    [[nodiscard]] const std::deque<TimePoint>& beatsOf(const std::string& worker) const;
    /// Store time of the last read of locks; nullopt: not read yet.
    [[nodiscard]] std::optional<TimePoint> locksRead() const { return m_locksRead; }
    [[nodiscard]] std::optional<TimePoint> tasksRead() const { return m_tasksRead; }
    /// Instant at which to evaluate that row: a lease that ended after the last read may have been renewed.
    [[nodiscard]] TimePoint judged(const LockRow& row) const;
    [[nodiscard]] TimePoint judged(const TaskRow& row) const;
    [[nodiscard]] std::vector<WaiterRow> waitersOf(const std::string& lock) const;
    [[nodiscard]] std::vector<Finding> findingsOf(Entity entity, const std::string& key) const;
    /// Events of this row since the connection was opened, newest first, from the last 20,000 of all rows.
    [[nodiscard]] std::vector<Event> eventsOf(Entity entity, const std::string& key) const;
    /// Explains why a row does not progress, from all that the feed knows.
    [[nodiscard]] QString why(const LockRow& row) const;
    [[nodiscard]] QString why(const TaskRow& row) const;
    [[nodiscard]] QString why(const MessageRow& row) const;
    [[nodiscard]] QString whyBacklog() const;

signals:
    void updated(lockdesk::UpdatePtr update); ///< one by one, in order, within a batch
    void batchApplied();                      ///< after all updates of a frame
    void healthChanged();
    void clockChanged();
    void pollChanged();
    void summaryChanged();
    void findingsChanged();
    void eventsAppended(const std::vector<lockdesk::Event>& events);
    void infoChanged();

private:
    friend class FeedSet;
    void flush();
    void apply(const UpdatePtr& update);
    void applySmall(const Update& update);
    void keepEvents(const Update& update);

    ConnectionInfo m_info;
    int m_index = -1;
    std::unique_ptr<Observer> m_observer;
    QTimer* m_frame;
    std::mutex m_mutex;
    std::vector<UpdatePtr> m_inbox;

    Health m_health;
    Entities m_coming;
    ClockState m_clock;
    PollCost m_cost;
    std::shared_ptr<const Capabilities> m_capabilities;
    Summary m_summary;
    Rates m_rates;
    std::optional<Backlog> m_backlog;
    std::shared_ptr<const std::vector<Finding>> m_findings;
    std::shared_ptr<const std::vector<PhaseSummary>> m_phases;
    std::shared_ptr<const std::vector<WaiterRow>> m_waiters;
    std::shared_ptr<const std::vector<FenceRow>> m_refusals;
    std::shared_ptr<const std::vector<AuditRow>> m_audit;
    RowMap<WorkerRow> m_workers;
    std::optional<TimePoint> m_workersRead;
    std::deque<Event> m_events;
    std::unordered_map<std::string, std::deque<TimePoint>> m_beats;
    std::optional<TimePoint> m_locksRead, m_tasksRead;
};

/// All connections of the window. Indexes are never reused; tables merge the rows of all feeds.
class FeedSet final : public QObject
{
    Q_OBJECT

public:
    explicit FeedSet(QObject* parent = nullptr);
    ~FeedSet() override;
    /// Adds a feed, owned by the set. Feeds are ordered by index: one with a reserved index takes its reserved place.
    Feed* add(ConnectionInfo info, std::optional<int> index = std::nullopt);
    /// Reserves the index of a feed that is added later.
    [[nodiscard]] int reserve() { return m_next++; }
    void remove(Feed* feed);        ///< stops and deletes it and removes its rows from all tables
    /// Stops all observers concurrently: at most two seconds in total.
    void stopAll();
    [[nodiscard]] const std::vector<Feed*>& feeds() const { return m_feeds; }
    [[nodiscard]] Feed* at(int index) const; ///< null: removed
    [[nodiscard]] Feed* find(const QString& id) const;

signals:
    void added(lockdesk::Feed* feed);
    void removed(int index);
    void updated(lockdesk::Feed* feed, lockdesk::UpdatePtr update);
    void healthChanged(lockdesk::Feed* feed);
    void infoChanged(lockdesk::Feed* feed);

private:
    std::vector<Feed*> m_feeds;
    int m_next = 0;
};

} // namespace lockdesk

Q_DECLARE_METATYPE(lockdesk::UpdatePtr)
