// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/outbox_writer.h"

#include "backends/postgres/link.h"

namespace lockdesk::postgres {

OutboxWriter::OutboxWriter(OwnTransaction transaction, const std::optional<SandboxId>& sandbox)
    : m_transaction(std::move(transaction)), m_schema(sandbox ? sandbox_name(*sandbox) + "." : std::string())
{
}

Answer<bool> OutboxWriter::add(const NewMessage& message)
{
    Values values{
        {"schema", sql::Sql{m_schema}}, {"id", message.id}, {"topic", message.topic}, {"payload", message.payload}};
    const auto reply = m_transaction.run("outbox_add", statement_text("outbox_add_row"), values);
    if (!reply)
        return reply.failure();
    return reply->affected > 0;
}

} // namespace lockdesk::postgres
