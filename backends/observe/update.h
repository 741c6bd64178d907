// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/database_waits.h"
#include "backends/engine/contracts/capabilities.h"
#include "backends/engine/contracts/ordered_list.h"
#include "backends/engine/contracts/runtime.h"
#include "backends/observe/event.h"
#include "backends/observe/finding_list.h"
#include "backends/observe/store_rows.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace lockdesk {

struct StoreReport;

/// An observer keeps this many entries of each log, refusals and audit: the newest.
inline constexpr std::size_t most_log_entries = 1000;

enum class HealthState { connecting, live, stale };
struct Health
{
    HealthState state = HealthState::connecting;
    std::string cause; ///< a sentence for people; never a secret
    FailureKind kind = FailureKind::unavailable;
    bool login_refused = false;          ///< the store refused user or password: another login may help
    std::uint64_t refused_logins = 0;    ///< since the start: tells one refusal from the next
    bool refuses = false;                ///< stale: it has answered, with a reason why it cannot be read
    SteadyPoint since{};                 ///< start of this state; stale: the last answer
    TimePoint since_wall{};              ///< the same on this computer's clock
    std::optional<SteadyPoint> next_try; ///< while stale
    std::optional<TimePoint> next_try_wall;
};
const char* word(HealthState);

/// The store's clock as read at a steady instant.
struct ClockState
{
    bool known = false;
    TimePoint store{};
    SteadyPoint at{};
    double rate = 1; ///< of a sandbox clock
    Duration offset{0};
    Duration uncertainty{0};
    bool sandbox = false;
    /// The store's time at `steady`, extrapolated.
    [[nodiscard]] TimePoint at_steady(SteadyPoint steady) const;
};

struct PollCost
{
    std::int64_t rows = 0; ///< read by the last poll
    Duration busy{0};      ///< time the store took for the last poll
    double share = 0;      ///< of the store's time over the last minute, 0..1
    Duration interval{0};  ///< until the next poll, unless a hint arrives
    bool hints = false;    ///< a listener runs
};

/// Totals of one store at one instant, so that the GUI thread need not count.
struct Summary
{
    std::int64_t held = 0; ///< closing and expired ones included
    std::int64_t closing = 0, expired = 0, cooling = 0, free = 0;
    std::int64_t waiters = 0;
    std::int64_t tasks = 0, tasks_held = 0, tasks_due = 0, tasks_waiting = 0, tasks_failed = 0;
    std::int64_t tasks_done = 0;
    std::int64_t messages = 0, sending = 0, dead = 0;
    std::optional<Duration> oldest; ///< oldest message of the outbox; at the instant of `at`
    std::int64_t workers_live = 0, workers_late = 0, workers_silent = 0;
    TimePoint at{};
};

/// Per second, since the last update with rates. Absent: not available from this source.
struct Rates
{
    std::optional<double> acquired, expired; ///< locks
    std::optional<double> claimed, done;     ///< tasks and messages, from tokens or the workers' counters
    std::optional<double> in, out;           ///< outbox
};

/// A phase of a kind of tasks, as far as live rows show.
struct PhaseSummary
{
    std::string kind, phase;
    std::int64_t total = 0, held = 0, due = 0, waiting = 0, failed = 0; ///< due: expired ones included
    std::int64_t done = 0;                                              ///< in a final phase
    double out_rate = 0; ///< advances out of it per second, over the last minute
    bool more = false;   ///< the store has more tasks than are live here
    Duration lock_timeout = std::chrono::seconds{30};
    std::int64_t max_failures = 8;
};

/// What a store is asked for beyond the rows that are held live.
struct Search
{
    Filter filter;
    std::optional<RowOrder> order; ///< nullopt: any rows that match. Else a window of this order
    std::string after;             ///< `mark_of` the row before the window; empty: the beginning
    [[nodiscard]] bool empty() const { return filter.empty() && !order; }
    friend bool operator==(const Search&, const Search&) = default;
};

/// Whose search it is: several may search the rows of one entity for different things, as two windows do.
struct SearchOf
{
    SearchOf(Entity of, int by = 0) : entity(of), who(by) {} // NOLINT: the entity alone is the usual one
    Entity entity;
    int who;
    friend auto operator<=>(const SearchOf&, const SearchOf&) = default;
};

/// Outcome of a search (`Observer::set_search`).
struct Found
{
    Filter filter;         ///< empty, and no order: the search is over
    std::int64_t rows = 0; ///< matching rows read
    bool more = false;     ///< the store has more of them
    bool so_far = false;   ///< the first ones, while the store still searches: all follow
    std::string problem{}; ///< why the store did not search; a sentence for people
    // Of a window of an order.
    std::optional<RowOrder> order{};
    std::string after{};  ///< as requested
    std::string middle{}; ///< mark of the row in the middle: where the next window begins
    std::shared_ptr<const std::vector<std::string>> keys{}; ///< of the rows, in their order
    [[nodiscard]] bool answers(const Search& search) const
    {
        return filter == search.filter && order == search.order && after == search.after;
    }
};

/// One immutable message of an observer. Rows in it are new or changed; everything else is as in earlier updates.
struct Update
{
    std::uint64_t number = 0; ///< increases by one
    Health health;
    ClockState clock;
    PollCost cost;
    std::shared_ptr<const Capabilities> capabilities; ///< null before the first connect

    std::shared_ptr<const StoreReport> report;        ///< about every 30 s; null: as before

    /// Records that are watched (`Observer::watch_records`) and were read now: id and text, nullopt if there is none. Null: none.
    std::shared_ptr<const std::map<std::string, std::optional<std::string>>> records;

    bool polled = false;  ///< result of a poll; must be acknowledged
    bool rewind = false;  ///< a replay jumped: rows and events of earlier updates are void; comes with `snapshot`
    bool partial = false; ///< before `snapshot`: the first rows of `covered`, incomplete for `truncated`
    bool snapshot = false; ///< first complete set of `covered` after start or reconnect: rows not in it are gone
    Entities covered;
    Entities truncated;                   ///< entities with more rows in the store than are live here
    std::map<Entity, std::int64_t> about; ///< estimated row counts of those truncated
    std::map<SearchOf, Found> found;      ///< searches that this update finished, again after each full poll
    /// Columns by which the store orders rows; null: as before.
    std::shared_ptr<const std::map<Entity, std::vector<std::string>>> orders;
    Rows<LockRow> locks;
    Rows<TaskRow> tasks;
    Rows<MessageRow> messages;
    Rows<WorkerRow> workers;
    /// Rows of these lists that only came into view by a search, and have not changed: the first, and how many.
    std::map<Entity, std::pair<std::size_t, std::size_t>> came;
    std::vector<GoneRow> gone;
    std::shared_ptr<const std::vector<WaiterRow>> waiters; ///< complete; null: as before
    std::shared_ptr<const std::vector<DatabaseWait>> database_waits; ///< of the server's sessions; null: as before
    std::shared_ptr<const std::vector<FenceRow>> refusals; ///< complete as far as kept, newest first; null: as before
    std::shared_ptr<const std::vector<AuditRow>> audit;    ///< likewise
    std::optional<Backlog> backlog;
    std::optional<TimePoint>
        workers_read;          ///< worker health is known up to this instant of the store; nullopt: never read
    std::optional<TimePoint> locks_read, tasks_read; ///< last reads: a lease that ended later may have been renewed
    std::vector<Event> events; ///< oldest first
    std::int64_t events_left_out = 0;
    bool settling = false; ///< another read follows soon, which shows whether there is a further finding

    /// These four are set together, about once a second and after each poll.
    FindingsPtr findings;
    std::shared_ptr<const std::vector<PhaseSummary>> phases;
    std::optional<Summary> summary;
    std::optional<Rates> rates;
};
using UpdatePtr = std::shared_ptr<const Update>;

} // namespace lockdesk
