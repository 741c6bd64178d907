// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/fetch.h"

#include "backends/redis/decode.h"

namespace lockdesk::redis {

namespace {

bool no_field_in(View reply)
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

// Keys per MGET: it blocks the server for a tenth of a millisecond.
constexpr std::size_t keys_per_command = 500;

// Packed rows are strings; hand-written ones are hashes, which MGET skips: they are requested a second time.
std::optional<Failure> fetch_locks(Link& link, const std::vector<std::string>& ids,
                                   const std::function<void(std::string, View)>& each, std::vector<std::string>& missing)
{
    const std::string prefix = link.prefix() + "lock:";
    Wire& packed = link.pipeline();
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (i % keys_per_command == 0) {
            packed.command();
            packed.add("MGET");
        }
        packed.add(prefix + ids[i]);
    }
    std::vector<std::string> others;
    const auto take = [&](std::size_t command, View reply) {
        for (std::size_t j = 0; j < reply.size(); ++j) {
            const std::string& id = ids[command * keys_per_command + j];
            if (reply[j].nil())
                others.push_back(id);
            else
                each(id, reply[j]);
        }
    };
    if (auto failure = run_reading(link, "rows", take); failure || others.empty())
        return failure;
    Wire& hashes = link.pipeline();
    for (const std::string& id : others) {
        hashes.command();
        hashes.add("HGETALL").add(prefix + id);
    }
    return link.run_pipeline("rows", [&](std::size_t i, View reply) {
        if (reply.is_array() && reply.size() == 0)
            missing.push_back(others[i]);
        else
            each(others[i], reply);
    });
}

} // namespace

std::optional<Failure> run_reading(Link& link, const char* statement, const std::function<void(std::size_t, View)>& each)
{
    std::string line;
    auto failure = link.run_pipeline(statement, [&](std::size_t i, View reply) {
        if (reply.is_error())
            line = reply.str();
        else
            each(i, reply);
    });
    if (failure || line.empty())
        return failure;
    return to_failure({Trouble::Cause::error_reply, line, false, statement});
}

std::optional<Failure> fetch_rows(Link& link, Entity entity, const std::vector<std::string>& ids,
                                  const std::function<void(std::string, View)>& each, std::vector<std::string>& missing)
{
    if (ids.empty())
        return std::nullopt;
    if (entity == Entity::lock)
        return fetch_locks(link, ids, each, missing);
    const std::string prefix = link.prefix() + (entity == Entity::message ? "msg" : word(entity)) + ":";
    Wire& wire = link.pipeline();
    std::string key;
    for (const std::string& id : ids) {
        key.assign(prefix).append(id);
        wire.command();
        wire.add("HMGET").add(key);
        for (const std::string_view field : fields_of(entity))
            wire.add(field);
    }
    return link.run_pipeline("rows", [&](std::size_t i, View reply) {
        if (reply.is_array() && no_field_in(reply))
            missing.push_back(ids[i]);
        else
            each(ids[i], reply);
    });
}

} // namespace lockdesk::redis
