// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/statements.h"
#include "backends/sqlite/confinement.h"
#include "backends/sqlite/connection.h"

namespace lockdesk::sqlite {

class SqliteStatements final : public Statements
{
public:
    explicit SqliteStatements(Connection& db) : m_db(db) {}
    Answer<StatementResult> run(const std::string& text) override;
    /// Callable from any thread.
    void interrupt() noexcept;

private:
    Connection& own();
    Answer<Neighbours> neighbours();
    StatementResult execute(Connection& db, const std::string& sql, const Neighbours& around);

    Connection& m_db; ///< the session's: reads the time, whatever transaction is open on the other one
    std::mutex m_mutex;
    std::unique_ptr<Connection> m_own;
    bool m_interrupted = false;
    bool m_in_transaction = false; ///< an explicit transaction is open
};

} // namespace lockdesk::sqlite
