// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/connections.h"
#include "app/ctl/command.h"
#include "app/ctl/row_json.h"
#include "backends/engine/contracts/task_state.h"
#include "backends/json/json.h"

#include <span>

namespace lockdesk::ctl {

namespace {

int exit_of_step(StepResult result)
{
    return result == StepResult::done ? exit_done : result == StepResult::missing ? exit_no : exit_refused;
}

int print_step(Context& context, const TaskId& id, const Told<StepAnswer>& told)
{
    const char* result = word(told->result);
    context.out().emit(told->row ? task_json(*told->row, told.at, result, told->wait)
                                 : missing_task_json(id.str(), told.at, result));
    return exit_of_step(told->result);
}

using What = decltype(TaskStep::what);

int step(Context& context, const Args& args, What what)
{
    const TaskStep one{args.name<TaskId>("ID"), args.name<OwnerId>("--owner"), args.token("--token"), std::move(what)};
    auto told = context.ask([&](Session& s) { return s.tasks().apply(std::span(&one, 1)); });
    if (told->size() != 1)
        throw CommandFailed{Failure::internal("the store did not answer for the task"), told.at};
    return print_step(context, one.id, {std::move(told->front()), told.at});
}

Advance advance_of(const Args& args)
{
    Advance advance{std::nullopt, args.name<Phase>("--to"), std::nullopt};
    if (args.has("--from"))
        advance.from = args.name<Phase>("--from");
    if (args.has("--desired"))
        advance.desired = or_fail(parse_desired_state(args.text("--desired")));
    return advance;
}

void check_one_wait(const Args& args)
{
    if (args.has("--wait") + args.has("--progressive") + args.has("--exponential") > 1)
        fail_usage("--wait, --progressive and --exponential exclude each other");
}

int relock_forced(Context& context, const Args& args)
{
    for (const char* name : {"--owner", "--token", "--progressive", "--exponential"})
        if (args.has(name))
            fail_usage(std::string(name) + " does not go with --force; give --if-owner, --if-token and --wait");
    for (const char* name : {"--if-owner", "--if-token", "--wait", "--reason"})
        if (!args.has(name))
            fail_usage(std::string("relock --force needs ") + name);
    const std::string owner = args.text("--if-owner");
    ForcedRelock request{args.name<TaskId>("ID"),  owner.empty() ? owner : args.name<OwnerId>("--if-owner").str(),
                         args.token("--if-token"), args.duration("--wait"),
                         args.reason(),            app::operator_name()};
    const auto row = context.ask([&](Session& s) { return s.tasks().find(request.id); });
    if (row.value)
        request.seen = TaskSeen{*row.value, row.at.value_or(TimePoint{}), true};
    if (args.previews()) {
        const auto told = context.ask([&](Session& s) { return s.tasks().preview_relock_forced(request); });
        Json line = Output::line("preview", told.at);
        line["commands"] = told.value;
        line["wakes"] = 0;
        line["may_run_twice"] = !owner.empty();
        line["protection"] = "row";
        context.out().emit(line);
        return exit_done;
    }
    return print_step(context, request.id, context.ask([&](Session& s) { return s.tasks().relock_forced(request); }));
}

int relock(Context& context, const Args& args)
{
    if (args.has("--force"))
        return relock_forced(context, args);
    for (const char* name : {"--if-owner", "--if-token", "--reason", "--preview", "--dry-run"})
        if (args.has(name))
            fail_usage(std::string(name) + " needs --force");
    for (const char* name : {"--owner", "--token"})
        if (!args.has(name))
            fail_usage(std::string("relock needs ") + name + " (or --force with --if-owner and --if-token)");
    check_one_wait(args);
    if (args.has("--wait"))
        return step(context, args, Relock{args.duration("--wait")});
    RelockByBackoff backoff;
    backoff.jitter = context.runtime().fraction();
    if (args.has("--progressive"))
        backoff.policy = BackoffPolicy::progressive;
    if (args.has("--exponential"))
        backoff.policy = BackoffPolicy::exponential;
    return step(context, args, backoff);
}

int show_task(Context& context, const Args& args)
{
    const auto id = args.name<TaskId>("ID");
    const auto told = context.ask([&](Session& s) { return s.tasks().find(id); });
    if (told.value)
        context.out().emit(row_json(*told.value, told.at));
    context.out().emit(end_json(told.value ? 1 : 0, false, std::nullopt, told.at),
                       told.value ? "" : "There is no task " + id.str() + ".");
    return told.value ? exit_done : exit_no;
}

// Relocks the row as it was read: a claim in between keeps the task.
int retry_task(Context& context, const Args& args)
{
    const auto id = args.name<TaskId>("ID");
    const auto row = context.ask([&](Session& s) { return s.tasks().find(id); });
    const bool ended = row.value && (is_parked(*row.value) || is_done(*row.value, row.at.value_or(TimePoint{})));
    if (!ended) {
        context.out().emit(end_json(0, false, std::nullopt, row.at),
                           row.value ? "Task " + id.str() + " is neither failed nor done."
                                     : "There is no task " + id.str() + ".");
        return exit_no;
    }
    ForcedRelock request{.id = id, .if_owner = {}, .if_token = row.value->token};
    request.reason = args.has("--reason") ? args.text("--reason") : "retry";
    request.who = app::operator_name();
    request.seen = TaskSeen{*row.value, row.at.value_or(TimePoint{}), true};
    const auto told = context.ask([&](Session& s) { return s.tasks().relock_forced(request); });
    if (told->row) {
        Json line = row_json(*told->row, told.at);
        if (told->result == StepResult::done && told.at) // it is due one microsecond later
            line["state"] = state_word(*told->row, *told.at + Duration{1});
        context.out().emit(line);
    }
    context.out().emit(end_json(told->row ? 1 : 0, false, std::nullopt, told.at),
                       told->result == StepResult::done ? "" : "Task " + id.str() + " has changed; nothing is done.");
    return exit_of_step(told->result);
}

Command& holder_step(CommandTree& tree, const char* path, const char* summary, Handler handler)
{
    return tree.add(path, summary, std::move(handler))
        .positional("ID", "the task")
        .required("--owner", "O", "who claimed it")
        .required("--token", "T", "the token of that claim");
}

void add_relock(CommandTree& tree)
{
    tree.add("task relock", "Give a task back, due after a wait.", relock)
        .positional("ID", "the task")
        .option("--owner", "O", "who claimed it")
        .option("--token", "T", "the token of that claim")
        .option("--wait", "D", "due after so long")
        .flag("--progressive", "due after a tenth of the time since its last advance")
        .flag("--exponential", "due after a random part of the time since its last advance")
        .flag("--force", "as an operator, whoever holds it: needs --if-owner, --if-token, --wait and --reason")
        .option("--if-owner", "O", "the owner that was seen; '' for nobody")
        .option("--if-token", "T", "the token that was seen")
        .option("--reason", "R", "why, for the audit")
        .preview()
        .text("Without --wait, --progressive or --exponential the rule of the task's phase decides.")
        .example("lockdeskctl task relock g-1 --owner me --token 3 --progressive")
        .example("lockdeskctl task relock g-1 --force --if-owner pod-7/1/ab --if-token 3 --wait 90s --reason 'pod hangs'");
}

} // namespace

void add_task_commands(CommandTree& tree)
{
    tree.describe("task", "Tasks that move through phases");
    tree.add("task show", "Show one task, and what its handler said last.", show_task)
        .positional("ID", "the task")
        .example("lockdeskctl task show g-1");
    tree.add("task retry", "Make a task due again that is failed or done, and count its failures anew.", retry_task)
        .positional("ID", "the task")
        .option("--reason", "R", "why, for the audit (retry)")
        .text("Exit status 3 if the task is neither: its failures are below --max-failures of its rule, or somebody has "
              "relocked it, and its phase is not final.")
        .example("lockdeskctl task retry g-1 --reason 'the network is back'");
    holder_step(tree, "task extend", "Lock a task anew, from now.",
                [](Context& c, const Args& a) { return step(c, a, Extend{}); });
    holder_step(tree, "task unlock", "Give a task back at once.",
                [](Context& c, const Args& a) { return step(c, a, Unlock{}); });
    holder_step(tree, "task fail", "Say that handling failed: failures + 1, due again by the rule's backoff.",
                [](Context& c, const Args& a) {
                    return step(c, a, Fail{a.text("--error"), c.runtime().fraction()});
                })
        .option("--error", "TEXT", "what went wrong");
    holder_step(tree, "task advance", "Move a task to its next phase.",
                [](Context& c, const Args& a) { return step(c, a, advance_of(a)); })
        .required("--to", "P", "the next phase")
        .option("--from", "P", "only if it is still in this phase; else the answer is stale")
        .option("--desired", "S", "a new desired state: Running, Stopped or Deleted")
        .words({"Running", "Stopped", "Deleted"})
        .text("A holder past the lock timeout whom nobody has replaced may still finish. Exit status 4 when somebody else "
              "has taken the task over.")
        .example("lockdeskctl task advance g-1 --owner me --token 3 --to Created");
    add_relock(tree);
}

} // namespace lockdesk::ctl
