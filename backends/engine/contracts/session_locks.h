// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"
#include "backends/engine/contracts/rows.h"
#include "backends/engine/text/filter.h"

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
    std::string owner;   ///< empty: a session that is not of ours and noted nothing
    std::optional<TimePoint> since;
    std::string key;     ///< as the store keeps it: the advisory key, the name for GET_LOCK
    std::string raw;     ///< JSON: all of this, and what the server says about the session
    LockSession about{}; ///< what the server says about the session; `id` is `session`
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
    /// Who holds it, if anybody whom the store can show. Also a session that is not of ours, by the key of the name.
    virtual Answer<std::optional<SessionLockRow>> find(const LockName& name, SessionLockKind kind) = 0;

    /// Ends the session that holds the lock, if it is still the one that was shown: its owner (`session_owner`), its session
    /// when given, and the lock is held by it now. All that it holds goes with it, and its transaction rolls back. One
    /// statement, with the audit row. There are no tokens and no cooling: a token other than 0 changes nothing, a hold-off is
    /// a usage failure.
    virtual Answer<ForceAnswer> end_session(const ForceRelease& request, SessionLockKind kind) = 0;
    /// The command that `end_session` of the same request will send, and what goes with the session. Changes nothing.
    virtual Answer<ForcePreview> preview_end_session(const ForceRelease& request, SessionLockKind kind) = 0;
};

/// `named`, `skip-locked`: the source of such a lock in tables and on the command line.
const char* word(SessionLockKind);
std::optional<SessionLockKind> session_lock_kind(std::string_view source);
/// Who holds it as people and `if_owner` call it: the owner, or `session 4711`.
std::string session_owner(const SessionLockRow& row);
/// As a row among all locks: held, without token and expiry. A lock of which only the key is known is called `key 4711`.
LockRow lock_row(const SessionLockRow& row);

} // namespace lockdesk
