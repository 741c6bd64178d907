// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/access.h"

#include <functional>
#include <memory>
#include <string_view>

namespace lockdesk {

struct Waited;

/// Mechanism that keeps a job to one instance.
enum class GuardKind {
    none,             ///< no guard: for comparison
    named,            ///< a session lock (PostgreSQL advisory, MariaDB GET_LOCK): no expiry, gone with the session
    skip_locked,      ///< likewise by FOR UPDATE SKIP LOCKED on a row
    skip_locked_rows, ///< no lock of its own: for relays, which hold the rows that they deliver (Apart::rows)
    fixed,            ///< a lease of `at_most`, never renewed
    watchdog,         ///< a lease of `at_most`, renewed every third of it
    redlock,          ///< a lease of `at_most` over several servers, never renewed: requires such a store
};
const char* word(GuardKind);
/// Returns a usage failure for an unknown word.
Answer<GuardKind> parse_guard_kind(std::string_view text);

struct GuardOptions
{
    LockName name;
    GuardKind kind = GuardKind::watchdog;
    Duration at_most = std::chrono::seconds{30}; ///< lease of fixed, watchdog and redlock
    Duration at_least{0};                        ///< the lock stays taken for this long after the start (fixed, watchdog)
    Duration wait{0};                            ///< maximum wait for the guard; 0: skip at once
    std::string host;                            ///< first part of the owner ids; empty: this computer's name
};

/// The environment of a job. `lost`: the guard is lost and another instance may run; end now.
struct JobContext
{
    const LockName& lock;
    const OwnerId& owner;
    std::optional<FencingToken> token; ///< nullopt: this guard has no tokens
    std::stop_token lost;
    std::stop_token stop; ///< the whole program ends
    /// Whether the lease's deadline is still ahead; empty: this guard has no lease. Called by `trusted`.
    std::function<bool()> in_time{};

    /// Whether the guard may be trusted at this instant. Checks the clock itself: another thread sets `lost`, and after a
    /// freeze this thread may continue before that one. Call it right before any action that no fence protects.
    [[nodiscard]] bool trusted() const { return !lost.stop_requested() && (!in_time || in_time()); }
};
/// Returns an exit status; 0 is success.
using Job = std::function<int(const JobContext&)>;

enum class RunResult {
    ran,
    skipped, ///< another instance runs (or the lock is cooling)
    lost,    ///< the guard was lost before the job ended
    failed,  ///< the job's status is not 0
};
const char* word(RunResult);

struct RunReport
{
    RunResult result = RunResult::skipped;
    OwnerId owner;
    std::optional<FencingToken> token;
    std::optional<TimePoint> started_at, ended_at; ///< on the store's clock
    std::optional<int> status;                     ///< of the job, if it began
    std::string why;                               ///< reason for lost and skipped
    std::string held_by{};                         ///< skipped: the holder's owner; empty: unknown
};

/// Runs a job under a guard. Each run has its own owner, so that runs of one process never overlap. Several threads may
/// call `run`; each call opens its own sessions.
class GuardRun
{
public:
    GuardRun(Runtime& runtime, Access access, GuardOptions options);

    /// Runs the job once. Fails when the store is unavailable; the job did not run then. `stop` ends the wait and
    /// is passed to a running job; the guard is released when the job has ended.
    Answer<RunReport> run(const Job& job, const std::stop_token& stop = {});

private:
    struct Run;
    Answer<RunReport> run_unguarded(Run& run);
    Answer<RunReport> run_leased(Run& run);
    Answer<RunReport> run_in_session(Run& run);
    Waited acquire(Run& run, Session& session);
    Answer<bool> wait_for_session_lock(Run& run, Session& session);
    void work(Run& run);
    void release(Run& run, Session& session);

    Runtime& m_runtime;
    Access m_access;
    GuardOptions m_options;
};

} // namespace lockdesk
