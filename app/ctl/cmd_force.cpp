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

Answer<ForcePreview> preview_of(Locks& locks, const ForceRelease& request) { return locks.preview_force_release(request); }
Answer<ForcePreview> preview_of(Locks& locks, const EndCooling& request) { return locks.preview_end_cooling(request); }

// Whether the conditions hold for the row as it is now, so that the command would do something.
bool would_release(const ForceRelease& request, bool has_tokens)
{
    if (!request.seen)
        return false;
    const LockRow& row = request.seen->row;
    return row.owner == request.if_owner.str() && (!has_tokens || row.token == request.if_token)
           && (!request.if_expires_at || row.expires_at == request.if_expires_at);
}

bool would_release(const EndCooling& request, bool)
{
    return request.seen && request.seen->row.token == request.if_token && request.seen->row.cooling_until == request.if_cooling_until;
}

template <class Request> int preview(Context& context, const Request& request)
{
    const auto answer = context.ask([&](Session& s) { return preview_of(s.locks(), request); });
    Json line = Output::line("preview", answer.at);
    const bool released = would_release(request, context.session().capabilities().fence != FenceStrength::none);
    line["result"] = word(released ? ForceResult::released : ForceResult::changed);
    line["commands"] = answer->commands;
    line["wakes"] = answer->wakes;
    line["may_run_twice"] = released && answer->may_run_twice;
    line["protection"] = word(answer->protection);
    if (answer->ends) {
        line["ends_session"] = answer->ends->session.empty() ? Json(nullptr) : Json(answer->ends->session);
        line["in_transaction"] = answer->ends->in_transaction;
        line["also_frees"] = answer->ends->also_frees;
    }
    context.out().emit(line);
    return released ? exit_done : exit_refused;
}

// The current row counts as the one that was seen; the caller sets the conditions.
std::optional<LockSeen> look(Context& context, const LockName& name)
{
    const auto answer = context.ask([&](Session& s) { return s.locks().find(name); });
    return answer.value ? std::optional(LockSeen{*answer.value, answer.at.value_or(TimePoint{}), true}) : std::nullopt;
}

int force_release(Context& context, const Args& args)
{
    ForceRelease request = request_of(args);
    request.seen = look(context, request.name);
    if (args.previews())
        return preview(context, request);
    const auto answer = context.ask([&](Session& s) { return s.locks().force_release(request); });
    const Capabilities can = context.session().capabilities();
    context.out().emit(force_json(request, answer.value, can, answer.at));
    if (!answer->audit_problem.empty())
        context.out().note("Not written to the audit: " + answer->audit_problem);
    return answer->result == ForceResult::released ? exit_done : exit_refused;
}

// Without --if-token and --if-until it is the cooling that is there now.
EndCooling end_of_hold_off(Context& context, const Args& args)
{
    EndCooling request{.name = args.stored_name<LockName>("NAME"),
                       .if_token = args.token("--if-token"),
                       .if_cooling_until = time_from_us(args.whole("--if-until", 0, 0)),
                       .reason = args.reason(),
                       .who = app::operator_name(),
                       .seen = {}};
    request.seen = look(context, request.name);
    if (request.seen && !args.has("--if-token"))
        request.if_token = request.seen->row.token;
    if (request.seen && !args.has("--if-until"))
        request.if_cooling_until = request.seen->row.cooling_until.value_or(TimePoint{});
    return request;
}

int end_hold_off(Context& context, const Args& args)
{
    const EndCooling request = end_of_hold_off(context, args);
    if (args.previews())
        return preview(context, request);
    const auto answer = context.ask([&](Session& s) { return s.locks().end_cooling(request); });
    context.out().emit(end_cooling_json(request, answer.value, context.session().capabilities(), answer.at));
    if (!answer->audit_problem.empty())
        context.out().note("Not written to the audit: " + answer->audit_problem);
    return answer->result == ForceResult::released ? exit_done : exit_refused;
}

void add_end_hold_off(CommandTree& tree)
{
    tree.add("lock end-hold-off", "End the hold-off of a lock before its time, so that anyone may take it.", end_hold_off)
        .positional("NAME", "the lock")
        .names_locks()
        .option("--if-token", "T", "only if its token is still T")
        .option("--if-until", "US", "only if it is still held off until then (microseconds since 1970)")
        .required("--reason", "R", "why, for the audit; - for none")
        .flag("--escaped", "NAME is written as tables and JSON show names that are not UTF-8: job\\xff\\x00")
        .preview()
        .text("A compare-and-set on the hold-off that was seen (without --if-token and --if-until it is read right before): "
              "if the lock was taken or held off again meanwhile, nothing is done and the exit status is 4. What is left of "
              "an at-least-for ends, too. Token and fence stay, so that late writes of old holders are refused as before.")
        .example("lockdeskctl lock end-hold-off orders --reason 'the pod is back' --preview")
        .example("lockdeskctl lock end-hold-off orders --reason 'the pod is back'");
}

} // namespace

void add_force_commands(CommandTree& tree)
{
    add_end_hold_off(tree);
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
              "the old holder's late writes are refused there; its work may still run twice. With --preview, too, the exit status is 4 "
              "if it would do nothing.")
        .example(
            "lockdeskctl lock force-release orders --if-owner pod-7/1/ab --if-token 41 --reason 'pod is gone' --preview")
        .example("lockdeskctl lock force-release orders --if-owner pod-7/1/ab --if-token 41 --reason 'pod is gone' "
                 "--hold-off 1m")
        .example(
            "lockdeskctl --source named lock force-release nightly --if-owner pod-7/1/ab --if-token 0 --reason 'it hangs'",
            "ends the session that holds a session lock: all that it holds goes with it, its transaction rolls back");
}

} // namespace lockdesk::ctl
