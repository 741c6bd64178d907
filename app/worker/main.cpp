// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/complain.h"
#include "app/common/stores.h"
#include "app/worker/completion.h"
#include "app/worker/faults.h"
#include "app/worker/join.h"
#include "app/worker/manual.h"
#include "app/worker/role_control.h"
#include "app/worker/roles.h"
#include "app/worker/signals.h"
#include "backends/engine/contracts/ids.h"
#include "backends/engine/runners/cut_after_stop.h"
#include "backends/engine/runners/unwaited.h"

#include <atomic>
#include <cstdio>
#include <map>
#include <thread>
#include <vector>

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

int give_up(const Failure& failure)
{
    app::complain("lockdesk-worker", failure.message);
    return exit_status(failure.kind);
}

namespace {

// Returns a failure that no retry can cure (no schema, wrong password, no such source) and that ends the program at once;
// an unreachable store is none. A stop may interrupt it: nothing is held yet.
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

/// Opens the store of --guard-store, if that is another one.
Answer<std::unique_ptr<Store>> open_guard_store(const StoreRegistry& registry, const Options& options)
{
    return options.guard_store ? registry.open(*options.guard_store) : std::unique_ptr<Store>();
}

int work_until_stopped(const Work& work)
{
    switch (work.options.role) {
    case Role::tasks: return work_on_tasks(work);
    case Role::relay: return work_on_outbox(work);
    case Role::guard: return work_on_guarded_jobs(work);
    case Role::leader: return work_as_leader(work);
    case Role::draw: return work_on_draw(work);
    }
    return 1;
}

/// One role with the store of its guard.
struct Part
{
    const Options& options;
    Access access, guard_access;
    std::unique_ptr<Store> guard_store{};
};

Answer<std::vector<Part>> make_parts(const StoreRegistry& registry, Store& store, const std::vector<Options>& roles)
{
    std::vector<Part> parts;
    for (const auto& options : roles) {
        auto guard_store = open_guard_store(registry, options);
        if (!guard_store)
            return guard_store.failure();
        const Access access{&store, options.session};
        Part part{options, access, access, std::move(*guard_store)};
        if (part.guard_store) {
            part.guard_access.store = part.guard_store.get();
            part.guard_access.options.sandbox.reset();
            part.guard_access.options.source = "lockdesk";
        }
        parts.push_back(std::move(part));
    }
    return parts;
}

// The process's row in the store's list of workers. A single role describes its work in the simplest form.
WorkerRow row_of(const OwnerId& owner, const std::vector<Options>& roles)
{
    WorkerRow row;
    row.id = owner.str();
    row.role.clear();
    std::map<Role, std::string> works;
    std::vector<Role> order;
    for (const auto& options : roles) {
        auto& text = works[options.role];
        if (text.empty())
            order.push_back(options.role);
        const bool names = options.role == Role::leader || options.role == Role::draw;
        text += (text.empty() ? "" : names ? "; leads " : " ") + works_on(options);
    }
    const bool several = order.size() > 1;
    for (const Role role : order) {
        // In the store, "worker" has always meant a worker of tasks.
        const std::string name = role == Role::tasks ? "worker" : role == Role::draw ? "leader" : word(role);
        if (("+" + row.role + "+").find("+" + name + "+") == std::string::npos)
            row.role += (row.role.empty() ? "" : "+") + name;
        const char* verb = !several || role == Role::tasks ? ""
                           : role == Role::relay           ? "relays "
                           : role == Role::guard           ? "guards "
                                                           : "leads ";
        row.kinds += (row.kinds.empty() ? "" : "; ") + (verb + works[role]);
    }
    return row;
}

// Runs all roles concurrently, until the process ends or one of them fails.
int work_on_all(const std::vector<Part>& parts, Runtime& runtime, const OwnerId& owner, EventPrinter& events, Faults& faults,
                const std::stop_token& stop)
{
    // Heartbeats are Lockdesk's own rows, whatever source the roles work on.
    Access beats = parts.front().access;
    beats.options.source = "lockdesk";
    std::vector<Options> roles;
    for (const auto& part : parts)
        roles.push_back(part.options);
    RoleControl control(runtime, beats, row_of(owner, roles), events, stop);
    std::atomic<int> status = 0;
    std::vector<std::jthread> threads;
    for (const auto& part : parts)
        threads.emplace_back([&] {
            const int ended =
                work_until_stopped({runtime, part.access, part.options, owner, events, part.guard_access, faults, control});
            if (ended != 0 && status.exchange(ended) == 0)
                control.end();
        });
    for (auto& thread : threads)
        thread.join();
    return status;
}

int run(const std::vector<Options>& roles, Signals& signals)
{
    const Options& process = roles.front();
    const auto registry = app::make_registry();
    const auto store = registry.open(process.store);
    if (!store)
        return give_up(store.failure());
    const auto parts = make_parts(registry, **store, roles);
    if (!parts)
        return give_up(parts.failure());
    Faults faults;
    SkewedRuntime runtime(faults);
    if (process.faults)
        faults.listen();
    const auto owner = make_owner(runtime, process.name);
    EventPrinter events(owner.str(), process.json);
    Retention retention(runtime, parts->front().access, {.keep = process.retention.value_or(no_end), .who = owner.str()},
                        {[&](const Collected& collected, std::optional<TimePoint> at) { events.print(collected, at); }, {}});
    int status = 0;
    std::jthread worker([&](const std::stop_token& stop) {
        std::optional<Failure> failure;
        for (const auto& part : *parts)
            if (!failure)
                failure = hopeless(runtime, part.access, part.options.role, stop);
        if (failure) {
            status = stop.stop_requested() ? 0 : give_up(*failure);
        } else {
            if (process.retention && !stop.stop_requested())
                retention.start();
            status = work_on_all(*parts, runtime, owner, events, faults, stop);
        }
        Signals::wake();
    });
    signals.wait();
    retention.request_stop();
    worker.request_stop();
    worker.join();
    retention.stop();
    return status == 0 && events.has_lost() ? exit_status(FailureKind::internal) : status;
}

} // namespace

} // namespace lockdesk::worker

namespace {

int run_program(int argc, char** argv)
{
    using namespace lockdesk::worker;
    if (argc > 1 && std::string_view(argv[1]) == "complete-words")
        return print_completions({argv + 2, argv + argc});
    if (argc == 2 && std::string_view(argv[1]) == "--man")
        return print_text(manual());
    if (wants_to_join(argc, argv))
        return join_lesson(argc, argv);
    Signals signals; // before any thread
    const auto parsed = parse_options(argc, argv);
    if (parsed.roles.empty()) {
        if (parsed.status == 0)
            return print_text(parsed.text);
        lockdesk::app::complain("lockdesk-worker", parsed.text);
        return parsed.status;
    }
    if (parsed.roles.front().with_parent)
        end_with_parent();
    return run(parsed.roles, signals);
}

} // namespace

int main(int argc, char** argv) { return lockdesk::end_of_program(run_program(argc, argv)); }
