// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/statements.h"
#include "backends/sql/sandbox_login.h"

#include <memory>
#include <set>
#include <string>

namespace lockdesk::sql {

/// Runs hand-written SQL on a separate connection, which the server's own class opens and confines.
class HandWritten : public Statements
{
public:
    explicit HandWritten(Link& link) : m_link(link) {}
    Answer<StatementResult> run(const std::string& text) final;

protected:
    /// Returns what `{name}` means; `now`: the sandbox's clock.
    [[nodiscard]] virtual std::string meaning(std::string_view name) const = 0;
    /// Returns the sandbox's account; creates it on first use. `not_confined` if the session's user may not create accounts.
    virtual Answer<SandboxLogin> login() = 0;
    /// Returns the separate connection, still closed, as `m_login`.
    [[nodiscard]] virtual std::unique_ptr<Driver> connection(const SessionOptions& options) const = 0;
    /// Marks the open connection, so that the drop of the sandbox finds it.
    virtual std::optional<Trouble> mark(SteadyPoint /*deadline*/) { return std::nullopt; }
    /// Returns the values of the statement `login_beyond`.
    [[nodiscard]] virtual Values login_values() const = 0;
    /// Gives the account its rights on these names. Returns why a name is refused, or an empty string.
    virtual Answer<std::string> give_rights(const std::set<std::string>& /*names*/) { return std::string(); }
    /// Returns a statement that fails where this one lacks rights that the server does not ask for; empty: it asks for all.
    [[nodiscard]] virtual std::string rights_check(const std::string& /*sql*/) const { return {}; }
    virtual Outcome<Reply> send(const std::string& sql, SteadyPoint deadline) = 0;
    /// Returns true if the server ended the connection, not only the statement.
    [[nodiscard]] virtual bool ends_connection(const std::string& code) const = 0;
    /// Removes from the server's message what differs between sandboxes.
    [[nodiscard]] virtual std::string same_everywhere(const std::string& message) const = 0;
    /// Returns true if a transaction is still open after an error.
    virtual bool keeps_transaction(SteadyPoint /*deadline*/) { return m_own->in_transaction(); }

    Link& m_link; ///< the session's: reads the time, whatever transaction is open on the other connection
    std::unique_ptr<Driver> m_own;
    std::optional<SandboxLogin> m_login; ///< nullopt: the session's own

private:
    std::optional<Failure> open(SteadyPoint deadline);
    /// Opens `m_own` if it is closed. Returns why the statement with these names is refused, or an empty string.
    Answer<std::string> ready(const std::set<std::string>& names, SteadyPoint deadline);
    std::optional<TimePoint> now();
};

} // namespace lockdesk::sql
