// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "backends/engine/rules/backoff.h"
#include "backends/json/json.h"

namespace lockdesk::ctl {

namespace {

int print_backoff(Context& context, const Args& args)
{
    const Duration lock_timeout = args.duration("--lock-timeout", std::chrono::seconds{30});
    const auto policy =
        args.has("--policy") ? or_fail(parse_backoff_policy(args.text("--policy"))) : BackoffPolicy::progressive;
    std::vector<Duration> waited;
    for (const std::string& text : args.all("--waited"))
        waited.push_back(or_fail(parse_duration(text)));
    if (waited.empty())
        fail_usage("--waited needs a duration");
    for (const Duration one : waited) {
        Json line = Output::line("backoff", std::nullopt);
        line["waited_us"] = to_us(one);
        line["wait_us"] = to_us(backoff(policy, one, lock_timeout, context.runtime().fraction()));
        line["longest_us"] = to_us(backoff(policy, one, lock_timeout, 1.0));
        context.out().emit(line);
    }
    return exit_done;
}

} // namespace

void add_backoff_commands(CommandTree& tree)
{
    tree.add("backoff", "Show how long a relock waits. Needs no store.", print_backoff)
        .several("--waited", "D", "the time already waited: since the task's last advance")
        .option("--policy", "P", "progressive (default) or exponential")
        .words({"progressive", "exponential"})
        .option("--lock-timeout", "D", "the rule's lock timeout (30s)")
        .text("progressive: a tenth of the time waited, rounded up to a millisecond, up to 120 s; beyond, the lock timeout. "
              "exponential: a random part of the time waited, which is at least 100 ms and at most the lock timeout; "
              "longest_us is that bound.")
        .example("lockdeskctl backoff --waited 0 1s 1001ms 10s 30s 60s 120s 120001ms 3m");
}

} // namespace lockdesk::ctl
