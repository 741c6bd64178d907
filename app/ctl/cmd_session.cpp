// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/lock_json.h"
#include "app/ctl/row_json.h"
#include "backends/json/json.h"

namespace lockdesk::ctl {

namespace {

struct Asked
{
    LockName name;
    SessionLockKind kind;
    OwnerId owner;
};

Asked read(const Args& args)
{
    const std::string word = args.has("--kind") ? args.text("--kind") : "named";
    const auto kind = session_lock_kind(word);
    if (!kind)
        fail_usage("--kind '" + word + "' is unknown. Use one of: named, skip-locked.");
    return {args.name<LockName>("NAME"), *kind,
            args.has("--owner") ? args.name<OwnerId>("--owner") : OwnerId::trusted("lockdeskctl")};
}

// Prints the keys of every other lock; session locks have no tokens and no ends.
int print(Context& context, const char* op, const Asked& asked, const char* result, bool mine, std::optional<TimePoint> at)
{
    const Capabilities can = context.session().capabilities();
    Json line = lock_line(op, asked.name, asked.owner, can, at);
    line["source"] = word(asked.kind);
    line["result"] = result;
    line["holds"] = mine ? 1 : 0;
    if (mine) {
        line["holder"] = holder_json(Holder{asked.owner.str(), {}, {}}, false);
    } else {
        const auto held = context.ask([&](Session& s) { return s.session_locks().find(asked.name, asked.kind); });
        if (held.value)
            line["holder"] = holder_json(Holder{session_owner(*held.value), {}, {}}, false);
    }
    if (!line["holder"].is_null())
        line["holder"]["expires_us"] = nullptr;
    context.out().emit(line);
    return exit_done;
}

int lock(Context& context, const Args& args)
{
    const auto asked = read(args);
    if (!context.sessions_stay())
        fail_usage("a session lock ends with its session, here with this command: acquire it in a batch, or run a "
                   "command under it: guard run NAME --guard named -- CMD");
    const auto answer =
        context.ask([&](Session& s) { return s.session_locks().try_lock(asked.name, asked.kind, asked.owner); });
    print(context, "session-lock", asked, answer.value ? "acquired" : "busy", answer.value, answer.at);
    return answer.value ? exit_done : exit_no;
}

int unlock(Context& context, const Args& args)
{
    const auto asked = read(args);
    const auto answer = context.ask([&](Session& s) { return s.session_locks().unlock(asked.name, asked.kind); });
    print(context, "session-unlock", asked, answer.value ? "released" : "not_owner", false, answer.at);
    return answer.value ? exit_done : exit_refused;
}

int check(Context& context, const Args& args)
{
    const auto asked = read(args);
    const auto answer = context.ask([&](Session& s) { return s.session_locks().still_mine(asked.name, asked.kind); });
    print(context, "session-check", asked, answer.value ? "still_held" : "not_owner", answer.value, answer.at);
    return answer.value ? exit_done : exit_refused;
}

Command& with_items(Command& command)
{
    return command.positional("NAME", "the lock")
        .option("--owner", "O", "the holder, as operators see it")
        .option("--kind", "KIND",
                "named (default): PostgreSQL's advisory lock, MariaDB's GET_LOCK; skip-locked: a locked row")
        .words({"named", "skip-locked"});
}

} // namespace

void add_session_commands(CommandTree& tree)
{
    tree.describe("session", "Locks that live as long as a connection: in a batch, until it ends or releases them");
    with_items(tree.add("session lock", "Acquire a session lock, or show its holder.", lock))
        .text("It has no lease and no token, and ends with the connection. Never waits; exit status 3 when another "
              "session holds it. In a batch only, as the connection would end with the command; `guard run --guard "
              "named` runs a command under it.")
        .example("printf 'session lock nightly --owner me\\nsession check nightly\\n' | lockdeskctl --store $DB batch -");
    with_items(tree.add("session unlock", "Release a session lock.", unlock))
        .text("Exit status 4 when this connection does not hold it.");
    with_items(tree.add("session check", "Check whether this connection still holds the lock.", check))
        .text("Exit status 4 when it does not: locks end with their connection.");
}

} // namespace lockdesk::ctl
