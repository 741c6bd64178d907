// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/fence_writer.h"

#include "backends/redis/link.h"
#include "backends/redis/own_command.h"

namespace lockdesk {

RedisFenceWriter::RedisFenceWriter(const std::optional<SandboxId>& sandbox) : m_prefix(redis::key_prefix(sandbox)) {}

std::vector<std::string> RedisFenceWriter::command(const Resource& resource, FencingToken token,
                                                   const std::string& who) const
{
    return {"EVAL", redis::scripts().fence_admit.text, "1", m_prefix, resource.str(), std::to_string(token.number()), who};
}

// A raise of our own would end our own watch, so it comes first. What another has raised between the two is read.
Answer<FenceAnswer> RedisFenceWriter::admit(redisContext* connection, const Resource& resource, FencingToken token,
                                            const std::string& who) const
{
    static constexpr const char* name = "fence_admit";
    const auto raised = redis::run_own(connection, name, command(resource, token, who));
    if (!raised)
        return raised.failure();
    const redis::View first(raised->get());
    if (first.text() == "QUEUED")
        return Failure::usage("the connection is in a MULTI already: the fence is passed before it");
    FenceAnswer answer{first[1].integer() == 1, FencingToken{first[2].integer()}, first[3].integer()};
    if (!answer.admitted)
        return {answer, first[0].time()};
    if (const auto watched = redis::run_own(connection, name, {"WATCH", watched_key()}); !watched)
        return watched.failure();
    const auto now = redis::run_own(connection, name, {"HGET", watched_key(), resource.str()});
    if (!now)
        return now.failure();
    answer.largest = FencingToken{redis::View(now->get()).integer()};
    answer.admitted = answer.largest == token;
    return {answer, first[0].time()};
}

} // namespace lockdesk
