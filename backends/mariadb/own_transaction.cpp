// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/own_transaction.h"

#include "backends/mariadb/errors.h"
#include "backends/mariadb/link.h"

#include <errmsg.h>
#include <mysql.h>

namespace lockdesk::mariadb {

OwnTransaction::OwnTransaction(st_mysql* connection, const std::optional<SandboxId>& sandbox)
    : m_connection(connection), m_sandbox(sandbox)
{
}

Failure OwnTransaction::failure(const char* name) const
{
    Trouble trouble;
    const auto number = mysql_errno(m_connection);
    trouble.text = mysql_error(m_connection);
    if (number >= CR_MIN_ERROR && number <= CR_MAX_ERROR)
        trouble.cause = Trouble::Cause::lost;
    else
        trouble.code = std::to_string(number);
    const auto known = [](const char* text) { return std::string(text ? text : ""); };
    Place place;
    place.product = "MariaDB";
    place.server = known(mysql_get_host_info(m_connection));
    place.store = "URL";
    if (m_sandbox)
        place.sandbox = m_sandbox->str();
    auto failed = to_failure(trouble, place, name, false);
    failed.retryable = failed.retryable || is_rolled_back(trouble.code); // by the caller, from the start of its transaction
    return failed;
}

// Without autocommit a transaction begins with its first statement, which may be ours.
bool OwnTransaction::is_open() const
{
    unsigned int status = 0;
    // An error's reply has no status, and a deadlock has ended the transaction. The library reads none from a ping.
    if (mysql_errno(m_connection) != 0)
        (void)mysql_query(m_connection, "DO 0");
    if (mariadb_get_infov(m_connection, MARIADB_CONNECTION_SERVER_STATUS, &status) != 0)
        return true;
    return (status & SERVER_STATUS_IN_TRANS) != 0 || (status & SERVER_STATUS_AUTOCOMMIT) == 0;
}

Answer<OwnTransaction::Reply> OwnTransaction::run(const char* name, const Values& values) const
{
    return run(name, statement_text(name), values);
}

Answer<OwnTransaction::Reply> OwnTransaction::run(const char* name, const std::string& text, const Values& values) const
{
    if (!values.is_utf8())
        return not_storable_failure(name);
    const auto sql = Template(text, fixed_values(m_sandbox)).fill(values);
    if (m_runner)
        return m_runner(sql);
    if (!is_open())
        return Failure::usage("the connection is in no transaction, so this would be written at once");
    if (mysql_real_query(m_connection, sql.data(), sql.size()) != 0)
        return failure(name);
    Reply reply{static_cast<std::int64_t>(mysql_affected_rows(m_connection)), {}};
    for (int more = 0; more == 0; more = mysql_next_result(m_connection)) {
        MYSQL_RES* const result = mysql_store_result(m_connection);
        if (result == nullptr)
            continue;
        if (const auto row = mysql_fetch_row(result); row != nullptr && !reply.row) {
            reply.row.emplace();
            for (unsigned int i = 0; i < mysql_num_fields(result); ++i)
                reply.row->emplace_back(row[i] ? row[i] : "");
        }
        mysql_free_result(result);
    }
    if (mysql_errno(m_connection) != 0)
        return failure(name);
    return reply;
}

} // namespace lockdesk::mariadb
