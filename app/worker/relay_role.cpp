// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/receivers.h"
#include "app/worker/role_control.h"
#include "app/worker/roles.h"
#include "backends/engine/runners/guarded_relay.h"

namespace lockdesk::worker {

namespace {

RelayOptions options_of(const Work& work, RoleControl& control)
{
    const auto& o = work.options;
    RelayOptions out{.owner = work.owner,
                     .tries = o.tries,
                     .batch = o.batch,
                     .topic = o.topic,
                     .interval = o.interval,
                     .retry = o.retry,
                     .limit = o.limit,
                     .paused = [&control] { return control.paused(); }};
    out.lease = o.lease.value_or(out.lease);
    if (o.relay_guard)
        keep_apart_by(*o.relay_guard, o.lease, o.batch, out);
    return out;
}

LockName lock_of(const Options& o) { return o.locks.empty() ? default_relay_lock(o.topic) : o.locks.front(); }

RelayPlan plan_of(const Work& work)
{
    const auto& o = work.options;
    RelayPlan plan{o.schedule.value_or(Schedule::fixed_delay(o.interval)), {}, work.guard_access};
    if (o.relay_guard)
        plan.guard = GuardOptions{lock_of(o),
                                  *o.relay_guard,
                                  o.at_most,
                                  o.at_least,
                                  o.wait,
                                  o.name};
    return plan;
}

RelayPlanEvents plan_events(const Work& work, RoleControl& control)
{
    return {[&work, &control](const RunReport& report) {
                if (report.result != RunResult::skipped && report.result != RunResult::lost)
                    return;
                control.tell({word(report.result), lock_of(work.options).str(), {}, {}, report.token, report.ended_at, {}, report.why});
            },
            [&work](const Failure& failure) { work.events.trouble(failure.message); }};
}

} // namespace

int work_on_outbox(const Work& work)
{
    const auto& o = work.options;
    auto receiver = app::open_receiver(work.runtime, o.receiver, o.headers);
    if (!receiver)
        return give_up(receiver.failure());
    RoleControl& control = work.control;
    const auto tell = [&](const char* event, const MessageRow& message, const std::string& text,
                          std::optional<TimePoint> store_time) {
        control.tell({event, message.id, word(message.state), {}, message.token, store_time, {}, text});
    };
    const auto relay_options = options_of(work, control);
    Relay relay(work.runtime, work.access, relay_options, **receiver,
                {[&](const MessageRow& message, const std::string& error, std::optional<TimePoint> store_time) {
                     tell(error.empty() ? "delivered" : "failed", message, error, store_time);
                 },
                 [&](const MessageRow& message) { tell("refused", message, {}, {}); },
                 [&](const Failure& failure) { work.events.trouble(failure.message); }},
                &control.stats());
    std::optional<GuardedRelay> guarded;
    if (o.relay_guard || o.schedule)
        guarded.emplace(work.runtime, relay, plan_of(work), plan_events(work, control));
    while (!control.ending().stop_requested()) {
        const auto done = guarded ? guarded->run(control.ending()) : relay.run(control.ending());
        if (done)
            continue;
        if (done.failure().kind == FailureKind::unsupported)
            return give_up(done.failure());
        work.events.trouble(done.failure().message);
        (void)work.runtime.sleep(control.ending(), std::chrono::seconds{2});
    }
    return 0;
}

} // namespace lockdesk::worker
