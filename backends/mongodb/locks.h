// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"
#include "backends/mongodb/link.h"

namespace lockdesk::mongodb {

/// Every decision is one findAndModify, whose filter contains its condition. When it matches nothing, the row is read for
/// the reason; a row that has changed in between is tried again.
class MongoLocks final : public Locks
{
public:
    explicit MongoLocks(Link& link) : m_link(link) {}
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
    /// A lock's document as read, with the time.
    struct Seen
    {
        Meta meta;
        View doc;                         ///< absent: no row, or one never granted
        std::optional<std::string> nonce; ///< of a row never granted
        LockRow row;
        [[nodiscard]] TimePoint now() const { return meta.now; }
    };
    Answer<Seen> see(const LockName& name);
    Answer<std::optional<Acquisition>> answer_again(const LockRow& row, TimePoint now);
    Answer<std::optional<Acquisition>> acquire_seen(const AcquireRequest& request, const Seen& seen, Values& values);
    Answer<std::optional<Acquisition>> acquire_first(const AcquireRequest& request, const std::string& nonce,
                                                     Values& values);
    Answer<LeaseAnswer> lease_verb(const char* statement, const LockName& name, const OwnerId& owner, FencingToken token,
                                   const Values& values);

    Link& m_link;
};

/// Returns the holder while the lease runs.
std::optional<Holder> holder_of(const LockRow& row, TimePoint now);

} // namespace lockdesk::mongodb
