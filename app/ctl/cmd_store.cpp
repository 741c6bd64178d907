// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "backends/engine/shown_text.h"

#include <nlohmann/json.hpp>

namespace lockdesk::ctl {

namespace {

Json schema_json(const SchemaState& state, std::optional<TimePoint> at)
{
    Json line = Output::line("schema", at);
    line["version"] = state.version;
    line["created"] = state.created;
    line["dropped"] = false;
    line["ddl"] = nullptr;
    return line;
}

int print_ddl(Context& context)
{
    SessionOptions options = context.session_options(Schema::not_needed);
    options.connect_later = true;
    const std::string ddl = or_fail(context.store().open(options))->admin().schema_text();
    Json line = schema_json({schema_version, false}, std::nullopt);
    line["ddl"] = ddl;
    context.out().emit_lines(line, ddl);
    return exit_done;
}

int init(Context& context, const Args& args)
{
    if (args.has("--print") && args.has("--drop"))
        fail_usage("--print and --drop exclude each other");
    if (args.has("--print"))
        return print_ddl(context);
    if (args.has("--drop")) {
        const auto dropped = context.ask([](Session& s) { return s.admin().drop_schema(); }, Schema::not_needed);
        Json line = schema_json({}, dropped.at);
        line["dropped"] = true;
        context.out().emit(line, "Everything of Lockdesk's outside sandboxes is removed from this store.");
        context.drop_sessions();
        return exit_done;
    }
    const auto state = context.ask([](Session& s) { return s.admin().create_schema(); }, Schema::not_needed);
    context.drop_sessions(); // they may remember that nothing was there
    context.out().emit(schema_json(state.value, state.at),
                       state->created
                           ? "The store is ready: schema version " + std::to_string(state->version) + " created."
                           : "The store is ready: schema version " + std::to_string(state->version) + " was there already.");
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

int capabilities(Context& context, const Args&)
{
    const auto reached = context.ask([](Session& s) { return s.admin().clock(1); }, Schema::not_needed);
    const Capabilities& can = context.session(Schema::not_needed).capabilities();
    Json line = Output::line("capabilities", reached.at ? reached.at : reached->store);
    line["store"] = can.store;
    line["version"] = can.version;
    line["source"] = can.source;
    line["resolution_us"] = to_us(can.resolution);
    line["fence"] = word(can.fence);
    line["durable_tokens"] = can.durable_tokens;
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
    line["server_read_only"] = can.server_read_only;
    line["sandbox"] = can.sandbox;
    line["changes"] = can.changes;
    Json strategies = Json::array();
    for (const ClaimStrategy one : can.strategies)
        strategies.push_back(lockdesk::word(one));
    line["strategies"] = std::move(strategies);
    std::string human;
    for (const auto& [key, value] : line.items())
        if (key != "v" && key != "type" && key != "store_us")
            human += (human.empty() ? "" : "\n") + key + std::string(key.size() < 16 ? 16 - key.size() : 1, ' ')
                     + (value.is_string() ? shown(value.get<std::string>()) : value.dump());
    context.out().emit_lines(line, human);
    return exit_done;
}

} // namespace

void add_store_commands(CommandTree& tree)
{
    tree.add("init", "Create what Lockdesk needs in the store, or show or remove it.", init)
        .flag("--print", "only show the statements; asks nothing")
        .flag("--drop", "remove everything of Lockdesk's outside sandboxes, rows included")
        .text("Creates only what is missing, as often as you like. Over a table of the same name that is not Lockdesk's it "
              "changes nothing and ends with 5.")
        .example("lockdeskctl --store sqlite:///tmp/locks.db init")
        .example("lockdeskctl --store postgresql://me@db/app init --print | less", "what would it do?");
    tree.add("capabilities", "Say what this store and source can do.", capabilities)
        .example("lockdeskctl --store redis://localhost capabilities");
}

} // namespace lockdesk::ctl
