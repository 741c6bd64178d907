// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/findings.h"
#include "backends/observe/update.h"
#include "backends/observe/wait_cycles.h"

#include <map>
#include <unordered_map>
#include <unordered_set>

namespace lockdesk {

/// Keeps the rows of one store and turns each batch into changes: rows, removals, events. No threads, no clock of its
/// own.
class Tracker final : private KnownRows
{
public:
    explicit Tracker(FindingLimits limits = {}, std::size_t row_limit = 100'000) : m_limits(limits), m_row_limit(row_limit)
    {
    }

    /// Applies a batch read for the entities `asked`. Unchanged rows are left out of `update`. `fresh`: entities not
    /// watched until now (start, reconnect, shown again); they cause no events. `began`: store time when the read began,
    /// for verdicts that depend on the age of rows (nullopt: `now`).
    void apply(ChangeBatch batch, Entities asked, Entities fresh, TimePoint now, Update& update,
               std::optional<TimePoint> began = {});
    /// What the next batch, which `apply` gets, may leave out.
    [[nodiscard]] KnownRows& known() { return *this; }
    void set_backlog(const Backlog& backlog) { m_rows.backlog = backlog; }
    void set_clock(const ClockState& clock);
    void set_limits(const FindingLimits& limits) { m_limits = limits; }
    /// Waits of the database's own sessions, as just read.
    void set_database_waits(std::shared_ptr<const std::vector<DatabaseWait>> waits);
    void set_durability(const Durability& durability, TimePoint now);
    /// Adds changes caused by time alone (expired, silent), then the numbers, phases, rates and findings of this instant.
    void tick(TimePoint now, SteadyPoint steady, Update& update);
    /// As `tick`, without findings, which cost most of it: for a recording, which has its own.
    void count(TimePoint now, SteadyPoint steady, Update& update);

    /// Adds every live row to the changed ones.
    void repeat_rows(Update& update) const;

    [[nodiscard]] const StoreRows& rows() const { return m_rows; }
    [[nodiscard]] std::size_t size() const
    {
        return m_rows.locks.size() + m_rows.tasks.size() + m_rows.messages.size() + m_rows.workers.size();
    }

private:
    struct Pass
    {
        TimePoint now;
        Entities fresh;
        bool snapshot;
        Update& update;
        std::optional<TimePoint> looked; ///< last read of locks before this one
    };
    using Keys = std::unordered_set<std::string>;
    void begin() override;
    bool leaves_out(const LockRow& row) override;
    bool leaves_out(const TaskRow& row) override;
    bool left_out(const std::string& lock) override;
    template <class Row> bool leave_out(const Row& row, const RowMap<Row>& among);
    [[nodiscard]] bool was_left_out(const void* row);
    template <class Row>
    void merge(std::vector<Row>& from, RowMap<Row>& into, Rows<Row>& changed, Entity entity, const Pass& pass,
               bool truncated);
    /// Replaces the rows that a search added beyond the limit. Returns the keys of what it found now.
    template <class Row>
    const Keys& take_found(const std::vector<Row>& from, RowMap<Row>& into, Entity entity, const Pass& pass);
    template <class Row> bool erase(RowMap<Row>& from, const std::string& key, Entity entity, const Pass& pass);
    template <class Row> void drop_missing(const std::vector<Row>& seen, RowMap<Row>& from, Entity entity, const Pass& pass);
    void erase(const GoneRow& gone, const Pass& pass);
    void tell_expiry_once(std::vector<Event>& events, std::size_t first);
    void learn(const LockRow* before, const LockRow& after);
    void learn(const TaskRow* before, const TaskRow& after);
    void learn(const MessageRow* before, const MessageRow& after);
    void learn(const WorkerRow* before, const WorkerRow& after);
    void forget(const LockRow& row, TimePoint now);
    void forget(const TaskRow& row, TimePoint now);
    void forget(const MessageRow& row, TimePoint now);
    void forget(const WorkerRow& row, TimePoint now);
    void take_waiters(ChangeBatch& batch, Update& update);
    void count_overtaken(const std::vector<WaiterRow>& waiting);
    void set_waiters(const std::string& name, std::int64_t number, Update& update);
    void take_refusals(ChangeBatch& batch, const Pass& pass);
    void take_audit(ChangeBatch& batch, const Pass& pass);
    void count_locks(TimePoint now, Summary& summary, std::vector<Event>& events);
    void count_tasks(TimePoint now, Summary& summary, Update& update);
    void count_workers(TimePoint now, Summary& summary, std::vector<Event>& events);
    void count_messages(Summary& summary) const;
    void rate(SteadyPoint steady, Update& update);

    FindingLimits m_limits;
    std::size_t m_row_limit;
    StoreRows m_rows;
    Entities m_truncated;
    std::vector<const void*> m_left_out; ///< rows that the batch being read leaves out
    bool m_left_out_sorted = false;
    std::map<SearchOf, Keys> m_found;                          ///< live because of a search
    std::map<Entity, Keys> m_all_found;                        ///< of an entity, those of all searches
    std::unordered_map<std::string, std::int64_t> m_expired;   ///< lock name -> token whose expiry was reported
    std::unordered_map<std::string, std::int64_t> m_timed_out; ///< task id -> likewise
    std::unordered_map<std::string, WorkerHealth> m_health;
    bool m_reported_before = false;
    CycleWatch m_cycles;
    Finder m_finder;

    struct Counts
    {
        std::int64_t granted = 0, expired = 0, claimed = 0, done = 0, worker_claimed = 0;
        bool workers = false;
    };
    Counts m_counts;
    std::optional<SteadyPoint> m_rated;
    struct Flow
    {
        std::int64_t left = 0;
        double rate = 0;
    };
    std::map<std::pair<std::string, std::string>, Flow> m_flows;
};

/// Intersection and difference.
Entities both(Entities a, Entities b);
Entities without(Entities a, Entities b);

} // namespace lockdesk
