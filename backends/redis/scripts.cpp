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

// Puts the files `parts` between the server's mark and the script's own text.
Script compose(const char* file, bool writes, Parts parts)
{
    Script s{file, writes ? "#!lua\n" : "#!lua flags=no-writes\n", {}, writes};
    for (const char* part : parts) {
        assert(!resource(part).empty());
        s.text += resource(part);
    }
    assert(!resource(file).empty());
    s.text += resource(file);
    s.sha = sha1_hex(s.text);
    return s;
}

Script alone(const char* file, bool writes, Parts parts = {}) { return compose(file, writes, parts); }
Script reading(const char* file) { return compose(file, false, {"clock.lua"}); }
Script reading_rows(const char* file) { return compose(file, false, {"clock.lua", "rows.lua"}); }
Script reading_tasks(const char* file) { return compose(file, false, {"clock.lua", "tasks.lua"}); }
Script writing(const char* file) { return compose(file, true, {"clock.lua", "writing.lua"}); }
Script writing(const char* file, Parts parts)
{
    Script s{file, "#!lua\n", {}, true};
    s.text += resource("clock.lua");
    s.text += resource("writing.lua");
    for (const char* part : parts) {
        assert(!resource(part).empty());
        s.text += resource(part);
    }
    s.text += resource(file);
    s.sha = sha1_hex(s.text);
    return s;
}

// Tells the common part whether it is in the library.
constexpr std::string_view in_a_script = "local LIBRARY = false\n";

// A verb of locks that is no function: adds the code for packed rows after the common part of all writing scripts.
Script with_rows(const char* file, Parts parts = {})
{
    Script s = writing(file, parts);
    const auto own = s.text.size() - resource(file).size();
    s.text.insert(own, std::string(in_a_script) + std::string(resource("lock_row.lua")));
    s.sha = sha1_hex(s.text);
    return s;
}

// A library function as a script.
Script verb(const char* file, const char* name, const char* function, Parts parts = {})
{
    Script s{file, "#!lua\n", {}, true, function};
    s.text += in_a_script;
    s.text += resource("lock_row.lua");
    for (const char* part : parts)
        s.text += resource(part);
    s.text += resource(file);
    s.text += std::string("return ") + name + "(KEYS, ARGV)\n";
    s.sha = sha1_hex(s.text);
    return s;
}

Library compose_library()
{
    Library out{"#!lua name=lockdesk\nlocal LIBRARY = true\n", 0};
    for (const char* file :
         {"lock_row.lua", "acquire.lua", "lease.lua", "renew.lua", "release.lua", "look.lua", "library.lua"}) {
        assert(!resource(file).empty());
        out.text += resource(file);
    }
    const std::string_view mark = "return {";
    const auto at = out.text.rfind(mark);
    out.number = std::atoi(out.text.c_str() + at + mark.size());
    return out;
}

Scripts build()
{
    Scripts s;
    s.acquire = verb("acquire.lua", "acquire", "lockdesk_acquire");
    s.renew = verb("renew.lua", "renew", "lockdesk_renew", {"lease.lua"});
    s.release = verb("release.lua", "release", "lockdesk_release", {"lease.lua"});
    s.look = {"look.lua", {}, {}, false, "lockdesk_look"};
    s.force_release = with_rows("force_release.lua", {"auditing.lua"});
    s.collect_locks = with_rows("collect_locks.lua");
    s.locks_page = reading("locks_page.lua");
    s.locks_named = reading("locks_named.lua");
    s.census = reading("census.lua");
    s.foreign = reading("foreign.lua");
    s.forget = with_rows("forget.lua");
    s.adopt = writing("adopt.lua");
    s.migrate = with_rows("migrate.lua");
    s.wait = with_rows("wait.lua");
    s.waiters = reading("waiters.lua");
    s.admit = writing("admit.lua", {"admitting.lua"});
    s.fence_find = reading("fence_find.lua");
    s.stream_page = reading("stream_page.lua");
    s.add_tasks = writing("add_tasks.lua", {"many.lua", "tasks.lua"});
    s.claim = writing("claim.lua", {"many.lua", "tasks.lua", "ids_of.lua", "take.lua"});
    s.candidates = reading_tasks("candidates.lua");
    s.take_these = writing("take_these.lua", {"many.lua", "tasks.lua", "take.lua"});
    s.apply = writing("apply.lua", {"many.lua", "tasks.lua", "backoff.lua"});
    s.relock_forced = writing("relock_forced.lua", {"auditing.lua", "tasks.lua"});
    s.set_rule = writing("set_rule.lua", {"tasks.lua"});
    s.rules = reading("rules.lua");
    s.counts = reading_tasks("counts.lua");
    s.phases = reading("phases.lua");
    s.claimed_ids = compose("claimed_ids.lua", false, {"clock.lua", "ids_of.lua"});
    s.page = reading("page.lua");
    s.named = reading_rows("named.lua");
    s.outbox_add = alone("outbox_add.lua", true, {"outbox_add_function.lua"});
    s.outbox_claim = writing("outbox_claim.lua", {"many.lua", "rows.lua"});
    s.outbox_begin = writing("outbox_begin.lua");
    s.outbox_settle = writing("outbox_settle.lua", {"removing.lua", "rows.lua"});
    s.backlog = reading("backlog.lua");
    s.retry_dead = writing("retry_dead.lua", {"many.lua", "rows.lua"});
    s.collect_messages = writing("collect_messages.lua", {"many.lua"});
    s.record_put = writing("record_put.lua", {"putting.lua"});
    s.record_put_fenced = writing("record_put_fenced.lua", {"admitting.lua", "putting.lua"});
    s.record_get = reading("record_get.lua");
    s.record_bump = writing("record_bump.lua");
    s.record_update = writing("record_update.lua");
    s.draw_open = writing("draw_open.lua", {"draw.lua"});
    s.draw_find = compose("draw_find.lua", false, {"clock.lua", "draw.lua"});
    s.draw_apply = writing("draw_apply.lua", {"draw.lua"});
    s.draw_consume = writing("draw_consume.lua", {"draw.lua"});
    s.draw_page = compose("draw_page.lua", false, {"clock.lua", "draw.lua"});
    s.beat = writing("beat.lua");
    s.leave = writing("leave.lua", {"removing.lua"});
    s.order = writing("order.lua", {"auditing.lua", "rows.lua"});
    s.collect_workers = writing("collect_workers.lua", {"removing.lua"});
    s.audit_write = writing("audit_write.lua", {"auditing.lua"});
    s.changes = reading_rows("changes.lua");
    s.now = reading("now.lua");
    s.set_clock = writing("set_clock.lua");
    s.create = alone("create.lua", true);
    s.version = alone("version.lua", false);
    s.sandboxes = alone("sandboxes.lua", false);
    s.drop = alone("drop.lua", true);
    return s;
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

std::string outbox_function() { return std::string(resource("outbox_add_function.lua")); }

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
        out += std::string("\n-- ") + one->name + " (SHA-1 " + one->sha + ")\n" + one->text;
    return out;
}

} // namespace lockdesk::redis
