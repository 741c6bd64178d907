// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/lease_book.h"
#include "backends/observe/observer.h"
#include "backends/observe/recording/incident.h"
#include "backends/observe/update.h"
#include "models/feed/connection_info.h"
#include "models/feed/event_log.h"
#include "models/feed/own_faults.h"
#include "models/feed/seen_workers.h"
#include "models/feed/store_facts.h"

#include <QObject>

#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

class QTimer;

namespace lockdesk {

/// A connection in the window: brings its observer's updates into the GUI thread, at most one batch a frame. Lives in the
/// GUI thread; `receive` may be called from any thread.
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
    /// The store's clock when it was first read; nullopt before.
    [[nodiscard]] std::optional<TimePoint> openedAt() const { return m_openedAt; }
    [[nodiscard]] const Health& health() const { return m_health; }
    /// True while only the first rows of an entity are loaded, on the first read of the store.
    [[nodiscard]] bool isComing(Entity entity) const { return m_coming.has(entity); }
    [[nodiscard]] bool isStale() const { return m_health.state == HealthState::stale; }
    /// True after a refused login: nothing is tried before the user gives a password or asks for a try.
    [[nodiscard]] bool waitsForPassword() const { return isStale() && m_health.login_refused && !m_health.next_try; }
    [[nodiscard]] const ClockState& clock() const { return m_clock; }
    [[nodiscard]] const PollCost& cost() const { return m_cost; }
    [[nodiscard]] const Capabilities* capabilities() const
    {
        return m_capabilities.get();
    } ///< null before the first connect
    /// What the store's server reports of itself; null: not read yet, or a recording without it.
    [[nodiscard]] const StoreReport* report() const { return m_report.get(); }
    [[nodiscard]] QString storeKind() const { return lockdesk::storeKind(m_info, m_capabilities.get()); }

    [[nodiscard]] const StoreFacts& facts() const { return m_facts; }
    [[nodiscard]] const SeenWorkers& workers() const { return m_workers; }
    [[nodiscard]] const EventLog& events() const { return m_events; }
    /// Faults of workers that this window started; never null.
    [[nodiscard]] const std::shared_ptr<const OwnFaults>& ownFaults() const { return m_ownFaults; }
    void setOwnFaults(OwnFaults faults);
    /// What was measured since the connection was opened, or in the part of a recording that was replayed. `read` gets the book,
    /// which another thread writes meanwhile: it waits for that, and returns copies.
    template <class Read> [[nodiscard]] auto measured(Read read) const
    {
        const std::lock_guard lock(m_measuring);
        return read(m_leases);
    }

    /// The same, or nullopt if that thread is writing: for what is read again in a second. Never waits.
    template <class Read> [[nodiscard]] auto measuredIfFree(Read read) const -> std::optional<decltype(read(std::declval<const LeaseBook&>()))>
    {
        const std::unique_lock lock(m_measuring, std::try_to_lock);
        if (!lock.owns_lock())
            return std::nullopt;
        return read(m_leases);
    }
    /// The last ten minutes, for an incident bundle.
    [[nodiscard]] std::vector<UpdatePtr> flight() const
    {
        const std::lock_guard lock(m_flying);
        return m_flight.updates();
    }

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
    void ownFaultsChanged();

private:
    friend class FeedSet;
    void flush();
    void apply(const UpdatePtr& update);

    ConnectionInfo m_info;
    int m_index = -1;
    std::unique_ptr<Observer> m_observer;
    QTimer* m_frame;
    std::mutex m_mutex;
    std::vector<UpdatePtr> m_inbox;
    std::vector<std::shared_ptr<const void>>
        m_done; ///< what the window needs no more, also under m_mutex: `receive` frees it

    Health m_health;
    std::optional<TimePoint> m_openedAt;
    Entities m_coming;
    ClockState m_clock;
    PollCost m_cost;
    std::shared_ptr<const Capabilities> m_capabilities;
    std::shared_ptr<const StoreReport> m_report;
    StoreFacts m_facts;
    SeenWorkers m_workers;
    EventLog m_events;
    std::shared_ptr<const OwnFaults> m_ownFaults = std::make_shared<const OwnFaults>();
    mutable std::mutex m_measuring, m_flying;
    FlightRecorder m_flight; ///< likewise
    LeaseBook m_leases; ///< written by the thread that calls `receive`: a large store is no work of the window's
};

} // namespace lockdesk

Q_DECLARE_METATYPE(lockdesk::UpdatePtr)
