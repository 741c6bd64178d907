// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/run.h"

#include <atomic>
#include <stop_token>

namespace lockdesk::scenarios {

/// Ways to keep two clients from doing the same work.
enum class Way {
    conditional,  ///< one UPDATE with a condition
    optimistic,   ///< read, then write if the version is unchanged
    pessimistic,  ///< lock, read, write, unlock: a row lock where the store has one, else a lease
    claim,        ///< claim a task by timestamp, unlock it
    lock_table,   ///< two transactions on a table of locks, as in lesson 4
    session_lock, ///< acquired and released by one connection
    skip_locked,  ///< a row locked by an open transaction
    fixed_lease,  ///< acquire, release
    watchdog,     ///< acquire, renew once, release
    redlock,      ///< fixed lease on several servers
    fence,        ///< a write that carries a token
    idempotent,   ///< the receiver stores the ids that it has seen
};
const std::vector<Way>& all_ways();
const char* word(Way way);
std::optional<Way> parse_way(std::string_view text);

/// The lesson and variant that show this way, or the closest one.
struct WayLesson
{
    std::string lesson, variant;
};
const WayLesson& lesson_of(Way way);

/// Result with this many clients, each on its own session, that all compete for the same lock or row.
struct Load
{
    int clients = 1;
    double rounds_per_second = 0; ///< of all clients together
    Duration p50{0}, p99{0};      ///< of a round, from its first try to success
    std::int64_t in_vain = 0;     ///< tries that were refused or too late; each was repeated 1 to 5 ms later
};

/// Effect on the others when a holder, a process of its own, stops in the middle of its work.
struct Outage
{
    std::optional<Duration> until_next;  ///< until another client proceeds; nullopt: not within `watched`
    Duration watched{0};                 ///< maximum time of observation
    std::optional<bool> late_accepted{}; ///< for a replaced holder that woke: whether its write was accepted
};

/// Results of one way. Absent: not measured.
struct WayNumbers
{
    Way way = Way::conditional;
    bool holds = true; ///< false: nothing is held between its statements, so a stopped client keeps nobody out
    std::vector<Load> loads;
    std::optional<Outage> killed;   ///< SIGKILL
    std::optional<Outage> frozen;   ///< SIGSTOP of the whole process, woken after another client proceeded
    std::optional<Outage> hung;     ///< the work never ends; the process and its renewals continue
    std::optional<int> commands;    ///< commands to the store in a round of one client alone
    std::optional<int> connections; ///< of the holder's process
    std::string why_not;            ///< the store's reason when it does not support it
    std::string trouble;            ///< measurements that failed, and why; empty: none
};

struct Measurement
{
    std::string store, version; ///< store kind, and the server's version text
    Duration lease{0};          ///< of the stopped holders
    std::vector<WayNumbers> ways;
    bool unoptimised = false;   ///< by a build that the compiler did not optimise: the numbers are those of a slower engine
};

struct MeasureOptions
{
    Store* store = nullptr;       ///< must outlive the measurement
    SessionOptions session;       ///< without a sandbox; one is created and dropped, where the store has any
    std::string store_url;        ///< passed to the holders' processes in their environment
    std::filesystem::path worker; ///< lockdesk-worker, with lockdeskctl beside it; empty: no outages
    std::vector<int> clients{1, 8, 64};
    Duration each = std::chrono::seconds{1};  ///< for every way and number of clients
    Duration lease = std::chrono::seconds{1}; ///< of holders; one that is not replaced is observed for three of them
};

/// Measures every way that a store supports, with own sessions and with processes that are really stopped. Used
/// by one thread; `interrupt` from any.
class Measuring
{
public:
    /// Progress: parts done, total, and the current way; called on the measuring thread.
    using OnProgress = std::function<void(int done, int total, Way way)>;

    explicit Measuring(MeasureOptions options);
    /// Fails when the store is not reachable or on an interrupt (`unavailable`). Leaves nothing in the store.
    Answer<Measurement> run(const OnProgress& on_progress);
    void interrupt() noexcept;

private:
    Answer<Done> measure(WayNumbers& out, const SessionOptions& inside, const std::function<void()>& part_done);

    MeasureOptions m_options;
    std::string m_name; ///< prefix of everything created in the store
    std::atomic<bool> m_stopped = false;
    std::stop_source m_cut; ///< stops opening sessions: the first calls that notice a hanging store
};

} // namespace lockdesk::scenarios
