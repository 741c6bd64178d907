// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/access.h"

#include <memory>

namespace lockdesk {

class HintPump;

/// The result of a waiting acquire.
struct Waited
{
    /// acquired, or the last obstacle (busy, cooling); a failure only if the store was unavailable to the end.
    Answer<Acquisition> answer;
    /// Before the earliest request that may have acquired the lease was sent: the lease counts from here (lease_deadline).
    SteadyPoint asked_at;
};

struct WaitOptions
{
    Duration wait{0};                        ///< 0: one try; `no_end`: until stopped
    Duration poll = std::chrono::seconds{1}; ///< longest pause between tries; jittered
    std::optional<RequestId> request;        ///< nullopt: a new one
};

/// An `acquire` that waits. If the lock is held or cooling, it records the waiter, begins to listen, and waits for a hint
/// (beginning to listen counts as one), the known end of the lease or cooling, or the poll, whichever comes first, then
/// retries. None of this delays an answer that has arrived. All tries have one request id, so that a lost reply is settled
/// by a retry: within the session's timeout, or while it waits anyway. While the store is unreachable it retries until the
/// wait is over. One thread at a time; the stop token cancels the wait (the session's timeout bounds a running call).
class WaitingAcquire
{
public:
    /// Uses `session` for its calls, `access` for listening and for retries after a lost reply.
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
