// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/fetch.h"

#include "backends/redis/decode.h"

namespace lockdesk::redis {

namespace {

bool holds_nothing(View reply)
{
    for (std::size_t i = 0; i < reply.size(); ++i)
        if (!reply[i].nil())
            return false;
    return true;
}

std::span<const std::string_view> fields_of(Entity entity)
{
    return entity == Entity::task ? task_fields() : entity == Entity::message ? message_fields() : worker_fields();
}

} // namespace

std::optional<Failure> fetch_rows(Link& link, Entity entity, const std::vector<std::string>& ids,
                                  const std::function<void(std::string, View)>& each, std::vector<std::string>& missing)
{
    if (ids.empty())
        return std::nullopt;
    const std::string prefix = link.prefix() + (entity == Entity::message ? "msg" : word(entity)) + ":";
    Wire& wire = link.pipeline();
    std::string key;
    for (const std::string& id : ids) {
        key.assign(prefix).append(id);
        wire.command();
        if (entity == Entity::lock) {
            wire.add("HGETALL").add(key);
            continue;
        }
        wire.add("HMGET").add(key);
        for (const std::string_view field : fields_of(entity))
            wire.add(field);
    }
    return link.run_pipeline("rows", [&](std::size_t i, View reply) {
        if (reply.is_array() && holds_nothing(reply))
            missing.push_back(ids[i]);
        else
            each(ids[i], reply);
    });
}

} // namespace lockdesk::redis
