// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/prepared.h"

#include <SQLiteCpp/SQLiteCpp.h>

namespace lockdesk::sqlite {

PreparedStatement::PreparedStatement(sqlite3* db, const std::string& sql, std::string_view name, std::string_view& running)
    : m_db(db), m_name(name), m_running(running)
{
    check(sqlite3_prepare_v2(db, sql.data(), static_cast<int>(sql.size()), &m_statement, nullptr));
}

bool PreparedStatement::step()
{
    m_running = m_name;
    const int code = sqlite3_step(m_statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        fail(code);
    return code == SQLITE_ROW;
}

void PreparedStatement::fail(int code) const { throw SQLite::Exception(m_db, code); }

} // namespace lockdesk::sqlite
