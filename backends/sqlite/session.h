// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/concern_session.h"
#include "backends/sqlite/connection.h"

namespace lockdesk::sqlite {

class SqliteStatements;

/// Everything except session locks, which SQLite does not have.
class SqliteSession final : public ConcernSession<Connection>
{
public:
    SqliteSession(std::string path, const SessionOptions& options);
    /// Opens the file and checks the schema.
    Answer<Done> check();
    /// Reads the file's durability into the capabilities.
    void learn() { m_capabilities.take(told_or_unknown(admin().durability())); }
    [[nodiscard]] StatementTrace* rehearsed() const override { return m_line.options().trace.get(); }
    void interrupt() noexcept override;

private:
    SqliteStatements* m_own_statements = nullptr; ///< the concern `statements`, which has a connection of its own
};

} // namespace lockdesk::sqlite
