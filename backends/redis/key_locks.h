// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redis/key_formats.h"
#include "backends/redis/link.h"

namespace lockdesk::redis {

struct KeyScripts;

/// Locks in the keys of another library, without tokens. A new grant has its start in the answer; a repeated one to the
/// same owner has none (ShedLock: the same start). In a sandbox: plain string keys, with acquire, renew and release only.
class KeyLocks final : public Locks
{
public:
    KeyLocks(Link& link, KeyFormat format) : m_link(link), m_format(std::move(format)) {}
    [[nodiscard]] const KeyFormat& format() const { return m_format; }

    Answer<Acquisition> acquire(const AcquireRequest& request) override;
    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override;
    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override;
    Answer<ForceAnswer> force_release(const ForceRelease& request) override;
    Answer<ForcePreview> preview_force_release(const ForceRelease& request) override;
    Answer<std::optional<LockRow>> find(const LockName& name) override;
    /// Scans the database for a bounded time; `truncated` if that did not suffice.
    Answer<Page<LockRow>> list(const ListRequest& request) override;
    Answer<std::int64_t> collect(Duration older_than) override;
    Answer<Done> announce_wait(const LockName& name, const OwnerId& owner, Duration at_most) override;
    Answer<Done> withdraw_wait(const LockName& name, const OwnerId& owner) override;
    Answer<Page<WaiterRow>> list_waiters(const ListRequest& request) override;

private:
    struct Forced
    {
        std::vector<std::string> words; ///< empty: the lock has changed meanwhile
        std::int64_t wakes = 0;
        std::optional<Holder> holder;
    };
    [[nodiscard]] const KeyScripts& scripts() const;
    Answer<Forced> prepare(const ForceRelease& request);
    Answer<Reply> look_at(const LockName& name);
    [[nodiscard]] Failure cannot(const char* what) const;

    Link& m_link;
    const KeyFormat m_format;
};

} // namespace lockdesk::redis
