// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/postgres/link.h"

namespace lockdesk::postgres {

class PostgresStatements final : public Statements
{
public:
    explicit PostgresStatements(Link& link) : m_link(link) {}
    Answer<StatementResult> run(const std::string& text) override;

private:
    std::optional<Failure> ready(SteadyPoint deadline);
    std::optional<Failure> ready_confined(ConnectOptions connect, SteadyPoint deadline);
    std::optional<TimePoint> now();

    Link& m_link; ///< the session's: tells the time, whatever transaction is open on the other line
    std::unique_ptr<Connection> m_own;
};

} // namespace lockdesk::postgres
