// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/errors.h"

#include "backends/engine/text/url_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <mysqld_error.h>

namespace lockdesk::mariadb {

namespace {

constexpr int connection_killed = 1927;
constexpr int statement_timeout = 1969;
constexpr int number_out_of_range = 167; // an error of the storage engine, which has no ER_ name

template <std::size_t N> bool is_one_of(int code, const std::array<int, N>& codes)
{
    return std::find(codes.begin(), codes.end(), code) != codes.end();
}

constexpr std::array rolled_back{ER_LOCK_DEADLOCK, ER_LOCK_WAIT_TIMEOUT, ER_CHECKREAD};
// Errors of a statement that was cut from outside: it may have committed.
constexpr std::array cut_off{ER_QUERY_INTERRUPTED, ER_SERVER_SHUTDOWN, connection_killed, statement_timeout};
constexpr std::array wrong_login{ER_ACCESS_DENIED_ERROR, ER_ACCESS_DENIED_NO_PASSWORD_ERROR, ER_HOST_NOT_PRIVILEGED,
                                 ER_HOST_IS_BLOCKED, ER_MUST_CHANGE_PASSWORD_LOGIN};
constexpr std::array not_permitted{ER_DBACCESS_DENIED_ERROR, ER_TABLEACCESS_DENIED_ERROR, ER_COLUMNACCESS_DENIED_ERROR,
                                   ER_SPECIFIC_ACCESS_DENIED_ERROR, ER_PROCACCESS_DENIED_ERROR};
constexpr std::array no_room{ER_DISK_FULL, ER_RECORD_FILE_FULL, ER_OUTOFMEMORY, ER_OUT_OF_SORTMEMORY, ER_OUT_OF_RESOURCES};
constexpr std::array no_slot{ER_CON_COUNT_ERROR, ER_TOO_MANY_USER_CONNECTIONS, ER_USER_LIMIT_REACHED};
constexpr std::array not_ours{ER_BAD_FIELD_ERROR, ER_WRONG_VALUE_COUNT_ON_ROW, ER_NOT_SEQUENCE};
constexpr std::array no_number_left{number_out_of_range, ER_AUTOINC_READ_FAILED};
constexpr std::array not_text{ER_TRUNCATED_WRONG_VALUE_FOR_FIELD, ER_INVALID_CHARACTER_STRING, ER_DATA_TOO_LONG};

Failure from_server(const Trouble& trouble, const Place& place)
{
    const int code = number_of(trouble);
    const auto plain = [&](FailureKind kind, bool retryable, const std::string& what) {
        return Failure::of(kind, what + (trouble.text.empty() ? "" : ": " + trouble.text)).try_again(retryable);
    };
    if (is_one_of(code, wrong_login))
        return Failure::refused("MariaDB at " + place.server + " refuses user " + place.user + ": " + trouble.text
                                + ". Give user and password in the URL");
    if (is_one_of(code, not_permitted))
        return Failure::refused("user " + place.user + " lacks a permission: " + trouble.text
                                + ". As the administrator: GRANT SELECT, INSERT, UPDATE, DELETE ON `" + place.database
                                + "`.* TO ...; "
                                  "for init and sandboxes also CREATE and DROP");
    if (code == ER_BAD_DB_ERROR)
        return plain(FailureKind::unavailable, false, "database " + place.database + " does not exist at " + place.server);
    if (code == ER_NO_DB_ERROR)
        return plain(FailureKind::unavailable, false, "the URL names no database (mariadb://user@host/database)");
    if (code == ER_NO_SUCH_TABLE)
        return sql::schema_missing_failure(place);
    if (is_one_of(code, not_ours))
        return plain(FailureKind::unavailable, false,
                     "a table of Lockdesk's in database " + place.database + " is not as Lockdesk made it");
    if (code == ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION || code == ER_OPTION_PREVENTS_STATEMENT
        || code == ER_READ_ONLY_MODE)
        return plain(FailureKind::read_only, false, "the session or the server is read-only, so MariaDB refused the write");
    if (is_one_of(code, rolled_back))
        return plain(FailureKind::unavailable, true, "MariaDB rolled back because of concurrent work");
    if (is_one_of(code, cut_off))
        return plain(FailureKind::unavailable, true, "MariaDB at " + place.server + " cut the statement off");
    if (is_one_of(code, no_slot))
        return plain(FailureKind::unavailable, true,
                     "MariaDB at " + place.server + " has no free connection; raise max_connections or close some");
    if (is_one_of(code, no_room))
        return plain(FailureKind::unavailable, true, "MariaDB lacks resources (disk or memory)");
    if (is_one_of(code, no_number_left))
        return plain(FailureKind::unavailable, false,
                     "a row with the largest number there is was written by hand into a table of Lockdesk's in database "
                         + place.database
                         + ", so a new row gets none. Delete that row (largest seq), then: ALTER TABLE ... AUTO_INCREMENT = 1");
    if (is_one_of(code, not_text) || code == ER_NET_PACKET_TOO_LARGE)
        return plain(FailureKind::usage, false, "the text cannot be stored");
    if (code == ER_TABLE_EXISTS_ERROR)
        return plain(FailureKind::unavailable, false, "something of the same name is there already, nothing was created");
    return plain(FailureKind::unavailable, false, "MariaDB rejected the statement");
}

Failure from_proxy(const Trouble& trouble, const Place& place)
{
    return Failure::unavailable("a proxy stands in front of MariaDB at " + place.server + " and does not keep "
                                + trouble.text + ", which this session needs; address the server itself");
}

} // namespace

Failure read_only_failure(const std::string& statement)
{
    return Failure::read_only("the session is read-only, so the write was not sent").in_statement(statement);
}

int number_of(const Trouble& trouble)
{
    int number = 0;
    std::from_chars(trouble.code.data(), trouble.code.data() + trouble.code.size(), number);
    return number;
}

bool is_rolled_back(const std::string& code)
{
    return std::any_of(rolled_back.begin(), rolled_back.end(), [&](int one) { return code == std::to_string(one); });
}

Failure to_failure(const Trouble& trouble, const Place& place, const std::string& statement, bool write)
{
    if (trouble.cause == Trouble::Cause::untrusted)
        return untrusted_failure("MariaDB at " + place.server, trouble.text, statement);
    const bool from_outside = trouble.cause != Trouble::Cause::server || is_one_of(number_of(trouble), cut_off);
    const bool in_doubt = from_outside && trouble.sent && write;
    Failure f = trouble.cause == Trouble::Cause::pooled                 ? from_proxy(trouble, place)
                : trouble.cause == Trouble::Cause::server && !in_doubt ? from_server(trouble, place)
                                                                       : sql::failure_on_the_way(trouble, place, in_doubt);
    f.code = trouble.code;
    f.statement = statement;
    return f;
}

Failure foreign_table_failure(const std::string& table, const Place& place)
{
    static const std::string exists = std::to_string(ER_TABLE_EXISTS_ERROR);
    return sql::foreign_table_failure(table, place, exists.c_str(), "Rename it, or use another database");
}

Failure not_storable_failure(const std::string& statement)
{
    Failure f = Failure::usage("a text is not UTF-8; MariaDB cannot store it");
    f.statement = statement;
    return f;
}

} // namespace lockdesk::mariadb
