// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/leading.h"

#include "app/worker/role_control.h"

namespace lockdesk::worker {

int lead(const Work& work, const Job& job)
{
    RoleControl& control = work.control;
    const auto& o = work.options;
    const LeadOptions options{.name = o.locks.front(),
                              .lease = *o.lease,
                              .interval = o.interval,
                              .host = o.name,
                              .heartbeat = false,
                              .paused = [&control] { return control.paused(); }};
    const auto tell = [&](const LeaderEvent& event) {
        if (event.kind == LeaderEventKind::trouble)
            return work.events.trouble(event.why);
        control.stats().count([&](WorkerCounters& c) {
            c.claims += event.kind == LeaderEventKind::elected ? 1 : 0;
            c.refused += event.kind == LeaderEventKind::lost ? 1 : 0;
            c.done += event.kind == LeaderEventKind::ran && event.status == 0 ? 1 : 0;
            c.failed += event.kind == LeaderEventKind::ran && event.status != 0 ? 1 : 0;
        });
        control.tell({word(event.kind), options.name.str(), {}, {}, event.token, event.store_time, {}, event.why});
    };
    Lead leader(work.runtime, work.access, options, tell);
    const auto led = leader.run(
        [&](const JobContext& context) {
            control.stats().begin(context.lock.str());
            const int status = job(context);
            control.stats().end(context.lock.str());
            return status;
        },
        control.ending());
    if (led)
        return 0;
    return give_up(led.failure());
}

int work_as_leader(const Work& work)
{
    return lead(work, [&](const JobContext& context) { return run_job(work, context); });
}

} // namespace lockdesk::worker
