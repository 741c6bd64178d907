// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/connections.h"
#include "app/ctl/command.h"
#include "app/ctl/row_json.h"
#include "backends/json/json.h"

namespace lockdesk::ctl {

namespace {

int order(Context& context, const Args& args, WorkerOrder what)
{
    const auto id = args.name<WorkerId>("ID");
    const WorkerControl control{what, what == WorkerOrder::slow ? args.duration("D") : Duration{0}};
    WorkerCommand command{id, control, app::operator_name(), {}, args.text("--reason")};
    const ListRequest by_id{Filter({{"id", FilterTerm::Op::equals, id.str(), false}}), 1};
    const auto seen = context.ask([&](Session& s) { return s.workers().list(by_id); });
    if (!seen->rows.empty())
        command.seen = WorkerSeen{seen->rows.front(), seen.at.value_or(TimePoint{}), true};
    const auto answer = context.ask([&](Session& s) { return s.workers().order(command); });
    if (!answer.value) {
        context.out().emit(end_json(0, false, std::nullopt, answer.at), "There is no worker " + id.str() + ".");
        return exit_no;
    }
    context.out().emit(row_json(*answer.value, answer.at));
    return exit_done;
}

Handler ordering(WorkerOrder what)
{
    return [what](Context& context, const Args& args) { return order(context, args, what); };
}

} // namespace

void add_worker_commands(CommandTree& tree)
{
    tree.describe("worker", "Workers: what they do, and how to control them");
    const char* id = "the worker's id, as `worker list` shows it";
    const auto reason = [](auto& command) { command.tabled("worker").option("--reason", "R", "why, for the audit"); };
    reason(tree.add("worker pause", "Pause a worker: it finishes its work and takes no more.", ordering(WorkerOrder::pause))
               .positional("ID", id));
    reason(tree.add("worker run", "Resume a worker at full speed.", ordering(WorkerOrder::run)).positional("ID", id));
    reason(tree.add("worker slow", "Slow down a worker.", ordering(WorkerOrder::slow))
               .positional("D", "how much longer each piece of work lasts")
               .positional("ID", id)
               .example("lockdeskctl worker slow 5s demo/4711/0123456789abcdef"));
    reason(
        tree.add("worker stop", "Stop a worker: it finishes its work or releases it, and ends.", ordering(WorkerOrder::stop))
            .positional("ID", id));
}

} // namespace lockdesk::ctl
