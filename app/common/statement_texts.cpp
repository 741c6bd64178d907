// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/statement_texts.h"

#ifdef LOCKDESK_WITH_SQLITE
#include "embedded/sqlite.h"
#endif
#ifdef LOCKDESK_WITH_POSTGRES
#include "embedded/postgres.h"
#endif
#ifdef LOCKDESK_WITH_REDIS
#include "embedded/redis.h"
#endif
#ifdef LOCKDESK_WITH_MARIADB
#include "embedded/mariadb.h"
#endif
#ifdef LOCKDESK_WITH_MONGODB
#include "embedded/mongodb.h"
#endif

#include <algorithm>

namespace lockdesk::app {

namespace {

using Resource = std::string_view (*)(std::string_view);

Resource resources_of(std::string_view store)
{
#ifdef LOCKDESK_WITH_SQLITE
    if (store == "sqlite")
        return sqlite::resource;
#endif
#ifdef LOCKDESK_WITH_POSTGRES
    if (store == "postgresql")
        return postgres::resource;
#endif
#ifdef LOCKDESK_WITH_REDIS
    if (store == "redis")
        return redis::resource;
#endif
#ifdef LOCKDESK_WITH_MARIADB
    if (store == "mariadb")
        return mariadb::resource;
#endif
#ifdef LOCKDESK_WITH_MONGODB
    if (store == "mongodb")
        return mongodb::resource;
#endif
    (void)store;
    return nullptr;
}

// Files of a statement by store. Empty `event`: any answer. Several files are sent one after the other.
struct Files
{
    const char* statement;
    const char* event;
    const char* sqlite;
    const char* postgres;
    const char* redis;
    const char* mariadb;
    const char* mongodb;
};

constexpr Files table[] = {
    {"lock.acquire", "busy", "lock_read", "acquire", "acquire", "acquire", "acquire"},
    {"lock.acquire", "", "lock_read lock_grant", "acquire", "acquire", "acquire", "acquire"},
    {"lock.renew", "renewed", "lock_read lock_renew", "renew", "renew", "renew", "renew"},
    {"lock.renew", "", "lock_read", "renew", "renew", "renew", "renew"},
    {"lock.release", "released", "lock_read lock_free", "release", "release", "release", "release"},
    {"lock.release", "still_held", "lock_read lock_unhold", "release", "release", "release", "release"},
    {"lock.release", "", "lock_read", "release", "release", "release", "release"},
    {"fence.admit", "refused", "fence_admit fence_refuse", "fence_admit", "admit", "fence_admit", "admit refuse"},
    {"fence.admit", "", "fence_admit", "fence_admit", "admit", "fence_admit", "admit"},
    {"record.get", "", "record_read", "record_get", "record_get", "record_get", ""},
    {"record.put", "", "record_put", "record_put", "record_put", "record_put", "record_put"},
    {"record.update", "", "record_update", "record_update", "record_update", "record_update", "record_update"},
    {"task.add", "", "task_insert", "task_add", "add_tasks", "task_add", "new_task"},
    {"task.claim", "", "claim_due claim_lock", "task_claim_fair", "claim", "task_claim", "claim"},
    {"task.advance", "", "task_advance", "task_apply", "apply", "task_apply", "step_advance"},
    {"task.unlock", "", "task_give_back", "task_apply", "apply", "task_apply", "step_unlock"},
    {"task.relock", "", "task_give_back", "task_apply", "apply", "task_apply", "step_relock"},
    {"task.extend", "", "task_give_back", "task_apply", "apply", "task_apply", "step_extend"},
    {"task.fail", "", "task_fail", "task_apply", "apply", "task_apply", "step_fail"},
    {"outbox.add", "", "outbox_insert", "outbox_add", "outbox_add", "outbox_add", "new_message"},
    {"outbox.claim", "", "outbox_pending outbox_claim", "outbox_claim", "outbox_claim", "outbox_claim", "claim_message"},
    {"outbox.relay", "", "outbox_pending outbox_claim outbox_settle", "outbox_claim outbox_settle",
     "outbox_claim outbox_settle", "outbox_claim outbox_settle", "claim_message settle_sent"},
    {"outbox.sent", "", "outbox_settle", "outbox_settle", "outbox_settle", "outbox_settle", "settle_sent"},
    {"outbox.fail", "", "outbox_settle", "outbox_settle", "outbox_settle", "outbox_settle", "settle_failed"},
    {"draw.open", "", "draw_open", "draw_open", "draw_open", "draw_open", "draw_open"},
    {"draw.apply", "", "draw_add", "draw_apply", "draw_apply", "draw_apply", "draw_add"},
    {"draw.consume", "", "draw_numbered draw_rank", "draw_consume", "draw_consume", "draw_consume",
     "draw_numbered draw_rank"},
    {"session.acquire", "", "", "session_lock_try", "", "session_lock_try", ""},
    {"session.release", "", "", "session_lock_release", "", "session_lock_release", ""},
};

const char* files_of(const Files& files, std::string_view store)
{
    if (store == "sqlite")
        return files.sqlite;
    if (store == "postgresql")
        return files.postgres;
    if (store == "redis")
        return files.redis;
    return store == "mariadb" ? files.mariadb : files.mongodb;
}

std::string without_licence(std::string_view text)
{
    while (text.starts_with("-- SPDX") || text.starts_with("--[[ SPDX"))
        text.remove_prefix(std::min(text.find('\n') + 1, text.size()));
    while (text.ends_with('\n'))
        text.remove_suffix(1);
    return std::string(text);
}

// Adds the definition of a function of ours that the statement calls.
std::string with_function(std::string text, Resource resource)
{
    const auto begin = text.find("FROM lockdesk_");
    if (begin == std::string::npos)
        return text;
    const std::string name = text.substr(begin + 5, text.find('(', begin) - begin - 5);
    const std::string_view functions = resource("functions.sql");
    const auto defined = functions.find("FUNCTION " + name + "(");
    if (defined == std::string_view::npos)
        return text;
    const auto first = functions.rfind("CREATE", defined);
    const auto body = functions.find("$$", defined);
    const auto last = body == std::string_view::npos ? body : functions.find("$$", body + 2);
    if (first == std::string_view::npos || last == std::string_view::npos)
        return text;
    return text + "\n\n" + std::string(functions.substr(first, last + 2 - first));
}

} // namespace

std::string statement_text(std::string_view store, std::string_view statement, std::string_view event)
{
    const Resource resource = resources_of(store);
    if (resource == nullptr)
        return {};
    for (const Files& one : table) {
        if (statement != one.statement || (*one.event != '\0' && event != one.event))
            continue;
        std::string out;
        const std::string_view names = files_of(one, store);
        for (std::size_t begin = 0; begin < names.size();) {
            const auto end = std::min(names.find(' ', begin), names.size());
            const std::string name(names.substr(begin, end - begin));
            for (const char* extension : {".sql", ".lua", ".json"})
                if (const auto text = resource(name + extension); !text.empty())
                    out += (out.empty() ? "" : ";\n\n") + with_function(without_licence(text), resource);
            begin = end + 1;
        }
        return out;
    }
    return {};
}

std::string upgrade_text(std::string_view store)
{
    const Resource resource = resources_of(store);
    if (resource == nullptr)
        return {};
    std::string out;
    // PostgreSQL's functions are replaced as well; Redis has a script that migrates row by row.
    for (const char* file : {"upgrade_2.sql", "functions.sql", "migrate.lua"})
        if (const auto text = resource(file); !text.empty())
            out += (out.empty() ? "" : "\n") + without_licence(text);
    // For tables outside a sandbox; MariaDB's text ends with a read of the clock, which changes nothing.
    const auto fill_in = [&out](std::string_view place, std::string_view with) {
        for (auto at = out.find(place); at != std::string::npos; at = out.find(place, at + with.size()))
            out.replace(at, place.size(), with);
    };
    fill_in("{p}", "lockdesk_");
    fill_in("SELECT {real}", "");
    return out;
}

} // namespace lockdesk::app
