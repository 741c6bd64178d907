// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/outbox_writer.h"

#include "backends/redis/link.h"
#include "backends/redis/own_command.h"

namespace lockdesk {

RedisOutboxWriter::RedisOutboxWriter(const std::optional<SandboxId>& sandbox) : m_prefix(redis::key_prefix(sandbox)) {}

std::vector<std::string> RedisOutboxWriter::command(const NewMessage& message) const
{
    return {"EVAL", redis::scripts().outbox_add.text, "1", m_prefix, message.id.str(), message.topic.str(), message.payload};
}

std::string RedisOutboxWriter::lua_function() { return redis::outbox_function(); }

Answer<Done> RedisOutboxWriter::queue(redisContext* connection, const NewMessage& message) const
{
    // Only WATCH is neither queued in a MULTI nor without effect outside: of a key that nobody writes it disturbs nothing.
    const auto outside = redis::run_own(connection, "outbox_add", {"WATCH", m_prefix + "never-written"});
    if (outside)
        return Failure::usage("the connection is in no MULTI, so this would be written at once");
    if (outside.failure().message.find("inside MULTI") == std::string::npos)
        return outside.failure();
    const auto reply = redis::run_own(connection, "outbox_add", command(message));
    if (!reply)
        return reply.failure();
    return Done{};
}

} // namespace lockdesk
