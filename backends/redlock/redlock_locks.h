// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redlock/panel.h"

#include <random>

namespace lockdesk::redlock {

/// A lock is held if more than half of the servers say so, in plain string keys as node-redlock writes them. It is
/// valid for the quorum-th longest remaining lease, less the time of the call, 1 % and 2 ms. No tokens, so no
/// fence.
class RedlockLocks final : public Locks
{
public:
    explicit RedlockLocks(Panel& panel) : m_panel(panel), m_random(std::random_device{}()) {}

    /// Tries up to three times, about 200 ms apart; a failed try is undone on all servers. Returns busy at once when a
    /// quorum says so.
    Answer<Acquisition> acquire(const AcquireRequest& request) override;
    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override;
    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override;
    Answer<ForceAnswer> force_release(const ForceRelease& request) override;
    /// The command is the same on every server.
    Answer<ForcePreview> preview_force_release(const ForceRelease& request) override;
    Answer<std::optional<LockRow>> find(const LockName& name) override;
    /// `raw` of each row contains the view of each server.
    Answer<Page<LockRow>> list(const ListRequest& request) override;
    Answer<std::int64_t> collect(Duration older_than) override;
    Answer<Done> announce_wait(const LockName& name, const OwnerId& owner, Duration at_most) override;
    Answer<Done> withdraw_wait(const LockName& name, const OwnerId& owner) override;
    Answer<Page<WaiterRow>> list_waiters(const ListRequest& request) override;

private:
    struct Try;
    Try try_once(const AcquireRequest& request);
    void undo(const AcquireRequest& request, const Said<Acquisition>& said);

    Panel& m_panel;
    std::minstd_rand m_random;
};

} // namespace lockdesk::redlock
