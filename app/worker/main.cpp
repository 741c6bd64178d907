// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/complain.h"
#include "app/common/stores.h"
#include "app/worker/faults.h"
#include "app/worker/join.h"
#include "app/worker/roles.h"
#include "app/worker/signals.h"
#include "backends/engine/cut_after_stop.h"
#include "backends/engine/ids.h"

#include <cstdio>
#include <thread>

namespace lockdesk::worker {

int exit_status(FailureKind kind)
{
    switch (kind) {
    case FailureKind::usage: return 2;
    case FailureKind::unavailable:
    case FailureKind::refused: return 5;
    case FailureKind::in_doubt: return 6;
    case FailureKind::unsupported: return 7;
    case FailureKind::read_only: return 8;
    case FailureKind::internal: return 1;
    }
    return 1;
}

namespace {

int complain(const Failure& failure)
{
    app::complain("lockdesk-worker", failure.message);
    return exit_status(failure.kind);
}

// What no retry can cure (no schema, wrong password, no such source) ends the program at once; an unreachable store does not. A stop
// ends the question: nothing is held yet that would have to be given back.
std::optional<Failure> hopeless(Runtime& runtime, const Access& access, Role role, const std::stop_token& stop)
{
    std::optional<Failure> failure;
    if (const auto session = access.until(stop).open(); !session) {
        failure = session.failure();
    } else {
        const auto interrupt = [&open = **session] { open.interrupt(); };
        const CutAfterStop cut(runtime, interrupt, stop, Duration{0});
        if (role == Role::tasks) {
            if (const auto rules = (*session)->tasks().rules(); !rules)
                failure = rules.failure();
        } else if (role == Role::relay) {
            if (const auto backlog = (*session)->outbox().backlog(); !backlog)
                failure = backlog.failure();
        }
    }
    return failure && !worth_retrying(*failure) ? failure : std::nullopt;
}

/// The store of --guard-store, if that is another one.
Answer<std::unique_ptr<Store>> open_guard_store(const StoreRegistry& registry, const Options& options)
{
    if (options.guard_store.empty())
        return std::unique_ptr<Store>();
    const auto url = StoreUrl::parse(options.guard_store);
    return url ? registry.open(*url) : Answer<std::unique_ptr<Store>>(url.failure());
}

int work_until_stopped(const Work& work, const std::stop_token& stop)
{
    switch (work.options.role) {
    case Role::tasks: return work_on_tasks(work, stop);
    case Role::relay: return work_on_outbox(work, stop);
    case Role::guard: return work_on_guarded_jobs(work, stop);
    }
    return 1;
}

int run(const Options& options, Signals& signals)
{
    const auto url = StoreUrl::parse(options.store);
    if (!url)
        return complain(url.failure());
    const auto registry = app::make_registry();
    const auto store = registry.open(*url);
    if (!store)
        return complain(store.failure());
    const auto guard_store = open_guard_store(registry, options);
    if (!guard_store)
        return complain(guard_store.failure());
    Faults faults;
    SkewedRuntime runtime(faults);
    if (options.faults)
        faults.listen();
    const Access access{store->get(), options.session};
    Access guard_access = access;
    if (*guard_store) {
        guard_access.store = guard_store->get();
        guard_access.options.sandbox.reset();
        guard_access.options.source = "lockdesk";
    }
    const auto owner = make_owner(runtime, options.name);
    EventPrinter events(owner.str(), options.json);
    const Work work{runtime, access, options, owner, events, guard_access, faults};
    Retention retention(runtime, access, {.keep = options.retention.value_or(forever), .who = owner.str()},
                        {[&](const Collected& collected, std::optional<TimePoint> at) { events.print(collected, at); }, {}});
    int status = 0;
    std::jthread worker([&](const std::stop_token& stop) {
        if (const auto failure = hopeless(runtime, access, options.role, stop)) {
            status = stop.stop_requested() ? 0 : complain(*failure);
        } else {
            if (options.retention && !stop.stop_requested())
                retention.start();
            status = work_until_stopped(work, stop);
        }
        Signals::wake();
    });
    signals.wait();
    retention.request_stop();
    worker.request_stop();
    worker.join();
    retention.stop();
    return status;
}

} // namespace

} // namespace lockdesk::worker

int main(int argc, char** argv)
{
    using namespace lockdesk::worker;
    if (wants_to_join(argc, argv))
        return join_lesson(argc, argv);
    Signals signals; // before any thread
    const auto parsed = parse_options(argc, argv);
    if (!parsed.options) {
        if (parsed.status == 0)
            (void)std::fputs(parsed.text.c_str(), stdout);
        else
            lockdesk::app::complain("lockdesk-worker", parsed.text);
        return parsed.status;
    }
    if (parsed.options->with_parent)
        end_with_parent();
    return run(*parsed.options, signals);
}
