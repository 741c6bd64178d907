// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/announcer.h"
#include "app/worker/faults.h"
#include "app/worker/role_control.h"
#include "app/worker/roles.h"
#include "app/worker/task_handlers.h"
#include "backends/engine/runners/polling_worker.h"

#include <algorithm>
#include <memory>
#include <optional>

namespace lockdesk::worker {

namespace {

// Registers one handler for the kind, and one for each desired state that has its own command or phase.
HandlerRegistry handlers_of(const Work& work)
{
    const auto& o = work.options;
    HandlerRegistry handlers;
    const auto add = [&](const std::string& command, auto put) {
        auto handler = command.empty() ? demonstration_handler(work.runtime, o) : command_handler(work.runtime, o, command);
        put(work.faults.hanging(work.runtime, std::move(handler)));
    };
    add(o.exec, [&](Handler handler) { handlers.otherwise(*o.kind, std::move(handler)); });
    for (const auto state : {DesiredState::running, DesiredState::stopped, DesiredState::deleted}) {
        const auto command = o.desired_exec.find(state);
        if (command != o.desired_exec.end() || o.desired.contains(state))
            add(command == o.desired_exec.end() ? o.exec : command->second,
                [&](Handler handler) { handlers.on(*o.kind, state, std::move(handler)); });
    }
    return handlers;
}

bool of_the_process(WorkerEventKind kind)
{
    switch (kind) {
    case WorkerEventKind::started:
    case WorkerEventKind::paused:
    case WorkerEventKind::resumed:
    case WorkerEventKind::stopped:
    case WorkerEventKind::heartbeat: return true;
    default: return false;
    }
}

} // namespace

int work_on_tasks(const Work& work)
{
    const auto& o = work.options;
    PollingWorkerOptions options{.owner = work.owner, .sources = {{*o.kind, o.phases}}};
    options.interval = o.interval;
    options.batch = o.batch;
    options.handlers = static_cast<std::size_t>(o.handlers > 0 ? o.handlers : std::min<std::int64_t>(o.batch, 8));
    options.extend = o.extend;
    options.strategy = o.strategy;
    options.lock_timeout = o.lock_timeout;
    options.heartbeat = false;
    options.stats = &work.control.stats();
    std::optional<Announcer> announcer;
    if (!o.announce.empty())
        announcer.emplace(work, Topic::trusted(o.announce));
    const auto tell = [&](const WorkerEvent& event) {
        if (announcer && event.kind == WorkerEventKind::advanced)
            announcer->announce(event);
        if (!of_the_process(event.kind))
            work.events.print(event);
        else if (event.kind == WorkerEventKind::stopped && !event.text.empty())
            work.control.note_at_end(event.text);
    };
    // May outlive this function: orders may arrive until the process ends.
    const auto worker = std::make_shared<PollingWorker>(work.runtime, work.access, options, handlers_of(work),
                                                        PollingWorker::Callbacks{tell, {}});
    work.control.on_order([weak = std::weak_ptr(worker)](const WorkerControl& control, auto store_time) {
        if (const auto lives = weak.lock())
            lives->obey(control, store_time);
    });
    worker->start();
    Bell nobody;
    work.runtime.wait(nobody, work.control.ending(), SteadyPoint::max());
    worker->stop();
    if (announcer)
        announcer->finish();
    return 0;
}

} // namespace lockdesk::worker
