// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/faults.h"
#include "app/worker/roles.h"
#include "app/worker/task_handlers.h"
#include "backends/engine/polling_worker.h"

#include <algorithm>

namespace lockdesk::worker {

int work_on_tasks(const Work& work, const std::stop_token& stop)
{
    const auto& o = work.options;
    HandlerRegistry handlers;
    auto handler = o.exec.empty() ? demonstration_handler(work.runtime, o) : command_handler(work.runtime, o);
    handlers.otherwise(*o.kind, work.faults.hanging(work.runtime, std::move(handler)));
    PollingWorkerOptions options{.owner = work.owner, .sources = {{*o.kind, o.phases}}};
    options.interval = o.interval;
    options.batch = o.batch;
    options.handlers = static_cast<std::size_t>(o.handlers > 0 ? o.handlers : std::min<std::int64_t>(o.batch, 8));
    options.extend = o.extend;
    options.strategy = o.strategy;
    options.lock_timeout = o.lock_timeout;
    Bell ended;
    PollingWorker worker(work.runtime, work.access, options, std::move(handlers),
                         {[&](const WorkerEvent& event) { work.events.print(event); }, [&] { ended.ring(); }});
    worker.start();
    work.runtime.wait(ended, stop, SteadyPoint::max());
    worker.stop();
    return 0;
}

} // namespace lockdesk::worker
