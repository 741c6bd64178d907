// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/embedding/parts.h"
#include "backends/redis/fence_writer.h"
#include "backends/redis/outbox_writer.h"

#include <lockdesk/redis.h>

namespace lockdesk::embedding {

std::unique_ptr<TransactionParts> transaction_of(Tag, redisContext* connection)
{
    return std::make_unique<WriterParts>(
        [connection](const auto&, const Resource& resource, FencingToken token, const std::string& who) {
            return RedisFenceWriter().admit(connection, resource, token, who);
        },
        [connection](const auto&, const NewMessage& message) -> Answer<bool> {
            const auto queued = RedisOutboxWriter().queue(connection, message);
            if (!queued)
                return queued.failure();
            return true;
        });
}

} // namespace lockdesk::embedding
