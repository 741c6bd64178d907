// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mariadb/link.h"
#include "backends/mariadb/sandbox_login.h"

namespace lockdesk::mariadb {

/// So many connections of a sandbox can be found again by `drop_sandbox`, which has to end their transactions.
inline constexpr int statement_marks = 64;
/// The GET_LOCK names by which they are found.
std::string statement_mark(const Place& place, const SandboxId& sandbox, int number);

class MariaDbStatements final : public Statements
{
public:
    explicit MariaDbStatements(Link& link) : m_link(link) {}
    Answer<StatementResult> run(const std::string& text) override;

private:
    std::optional<Failure> ready(SteadyPoint deadline);
    std::optional<Trouble> open(SteadyPoint deadline);
    std::optional<TimePoint> now();

    Link& m_link; ///< the session's: tells the time, whatever transaction is open on the other line
    std::unique_ptr<Connection> m_own;
    std::optional<SandboxLogin> m_login; ///< none: the session's own
    TableRights m_rights;
};

} // namespace lockdesk::mariadb
