// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/own_writers.h"

namespace lockdesk::sql {

Answer<FenceAnswer> admit_fence(const OwnTransaction& transaction, const Resource& resource, FencingToken token,
                                const std::string& who)
{
    const auto reply = transaction.run("fence_admit", {{"resource", resource}, {"token", token}, {"who", who}});
    if (!reply)
        return reply.failure();
    const auto admitted = reply->text(1); // another library may have made a Boolean or a number of it
    return {FenceAnswer{admitted == "t" || admitted == "1" || admitted == "True", FencingToken{reply->number(2)},
                        reply->number(3)},
            time_from_us(reply->number(0))};
}

// Takes the stamp once the row is ours: an insert may wait for another of the same id, but a taken stamp must not wait.
Answer<bool> OutboxWriter::add(const NewMessage& message)
{
    const Values values{{"id", message.id}, {"topic", message.topic}, {"payload", message.payload}};
    const auto added = m_transaction.run("outbox_add_row", values);
    if (!added)
        return added.failure();
    if (added->affected > 0 && m_transaction.stamps_rows)
        if (const auto stamped = m_transaction.run("outbox_add_stamp", values); !stamped)
            return stamped.failure();
    return added->affected > 0;
}

} // namespace lockdesk::sql
