// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/outbox_writer.h"

#include "backends/redis/link.h"

#include <hiredis/hiredis.h>

namespace lockdesk {

RedisOutboxWriter::RedisOutboxWriter(const std::optional<SandboxId>& sandbox) : m_prefix(redis::key_prefix(sandbox)) {}

std::vector<std::string> RedisOutboxWriter::command(const NewMessage& message) const
{
    return {"EVAL", redis::scripts().outbox_add.text, "1", m_prefix, message.id.str(), message.topic.str(), message.payload};
}

std::string RedisOutboxWriter::lua_function() { return redis::outbox_function(); }

Answer<Done> RedisOutboxWriter::queue(redisContext* connection, const NewMessage& message) const
{
    const auto words = command(message);
    std::vector<const char*> texts;
    std::vector<std::size_t> sizes;
    for (const std::string& one : words) {
        texts.push_back(one.data());
        sizes.push_back(one.size());
    }
    const redis::ReplyPtr reply(
        static_cast<redisReply*>(redisCommandArgv(connection, static_cast<int>(words.size()), texts.data(), sizes.data())));
    redis::Trouble trouble{redis::Trouble::Cause::no_answer, {}, false, "outbox_add"};
    if (!reply) {
        // Nothing is executed before EXEC, so a lost reply is not in doubt here.
        trouble.text = connection->errstr;
        return redis::to_failure(trouble);
    }
    const redis::View answer(reply.get());
    if (answer.is_error()) {
        trouble.cause = redis::Trouble::Cause::error_reply;
        trouble.text = std::string(answer.text());
        return redis::to_failure(trouble);
    }
    if (answer.text() != "QUEUED")
        return Failure::usage("the connection is in no MULTI, so the message was written at once");
    return Done{};
}

} // namespace lockdesk
