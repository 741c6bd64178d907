// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/filter.h"
#include "backends/engine/rows.h"

namespace lockdesk {

enum class SessionLockKind {
    named,       ///< PostgreSQL advisory lock, MariaDB GET_LOCK
    skip_locked, ///< FOR UPDATE SKIP LOCKED on the row schedule(name), in a transaction that stays open
};

struct SessionLockRow
{
    std::string name; ///< as the registry keeps it; empty when only the key is known
    SessionLockKind kind = SessionLockKind::named;
    std::string session; ///< backend pid or connection id
    std::string owner;
    std::optional<TimePoint> since;
    std::string raw;
    friend bool operator==(const SessionLockRow&, const SessionLockRow&) = default;
};

/// Locks that live as long as a session of the store: no lease, no token, gone with the connection. The holder must ask
/// `still_mine` to notice that. Use a session of its own: under skip_locked it has an open transaction. One thread at a time.
class SessionLocks
{
public:
    virtual ~SessionLocks() = default;
    /// True: taken. False: somebody else has it. Never waits. `skip_locked` creates its guard row if it is missing.
    virtual Answer<bool> try_lock(const LockName& name, SessionLockKind kind, const OwnerId& owner) = 0;
    /// False: it was not held by this session.
    virtual Answer<bool> unlock(const LockName& name, SessionLockKind kind) = 0;
    /// False: the session that held it is gone. Asked at every beat of a guard.
    virtual Answer<bool> still_mine(const LockName& name, SessionLockKind kind) = 0;
    virtual Answer<Page<SessionLockRow>> list(const ListRequest& request) = 0;
};

} // namespace lockdesk
