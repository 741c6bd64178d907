// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mariadb/link.h"

#include <map>

namespace lockdesk::mariadb {

/// `named`: GET_LOCK of the session's connection. `skip_locked`: FOR UPDATE SKIP LOCKED on a guard row in a
/// transaction that stays open on a connection of its own, so that the session can go on and note who holds it.
class MariaDbSessionLocks final : public SessionLocks
{
public:
    explicit MariaDbSessionLocks(Link& link) : m_link(link) {}
    ~MariaDbSessionLocks() override;
    Answer<bool> try_lock(const LockName& name, SessionLockKind kind, const OwnerId& owner) override;
    Answer<bool> unlock(const LockName& name, SessionLockKind kind) override;
    Answer<bool> still_mine(const LockName& name, SessionLockKind kind) override;
    Answer<Page<SessionLockRow>> list(const ListRequest& request) override;
    Answer<std::optional<SessionLockRow>> find(const LockName& name, SessionLockKind kind) override;
    Answer<ForceAnswer> end_session(const ForceRelease& request, SessionLockKind kind) override;
    Answer<ForcePreview> preview_end_session(const ForceRelease& request, SessionLockKind kind) override;

private:
    struct Guard
    {
        std::unique_ptr<Connection> connection;
    };
    Answer<bool> try_named(const LockName& name, const OwnerId& owner);
    Answer<bool> try_row(const LockName& name, const OwnerId& owner);
    Answer<bool> unlock_row(const LockName& name);
    Answer<bool> row_is_mine(const LockName& name);
    Failure failure(const Trouble& trouble, bool write) const;
    Answer<std::vector<SessionLockRow>> read(const std::string& statement, const Values& values);
    [[nodiscard]] std::string end_sql(const ForceRelease& request, SessionLockKind kind) const;
    [[nodiscard]] SteadyPoint deadline() const;
    [[nodiscard]] std::string key_of(const LockName& name, SessionLockKind kind) const;
    void add_key(Values& values, const LockName& name, SessionLockKind kind) const;

    Link& m_link;
    std::map<std::string, std::uint64_t> m_named; ///< generation of the connection that took it
    std::map<std::string, Guard> m_guards;
};

} // namespace lockdesk::mariadb
