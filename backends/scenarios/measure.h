// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/run.h"

#include <atomic>
#include <stop_token>

namespace lockdesk::scenarios {

/// The ways to keep two from doing the same.
enum class Way {
    conditional,  ///< one UPDATE with a condition
    optimistic,   ///< read, then write if the version is still that one
    pessimistic,  ///< lock, read, write, unlock: a row lock where the store has one, else a lease
    claim,        ///< claim a task by timestamp, unlock it
    lock_table,   ///< two transactions on a table of locks, as in lesson 4
    session_lock, ///< taken and given back by one connection
    skip_locked,  ///< a row locked by an open transaction
    fixed_lease,  ///< acquire, release
    watchdog,     ///< acquire, renew once, release
    redlock,      ///< fixed lease on several servers
    fence,        ///< a write that carries a token
    idempotent,   ///< the receiver keeps the ids that it has seen
};
const std::vector<Way>& all_ways();
const char* word(Way way);
std::optional<Way> parse_way(std::string_view text);

/// The lesson and its variant that show a way, or the way that goes as it does.
struct WayLesson
{
    std::string lesson, variant;
};
const WayLesson& lesson_of(Way way);

/// How a way did with so many clients, each on a session of its own, that all want the same lock or row.
struct Load
{
    int clients = 1;
    double rounds_per_second = 0; ///< of all together
    Duration p50{0}, p99{0};      ///< of a round, from wanting it to having done it
    std::int64_t in_vain = 0;     ///< tries that were refused or came too late; each was made again 1 to 5 ms later
};

/// What became of the others when a holder, a process of its own, stopped in the middle of its work.
struct Outage
{
    std::optional<Duration> until_next;  ///< until another one went on; none: not as long as it was watched
    Duration watched{0};                 ///< so long, at most
    std::optional<bool> late_accepted{}; ///< of a holder that was replaced and then woke: whether its write came through
};

/// What one way came to. Absent: not measured.
struct WayNumbers
{
    Way way = Way::conditional;
    bool holds = true; ///< false: between its statements nobody holds anything, so that no stop keeps others away
    std::vector<Load> loads;
    std::optional<Outage> killed;   ///< SIGKILL
    std::optional<Outage> frozen;   ///< SIGSTOP of the whole process, woken after another one went on
    std::optional<Outage> hung;     ///< the work never ends; the process and what renews for it go on
    std::optional<int> commands;    ///< that a round of one client alone sends to the store, counted
    std::optional<int> connections; ///< of a holder's process
    std::string why_not;            ///< the store's reason when it cannot do it at all
    std::string trouble;            ///< what could not be measured, and why; empty: nothing
};

struct Measurement
{
    std::string store, version; ///< its kind, and the server's own version text
    Duration lease{0};          ///< of those who stopped in the middle
    std::vector<WayNumbers> ways;
};

struct MeasureOptions
{
    Store* store = nullptr;       ///< must outlive the measuring
    SessionOptions session;       ///< without a sandbox; it makes its own and drops it, where the store has any
    std::string store_url;        ///< for the holders' processes, in their environment
    std::filesystem::path worker; ///< lockdesk-worker, with lockdeskctl beside it; empty: no outages
    std::vector<int> clients{1, 8, 64};
    Duration each = std::chrono::seconds{1};  ///< of rounds for every way and number of clients
    Duration lease = std::chrono::seconds{1}; ///< of holders; whoever is not replaced is watched for three of them
};

/// Measures every way that a store can do, with this program's own sessions and with processes that are really stopped. Used
/// by one thread; `interrupt` from any.
class Measuring
{
public:
    /// Parts done, of how many, and the way whose turn it is; on the measuring thread.
    using Told = std::function<void(int done, int total, Way way)>;

    explicit Measuring(MeasureOptions options);
    /// Failure: the store cannot be asked, or it was interrupted (`unavailable`). Leaves nothing in the store.
    Answer<Measurement> run(const Told& told);
    void interrupt() noexcept;

private:
    Answer<Done> measure(WayNumbers& out, const SessionOptions& inside, const std::function<void()>& part_done);

    MeasureOptions m_options;
    std::string m_name; ///< of everything that is made in the store
    std::atomic<bool> m_stopped = false;
    std::stop_source m_cut; ///< the first openings: a store that stands still is found by them
};

} // namespace lockdesk::scenarios
