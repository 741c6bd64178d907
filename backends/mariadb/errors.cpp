// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/errors.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <mysqld_error.h>
#include <utility>

namespace lockdesk::mariadb {

namespace {

constexpr int connection_killed = 1927;
constexpr int statement_timeout = 1969;
constexpr int number_out_of_range = 167; // an error of the storage engine, which has no ER_ name

using Codes = std::array<int, 5>;

bool is_one_of(int code, const Codes& codes) { return code != 0 && std::ranges::find(codes, code) != codes.end(); }

constexpr Codes rolled_back{ER_LOCK_DEADLOCK, ER_LOCK_WAIT_TIMEOUT, ER_CHECKREAD};
// Errors of a statement that was cut from outside: it may have committed.
constexpr Codes cut_off{ER_QUERY_INTERRUPTED, ER_SERVER_SHUTDOWN, connection_killed, statement_timeout};
constexpr Codes wrong_login{ER_ACCESS_DENIED_ERROR, ER_ACCESS_DENIED_NO_PASSWORD_ERROR, ER_HOST_NOT_PRIVILEGED,
                            ER_HOST_IS_BLOCKED, ER_MUST_CHANGE_PASSWORD_LOGIN};
constexpr Codes not_permitted{ER_DBACCESS_DENIED_ERROR, ER_TABLEACCESS_DENIED_ERROR, ER_COLUMNACCESS_DENIED_ERROR,
                              ER_SPECIFIC_ACCESS_DENIED_ERROR, ER_PROCACCESS_DENIED_ERROR};

constexpr sql::Meaning not_text{FailureKind::usage, false, "the text cannot be stored"};
constexpr std::pair<Codes, sql::Meaning> by_code[] = {
    {{ER_BAD_DB_ERROR}, sql::meanings::no_database},
    {{ER_NO_DB_ERROR}, {FailureKind::unavailable, false, "the URL names no database (mariadb://user@host/database)"}},
    {{ER_BAD_FIELD_ERROR, ER_WRONG_VALUE_COUNT_ON_ROW, ER_NOT_SEQUENCE}, sql::meanings::not_as_made},
    {{ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION, ER_OPTION_PREVENTS_STATEMENT, ER_READ_ONLY_MODE},
     sql::meanings::write_refused},
    {rolled_back, sql::meanings::rolled_back},
    {cut_off, {FailureKind::unavailable, true, "MariaDB at {server} cut the statement off"}},
    {{ER_CON_COUNT_ERROR, ER_TOO_MANY_USER_CONNECTIONS, ER_USER_LIMIT_REACHED}, sql::meanings::no_slot},
    {{ER_DISK_FULL, ER_RECORD_FILE_FULL, ER_OUTOFMEMORY, ER_OUT_OF_SORTMEMORY, ER_OUT_OF_RESOURCES},
     sql::meanings::no_resources},
    {{number_out_of_range, ER_AUTOINC_READ_FAILED},
     {FailureKind::unavailable, false,
      "a row with the largest number there is was written by hand into a table of Lockdesk's in database {database}, so a "
      "new "
      "row gets none. Delete that row (largest seq), then: ALTER TABLE ... AUTO_INCREMENT = 1"}},
    {{ER_TRUNCATED_WRONG_VALUE_FOR_FIELD, ER_INVALID_CHARACTER_STRING, ER_DATA_TOO_LONG, ER_NET_PACKET_TOO_LARGE}, not_text},
    {{ER_TABLE_EXISTS_ERROR}, sql::meanings::exists},
};

Failure from_server(const Trouble& trouble, const Place& place)
{
    const int code = number_of(trouble);
    if (is_one_of(code, wrong_login))
        return Failure::refused("MariaDB at " + place.server + " refuses user " + place.user + ": " + trouble.text
                                + ". Give user and password in the URL");
    if (is_one_of(code, not_permitted))
        return Failure::refused("user " + place.user + " lacks a permission: " + trouble.text
                                + ". As the administrator: GRANT SELECT, INSERT, UPDATE, DELETE ON `" + place.database
                                + "`.* TO ...; "
                                  "for init and sandboxes also CREATE and DROP");
    if (code == ER_NO_SUCH_TABLE)
        return sql::schema_missing_failure(place);
    const auto* meaning = std::ranges::find_if(by_code, [&](const auto& one) { return is_one_of(code, one.first); });
    return sql::failure_of(meaning == std::end(by_code) ? sql::meanings::rejected : meaning->second, trouble, place);
}

} // namespace

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
    const bool from_outside = trouble.cause != Trouble::Cause::server || is_one_of(number_of(trouble), cut_off);
    return sql::to_failure(trouble, place, statement, from_outside && trouble.sent && write, from_server);
}

Failure not_storable_failure(const std::string& statement)
{
    return Failure::usage("a text is not UTF-8; MariaDB cannot store it").in_statement(statement);
}

} // namespace lockdesk::mariadb
