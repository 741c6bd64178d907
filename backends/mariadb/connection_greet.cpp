// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Checks that the session at the other end is ours, and has the requested settings.
#include "backends/mariadb/connection.h"

#include "backends/mariadb/errors.h"

#include <mysql.h>
#include <mysqld_error.h>

namespace lockdesk::mariadb {

namespace {

// One statement with more columns: a proxy answers a plain query for the connection's number itself.
std::string greeting_sql(const char* prefix)
{
    const std::string variable = std::string("@@session.") + prefix;
    return "SELECT CONNECTION_ID() AS id, @@session.autocommit AS autocommit, " + variable + "_isolation AS isolation, "
           + variable
           + "_read_only AS read_only, DATABASE() AS name, @@session.sql_mode LIKE '%NO_BACKSLASH_ESCAPES%' AS "
             "bare_backslashes, "
             "@@session.character_set_client AS characters";
}

constexpr std::int64_t told_bits = 0xFFFFFFFF; // the width of the number in the protocol's handshake

} // namespace

std::optional<Trouble> Connection::greet(SteadyPoint deadline)
{
    m_pooled = false;
    auto answer = literal(greeting_sql("tx"), deadline);
    if (const auto* trouble = std::get_if<Trouble>(&answer); trouble && number_of(*trouble) == ER_UNKNOWN_SYSTEM_VARIABLE)
        answer = literal(greeting_sql("transaction"), deadline);
    if (auto* trouble = std::get_if<Trouble>(&answer))
        return std::move(*trouble).while_connecting();
    const auto& row = std::get<Reply>(answer).last();
    m_pooled = row.rows() != 1 || (row.number(0, 0) & told_bits) != (id() & told_bits);
    m_greeted = m_options.by_hand;
    if (m_options.by_hand)
        return std::nullopt;
    const char* different = row.rows() != 1                                ? "the number of the connection"
                            : row.number(0, 1) != 1                        ? "autocommit"
                            : row.text(0, 2) != "READ-COMMITTED"           ? "the isolation level"
                            : m_options.read_only && row.number(0, 3) != 1 ? "that the session is read-only"
                            : row.number(0, 5) != 0                        ? "how texts are quoted (NO_BACKSLASH_ESCAPES)"
                            : row.text(0, 6) != "utf8mb4"                  ? "the character set of the client"
                            : !m_options.database.empty() && row.is_null(0, 4) ? "the database"
                                                                               : nullptr;
    if (different != nullptr)
        return not_kept(different);
    m_greeted = true;
    return std::nullopt;
}

} // namespace lockdesk::mariadb
