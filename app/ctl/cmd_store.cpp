// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/human.h"
#include "backends/engine/text/grouped.h"
#include "backends/engine/text/shown_text.h"
#include "backends/json/json.h"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace lockdesk::ctl {

namespace {

Json schema_json(const SchemaState& state, std::optional<TimePoint> at)
{
    Json line = Output::line("schema", at);
    line["version"] = state.version;
    line["created"] = state.created;
    line["token_floor"] = state.token_floor ? Json(*state.token_floor) : Json(nullptr);
    line["dropped"] = false;
    line["ddl"] = nullptr;
    return line;
}

// `now` or a number; nullopt without the option.
std::optional<TokenFloor> floor_of(const Args& args)
{
    if (!args.has("--token-floor"))
        return std::nullopt;
    const std::string text = args.text("--token-floor");
    if (text == "now")
        return TokenFloor{};
    TokenFloor floor{0};
    const auto* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, *floor.number);
    if (read.ec != std::errc{} || read.ptr != end || *floor.number < 0 || *floor.number > largest_token_floor)
        fail_usage("--token-floor is now, or an integer from 0 to " + std::to_string(largest_token_floor));
    return floor;
}

int print_ddl(Context& context, const std::optional<TokenFloor>& floor)
{
    SessionOptions options = context.session_options(Schema::not_needed);
    options.connect_later = true;
    const auto session = or_fail(context.store().open(options));
    std::string ddl = session->admin().schema_text();
    if (floor)
        ddl += "\n" + session->admin().token_floor_text(*floor);
    Json line = schema_json({schema_version, false, std::nullopt}, std::nullopt);
    line["ddl"] = ddl;
    context.out().emit_lines(line, ddl);
    return exit_done;
}

// "3 locks", "1,000 or more locks"; a source that has none of them: empty.
template <class Row> std::string counted(const Answer<Page<Row>>& page, const char* one, const char* more)
{
    if (!page && page.failure().kind == FailureKind::unsupported)
        return {};
    if (!page)
        throw CommandFailed{page.failure(), page.store_time()};
    const std::size_t count = page->rows.size();
    return grouped(static_cast<std::int64_t>(count)) + (page->truncated ? " or more " : " ") + (count == 1 ? one : more);
}

// Returns what a drop would remove: "3 locks (1 held), 20 tasks, 0 messages, 2 workers".
std::string what_a_drop_removes(Context& context)
{
    Session& session = context.session(Schema::needed);
    const ListRequest held{or_fail(Filter::parse("state:held", list_filter_keys(), false))};
    std::string text = counted(session.locks().list({}), "lock", "locks");
    text += " (" + counted(session.locks().list(held), "held", "held") + ")";
    for (const std::string& part : {counted(session.tasks().list({}), "task", "tasks"),
                                    counted(session.outbox().list({}), "message", "messages"),
                                    counted(session.workers().list({}), "worker", "workers")})
        text += part.empty() ? "" : ", " + part;
    return text;
}

int show_drop(Context& context)
{
    if (context.options().source != "lockdesk")
        throw CommandFailed{Failure::unsupported("records of --source " + context.options().source
                                                 + " may belong to other programs: a drop is refused"),
                            std::nullopt};
    const auto state = context.ask([](Session& s) { return s.admin().schema(); }, Schema::not_needed);
    const std::string where = context.store().url().redacted();
    const bool exists = state->version > 0;
    context.out().emit(schema_json(state.value, state.at),
                       exists ? "Would remove Lockdesk's schema, version " + std::to_string(state->version) + ", from " + where + ": "
                                    + what_a_drop_removes(context) + "; sandboxes stay. Nothing was changed."
                              : "Lockdesk has no schema in " + where + ": nothing to remove.");
    return exit_done;
}

int init(Context& context, const Args& args)
{
    if (args.has("--print") && args.has("--drop"))
        fail_usage("--print cannot be combined with --drop; --dry-run says what a drop would remove");
    const bool prints = args.has("--print") || (args.has("--dry-run") && !args.has("--drop"));
    args.exclude_without("--drop", {"--yes"});
    const auto floor = floor_of(args);
    if (floor && args.has("--drop"))
        fail_usage("--token-floor cannot be combined with --drop");
    if (prints)
        return print_ddl(context, floor);
    if (args.has("--drop") && args.has("--dry-run"))
        return show_drop(context);
    if (args.has("--drop")) {
        confirm(context, args,
                "Remove all locks, tasks, messages, records and workers of Lockdesk from "
                    + context.store().url().redacted() + "?");
        const auto dropped = context.ask([](Session& s) { return s.admin().drop_schema(); }, Schema::not_needed);
        Json line = schema_json({}, dropped.at);
        line["dropped"] = true;
        context.out().emit(line, "Lockdesk's schema and rows outside sandboxes are removed from this store.");
        context.drop_sessions();
        return exit_done;
    }
    const auto state = context.ask([&](Session& s) { return s.admin().create_schema(floor); }, Schema::not_needed);
    context.drop_sessions(); // they may have cached that the schema was missing
    std::string answer = "The store is ready: schema version " + std::to_string(state->version)
                       + (state->created ? " created." : " already exists.");
    if (state->token_floor && *state->token_floor > 0)
        answer += " New tokens begin above " + std::to_string(*state->token_floor) + ".";
    context.out().emit(schema_json(state.value, state.at), answer);
    return exit_done;
}

const char* word(FenceStrength strength)
{
    switch (strength) {
    case FenceStrength::none: return "none";
    case FenceStrength::weak: return "weak";
    case FenceStrength::strict: break;
    }
    return "strict";
}

// A line each; a weakness with what it means and what helps.
std::string capabilities_text(const Json& line)
{
    std::string out;
    const auto tell = [&](std::string name, const std::string& value) {
        std::replace(name.begin(), name.end(), '_', ' ');
        name.resize(std::max<std::size_t>(name.size() + 1, 18), ' ');
        out += (out.empty() ? "" : "\n") + name + shown(value);
    };
    for (const auto& [key, value] : line.items()) {
        if (key == "v" || key == "type" || key == "store_us")
            continue;
        if (key == "resolution_us")
            tell("resolution", human_duration(value.get<std::int64_t>()));
        else if (key == "weaknesses")
            for (const Json& one : value)
                tell("weakness", one["setting"].get<std::string>() + ": " + one["evidence"].get<std::string>() + " ("
                                     + one["advice"].get<std::string>() + ")");
        else if (value.is_boolean())
            tell(key, value.get<bool>() ? "yes" : "no");
        else if (value.is_array()) {
            std::string all;
            for (const Json& one : value)
                all += (all.empty() ? "" : ", ") + one.get<std::string>();
            tell(key, all.empty() ? "none" : all);
        } else {
            tell(key, value.is_string() ? value.get<std::string>() : value.dump());
        }
    }
    return out;
}

int capabilities(Context& context, const Args&)
{
    const auto begun = std::chrono::steady_clock::now();
    const auto reached = context.ask([](Session& s) { return s.admin().clock(1); }, Schema::not_needed);
    Capabilities can = context.session(Schema::not_needed).capabilities();
    // Queries the current value: a session without a schema has not read it. A server that let the opening wait for its answer
    // would do so again, past the time for this command.
    const bool was_slow = std::chrono::steady_clock::now() - begun > context.session_options().timeout / 2;
    const auto kept = was_slow ? Answer<Durability>(Failure::unavailable("the server did not say in time what it keeps"))
                               : context.session(Schema::not_needed).admin().durability();
    if (kept || kept.failure().kind != FailureKind::unsupported)
        can.take(durability_or_unknown(kept));
    Json line = Output::line("capabilities", reached.at ? reached.at : reached->store);
    line["store"] = can.store;
    line["version"] = can.version;
    line["source"] = can.source;
    line["resolution_us"] = to_us(can.resolution);
    line["fence"] = word(can.fence);
    line["durable_tokens"] = can.durable_tokens;
    line["weaknesses"] = Json::array();
    for (const Weakness& one : can.weaknesses)
        line["weaknesses"].push_back({{"kind", lockdesk::word(one.kind)},
                                      {"setting", one.setting},
                                      {"evidence", one.evidence},
                                      {"advice", one.advice}});
    line["max_name_bytes"] = can.max_name_bytes;
    line["waiters"] = can.waiters;
    line["hints"] = can.hints;
    line["batch_claim"] = can.batch_claim;
    line["session_locks"] = can.session_locks;
    line["skip_locked"] = can.skip_locked;
    line["tasks"] = can.tasks;
    line["outbox"] = can.outbox;
    line["records"] = can.records;
    line["workers"] = can.workers;
    line["audit"] = can.audit;
    line["draws"] = can.draws;
    line["fenced_writes"] = can.fenced_writes;
    line["server_read_only"] = can.server_read_only;
    line["sandbox"] = can.sandbox;
    line["changes"] = can.changes;
    Json strategies = Json::array();
    for (const ClaimStrategy one : can.strategies)
        strategies.push_back(lockdesk::word(one));
    line["strategies"] = std::move(strategies);
    context.out().emit_lines(line, capabilities_text(line));
    return exit_done;
}

} // namespace

void add_store_commands(CommandTree& tree)
{
    tree.add("init", "Create Lockdesk's schema in the store, or show or remove it.", init)
        .flag("--print", "only show the statements; needs no store")
        .flag("--dry-run", "the same as --print; with --drop: only say what would be removed")
        .option("--token-floor", "now|N",
                "every token granted from now on is larger: than the server's seconds since 1970, or than N")
        .flag("--drop", "remove the schema and all rows, except those of sandboxes; asks first on a terminal")
        .asks()
        .text("Creates only what is missing, and may be repeated. If a foreign table of the same name exists, nothing "
              "is changed and the exit status is 5.")
        .text("After a backup was restored, or the schema was created anew, give --token-floor now: fences elsewhere "
              "have seen larger tokens than the store knows. A floor is raised, never lowered. A holder keeps its "
              "token until it releases the lock.")
        .example("lockdeskctl --store sqlite:///tmp/locks.db init")
        .example("lockdeskctl --store postgresql://me@db/app init --token-floor now", "the database came back from a backup")
        .example("lockdeskctl --store postgresql://me@db/app init --print | less", "only show the statements");
    tree.add("capabilities", "Show what this store and source support.", capabilities)
        .example("lockdeskctl --store redis://localhost capabilities");
}

} // namespace lockdesk::ctl
