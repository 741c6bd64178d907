// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/session_locks.h"
#include "backends/sql/link.h"

#include <memory>
#include <vector>

namespace lockdesk::sql {

/// What differs between servers.
struct SessionLockForms
{
    /// Adds `key`, the server's name of the lock. Keys are shared by the whole database or server.
    void (*add_key)(const Link& link, Values& values, const LockName& name, SessionLockKind kind);
    Answer<std::optional<SessionLockRow>> (*find)(Link& link, const LockName& name, SessionLockKind kind);
    /// Returns one literal statement that ends the lock's session, if it is still as the operator saw it.
    std::string (*end_sql)(Link& link, const ForceRelease& request, SessionLockKind kind);
    bool (*in_transaction)(Link& link, const SessionLockRow& row);
    /// Why a pooler or proxy allows no session lock, and what to do; shown to people translated as a whole.
    const char* no_own_session;
};

/// `named`: a named lock of the server, held by the session's connection. `skip_locked`: FOR UPDATE SKIP LOCKED on a guard
/// row in a transaction that stays open on a separate connection, so that the session can continue and note the holder.
std::unique_ptr<SessionLocks> make_session_locks(Link& link, const SessionLockForms& forms);

Answer<std::vector<SessionLockRow>> all_session_locks(Link& link);
std::vector<SessionLockRow> session_lock_rows(const Link& link, const Result& r);

} // namespace lockdesk::sql
