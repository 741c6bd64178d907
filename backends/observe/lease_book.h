// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/job_facts.h"
#include "backends/observe/maintenance.h"
#include "backends/observe/recent_times.h"
#include "backends/observe/saying.h"
#include "backends/observe/update.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lockdesk {

/// A hold of a lock from its grant to its end, as an observer saw it.
struct HoldSample
{
    Duration work{0};        ///< from the grant to the release; `at_least`: a lower bound of it
    Duration unrenewed{0};   ///< longest time in it without a renewal: a longer lease would have covered it
    std::int64_t renewals = 0;
    bool at_least = false;   ///< the lease ended first, so nobody released it
    std::int64_t number = 0; ///< of the hold; ascending
};

enum class LeaseVerdict {
    too_few,  ///< fewer than `enough_holds` holds: no advice
    short_,   ///< a lease ended before the work did
    tight,    ///< no lease ended, but one came closer than a tenth to its end
    fits,
    generous, ///< ten times what any hold needed: after a crash the others wait for that long
    endless,  ///< no lease that ends was seen
};

/// What the holds of a lock say about its lease.
struct LeaseAdvice
{
    static constexpr std::int64_t enough_holds = 10;

    std::string key;
    TimePoint since{};                ///< the lock is observed since then; held at first: since that grant
    std::int64_t grants = 0;          ///< by tokens, also those that came and went between two reads
    std::int64_t holds = 0;           ///< measured from grant to end: the samples
    std::optional<Duration> lease;    ///< of the newest hold, or of the newest whose lease ended; nullopt: it has no end
    Duration p50{0}, p99{0};          ///< of the work, by nearest rank
    Duration longest{0};
    Duration longest_unrenewed{0};
    bool at_least = false;            ///< `p99`, `longest`, `longest_unrenewed` are lower bounds
    std::int64_t renewed = 0;         ///< holds that were renewed
    std::int64_t ended = 0;           ///< leases that ended before a release, holders that died not counted
    std::int64_t late = 0;            ///< of these: the holder was seen at work after the end
    std::int64_t taken_over = 0;      ///< of these: another owner got the lock; the work ran, or may have run, twice
    std::int64_t died = 0;            ///< leases that ended because the holder's process was silent or had left
    std::int64_t forced = 0;          ///< holds that an operator ended
    Duration covers{0};               ///< the shortest usual lease that would have covered every hold
    LeaseVerdict verdict = LeaseVerdict::too_few;
};
const char* word(LeaseVerdict verdict); ///< `too few`, `short`, `tight`, `fits`, `generous`, `endless`

/// The advice as sentences, for people.
Sayings advice_text(const LeaseAdvice& advice);

/// What the numbers of `advice` mean.
LeaseVerdict lease_verdict(const LeaseAdvice& advice);

/// The value of nearest rank in sorted samples; `percent` 1..100. Zero without samples.
Duration percentile(const std::vector<Duration>& sorted, int percent);
/// The shortest lease of a usual length (1, 2, 3, 5, 10, 15, 20, 30, 45, 60 s, ...) that is a tenth longer than `needed`.
Duration usual_lease(Duration needed);

/// Measures the holds of each lock from an observer's updates, of a store or a recording. No clock of its own; one thread.
///
/// A hold whose lease ended before it was released counts with the time that it is known to have lasted: to the end of its
/// lease, or to the last sign of work after it (a write that the fence refused, a heartbeat that names the lock). Holds of
/// processes that fell silent or left before the end are no samples: a lease is there to end then. Of a store with more than
/// 20,000 locks at first, and of rows that only a search found, a lock is measured from its first change on. Of each lock the newest
/// 1,000 holds count, of more than 200 locks fewer: 200,000 in all, and at least 20.
class LeaseBook
{
public:
    /// Applies the next update, in order.
    void take(const Update& update);
    /// The advice about a lock by its key; nullopt: no hold of it was seen.
    [[nodiscard]] std::optional<LeaseAdvice> advice(const std::string& key) const;
    /// The last row of a lock that was seen held; null: none was.
    [[nodiscard]] const LockRow* row(const std::string& key) const;
    /// The advice about every lock with a hold that was measured, or whose lease ended; by key.
    [[nodiscard]] std::vector<LeaseAdvice> all() const;

    /// Locks that are held off for maintenance at store time `now`.
    [[nodiscard]] std::vector<Maintenance> maintenance(TimePoint now) const;
    /// Every job at store time `now`: see JobFacts. By key. What was missed, and who stands by, is as of the last read before it.
    [[nodiscard]] std::vector<JobFacts> jobs(TimePoint now) const;
    /// The spans of the minute before `now`, to be merged with those of other stores.
    [[nodiscard]] MeasuredSpans spans(TimePoint now) const;
    /// Hold and wait times of the minute before `now`, of every hold and wait whose end was observed in it.
    [[nodiscard]] MeasuredTimes times(TimePoint now) const;

private:
    struct Current
    {
        TimePoint acquired_at{};
        Duration unrenewed{0};
        TimePoint renewed_at{};
        std::int64_t renewals = 0;
        std::int64_t ended = -1; ///< number of its sample, once its lease has ended
    };
    /// A hold whose lease ended, and whose holder may still work.
    struct Open
    {
        std::string owner;
        FencingToken token;
        TimePoint acquired_at{};
        TimePoint ended_at{};
        std::int64_t sample = 0;
        bool late = false, taken_over = false;
    };
    struct Lock
    {
        RowPtr<LockRow> row;
        TimePoint since{};
        std::optional<Current> current;
        std::vector<HoldSample> samples; ///< newest last; at most `most_samples`, fewer if there are many locks
        std::vector<Open> open; ///< at most `most_open`, newest last
        std::int64_t numbered = 0;
        std::vector<JobRun> runs; ///< at most `most_runs`, newest last
        std::int64_t grants = 0, ended = 0, late = 0, taken_over = 0, died = 0, forced = 0;
        std::optional<Duration> lease, short_lease; ///< of the newest hold; of the newest that ended
    };

    void take_event(const Event& event);
    void take_row(const RowPtr<LockRow>& row, const Update& update);
    void take_gone(const std::string& key, const Update& update);
    void begin(Lock& lock, const LockRow& row);
    static void renew(Lock& lock, const LockRow& row);
    void finish(Lock& lock, TimePoint released_at);
    void overrun(Lock& lock);
    static void take_work_after(Lock& lock, Open& open, TimePoint at);
    void begin_run(Lock& lock, const LockRow& row);
    [[nodiscard]] std::set<std::string> job_keys() const;
    void take_guard(const WorkerRow& worker);
    void take_records(const Update& update);
    void take_task(const Event& event);
    void take_refusals(const std::vector<FenceRow>& refusals);
    void take_worker(const WorkerRow& worker);
    static void replaced(Lock& lock, const LockRow& before, const std::string& by);
    void bury(const std::string& process);
    std::int64_t add(Lock& lock, HoldSample sample);
    static void drop(Lock& lock, std::int64_t number);
    [[nodiscard]] static LeaseAdvice advice_of(const std::string& key, const Lock& lock);

    std::unordered_map<std::string, Lock> m_locks;
    std::unordered_map<std::string, std::string> m_open_of; ///< process -> key of the lock whose lease it outlasted
    std::unordered_set<std::string> m_dead;                 ///< processes that fell silent or left
    std::optional<TimePoint> m_refused;                     ///< time of the newest refusal taken
    std::unordered_map<std::string, WorkerRow> m_guards;    ///< workers with the role guard, by id
    std::unordered_map<std::string, Maintenance> m_maintained; ///< by key, as last read
    std::unordered_set<std::string> m_regular;              ///< keys of locks of job libraries, or acquired regularly
    std::unordered_map<std::string, TimePoint> m_claimed;   ///< task -> its claim, while it is held
    std::vector<WaiterRow> m_waiting;                       ///< as last read
    std::optional<TimePoint> m_locks_read, m_workers_read;  ///< as in the updates
    std::unordered_map<std::string, std::vector<JobSkip>> m_skips; ///< as last read, by record
    RecentTimes m_holds, m_waits, m_task_holds;
};

} // namespace lockdesk
