// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/lock_json.h"
#include "app/ctl/row_json.h"
#include "app/ctl/stopping.h"
#include "backends/engine/contracts/ids.h"
#include "backends/engine/runners/cut_after_stop.h"
#include "backends/engine/runners/waiting.h"
#include "backends/engine/runners/watchdog.h"
#include "backends/json/json.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace lockdesk::ctl {

namespace {

int release_held(Context& context, const HeldLease& held, const Capabilities& can)
{
    const StopOnSignal stop(context.signals());
    const auto reply = context.ask([&](Session& s) {
        const CutAfterStop cut(context.runtime(), s,
                               stop.token()); // after a signal a store that hangs is cut off shortly
        return s.locks().release(held.name, held.owner, held.token);
    });
    context.out().emit(lease_json("release", held.name, held.owner, held.token, reply.value, can, reply.at));
    return exit_of(reply->result);
}

// Renews until a signal arrives or the lease is lost, and prints every renewal.
int keep(Context& context, const HeldLease& held, const Capabilities& can)
{
    std::mutex mutex;
    std::condition_variable woken;
    bool over = false;
    std::string lost;
    const auto wake = [&](const std::string& why) {
        const std::lock_guard lock(mutex);
        over = true;
        lost = why;
        woken.notify_all();
    };
    WatchdogEvents events;
    events.renewed = [&](const LeaseAnswer& answer, std::optional<TimePoint> at) {
        context.out().emit(lease_json("renew", held.name, held.owner, held.token, answer, can, at));
    };
    events.trouble = [&](const Failure& failure) {
        context.out().complain("renewing failed, trying again: " + failure.message);
    };
    events.lost = [&](LostBy, const std::string& why) { wake(why.empty() ? "the lease is lost" : why); };
    Watchdog watchdog(context.runtime(), Access{&context.store(), context.session_options()}, held, std::move(events));
    {
        const auto hook = context.signals().on_stop([&] { wake({}); });
        watchdog.start();
        std::unique_lock lock(mutex);
        woken.wait(lock, [&] { return over || context.signals().stopped(); });
    }
    watchdog.stop();
    // Also after a loss: only the store knows whether the lease has ended, and a remainder is released.
    const int status = release_held(context, held, can);
    if (!watchdog.lost())
        return status;
    context.out().complain("lost: " + lost);
    return exit_refused;
}

int acquire(Context& context, const Args& args)
{
    const auto name = args.name<LockName>("NAME");
    const auto owner = args.name<OwnerId>("--owner");
    const Duration lease = args.lease("--lease");
    WaitOptions options;
    options.wait = args.duration("--wait");
    options.request = args.has("--request") ? args.name<RequestId>("--request") : make_request_id(context.runtime());
    Capabilities can;
    auto waited = context.ask_waiting(
        [&](Session& s, const std::stop_token& stop) {
            can = s.capabilities();
            const CutAfterStop cut(context.runtime(), s, stop);
            const Access access{&context.store(), context.session_options()};
            WaitingAcquire waiting(context.runtime(), access.until(stop), s);
            return waiting.acquire(name, owner, lease, options, stop);
        },
        options.wait);
    if (!waited.answer) {
        Failure failure = waited.answer.failure();
        if (failure.kind == FailureKind::in_doubt)
            failure.message += " Ask again with --request " + options.request->str() + " to find out.";
        throw CommandFailed{std::move(failure), waited.answer.store_time()};
    }
    const auto at = waited.answer.store_time();
    context.out().emit(acquisition_json(name, owner, *waited.answer, can, at));
    if (waited.answer->result != AcquireResult::acquired)
        return exit_no;
    const HeldLease held{name, owner, waited.answer->token.value_or(FencingToken{}), lease, waited.asked_at};
    if (context.signals().stopped()) { // a cancelled acquire must not leave the lock held
        release_held(context, held, can);
        return args.has("--watchdog") ? exit_done : exit_no;
    }
    return args.has("--watchdog") ? keep(context, held, can) : exit_done;
}

// Without --lease the length of the lease is kept.
Duration lease_to_renew(Context& context, const Args& args, const LockName& name)
{
    if (args.has("--lease"))
        return args.lease("--lease");
    const auto row = context.ask([&](Session& s) { return s.locks().find(name); });
    const Duration otherwise = std::chrono::seconds{30};
    return row.value ? std::max(row.value->lease.value_or(otherwise), shortest_lease) : otherwise;
}

int renew(Context& context, const Args& args)
{
    const auto name = args.name<LockName>("NAME");
    const auto owner = args.name<OwnerId>("--owner");
    const FencingToken token = args.token("--token");
    const Duration lease = lease_to_renew(context, args, name);
    const auto reply = context.ask([&](Session& s) { return s.locks().renew(name, owner, token, lease); });
    const Capabilities can = context.session().capabilities();
    context.out().emit(lease_json("renew", name, owner, token, reply.value, can, reply.at));
    return exit_of(reply->result);
}

int release(Context& context, const Args& args)
{
    const auto name = args.name<LockName>("NAME");
    const auto owner = args.name<OwnerId>("--owner");
    const FencingToken token = args.token("--token");
    const Duration at_least = args.duration("--at-least");
    const auto reply = context.ask([&](Session& s) { return s.locks().release(name, owner, token, at_least); });
    const Capabilities can = context.session().capabilities();
    context.out().emit(lease_json("release", name, owner, token, reply.value, can, reply.at));
    return exit_of(reply->result);
}

int show_lock(Context& context, const Args& args)
{
    const auto name = args.stored_name<LockName>("NAME");
    const auto reply = context.ask([&](Session& s) { return s.locks().find(name); });
    const Capabilities can = context.session().capabilities();
    if (reply.value)
        context.out().emit(row_json(*reply.value, reply.at, can.fence != FenceStrength::none));
    const Json end = end_json(reply.value ? 1 : 0, false, std::nullopt, reply.at);
    context.out().emit(end, reply.value ? "" : "There is no lock " + name.str() + ".");
    return reply.value ? exit_done : exit_no;
}

} // namespace

void add_lock_commands(CommandTree& tree)
{
    const char* owner_help = "who holds it; choose something unique such as host/pid/random";
    tree.describe("lock", "Named leases");
    tree.add("lock acquire", "Acquire a lock for a time, or show its holder.", acquire)
        .positional("NAME", "the lock")
        .names_locks()
        .required("--owner", "O", owner_help)
        .required("--lease", "D", "for how long, at least 300ms")
        .option("--wait", "D", "maximum time to wait for the lock, cooling included (0)")
        .option("--request", "R", "the same R after a lost reply returns the same grant")
        .flag("--watchdog", "stay, renew every third of the lease, and release on Ctrl-C or SIGTERM")
        .text("The same owner may acquire it again: holds + 1, and the lease is never shortened. Exit status 3 when "
              "another owner has it or it is cooling. A wait that is cancelled by Ctrl-C prints what stood in the "
              "way and ends with 3.")
        .example("lockdeskctl lock acquire orders --owner $(hostname)/$$/a1 --lease 30s --wait 10s")
        .example("lockdeskctl lock acquire orders --owner me --lease 30s --watchdog", "hold it while this runs");
    tree.add("lock renew", "Extend a lease.", renew)
        .positional("NAME", "the lock")
        .names_locks()
        .required("--owner", "O", owner_help)
        .required("--token", "T", "the fencing token of the grant")
        .option("--lease", "D", "counted from now; never shortens the lease. Default: as long as last time");
    tree.add("lock release", "Release one hold; the last one frees the lock.", release)
        .positional("NAME", "the lock")
        .names_locks()
        .required("--owner", "O", owner_help)
        .required("--token", "T", "the fencing token of the grant")
        .option("--at-least", "D", "keep the lock cooling until D after it was acquired")
        .example("lockdeskctl lock release orders --owner me --token 7");
    tree.add("lock show", "Show one lock.", show_lock).tabled("lock")
        .positional("NAME", "the lock")
        .names_locks()
        .flag("--escaped", "NAME is written as tables and JSON show a name that is not UTF-8: job\\xff\\x00");
}

} // namespace lockdesk::ctl
