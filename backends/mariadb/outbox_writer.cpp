// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/outbox_writer.h"

namespace lockdesk::mariadb {

// Takes the stamp once the row is ours: an insert may wait for another of the same id, but a taken stamp must not wait.
Answer<bool> OutboxWriter::add(const NewMessage& message)
{
    Values values;
    values.text("id", message.id.str()).text("topic", message.topic.str()).text("payload", message.payload);
    const auto added = m_transaction.run("outbox_add_row", values);
    if (!added)
        return added.failure();
    if (added->affected == 0)
        return false;
    if (const auto stamped = m_transaction.run("outbox_add_stamp", values); !stamped)
        return stamped.failure();
    return true;
}

} // namespace lockdesk::mariadb
