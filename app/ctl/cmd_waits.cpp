// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/row_json.h"
#include "backends/engine/contracts/database_waits.h"
#include "backends/engine/contracts/session_locks.h"
#include "backends/json/json.h"
#include "backends/observe/wait_graph.h"

#include <algorithm>
#include <map>

namespace lockdesk::ctl {

namespace {

constexpr std::size_t most_waiters = 10'000, most_waited_locks = 1000;

Json wait_line(const WaitEdge& edge, std::optional<TimePoint> at)
{
    Json out = Output::line("row", at);
    out["entity"] = "wait";
    out["key"] = to_valid_utf8(edge.waiter);
    out["state"] = edge.cycle > 0 ? "cycle" : "waiting";
    out["layer"] = word(edge.layer);
    out["waiter"] = to_valid_utf8(edge.waiter);
    out["what"] = to_valid_utf8(edge.what);
    out["holder"] = text_or_null(to_valid_utf8(edge.holder));
    out["lock_state"] = text_or_null(edge.state);
    out["since_us"] = edge.since ? Json(to_us(*edge.since)) : Json(nullptr);
    out["waited_us"] = edge.since && at ? Json(to_us(std::max(*at - *edge.since, Duration{0}))) : Json(nullptr);
    out["cycle"] = edge.cycle > 0 ? Json(edge.cycle) : Json(nullptr);
    out["waiter_about"] = text_or_null(to_valid_utf8(edge.waiter_about));
    out["holder_about"] = text_or_null(to_valid_utf8(edge.holder_about));
    return out;
}

Json cycle_line(const WaitGraph& graph, const WaitCycle& cycle, TimePoint at)
{
    Json out = Output::line("cycle", at);
    out["number"] = cycle.number;
    out["members"] = Json::array();
    for (const std::size_t edge : cycle.edges)
        out["members"].push_back(to_valid_utf8(graph.edges[edge].waiter));
    out["text"] = to_valid_utf8(english_evidence(cycle_text(graph, cycle), at));
    return out;
}

// The locks that somebody waits for, session locks included.
std::map<std::string, LockRow> locks_of(Context& context, const std::vector<WaiterRow>& waiters)
{
    std::map<std::string, LockRow> out;
    for (const WaiterRow& waiter : waiters) {
        if (out.contains(waiter.name) || out.size() >= most_waited_locks)
            continue;
        const auto name = LockName::as_stored(waiter.name);
        if (!name)
            continue;
        auto lock = context.ask([&](Session& s) { return s.locks().find(*name); });
        if (lock.value)
            out.emplace(waiter.name, std::move(*lock.value));
    }
    if (!context.session().capabilities().session_locks)
        return out;
    const auto sessions = context.ask([](Session& s) { return s.session_locks().list({{}, most_waited_locks}); });
    for (const SessionLockRow& row : sessions.value.rows)
        if (!row.name.empty())
            out.emplace(row.name, lock_row(row));
    return out;
}

int waits(Context& context, const Args&)
{
    std::vector<WaiterRow> waiters;
    auto at = context.ask([](Session& s) { return s.admin().clock(1); }).at;
    if (context.session().capabilities().waiters)
        waiters = context.ask([](Session& s) { return s.locks().list_waiters({{}, most_waiters}); }).value.rows;
    const auto locks = locks_of(context, waiters);
    const auto database = context.ask_answer([](Session& s) { return database_waits(s.admin()); });
    if (!database && database.failure().kind != FailureKind::unsupported && database.failure().kind != FailureKind::refused)
        throw CommandFailed{database.failure(), at};
    if (!database && database.failure().kind == FailureKind::refused)
        context.out().note("Waits in the database itself are not shown: " + database.failure().message);
    const auto now = context.ask([](Session& s) { return s.admin().clock(1); }).value.store;
    const WaitGraph graph = wait_graph(
        waiters,
        [&](const std::string& name) {
            const auto found = locks.find(name);
            return found == locks.end() ? nullptr : &found->second;
        },
        database ? *database : std::vector<DatabaseWait>{}, now);
    if (graph.edges.empty()) {
        context.out().nothing("Nobody waits.", now);
        return exit_done;
    }
    for (const WaitEdge& edge : graph.edges)
        context.out().emit(wait_line(edge, now));
    context.out().finish();
    for (const WaitCycle& cycle : graph.cycles) {
        const Json line = cycle_line(graph, cycle, now);
        context.out().emit(line, "Cycle " + std::to_string(cycle.number) + ": " + line["text"].get<std::string>() + ".");
    }
    context.out().emit(end_json(graph.edges.size(), false, static_cast<std::int64_t>(graph.edges.size()), now));
    return graph.cycles.empty() ? exit_done : exit_no;
}

} // namespace

void add_waits_commands(CommandTree& tree)
{
    tree.add("waits", "Show who waits for whom, and name every cycle.", waits).tabled("wait")
        .text("Waiters of this source's locks, as they announce themselves, and the waits between sessions of the database "
              "server itself, of whatever program: rows, tables and advisory locks on PostgreSQL, InnoDB's row and table locks "
              "on MariaDB (which needs the right PROCESS). Not shown on MariaDB: waits in GET_LOCK and for metadata.")
        .text("Owners that wait for one another are a cycle: none gets on until a lease ends, one of them gives up, or the "
              "server ends one. Exit status 3 when there is a cycle, else 0.")
        .example("lockdeskctl waits");
}

} // namespace lockdesk::ctl
