// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/connections.h"
#include "app/ctl/command.h"
#include "app/ctl/row_json.h"
#include "backends/engine/contracts/task_state.h"
#include "backends/engine/text/shown_text.h"
#include "backends/json/json.h"

#include <algorithm>
#include <span>
#include <sstream>

namespace lockdesk::ctl {

namespace {

int exit_of_step(StepResult result)
{
    return result == StepResult::done ? exit_done : result == StepResult::missing ? exit_no : exit_refused;
}

int print_step(Context& context, const TaskId& id, const Answered<StepAnswer>& answer)
{
    const char* result = word(answer->result);
    context.out().emit(answer->row ? task_json(*answer->row, answer.at, result, answer->wait)
                                 : missing_task_json(id.str(), answer.at, result));
    return exit_of_step(answer->result);
}

using What = decltype(TaskStep::what);

int step(Context& context, const Args& args, What what)
{
    const TaskStep one{args.name<TaskId>("ID"), args.name<OwnerId>("--owner"), args.token("--token"), std::move(what)};
    auto answer = context.ask([&](Session& s) { return s.tasks().apply(std::span(&one, 1)); });
    if (answer->size() != 1)
        throw CommandFailed{Failure::internal("the store did not answer for the task"), answer.at};
    return print_step(context, one.id, {std::move(answer->front()), answer.at});
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
        const auto answer = context.ask([&](Session& s) { return s.tasks().preview_relock_forced(request); });
        Json line = Output::line("preview", answer.at);
        line["commands"] = answer.value;
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

// An error of several lines, which a table shows as one: with the last output of a command. Indented, so that none of them looks
// like a row or a sentence of ours.
std::string lines_of(const std::string& error)
{
    if (error.find('\n') == std::string::npos)
        return {};
    std::string out;
    std::istringstream text(error);
    for (std::string line; std::getline(text, line);)
        out += (out.empty() ? "  | " : "\n  | ") + shown(line);
    return out;
}

int show_task(Context& context, const Args& args)
{
    const auto id = args.name<TaskId>("ID");
    const auto answer = context.ask([&](Session& s) { return s.tasks().find(id); });
    if (answer.value)
        context.out().emit(row_json(*answer.value, answer.at));
    const Json end = end_json(answer.value ? 1 : 0, false, std::nullopt, answer.at);
    const std::string error = answer.value ? lines_of(answer.value->last_error) : std::string();
    if (error.empty())
        context.out().emit(end, answer.value ? "" : "There is no task " + id.str() + ".");
    else
        context.out().emit_lines(end, error);
    return answer.value ? exit_done : exit_no;
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
    const auto answer = context.ask([&](Session& s) { return s.tasks().relock_forced(request); });
    if (answer->row) {
        Json line = row_json(*answer->row, answer.at);
        if (answer->result == StepResult::done && answer.at) // due from the next microsecond on
            line["state"] = state_word(*answer->row, *answer.at + Duration{1});
        context.out().emit(line);
    }
    context.out().emit(end_json(answer->row ? 1 : 0, false, std::nullopt, answer.at),
                       answer->result == StepResult::done ? "" : "Task " + id.str() + " has changed; nothing is done.");
    return exit_of_step(answer->result);
}

// The holder that the operator names; a task that somebody holds is not removed by its id alone.
struct ShownHolder
{
    std::string owner;
    FencingToken token;
};

std::optional<ShownHolder> shown_holder(const Args& args)
{
    if (args.has("--if-owner") != args.has("--if-token"))
        fail_usage("--if-owner and --if-token belong together");
    if (!args.has("--if-owner"))
        return std::nullopt;
    if (!args.has("--reason"))
        fail_usage("task remove of a task that somebody holds needs --reason");
    if (args.all("ID").size() != 1)
        fail_usage("--if-owner and --if-token go with one ID");
    const std::string owner = args.text("--if-owner");
    return ShownHolder{owner.empty() ? owner : args.name<OwnerId>("--if-owner").str(), args.token("--if-token")};
}

int print_removal(Context& context, const TaskRemoval& request)
{
    const auto answer = context.ask([&](Session& s) { return s.tasks().preview_remove(request); });
    Json line = Output::line("preview", answer.at);
    line["commands"] = answer.value;
    line["wakes"] = 0;
    line["may_run_twice"] = false;
    line["protection"] = request.if_owner.empty() ? Json(nullptr) : Json("row");
    context.out().emit(line);
    return exit_done;
}

int remove_task(Context& context, const Args& args, const TaskId& id, const std::optional<ShownHolder>& holder,
                std::optional<TimePoint>& at)
{
    const auto seen = context.ask([&](Session& s) { return s.tasks().find(id); });
    at = seen.at;
    if (!seen.value) {
        context.out().aside("There is no task " + id.str() + ".");
        return exit_no;
    }
    const TaskRow& row = *seen.value;
    if (!row.owner.empty() && !holder) {
        context.out().note("Task " + id.str() + " is held by " + row.owner + " with token "
                           + std::to_string(row.token.number()) + ". Name both: --if-owner, --if-token and --reason.");
        return exit_refused;
    }
    TaskRemoval request{id, holder ? holder->owner : "", holder ? holder->token : row.token,
                        args.has("--reason") ? args.reason() : "remove", app::operator_name()};
    request.seen = TaskSeen{row, seen.at.value_or(TimePoint{}), true};
    if (args.previews())
        return print_removal(context, request);
    const auto answer = context.ask([&](Session& s) { return s.tasks().remove(request); });
    at = answer.at;
    if (answer->row) {
        Json line = row_json(*answer->row, answer.at);
        line["result"] = answer->result == StepResult::done ? "removed" : word(answer->result);
        context.out().emit(line);
    }
    if (answer->result == StepResult::changed)
        context.out().note("Task " + id.str() + " has changed; it stays.");
    return exit_of_step(answer->result);
}

int remove_tasks(Context& context, const Args& args)
{
    const auto holder = shown_holder(args);
    std::vector<TaskId> ids;
    for (const std::string& text : args.all("ID"))
        ids.push_back(or_fail(TaskId::parse(text)));
    if (ids.empty())
        fail_usage("name at least one task");
    if (!args.previews())
        confirm(context, args,
                ids.size() == 1 ? "Remove task " + ids.front().str() + "?"
                                : "Remove these " + std::to_string(ids.size()) + " tasks?");
    int exit = exit_done;
    std::size_t removed = 0;
    std::optional<TimePoint> at;
    for (const TaskId& id : ids) {
        const int one = remove_task(context, args, id, holder, at);
        removed += one == exit_done ? 1 : 0;
        exit = std::max(exit, one);
    }
    if (!args.previews())
        context.out().emit(end_json(removed, false, std::nullopt, at),
                           "Removed " + std::to_string(removed) + (removed == 1 ? " task." : " tasks."));
    return exit;
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
        .flag("--force", "as an operator, against any holder: needs --if-owner, --if-token, --wait and --reason")
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
    tree.add("task show", "Show one task, and what its handler said last.", show_task).tabled("task")
        .positional("ID", "the task")
        .example("lockdeskctl task show g-1");
    tree.add("task retry", "Make a failed or done task due again, and reset its failures.", retry_task).tabled("task")
        .positional("ID", "the task")
        .option("--reason", "R", "why, for the audit (retry)")
        .text("Exit status 3 if the task is neither: its failures are below --max-failures of its rule, or somebody has "
              "relocked it, and its phase is not final.")
        .example("lockdeskctl task retry g-1 --reason 'the network is back'");
    tree.add("task remove", "Remove tasks permanently.", remove_tasks).tabled("task")
        .many("ID", "the tasks")
        .option("--if-owner", "O", "the owner that was seen, to remove a task that somebody holds")
        .option("--if-token", "T", "the token that was seen")
        .option("--reason", "R", "why, for the audit (remove); needed with --if-owner")
        .asks()
        .preview()
        .text(
            "A compare-and-set, with a row in the audit: a task that was claimed since it was seen stays, and the exit "
            "status "
            "is 4, as for one that somebody holds. Late steps of its holder find nothing, also when a task of that id comes "
            "back. Exit status 3 when there is no such task.")
        .example("lockdeskctl task remove g-1 g-2 --yes")
        .example("lockdeskctl task remove g-1 --if-owner pod-7/1/ab --if-token 3 --reason 'wrong payload' --preview");
    holder_step(tree, "task extend", "Lock a task again, from now.",
                [](Context& c, const Args& a) { return step(c, a, Extend{}); });
    holder_step(tree, "task unlock", "Release a task at once.",
                [](Context& c, const Args& a) { return step(c, a, Unlock{}); });
    holder_step(tree, "task fail", "Say that handling failed: failures + 1, due again by the rule's backoff.",
                [](Context& c, const Args& a) {
                    return step(c, a, Fail{a.text("--error"), c.runtime().fraction()});
                })
        .option("--error", "TEXT", "what went wrong");
    holder_step(tree, "task advance", "Move a task to its next phase.",
                [](Context& c, const Args& a) { return step(c, a, advance_of(a)); })
        .required("--to", "P", "the next phase")
        .option("--from", "P", "only if it is still in this phase; else the result is stale")
        .option("--desired", "S", "a new desired state: Running, Stopped or Deleted")
        .words({"Running", "Stopped", "Deleted"})
        .text("A holder past the lock timeout whom nobody has replaced may still finish. Exit status 4 when somebody else "
              "has taken the task over.")
        .example("lockdeskctl task advance g-1 --owner me --token 3 --to Created");
    add_relock(tree);
}

} // namespace lockdesk::ctl
