// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"
#include "backends/redis/hand_written.h"

namespace lockdesk::redis {

class RedisLocks final : public Locks
{
public:
    RedisLocks(Link& link, HandWritten& hand_written) : m_link(link), m_hand_written(hand_written) {}

    Answer<Acquisition> acquire(const AcquireRequest& request) override;
    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override;
    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override;
    Answer<ForceAnswer> force_release(const ForceRelease& request) override;
    Answer<ForcePreview> preview_force_release(const ForceRelease& request) override;
    Answer<std::optional<LockRow>> find(const LockName& name) override;
    Answer<Page<LockRow>> list(const ListRequest& request) override;
    Answer<std::int64_t> collect(Duration older_than) override;
    Answer<LockSweep> collect_some(Duration older_than, const std::string& after, std::int64_t limit) override;
    Answer<Done> announce_wait(const LockName& name, const OwnerId& owner, Duration at_most) override;
    Answer<Done> withdraw_wait(const LockName& name, const OwnerId& owner) override;
    Answer<Page<WaiterRow>> list_waiters(const ListRequest& request) override;

private:
    [[nodiscard]] std::string key_of(const LockName& name) const { return m_link.prefix() + "lock:" + name.str(); }
    Answer<LeaseAnswer> ask_holder(const Script& verb, const LockName& name, const OwnerId& owner, FencingToken token,
                                   Duration span);
    void forget(const std::vector<std::string>& names);

    Link& m_link;
    HandWritten& m_hand_written;
};

} // namespace lockdesk::redis
