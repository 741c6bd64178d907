// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/outbox_writer.h"

#include "backends/engine/text/placeholders.h"
#include "backends/engine/text/text.h"
#include "backends/postgres/errors.h"
#include "backends/postgres/link.h"

namespace lockdesk::postgres {

OutboxWriter::OutboxWriter(OwnTransaction transaction, const std::optional<SandboxId>& sandbox)
    : m_transaction(transaction),
      m_statement(fill_placeholders(statement_text("outbox_add_row"),
                                    {{"schema", sandbox ? sandbox_name(*sandbox) + "." : std::string()}}))
{
}

Answer<bool> OutboxWriter::add(const NewMessage& message)
{
    if (message.payload.find('\0') != std::string::npos || !is_utf8(message.payload))
        return not_storable_failure("outbox_add");
    const auto reply =
        m_transaction.run("outbox_add", m_statement, {message.id.str(), message.topic.str(), message.payload});
    if (!reply)
        return reply.failure();
    return reply->affected > 0;
}

} // namespace lockdesk::postgres
