// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/outbox_writer.h"

#include "backends/mariadb/errors.h"
#include "backends/mariadb/link.h"

#include <errmsg.h>
#include <mysql.h>

namespace lockdesk::mariadb {

OutboxWriter::OutboxWriter(st_mysql* connection, const std::optional<SandboxId>& sandbox)
    : m_connection(connection), m_sandbox(sandbox)
{
}

Failure OutboxWriter::failure() const
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
    return to_failure(trouble, place, "outbox_add_row", false);
}

// Takes the stamp once the row is ours: an insert may wait for another of the same id, but a taken stamp must not wait.
Answer<bool> OutboxWriter::add(const NewMessage& message)
{
    Values values;
    values.text("id", message.id.str()).text("topic", message.topic.str()).text("payload", message.payload);
    if (!values.is_utf8())
        return not_storable_failure("outbox_add_row");
    const auto fixed = fixed_values(m_sandbox);
    const auto run = [&](const char* name) {
        const auto sql = Template(statement_text(name), fixed).fill(values);
        return mysql_real_query(m_connection, sql.data(), sql.size()) == 0;
    };
    if (!run("outbox_add_row"))
        return failure();
    if (mysql_affected_rows(m_connection) == 0)
        return false;
    if (!run("outbox_add_stamp"))
        return failure();
    return true;
}

} // namespace lockdesk::mariadb
