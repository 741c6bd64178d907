// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/row_json.h"
#include "backends/engine/contracts/ids.h"
#include "backends/json/json.h"

#include <functional>

namespace lockdesk::ctl {

namespace {

// With a claim id that was used before, a reply lost while querying leaves open what the earlier claim took.
bool leaves_doubt(const ClaimRequest& request, const Failure& failure)
{
    return failure.kind == FailureKind::in_doubt
           || (request.asking_again && failure.kind == FailureKind::unavailable && failure.connection_lost
               && failure.statement.starts_with("task"));
}

int claim(Context& context, const Args& args)
{
    ClaimRequest request{args.name<TaskKind>("KIND"), args.name<Phase>("PHASE"), args.whole("--limit", 1, 1),
                         args.name<OwnerId>("--owner"),
                         args.has("--claim-id") ? args.name<ClaimId>("--claim-id") : make_claim_id(context.runtime())};
    request.asking_again = args.has("--claim-id");
    if (args.has("--strategy"))
        request.strategy = or_fail(parse_claim_strategy(args.text("--strategy")));
    if (args.has("--lock-timeout"))
        request.lock_timeout = args.duration("--lock-timeout");
    // Derived from the claim id, so that the same id makes the same request.
    request.returned_first = (std::hash<std::string>{}(request.claim.str()) & 1) != 0;
    ClaimRequest again = request;
    again.asking_again = true;
    auto answer = context.ask_twice([&](Session& s) { return s.tasks().claim(request); },
                                    [&](Session& s) { return s.tasks().claim(again); });
    if (!answer) {
        Failure failure = answer.failure();
        if (leaves_doubt(request, failure)) {
            failure.kind = FailureKind::in_doubt;
            failure.message += " Ask again with --claim-id " + request.claim.str()
                               + ", or look with list tasks claim:" + request.claim.str() + ".";
        }
        throw CommandFailed{std::move(failure), answer.store_time()};
    }
    for (const TaskRow& row : *answer)
        context.out().emit(task_json(row, answer.store_time()));
    if (answer->empty())
        context.out().nothing("Nothing is due.", answer.store_time());
    return answer->empty() ? exit_no : exit_done;
}

// A final phase is one whose lock timeout has no end: nothing in it is due by itself.
Duration lock_timeout_of(const Args& args)
{
    if (args.has("--final"))
        return no_end;
    if (!args.has("--lock-timeout"))
        fail_usage("task rule needs --lock-timeout, or --final for a phase without further work");
    return args.lease("--lock-timeout");
}

int rule(Context& context, const Args& args)
{
    TaskRule rule;
    rule.kind = args.name<TaskKind>("KIND").str();
    rule.phase = args.name<Phase>("PHASE").str();
    rule.lock_timeout = lock_timeout_of(args);
    if (args.has("--backoff"))
        rule.backoff = or_fail(parse_backoff_policy(args.text("--backoff")));
    rule.max_failures = args.whole("--max-failures", 0, rule.max_failures);
    const auto told = context.ask([&](Session& s) { return s.tasks().set_rule(rule); });
    Json line = Output::line("rule", told.at);
    line["kind"] = told->kind;
    line["phase"] = told->phase;
    line["lock_timeout_us"] = to_us(told->lock_timeout);
    line["backoff"] = word(told->backoff);
    line["max_failures"] = told->max_failures;
    line["final"] = told->is_final();
    context.out().emit(line);
    return exit_done;
}

} // namespace

void add_claim_commands(CommandTree& tree)
{
    tree.add("task claim", "Find due tasks and lock them.", claim)
        .positional("KIND", "of the tasks")
        .positional("PHASE", "that they are in")
        .required("--owner", "O", "who claims; choose something unique such as host/pid/random")
        .option("--limit", "N", "maximum number of tasks (1)")
        .option("--claim-id", "C", "asking again with the same C and owner gives the same tasks and takes no more")
        .option("--lock-timeout", "D",
                "for this claim decide with it what is due, instead of the rule's; done tasks stay done")
        .option("--strategy", "S",
                "atomic (default, fair between fresh and returned tasks), plain (strict order), "
                "skip-locked-2, version, or none (the wrong way, for lessons)")
        .words({"atomic", "plain", "skip-locked-2", "version", "none"})
        .text("Exit status 3 when nothing is due.")
        .example("lockdeskctl --json task claim gateway Creating --owner $(hostname)/$$/a1 --limit 7");
    tree.add("task rule", "Set how long tasks of a kind and phase stay locked, and how they are retried.", rule)
        .positional("KIND", "of the tasks")
        .positional("PHASE", "that they are in")
        .option("--lock-timeout", "D", "time after which a claimed task is due again")
        .flag("--final", "tasks in this phase are done: no claim takes them until 'task retry'")
        .option("--backoff", "P", "progressive (default) or exponential")
        .words({"progressive", "exponential"})
        .option("--max-failures", "N", "number of failures that park a task until 'task retry' (8); 0: never")
        .example("lockdeskctl task rule gateway Creating --lock-timeout 30s --backoff progressive");
}

} // namespace lockdesk::ctl
