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

constexpr Duration taking_lease = std::chrono::seconds{10}; ///< of the acquire that a release follows at once
constexpr std::size_t most_maintained = 10'000;

struct Wanted
{
    Duration span;
    std::string reason;
    OwnerId owner;
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

// Nobody holds it: an acquire, and a release that keeps it for nobody. Returns its state for people.
const char* hold_off_free(Context& context, const LockName& name, const Wanted& wanted, std::optional<TimePoint>& until)
{
    const RequestId request = make_request_id(context.runtime());
    const auto taken = context.ask_twice(
        [&](Session& s) { return s.locks().acquire({name, wanted.owner, taking_lease, request}); },
        [&](Session& s) { return s.locks().acquire({name, wanted.owner, taking_lease, request}); });
    if (!taken)
        throw CommandFailed{taken.failure(), taken.store_time()};
    if (taken->result != AcquireResult::acquired) {
        until = taken->expires_at;
        return taken->result == AcquireResult::busy ? "held" : "cooling";
    }
    const auto released =
        context.ask([&](Session& s) { return s.locks().release(name, wanted.owner, *taken->token, wanted.span); });
    until = released->expires_at;
    return released->result == LeaseResult::cooling ? "held off" : "changed";
}

const char* hold_off_held(Context& context, const LockName& name, const LockRow& row, std::optional<TimePoint> at, const Wanted& wanted,
                          std::optional<TimePoint>& until)
{
    const bool expired = at && lock_state(row, *at) == LockState::expired;
    auto request = or_fail(force_release_of(LockSeen{row, at.value_or(TimePoint{}), true}, expired));
    request.name = name;
    request.reason = std::string(maintenance_reason) + wanted.reason;
    request.hold_off = wanted.span;
    request.who = app::operator_name();
    const auto told = context.ask([&](Session& s) { return s.locks().force_release(request); });
    if (!told->audit_problem.empty())
        context.out().note("Not written to the audit: " + told->audit_problem);
    until = told->expires_at;
    return told->result == ForceResult::released ? "held off" : "changed";
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
    const Wanted wanted{span, reason, or_fail(owner_for_maintenance(app::operator_name(), reason)), args.has("--force")};
    bool all = true;
    for (const LockName& name : names) {
        const auto seen = context.ask([&](Session& s) { return s.locks().find(name); });
        const bool held = seen.value && !seen.value->owner.empty();
        std::optional<TimePoint> until;
        const char* state = held && wanted.force ? hold_off_held(context, name, *seen.value, seen.at, wanted, until)
                            : held               ? "held"
                                                 : hold_off_free(context, name, wanted, until);
        if (held && !wanted.force)
            until = seen.value->expires_at;
        all = all && std::string_view(state) == "held off";
        context.out().emit(maintained_line(name.str(), state, until, reason, app::operator_name(), seen.at));
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
    tree.add("maintenance begin", "Hold off chosen locks until an end, for a reason.", begin_maintenance)
        .many("NAME", "the locks")
        .names_locks()
        .required("--for", "D", "how long, from now; the store's clock ends it")
        .required("--reason", "R", "why; every console shows it while it lasts")
        .flag("--force", "also locks that somebody holds: they are freed by force, and old holders may work on")
        .text("A free lock is taken and released at once, so that it cools until the end; nobody gets it meanwhile. A held one is "
              "left alone (state held) without --force. Exit status 3 unless all of them are held off. It ends by itself.")
        .example("lockdeskctl maintenance begin nightly mails --for 2h --reason 'INC-42: database upgrade'");
    tree.add("maintenance list", "Show the locks that are held off for maintenance.", list_maintenance)
        .example("lockdeskctl maintenance list");
}

} // namespace lockdesk::ctl
