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

/// How a job is kept to one instance.
enum class GuardKind {
    none,             ///< not at all: for comparison
    named,            ///< a session lock (PostgreSQL advisory, MariaDB GET_LOCK): no expiry, gone with the session
    skip_locked,      ///< the same by FOR UPDATE SKIP LOCKED on a row
    skip_locked_rows, ///< no lock of its own: a relay holds the rows that it delivers (Apart::rows), nothing else can
    fixed,            ///< a lease of `at_most`, never renewed
    watchdog,         ///< a lease of `at_most`, renewed every third of it
    redlock,          ///< a lease of `at_most` over several servers, never renewed: for a store of that kind alone
};
const char* word(GuardKind);
/// Usage failure for words that are none.
Answer<GuardKind> parse_guard_kind(std::string_view text);

struct GuardOptions
{
    LockName name;
    GuardKind kind = GuardKind::watchdog;
    Duration at_most = std::chrono::seconds{30}; ///< lease of fixed, watchdog and redlock
    Duration at_least{0};                        ///< kept for nobody until so long after the start (fixed, watchdog)
    Duration wait{0};                            ///< for the guard to become free; 0: skip at once
    std::string host;                            ///< first part of the owner ids; empty: this computer's name
};

/// What the job may know. `lost`: the guard could not be kept and somebody else may run; end now.
struct JobContext
{
    const LockName& lock;
    const OwnerId& owner;
    std::optional<FencingToken> token; ///< none: this guard has no tokens
    std::stop_token lost;
    std::stop_token stop; ///< the whole program ends
    /// Whether the lease's deadline is still to come; empty: this guard has no lease. Asked by `trusted`.
    std::function<bool()> in_time{};

    /// Whether the guard may be trusted at this instant. Looks at the clock itself: `lost` is told by another thread, and a process
    /// that was frozen may go on here before that thread has had a processor. Ask right before what no fence protects.
    [[nodiscard]] bool trusted() const { return !lost.stop_requested() && (!in_time || in_time()); }
};
/// Answers its exit status; 0 is success.
using Job = std::function<int(const JobContext&)>;

enum class RunResult {
    ran,
    skipped, ///< somebody else runs (or it is cooling)
    lost,    ///< the guard was lost before the job had ended
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
    std::string why;                               ///< of lost and skipped
};

/// Runs a job under a guard. Each run has an owner of its own, so that a process never overlaps with itself. Runs may come
/// from several threads; each opens its own sessions.
class GuardRun
{
public:
    GuardRun(Runtime& runtime, Access access, GuardOptions options);

    /// One run. A failure: the store could not be asked, and the job did not run. `stop` ends the wait; a job that runs
    /// is told by its context, and the guard is given back when it has ended.
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
