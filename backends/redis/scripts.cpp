// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/scripts.h"

#include "backends/redis/key_scripts.h"
#include "backends/redis/sha1.h"
#include "embedded/redis.h"

#include <cassert>
#include <cstdlib>
#include <initializer_list>

namespace lockdesk::redis {

namespace {

using Parts = std::initializer_list<const char*>;

// `parts` are put in between the mark of the server and the script's own text.
Script compose(const char* statement, bool writes, Parts parts)
{
    Script s{statement, writes ? "#!lua\n" : "#!lua flags=no-writes\n", {}, writes};
    for (const char* part : parts) {
        assert(!resource(part).empty());
        s.text += resource(part);
    }
    assert(!resource(statement).empty());
    s.text += resource(statement);
    s.sha = sha1_hex(s.text);
    return s;
}

Script alone(const char* statement, bool writes, Parts parts = {}) { return compose(statement, writes, parts); }
Script reading(const char* statement) { return compose(statement, false, {"clock"}); }
Script reading_rows(const char* statement) { return compose(statement, false, {"clock", "rows"}); }
Script reading_tasks(const char* statement) { return compose(statement, false, {"clock", "tasks"}); }
Script writing(const char* statement) { return compose(statement, true, {"clock", "writing"}); }
Script writing(const char* statement, Parts parts)
{
    Script s{statement, "#!lua\n", {}, true};
    s.text += resource("clock");
    s.text += resource("writing");
    for (const char* part : parts) {
        assert(!resource(part).empty());
        s.text += resource(part);
    }
    s.text += resource(statement);
    s.sha = sha1_hex(s.text);
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
    s.sha = sha1_hex(s.text);
    return s;
}

// A function of the library as a script.
Script verb(const char* statement, const char* name, const char* function, Parts parts = {})
{
    Script s{statement, "#!lua\n", {}, true, function};
    s.text += in_a_script;
    s.text += resource("lock_row");
    for (const char* part : parts)
        s.text += resource(part);
    s.text += resource(statement);
    s.text += std::string("return ") + name + "(KEYS, ARGV)\n";
    s.sha = sha1_hex(s.text);
    return s;
}

Library compose_library()
{
    Library out{"#!lua name=lockdesk\nlocal LIBRARY = true\n", 0};
    for (const char* statement : {"lock_row", "acquire", "lease", "renew", "release", "look", "library"}) {
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
    s.acquire = verb("acquire", "acquire", "lockdesk_acquire");
    s.renew = verb("renew", "renew", "lockdesk_renew", {"lease"});
    s.release = verb("release", "release", "lockdesk_release", {"lease"});
    s.look = {"look", {}, {}, false, "lockdesk_look"};
    s.force_release = with_rows("force_release", {"auditing"});
    s.collect_locks = with_rows("collect_locks");
    s.locks_page = reading("locks_page");
    s.locks_named = reading("locks_named");
    s.census = reading("census");
    s.foreign = reading("foreign");
    s.forget = with_rows("forget");
    s.adopt = writing("adopt");
    s.migrate = with_rows("migrate");
    s.wait = with_rows("wait");
    s.waiters = reading("waiters");
    s.admit = writing("admit", {"admitting"});
    s.fence_find = reading("fence_find");
    s.stream_page = reading("stream_page");
    s.add_tasks = writing("add_tasks", {"many", "tasks"});
    s.claim = writing("claim", {"many", "tasks", "ids_of", "take"});
    s.candidates = reading_tasks("candidates");
    s.take_these = writing("take_these", {"many", "tasks", "take"});
    s.apply = writing("apply", {"many", "tasks", "backoff"});
    s.relock_forced = writing("relock_forced", {"auditing", "tasks"});
    s.set_rule = writing("set_rule", {"tasks"});
    s.rules = reading("rules");
    s.counts = reading_tasks("counts");
    s.phases = reading("phases");
    s.claimed_ids = compose("claimed_ids", false, {"clock", "ids_of"});
    s.page = reading("page");
    s.named = reading_rows("named");
    s.outbox_add = alone("outbox_add", true, {"outbox_add_function"});
    s.outbox_claim = writing("outbox_claim", {"many", "rows"});
    s.outbox_begin = writing("outbox_begin");
    s.outbox_settle = writing("outbox_settle", {"removing", "rows"});
    s.backlog = reading("backlog");
    s.retry_dead = writing("retry_dead", {"many", "rows"});
    s.collect_messages = writing("collect_messages", {"many"});
    s.record_put = writing("record_put", {"putting"});
    s.record_put_fenced = writing("record_put_fenced", {"admitting", "putting"});
    s.record_get = reading("record_get");
    s.record_bump = writing("record_bump");
    s.record_update = writing("record_update");
    s.draw_open = writing("draw_open", {"draw"});
    s.draw_find = compose("draw_find", false, {"clock", "draw"});
    s.draw_apply = writing("draw_apply", {"draw"});
    s.draw_consume = writing("draw_consume", {"draw"});
    s.draw_page = compose("draw_page", false, {"clock", "draw"});
    s.beat = writing("beat");
    s.leave = writing("leave", {"removing"});
    s.order = writing("order", {"auditing", "rows"});
    s.collect_workers = writing("collect_workers", {"removing"});
    s.audit_write = writing("audit_write", {"auditing"});
    s.changes = reading_rows("changes");
    s.now = reading("now");
    s.set_clock = writing("set_clock");
    s.create = alone("create", true);
    s.version = alone("version", false);
    s.sandboxes = alone("sandboxes", false);
    s.drop = alone("drop", true);
    return s;
}

std::string titled(const Script& script)
{
    return std::string("-- ") + script.name + " (SHA-1 " + script.sha + ")\n" + script.text;
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
    const Scripts& s = scripts();
    for (const Script* one :
         {&s.force_release, &s.relock_forced, &s.retry_dead, &s.apply, &s.outbox_settle, &s.order, &s.renew, &s.audit_write})
        if (one->sha == called || (one->function != nullptr && one->function == called))
            return std::string("-- ") + one->name + "\n" + one->text;
    for (const auto kind : {KeyFormat::Kind::string, KeyFormat::Kind::redisson, KeyFormat::Kind::shedlock})
        if (const Script& renew = key_scripts(kind).renew; renew.sha == called)
            return std::string("-- ") + renew.name + "\n" + renew.text;
    return {};
}

std::string upgrade_script_texts() { return titled(scripts().create) + "\n" + titled(scripts().migrate); }

std::string all_script_texts()
{
    const Scripts& s = scripts();
    std::string out = "\n-- the function library, number " + std::to_string(library().number) + "\n" + library().text;
    for (const Script* one : {&s.create,
                              &s.migrate,
                              &s.drop,
                              &s.force_release,
                              &s.collect_locks,
                              &s.wait,
                              &s.admit,
                              &s.add_tasks,
                              &s.claim,
                              &s.apply,
                              &s.relock_forced,
                              &s.outbox_add,
                              &s.outbox_claim,
                              &s.outbox_settle,
                              &s.retry_dead,
                              &s.record_put,
                              &s.record_put_fenced,
                              &s.record_update,
                              &s.draw_open,
                              &s.draw_apply,
                              &s.draw_consume,
                              &s.beat,
                              &s.order,
                              &s.changes})
        out += "\n" + titled(*one);
    return out;
}

} // namespace lockdesk::redis
