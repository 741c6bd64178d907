// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/postgres/link.h"

namespace lockdesk::postgres {

class PostgresLocks final : public Locks
{
public:
    explicit PostgresLocks(Link& link) : m_link(link) {}
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
    Link& m_link;
};

} // namespace lockdesk::postgres
