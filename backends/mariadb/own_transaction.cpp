// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/own_transaction.h"

#include "backends/mariadb/errors.h"
#include "backends/mariadb/link.h"

#include <errmsg.h>
#include <mysql.h>

namespace lockdesk::mariadb {

namespace {

using Sandbox = std::optional<SandboxId>;

Failure own_failure(st_mysql* connection, const Sandbox& sandbox, const char* name)
{
    Trouble trouble;
    const auto number = mysql_errno(connection);
    trouble.text = mysql_error(connection);
    if (number >= CR_MIN_ERROR && number <= CR_MAX_ERROR)
        trouble.cause = Trouble::Cause::lost;
    else
        trouble.code = std::to_string(number);
    const char* server = mysql_get_host_info(connection);
    Place place;
    place.product = "MariaDB";
    place.server = server ? server : "";
    place.store = "URL";
    if (sandbox)
        place.sandbox = sandbox->str();
    auto failed = to_failure(trouble, place, name, false);
    failed.retryable = failed.retryable || is_rolled_back(trouble.code); // by the caller, from the start of its transaction
    return failed;
}

// Without autocommit a transaction begins with its first statement, which may be ours.
bool is_open(st_mysql* connection)
{
    unsigned int status = 0;
    // An error's reply has no status, and a deadlock has ended the transaction. The library reads none from a ping.
    if (mysql_errno(connection) != 0)
        (void)mysql_query(connection, "DO 0");
    if (mariadb_get_infov(connection, MARIADB_CONNECTION_SERVER_STATUS, &status) != 0)
        return true;
    return (status & SERVER_STATUS_IN_TRANS) != 0 || (status & SERVER_STATUS_AUTOCOMMIT) == 0;
}

Answer<OwnReply> run_over(st_mysql* connection, const Sandbox& sandbox, const char* name, const std::string& sql)
{
    if (!is_open(connection))
        return Failure::usage("the connection is in no transaction, so this would be written at once");
    if (mysql_real_query(connection, sql.data(), sql.size()) != 0)
        return own_failure(connection, sandbox, name);
    OwnReply reply{static_cast<std::int64_t>(mysql_affected_rows(connection)), {}};
    for (int more = 0; more == 0; more = mysql_next_result(connection)) {
        MYSQL_RES* const result = mysql_store_result(connection);
        if (result == nullptr)
            continue;
        if (const auto row = mysql_fetch_row(result); row != nullptr && !reply.row) {
            reply.row.emplace();
            for (unsigned int i = 0; i < mysql_num_fields(result); ++i)
                reply.row->emplace_back(row[i] ? row[i] : "");
        }
        mysql_free_result(result);
    }
    if (mysql_errno(connection) != 0)
        return own_failure(connection, sandbox, name);
    return reply;
}

/// `run` takes the name and the text with its values in it.
template <class Run> sql::OwnTransaction statements_over(const Run& run, const Sandbox& sandbox = std::nullopt)
{
    return {[run, sandbox](const char* name, const Values& values) -> Answer<OwnReply> {
                if (!values.is_utf8())
                    return not_storable_failure(name);
                return run(name, Template(statement_text(name), fixed_values(sandbox)).fill(values));
            },
            true};
}

} // namespace

OwnTransaction::OwnTransaction(st_mysql* connection, const std::optional<SandboxId>& sandbox)
    : sql::OwnTransaction(statements_over(std::bind_front(run_over, connection, sandbox), sandbox))
{
}

OwnTransaction::OwnTransaction(OwnRunner runner)
    : sql::OwnTransaction(statements_over([runner](const char*, const std::string& sql) { return runner(sql); }))
{
}

} // namespace lockdesk::mariadb
