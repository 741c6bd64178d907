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

/// What is not given keeps its stored value, so that one part of a rule can change alone.
struct RuleChange
{
    std::optional<Duration> lock_timeout;
    std::optional<BackoffPolicy> backoff;
    std::optional<std::int64_t> max_failures;
};

Duration lock_timeout_of(const Args& args)
{
    const Duration timeout = args.duration("--lock-timeout");
    if (timeout < shortest_lease)
        fail_usage("--lock-timeout " + duration_text(timeout) + " is too short; the shortest is " + duration_text(shortest_lease));
    return timeout;
}

RuleChange rule_change(const Args& args)
{
    RuleChange out;
    if (args.has("--final") && args.has("--lock-timeout"))
        fail_usage("--lock-timeout cannot be combined with --final: a task in a final phase is never due");
    // A final phase is one whose lock timeout has no end: nothing in it is due by itself.
    if (args.has("--final"))
        out.lock_timeout = no_end;
    if (args.has("--lock-timeout"))
        out.lock_timeout = lock_timeout_of(args);
    if (args.has("--backoff"))
        out.backoff = or_fail(parse_backoff_policy(args.text("--backoff")));
    if (args.has("--max-failures"))
        out.max_failures = args.whole("--max-failures", 0, 0);
    if (!out.lock_timeout && !out.backoff && !out.max_failures)
        fail_usage("task rule needs at least one of --lock-timeout, --final, --backoff and --max-failures");
    return out;
}

TaskRule stored_rule(Context& context, const TaskKind& kind, const Phase& phase)
{
    const auto rules = context.ask([](Session& s) { return s.tasks().rules(); });
    for (const TaskRule& one : rules.value)
        if (one.kind == kind.str() && one.phase == phase.str())
            return one;
    TaskRule fresh;
    fresh.kind = kind.str();
    fresh.phase = phase.str();
    return fresh;
}

int rule(Context& context, const Args& args)
{
    const auto kind = args.name<TaskKind>("KIND");
    const auto phase = args.name<Phase>("PHASE");
    const RuleChange change = rule_change(args);
    TaskRule rule = stored_rule(context, kind, phase);
    rule.lock_timeout = change.lock_timeout.value_or(rule.lock_timeout);
    rule.backoff = change.backoff.value_or(rule.backoff);
    rule.max_failures = change.max_failures.value_or(rule.max_failures);
    const auto reply = context.ask([&](Session& s) { return s.tasks().set_rule(rule); });
    Json line = Output::line("rule", reply.at);
    line["kind"] = reply->kind;
    line["phase"] = reply->phase;
    line["lock_timeout_us"] = to_us(reply->lock_timeout);
    line["backoff"] = word(reply->backoff);
    line["max_failures"] = reply->max_failures;
    line["final"] = reply->is_final();
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
        .option("--lock-timeout", "D", "time after which a claimed task is due again (30s)")
        .flag("--final", "tasks in this phase are done: no claim takes them until 'task retry'")
        .option("--backoff", "P", "progressive (default) or exponential")
        .words({"progressive", "exponential"})
        .option("--max-failures", "N", "number of failures that park a task until 'task retry' (8); 0: never")
        .text("Options that are not given keep their stored values; a new rule has the defaults.")
        .example("lockdeskctl task rule gateway Creating --lock-timeout 30s --backoff progressive")
        .example("lockdeskctl task rule gateway Creating --max-failures 3", "only this part of the rule");
}

} // namespace lockdesk::ctl
