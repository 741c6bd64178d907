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
    std::string name; ///< from the registry; empty when only the key is known
    SessionLockKind kind = SessionLockKind::named;
    std::string session; ///< backend pid or connection id
    std::string owner;   ///< empty: a foreign session without a registry entry
    std::optional<TimePoint> since;
    std::string key;     ///< in the store: the advisory key, or the name for GET_LOCK
    std::string raw;     ///< JSON: all of this, and the server's data about the session
    LockSession about{}; ///< the server's data about the session; `id` is `session`
    friend bool operator==(const SessionLockRow&, const SessionLockRow&) = default;
};

/// Locks that live as long as a session of the store: no lease, no token, lost with the connection. The holder must call
/// `still_mine` to notice that. Use a separate session: with skip_locked it has an open transaction. One thread at a time.
class SessionLocks
{
public:
    virtual ~SessionLocks() = default;
    /// Returns false when another session holds it. Never waits. `skip_locked` creates a missing guard row.
    virtual Answer<bool> try_lock(const LockName& name, SessionLockKind kind, const OwnerId& owner) = 0;
    /// Returns false when this session did not hold it.
    virtual Answer<bool> unlock(const LockName& name, SessionLockKind kind) = 0;
    /// Returns false when the session that held it is gone. Called at every beat of a guard.
    virtual Answer<bool> still_mine(const LockName& name, SessionLockKind kind) = 0;
    virtual Answer<Page<SessionLockRow>> list(const ListRequest& request) = 0;
    /// Returns the holder, if the store can show one; also a foreign session, by the key of the name.
    virtual Answer<std::optional<SessionLockRow>> find(const LockName& name, SessionLockKind kind) = 0;

    /// Ends the session that holds the lock, if it is unchanged since it was shown: its owner (`session_owner`), its
    /// session if given, and it still holds the lock. All its locks are freed, and its transaction rolls back. One
    /// statement, with the audit row. There are no tokens and no cooling: a token other than 0 changes nothing, a hold-off
    /// is a usage failure.
    virtual Answer<ForceAnswer> end_session(const ForceRelease& request, SessionLockKind kind) = 0;
    /// Returns the command that `end_session` of the same request will send, and its side effects. Changes nothing.
    virtual Answer<ForcePreview> preview_end_session(const ForceRelease& request, SessionLockKind kind) = 0;
};

/// `named`, `skip-locked`: the source of such a lock in tables and on the command line.
const char* word(SessionLockKind);
std::optional<SessionLockKind> session_lock_kind(std::string_view source);
std::optional<std::string> filter_field(const SessionLockRow& row, TimePoint now, std::string_view key);
/// Returns the holder's name for people and `if_owner`: the owner, or `session 4711`.
std::string session_owner(const SessionLockRow& row);
/// Converts to a row among all locks: held, without token and expiry. A lock with only a known key is named `key 4711`.
LockRow lock_row(const SessionLockRow& row);

} // namespace lockdesk
