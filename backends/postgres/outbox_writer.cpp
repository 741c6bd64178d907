// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/outbox_writer.h"

#include "backends/engine/text/placeholders.h"
#include "backends/engine/text/text.h"
#include "backends/postgres/errors.h"
#include "backends/postgres/link.h"

#include <pqxx/pqxx>

namespace lockdesk::postgres {

namespace {

Failure writer_failure(Trouble trouble, const std::string& text, pqxx::transaction_base& transaction)
{
    trouble.text = text;
    while (!trouble.text.empty() && trouble.text.back() == '\n')
        trouble.text.pop_back();
    Place place;
    place.product = "PostgreSQL";
    place.server = transaction.conn().hostname() ? transaction.conn().hostname() : "the local socket";
    place.database = transaction.conn().dbname() ? transaction.conn().dbname() : "";
    place.user = transaction.conn().username() ? transaction.conn().username() : "";
    place.store = "URL";
    return to_failure(trouble, place, "outbox_add", false);
}

} // namespace

OutboxWriter::OutboxWriter(pqxx::transaction_base& transaction, const std::optional<SandboxId>& sandbox)
    : m_transaction(transaction),
      m_statement(fill_placeholders(statement_text("outbox_add_row"),
                                    {{"schema", sandbox ? sandbox_schema(*sandbox) + "." : std::string()}}))
{
}

Answer<bool> OutboxWriter::add(const NewMessage& message)
{
    if (message.payload.find('\0') != std::string::npos || !is_utf8(message.payload))
        return not_storable_failure("outbox_add");
    try {
        const auto result = m_transaction.exec_params(m_statement, message.id.str(), message.topic.str(), message.payload);
        return result.affected_rows() > 0;
    } catch (const pqxx::broken_connection& error) {
        Trouble trouble;
        trouble.cause = Trouble::Cause::lost;
        return writer_failure(trouble, error.what(), m_transaction);
    } catch (const pqxx::sql_error& error) {
        Trouble trouble;
        trouble.code = error.sqlstate();
        return writer_failure(trouble, error.what(), m_transaction);
    } catch (const std::exception& error) {
        return Failure::internal(error.what()).in_statement("outbox_add");
    }
}

} // namespace lockdesk::postgres
