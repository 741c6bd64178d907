// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/connections.h"
#include "app/ctl/command.h"
#include "app/ctl/row_json.h"
#include "backends/engine/contracts/ids.h"
#include "backends/json/json.h"
#include "backends/observe/maintenance.h"

#include <algorithm>

namespace lockdesk::ctl {

namespace {

constexpr std::size_t most_maintained = 10'000;

struct Wanted
{
    MaintenanceOrder order;
    bool force = false;
};

Json maintained_line(const std::string& name, const char* state, std::optional<TimePoint> until, const std::string& reason,
                     const std::string& who, std::optional<TimePoint> at)
{
    Json out = Output::line("row", at);
    out["entity"] = "maintenance";
    out["key"] = to_valid_utf8(name);
    out["state"] = state;
    out["name"] = out["key"];
    out["until_us"] = us_or_null(until);
    out["reason"] = text_or_null(to_valid_utf8(reason));
    out["who"] = text_or_null(to_valid_utf8(who));
    return out;
}

const char* state_of(MaintenanceResult result)
{
    switch (result) {
    case MaintenanceResult::held_off: return "held off";
    case MaintenanceResult::held: return "held";
    case MaintenanceResult::cooling: return "cooling";
    case MaintenanceResult::changed: break;
    }
    return "changed";
}

MaintenanceAnswer hold_off_one(Context& context, const LockName& name, const LockRow* row, std::optional<TimePoint> at, const Wanted& wanted)
{
    const std::optional<LockSeen> seen = row ? std::optional(LockSeen{*row, at.value_or(TimePoint{}), true}) : std::nullopt;
    if (row == nullptr || row->owner.empty()) {
        const RequestId request = make_request_id(context.runtime());
        const auto hold_off = [&](Session& s, bool again) { return hold_off_free(s, name, wanted.order, request, seen, again); };
        const auto answer = context.ask_twice([&](Session& s) { return hold_off(s, false); }, [&](Session& s) { return hold_off(s, true); });
        if (!answer)
            throw CommandFailed{answer.failure(), answer.store_time()};
        return *answer;
    }
    if (!wanted.force)
        return {MaintenanceResult::held, row->expires_at};
    auto request = or_fail(force_release_of(*seen, at && lock_state(*row, *at) == LockState::expired));
    request.name = name;
    return context.ask([&](Session& s) { return hold_off_held(s, request, wanted.order); }).value;
}

int begin_maintenance(Context& context, const Args& args)
{
    std::vector<LockName> names;
    for (const std::string& text : args.all("NAME"))
        names.push_back(or_fail(LockName::parse(text)));
    if (names.empty())
        fail_usage("name at least one lock");
    const Duration span = args.duration("--for");
    if (span <= Duration{0} || span >= no_end)
        fail_usage("--for must be a time that ends, such as 2h");
    const std::string reason = args.reason();
    const Wanted wanted{{span, app::operator_name(), reason}, args.has("--force")};
    bool all = true;
    for (const LockName& name : names) {
        const auto found = context.ask([&](Session& s) { return s.locks().find(name); });
        const auto done = hold_off_one(context, name, found.value ? &*found.value : nullptr, found.at, wanted);
        if (!done.audit_problem.empty())
            context.out().note("Not written to the audit: " + done.audit_problem);
        all = all && done.result == MaintenanceResult::held_off;
        context.out().emit(maintained_line(name.str(), state_of(done.result), done.until, reason, wanted.order.who, found.at));
    }
    context.out().emit(end_json(names.size(), false, static_cast<std::int64_t>(names.size()), std::nullopt));
    return all ? exit_done : exit_no;
}

int list_maintenance(Context& context, const Args&)
{
    const ListRequest request{or_fail(Filter::parse("state:cooling", list_filter_keys(), false)), most_maintained};
    const auto locks = context.ask([&](Session& s) { return s.locks().list(request); });
    std::size_t rows = 0;
    for (const LockRow& row : locks.value.rows)
        if (const auto one = maintenance_of(row, locks.at.value_or(TimePoint{}))) {
            context.out().emit(maintained_line(row.name, "held off", one->until, one->reason, one->who, locks.at));
            ++rows;
        }
    if (rows == 0)
        context.out().nothing("No lock is held off for maintenance.", locks.at);
    else
        context.out().emit(end_json(rows, locks.value.truncated, std::nullopt, locks.at));
    return exit_done;
}

} // namespace

void add_maintenance_commands(CommandTree& tree)
{
    tree.describe("maintenance", "Locks that nobody may take for a while");
    tree.add("maintenance begin", "Hold off chosen locks until an end, for a reason.", begin_maintenance).tabled("maintenance")
        .many("NAME", "the locks")
        .names_locks()
        .required("--for", "D", "how long, from now; the store's clock ends it")
        .required("--reason", "R", "why; every console shows it while it lasts")
        .flag("--force", "also locks that somebody holds: they are freed by force, and old holders may work on")
        .text("A free lock is taken and released at once, so that it cools until the end; nobody gets it meanwhile. A held one is "
              "left alone (state held) without --force. Exit status 3 unless all of them are held off. It ends by itself, or by "
              "lock end-hold-off.")
        .example("lockdeskctl maintenance begin nightly mails --for 2h --reason 'INC-42: database upgrade'");
    tree.add("maintenance list", "Show the locks that are held off for maintenance.", list_maintenance).tabled("maintenance")
        .example("lockdeskctl maintenance list");
}

} // namespace lockdesk::ctl
