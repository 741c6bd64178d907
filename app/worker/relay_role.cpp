// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/role_control.h"
#include "backends/engine/relay.h"
#include "backends/receivers/make_receiver.h"

namespace lockdesk::worker {

int work_on_outbox(const Work& work, const std::stop_token& stop)
{
    const auto& o = work.options;
    auto receiver = make_receiver(work.runtime, o.receiver);
    if (!receiver) {
        work.events.trouble(receiver.failure().message);
        return exit_status(receiver.failure().kind);
    }
    RoleControl control(work, "relay", o.receiver, stop);
    const auto tell = [&](const char* event, const MessageRow& message, const std::string& text,
                          std::optional<TimePoint> store_time) {
        control.tell({event, message.id, word(message.state), {}, message.token, store_time, {}, text});
    };
    Relay relay(work.runtime, work.access,
                {.owner = work.owner, .tries = o.tries, .batch = o.batch, .lease = o.lease, .interval = o.interval,
                 .paused = [&] { return control.paused(); }},
                **receiver,
                {[&](const MessageRow& message, const std::string& error, std::optional<TimePoint> store_time) {
                     tell(error.empty() ? "delivered" : "failed", message, error, store_time);
                 },
                 [&](const MessageRow& message) { tell("refused", message, {}, {}); },
                 [&](const Failure& failure) { work.events.trouble(failure.message); }},
                &control.stats());
    while (!control.ending().stop_requested()) {
        if (const auto done = relay.run(control.ending()); !done) {
            work.events.trouble(done.failure().message);
            (void)work.runtime.sleep(control.ending(), std::chrono::seconds{2});
        }
    }
    return 0;
}

} // namespace lockdesk::worker
