// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/connections.h"
#include "app/ctl/command.h"
#include "app/ctl/lock_json.h"
#include "backends/json/json.h"

namespace lockdesk::ctl {

namespace {

ForceRelease request_of(const Args& args)
{
    ForceRelease request{args.stored_name<LockName>("NAME"),
                         args.stored_name<OwnerId>("--if-owner"),
                         args.token("--if-token"),
                         std::nullopt,
                         std::nullopt,
                         args.reason(),
                         args.duration("--hold-off"),
                         app::operator_name()};
    if (args.has("--if-expires"))
        request.if_expires_at = time_from_us(args.whole("--if-expires", 0, 0));
    return request;
}

int preview(Context& context, const ForceRelease& request)
{
    const auto told = context.ask([&](Session& s) { return s.locks().preview_force_release(request); });
    Json line = Output::line("preview", told.at);
    line["commands"] = told->commands;
    line["wakes"] = told->wakes;
    line["may_run_twice"] = told->may_run_twice;
    line["protection"] = word(told->protection);
    if (told->ends) {
        line["ends_session"] = told->ends->session.empty() ? Json(nullptr) : Json(told->ends->session);
        line["in_transaction"] = told->ends->in_transaction;
        line["also_frees"] = told->ends->also_frees;
    }
    context.out().emit(line);
    return exit_done;
}

// The current row counts as the one that was seen; the caller sets the conditions.
std::optional<LockSeen> look(Context& context, const LockName& name)
{
    const auto told = context.ask([&](Session& s) { return s.locks().find(name); });
    return told.value ? std::optional(LockSeen{*told.value, told.at.value_or(TimePoint{}), true}) : std::nullopt;
}

int force_release(Context& context, const Args& args)
{
    ForceRelease request = request_of(args);
    request.seen = look(context, request.name);
    if (args.previews())
        return preview(context, request);
    const auto told = context.ask([&](Session& s) { return s.locks().force_release(request); });
    const Capabilities can = context.session().capabilities();
    context.out().emit(force_json(request, told.value, can, told.at));
    if (!told->audit_problem.empty())
        context.out().note("Not written to the audit: " + told->audit_problem);
    return told->result == ForceResult::released ? exit_done : exit_refused;
}

} // namespace

void add_force_commands(CommandTree& tree)
{
    tree.add("lock force-release", "Free a lock of another owner, if it has not changed since you saw it.", force_release)
        .positional("NAME", "the lock")
        .names_locks()
        .required("--if-owner", "O", "the owner that was seen")
        .required("--if-token", "T", "the token that was seen")
        .option("--if-expires", "US",
                "only if its lease still ends then (microseconds since 1970): when the evidence was "
                "\"expired\"")
        .required("--reason", "R", "why, for the audit; - for none")
        .option("--hold-off", "D", "keep the lock cooling for D")
        .flag("--escaped", "NAME and --if-owner are written as tables and JSON show names that are not UTF-8: "
                           "job\\xff\\x00")
        .preview()
        .text("A compare-and-set: if the lock changed hands nothing is done, the new holder is shown and the exit status is "
              "4. A lock that was merely renewed is freed. The token rises and the fence of the same name with it, so that "
              "the old holder's late writes are refused there; its work may still run twice.")
        .example(
            "lockdeskctl lock force-release orders --if-owner pod-7/1/ab --if-token 41 --reason 'pod is gone' --preview")
        .example("lockdeskctl lock force-release orders --if-owner pod-7/1/ab --if-token 41 --reason 'pod is gone' "
                 "--hold-off 1m")
        .example(
            "lockdeskctl --source named lock force-release nightly --if-owner pod-7/1/ab --if-token 0 --reason 'it hangs'",
            "ends the session that holds a session lock: all that it holds goes with it, its transaction rolls back");
}

} // namespace lockdesk::ctl
