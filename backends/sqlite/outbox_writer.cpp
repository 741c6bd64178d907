// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/outbox_writer.h"

#include "backends/sqlite/errors.h"

namespace lockdesk::sqlite {

Answer<bool> OutboxWriter::add(const NewMessage& message)
{
    try {
        m_transaction.check_open();
        const auto now = m_transaction.now();
        const auto stamp = m_transaction.run("stamp_next", {}).number(0);
        const auto added = m_transaction.run("outbox_add", {stamp, message.id.str(), message.topic.str(), message.payload, now});
        return Answer<bool>(added.affected == 1, time_from_us(now));
    } catch (const StoreError& error) {
        return error.failure;
    }
}

} // namespace lockdesk::sqlite
