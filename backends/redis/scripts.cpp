// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/scripts.h"

#include "backends/redis/key_scripts.h"
#include "embedded/redis.h"

#include <cassert>
#include <cstdlib>
#include <initializer_list>
#include <vector>

namespace lockdesk::redis {

namespace {

using Parts = std::initializer_list<const char*>;

// `parts` are put in between the mark of the server and the script's own text.
Script compose(const char* statement, bool writes, Parts parts)
{
    Script s{statement, writes ? "#!lua\n" : "#!lua flags=no-writes\n", writes};
    for (const char* part : parts) {
        assert(!resource(part).empty());
        s.text += resource(part);
    }
    assert(!resource(statement).empty());
    s.text += resource(statement);
    return s;
}

Script alone(const char* statement, bool writes, Parts parts = {}) { return compose(statement, writes, parts); }
Script reading(const char* statement) { return compose(statement, false, {"clock"}); }
Script reading_rows(const char* statement) { return compose(statement, false, {"clock", "rows"}); }
Script reading_tasks(const char* statement) { return compose(statement, false, {"clock", "tasks"}); }
Script writing(const char* statement) { return compose(statement, true, {"clock", "writing"}); }
Script writing(const char* statement, Parts parts)
{
    Script s{statement, "#!lua\n", true};
    s.text += resource("clock");
    s.text += resource("writing");
    for (const char* part : parts) {
        assert(!resource(part).empty());
        s.text += resource(part);
    }
    s.text += resource(statement);
    return s;
}

// Tells the common part whether it is in the library.
constexpr std::string_view in_a_script = "local LIBRARY = false\n";

// A verb of locks that is no function: behind what all scripts that write have, it knows the packed row.
Script with_rows(const char* statement, Parts parts = {})
{
    Script s = writing(statement, parts);
    const auto own = s.text.size() - resource(statement).size();
    s.text.insert(own, std::string(in_a_script) + std::string(resource("lock_row")));
    return s;
}

// A function of the library as a script.
Script verb(const char* statement, const char* name, const char* function, Parts parts = {})
{
    Script s{statement, "#!lua\n", true, function};
    s.text += in_a_script;
    s.text += resource("lock_row");
    for (const char* part : parts)
        s.text += resource(part);
    s.text += resource(statement);
    s.text += std::string("return ") + name + "(KEYS, ARGV)\n";
    return s;
}

Library compose_library()
{
    Library out{"#!lua name=lockdesk\nlocal LIBRARY = true\n", 0};
    for (const char* statement :
         {"lock_row", "lock_acquire", "lease", "lock_renew", "lock_release", "changes_look", "library"}) {
        assert(!resource(statement).empty());
        out.text += resource(statement);
    }
    const std::string_view mark = "return {";
    const auto at = out.text.rfind(mark);
    out.number = std::atoi(out.text.c_str() + at + mark.size());
    return out;
}

Scripts build()
{
    Scripts s;
    s.lock_acquire = verb("lock_acquire", "acquire", "lockdesk_acquire");
    s.lock_renew = verb("lock_renew", "renew", "lockdesk_renew", {"lease"});
    s.lock_release = verb("lock_release", "release", "lockdesk_release", {"lease"});
    s.changes_look = Script{"changes_look", {}, false, "lockdesk_look"};
    s.lock_force_release = with_rows("lock_force_release", {"auditing"});
    s.lock_end_cooling = with_rows("lock_end_cooling", {"auditing"});
    s.lock_collect = with_rows("lock_collect");
    s.lock_list = reading("lock_list");
    s.lock_find = reading("lock_find");
    s.lock_census = reading("lock_census");
    s.lock_forget = with_rows("lock_forget");
    s.lock_adopt = writing("lock_adopt");
    s.upgrade_2 = with_rows("upgrade_2");
    s.wait_announce = with_rows("wait_announce");
    s.wait_list = reading("wait_list");
    s.fence_admit = writing("fence_admit", {"admitting"});
    s.fence_find = reading("fence_find");
    s.stream_page = reading("stream_page");
    s.task_add = writing("task_add", {"many", "tasks"});
    s.task_claim = writing("task_claim", {"many", "tasks", "ids_of", "leaving", "taking"});
    s.task_look = reading_tasks("task_look");
    s.task_take = writing("task_take", {"many", "tasks", "leaving", "taking"});
    s.task_apply = writing("task_apply", {"many", "tasks", "backoff"});
    s.task_relock_forced = writing("task_relock_forced", {"auditing", "tasks"});
    s.task_remove = writing("task_remove", {"auditing", "removing", "tasks", "leaving", "task_removing"});
    s.task_collect = writing("task_collect", {"removing", "tasks", "leaving", "task_removing"});
    s.task_rule_set = writing("task_rule_set", {"tasks"});
    s.task_rules = reading("task_rules");
    s.task_counts = reading_tasks("task_counts");
    s.task_phases = reading("task_phases");
    s.task_by_claim = compose("task_by_claim", false, {"clock", "ids_of"});
    s.page = reading("page");
    s.named = reading_rows("named");
    s.outbox_add = alone("outbox_add", true, {"outbox_add_function"});
    s.outbox_claim = writing("outbox_claim", {"many", "rows"});
    s.outbox_begin = writing("outbox_begin");
    s.outbox_settle = writing("outbox_settle", {"removing", "rows"});
    s.outbox_backlog = reading("outbox_backlog");
    s.outbox_count_topic = reading("outbox_count_topic");
    s.outbox_retry_dead = writing("outbox_retry_dead", {"many", "rows"});
    s.outbox_collect = writing("outbox_collect", {"many"});
    s.record_put = writing("record_put", {"putting"});
    s.record_put_fenced = writing("record_put_fenced", {"admitting", "putting"});
    s.record_get = reading("record_get");
    s.record_bump = writing("record_bump");
    s.record_update = writing("record_update");
    s.draw_open = writing("draw_open", {"draw"});
    s.draw_find = compose("draw_find", false, {"clock", "draw"});
    s.draw_apply = writing("draw_apply", {"draw"});
    s.draw_consume = writing("draw_consume", {"draw"});
    s.draw_list = compose("draw_list", false, {"clock", "draw"});
    s.worker_beat = writing("worker_beat");
    s.worker_leave = writing("worker_leave", {"removing"});
    s.worker_order = writing("worker_order", {"auditing", "rows"});
    s.worker_collect = writing("worker_collect", {"removing"});
    s.audit_write = writing("audit_write", {"auditing"});
    s.changes = reading_rows("changes");
    s.clock_read = reading("clock_read");
    s.clock_set = writing("clock_set");
    s.schema = alone("schema", true);
    s.schema_version = alone("schema_version", false);
    s.sandbox_list = alone("sandbox_list", false);
    s.drop = alone("drop", true);
    return s;
}

std::string titled(const Script& script)
{
    return std::string("-- ") + script.name + " (SHA-1 " + script.sha() + ")\n" + script.text;
}

// What all scripts have before it says little about this one.
std::string own_part_first(const Script& script)
{
    const std::string_view part = resource(script.name);
    const std::string title = std::string("-- ") + script.name + "\n";
    const auto own = script.text.find(part);
    if (own == std::string::npos) // a function alone
        return title + std::string(part);
    return title + script.text.substr(own) + "-- before it, in the same script:\n" + script.text.substr(0, own);
}

std::vector<const Script*> every_script()
{
    const Scripts& s = scripts();
    std::vector<const Script*> out{
        &s.lock_acquire, &s.lock_renew, &s.lock_release, &s.lock_force_release, &s.lock_end_cooling, &s.lock_collect,
        &s.lock_list, &s.lock_find,
        &s.lock_census, &s.lock_forget, &s.lock_adopt, &s.wait_announce, &s.wait_list, &s.fence_admit,
        &s.fence_find, &s.stream_page, &s.task_add, &s.task_claim, &s.task_look, &s.task_take, &s.task_by_claim,
        &s.task_apply, &s.task_relock_forced, &s.task_remove, &s.task_collect, &s.task_rule_set, &s.task_rules,
        &s.task_counts, &s.task_phases, &s.page, &s.named, &s.outbox_add, &s.outbox_claim, &s.outbox_begin,
        &s.outbox_settle, &s.outbox_backlog, &s.outbox_retry_dead, &s.outbox_collect, &s.outbox_count_topic, &s.record_put,
        &s.record_put_fenced, &s.record_get, &s.record_bump, &s.record_update, &s.draw_open, &s.draw_find, &s.draw_apply,
        &s.draw_consume, &s.draw_list, &s.worker_beat, &s.worker_leave, &s.worker_order, &s.worker_collect, &s.audit_write,
        &s.changes, &s.changes_look, &s.clock_read, &s.clock_set, &s.schema, &s.upgrade_2, &s.schema_version, &s.sandbox_list,
        &s.drop, &key_look_script(), &key_find_script()};
    const auto add = [&](const KeyScripts& of) { out.insert(out.end(), {&of.acquire, &of.renew, &of.release}); };
    for (const auto kind : {KeyFormat::Kind::string, KeyFormat::Kind::redisson, KeyFormat::Kind::shedlock})
        add(key_scripts(kind));
    add(string_scripts_in_sandbox());
    return out;
}

} // namespace

const Scripts& scripts()
{
    static const Scripts all = build();
    return all;
}

const Library& library()
{
    static const Library one = compose_library();
    return one;
}

std::string outbox_function() { return std::string(resource("outbox_add_function")); }

std::string script_text(std::string_view called)
{
    for (const Script* one : every_script())
        if ((!one->text.empty() && one->sha() == called) || (one->function != nullptr && one->function == called))
            return own_part_first(*one);
    return {};
}

std::string upgrade_script_texts() { return titled(scripts().schema) + "\n" + titled(scripts().upgrade_2); }

std::string all_script_texts()
{
    const Scripts& s = scripts();
    std::string out = "\n-- the function library, number " + std::to_string(library().number) + "\n" + library().text;
    for (const Script* one : {&s.schema,
                              &s.upgrade_2,
                              &s.drop,
                              &s.lock_force_release,
                              &s.lock_end_cooling,
                              &s.lock_collect,
                              &s.wait_announce,
                              &s.fence_admit,
                              &s.task_add,
                              &s.task_claim,
                              &s.task_apply,
                              &s.task_relock_forced,
                              &s.task_remove,
                              &s.outbox_add,
                              &s.outbox_claim,
                              &s.outbox_settle,
                              &s.outbox_retry_dead,
                              &s.record_put,
                              &s.record_put_fenced,
                              &s.record_update,
                              &s.draw_open,
                              &s.draw_apply,
                              &s.draw_consume,
                              &s.worker_beat,
                              &s.worker_order,
                              &s.changes})
        out += "\n" + titled(*one);
    return out;
}

} // namespace lockdesk::redis
