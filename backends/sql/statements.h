// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/statements.h"
#include "backends/sql/link.h"

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
    /// Opens `m_own` if it is closed. Returns why the statement with these names is refused, or an empty string.
    virtual Answer<std::string> ready(const std::string& sql, const std::set<std::string>& names, SteadyPoint deadline) = 0;
    virtual Outcome<Reply> send(const std::string& sql, SteadyPoint deadline) = 0;
    /// Returns true if the server ended the connection, not only the statement.
    [[nodiscard]] virtual bool ends_connection(const std::string& code) const = 0;
    /// Removes from the server's message what differs between sandboxes.
    [[nodiscard]] virtual std::string same_everywhere(const std::string& message) const = 0;
    /// Returns true if a transaction is still open after an error.
    virtual bool keeps_transaction(SteadyPoint /*deadline*/) { return m_own->in_transaction(); }

    Link& m_link; ///< the session's: reads the time, whatever transaction is open on the other connection
    std::unique_ptr<Driver> m_own;

private:
    std::optional<TimePoint> now();
};

} // namespace lockdesk::sql
