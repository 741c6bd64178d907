// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/access.h"

#include <memory>

namespace lockdesk {

class HintPump;

/// What a waiting acquire brought.
struct Waited
{
    /// acquired, or what stood in the way last (busy, cooling); a failure only if the store could not be asked to the end.
    Answer<Acquisition> answer;
    /// Before the earliest request was sent that may have brought the lease: count the lease from here (lease_deadline).
    SteadyPoint asked_at;
};

struct WaitOptions
{
    Duration wait{0};                        ///< 0: one try; `forever`: until stopped
    Duration poll = std::chrono::seconds{1}; ///< longest pause between two tries; jittered
    std::optional<RequestId> request;        ///< none: a new one
};

/// `acquire` that waits. Asks; if the lock is taken or cooling, records the waiter, begins to listen, and then waits for a hint (that
/// it listens is one), for the known end of the lease or cooling, or for the poll, whichever is first, and asks again. Nothing of
/// that delays an answer that has come. All tries carry one request id, so that a
/// lost reply is settled by asking again: within the session's timeout, or while it waits anyway. While the store is
/// unreachable it tries again until the wait is over. One thread at a time; cancelled by the stop token, which ends the wait
/// (a call that runs is bounded by the session's timeout).
class WaitingAcquire
{
public:
    /// Uses `session` for its calls, `access` for listening and for asking again.
    WaitingAcquire(Runtime& runtime, Access access, Session& session);
    ~WaitingAcquire();

    Waited acquire(const LockName& name, const OwnerId& owner, Duration lease, const WaitOptions& options,
                   const std::stop_token& stop = {});

private:
    struct Attempt;
    void ask(Attempt& attempt);
    void settle_doubt(Attempt& attempt, const std::stop_token& stop);
    void listen(const Attempt& attempt);
    Duration pause(Attempt& attempt);
    void announce(Attempt& attempt);

    Runtime& m_runtime;
    Access m_access;
    Session& m_session;
    Bell m_bell;
    std::unique_ptr<HintPump> m_hints;
};

} // namespace lockdesk
