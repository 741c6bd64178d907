// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/fetch.h"

#include "backends/redis/decode.h"

#include <algorithm>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

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

using Ids = std::shared_ptr<const std::vector<std::string>>;

void fetch_hashes(Lookahead& ahead, Entity entity, Ids ids, const RowTaker& each, std::vector<std::string>& missing)
{
    const std::string prefix = ahead.prefix() + (entity == Entity::message ? "msg" : word(entity)) + ":";
    Wire& wire = ahead.commands();
    std::string key;
    for (const std::string& id : *ids) {
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
    ahead.send("rows", [ids, &each, &missing](std::size_t i, View reply) {
        if (reply.is_array() && no_field_in(reply))
            missing.push_back((*ids)[i]);
        else
            each((*ids)[i], reply);
    });
}

// Packed rows are strings; hand-written ones are hashes, which MGET skips: they are requested a second time.
void fetch_locks(Lookahead& ahead, Ids ids, const RowTaker& each, std::vector<std::string>& missing)
{
    const std::string prefix = ahead.prefix() + "lock:";
    Wire& packed = ahead.commands();
    std::string key;
    for (std::size_t i = 0; i < ids->size(); ++i) {
        if (i % keys_per_command == 0) {
            packed.command();
            packed.add("MGET");
        }
        key.assign(prefix).append((*ids)[i]);
        packed.add(key);
    }
    const auto others = std::make_shared<std::vector<std::string>>();
    const auto take = [&ahead, ids, others, &each](std::size_t command, View reply) {
        const std::size_t begin = command * keys_per_command;
        const std::size_t rows = std::min(keys_per_command, ids->size() - begin);
        if (ahead.refused(reply, rows, "rows"))
            return;
        for (std::size_t j = 0; j < rows; ++j) {
            const std::string& id = (*ids)[begin + j];
            if (reply[j].nil())
                others->push_back(id);
            else
                each(id, reply[j]);
        }
    };
    ahead.send("rows", take, [&ahead, others, &each, &missing] {
        if (!others->empty())
            fetch_hashes(ahead, Entity::lock, others, each, missing);
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

void fetch_rows(Lookahead& ahead, Entity entity, std::vector<std::string> ids, const RowTaker& each,
                std::vector<std::string>& missing)
{
    if (ids.empty())
        return;
    const auto shared = std::make_shared<const std::vector<std::string>>(std::move(ids));
    if (entity == Entity::lock)
        fetch_locks(ahead, shared, each, missing);
    else
        fetch_hashes(ahead, entity, shared, each, missing);
}

std::optional<Failure> fetch_rows(Link& link, Entity entity, std::vector<std::string> ids, const RowTaker& each,
                                  std::vector<std::string>& missing)
{
    Lookahead ahead(link);
    fetch_rows(ahead, entity, std::move(ids), each, missing);
    return ahead.run();
}

} // namespace lockdesk::redis
