// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/job_command.h"
#include "app/ctl/stopping.h"
#include "backends/engine/runners/lead.h"
#include "backends/json/json.h"

namespace lockdesk::ctl {

namespace {

void print(Context& context, const LockName& name, const LeaderEvent& event)
{
    Json line = Output::line("leader", event.store_time);
    line["event"] = word(event.kind);
    line["name"] = name.str();
    line["owner"] = event.owner;
    line["token"] = event.token ? Json(event.token->number()) : Json();
    line["expires_us"] = us_or_null(event.expires_at);
    line["run"] = event.kind == LeaderEventKind::ran ? Json(event.run) : Json();
    line["status"] = event.status ? Json(*event.status) : Json();
    line["why"] = text_or_null(event.why);
    std::string human = name.str() + ": " + word(event.kind);
    if (event.kind == LeaderEventKind::elected && event.token)
        human += ", token " + std::to_string(event.token->number());
    else if (event.kind == LeaderEventKind::ran)
        human += ", run " + std::to_string(event.run) + ", exit status " + std::to_string(event.status.value_or(0));
    else if (!event.why.empty())
        human += ", " + event.why;
    context.out().emit(line, event.kind == LeaderEventKind::renewed ? std::string() : human);
}

int lead(Context& context, const Args& args)
{
    LeadOptions options{.name = args.name<LockName>("NAME")};
    options.lease = args.lease("--lease");
    options.interval = args.duration("--interval");
    options.count = args.whole("--count", 1, 0);
    const auto command = args.rest();
    if (command.empty())
        fail_usage("a command is missing; it follows --");
    const StopOnSignal stop(context.signals());
    Lead leader(context.runtime(), Access{&context.store(), context.session_options()}, options,
                [&](const LeaderEvent& event) { print(context, options.name, event); });
    const auto answer = leader.run([&](const JobContext& job) { return run_command(context, command, job); }, stop.token());
    if (!answer)
        throw CommandFailed{answer.failure(), answer.store_time()};
    return exit_done;
}

} // namespace

void add_lead_commands(CommandTree& tree)
{
    tree.add("lead", "Run a command again and again while this process is the leader.", lead)
        .positional("NAME", "the leader's lock")
        .names_locks()
        .required("--lease", "D", "how long others wait after a leader has died")
        .required("--interval", "D", "from the end of one run to the start of the next")
        .option("--count", "N", "end after N runs of this process")
        .runs_command("the command; it sees LOCKDESK_LOCK, LOCKDESK_TOKEN and LOCKDESK_OWNER")
        .text("Waits until there is no other leader, then runs the command at the interval and renews the lease every "
              "third of it. A clean stop (Ctrl-C, SIGTERM) hands over at once. When the lease is lost the command "
              "gets SIGTERM, SIGKILL 5 s later, and this process is a candidate again. When it is killed itself, "
              "the command ends with it.")
        .example("lockdeskctl lead consumer --lease 10s --interval 500ms -- ./consume-once");
}

} // namespace lockdesk::ctl
