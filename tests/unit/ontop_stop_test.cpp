// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/guarded_relay.h"
#include "backends/engine/runners/lead.h"
#include "backends/engine/runners/polling_worker.h"
#include "backends/engine/runners/waiting.h"
#include "backends/engine/runners/watchdog.h"
#include "tests/unit/ontop_fixture.h"

#include <future>

namespace lockdesk::test {
namespace {

// Far less than any lease, interval and wait below, but more than the final calls to a store may take.
constexpr auto soon = 5s;
constexpr Duration long_time = std::chrono::hours{1};

class QuickReceiver final : public Receiver
{
public:
    std::optional<std::string> deliver(const MessageRow&, const std::stop_token&, SteadyPoint) override
    {
        ++delivered;
        if (during)
            during();
        return std::nullopt;
    }
    std::atomic<int> delivered = 0;
    std::function<void()> during;
};

/// Every runner ends soon after its stop, whatever its store does: in real time, with leases and intervals of an hour.
class StopTest : public testing::Test
{
protected:
    ~StopTest() override { world.faults.hangs = false; }

    /// Starts a runner, waits for `ready`, stops it, and measures how long that takes.
    void expect_end(const std::function<void(const std::stop_token&)>& body, const std::function<bool()>& ready)
    {
        std::stop_source stop;
        auto ended = std::async(std::launch::async, [&] { body(stop.get_token()); });
        EXPECT_TRUE(await(ready));
        const auto asked = std::chrono::steady_clock::now();
        stop.request_stop();
        const bool in_time = ended.wait_for(soon) == std::future_status::ready;
        EXPECT_TRUE(in_time) << "it did not hear the stop";
        if (!in_time) { // otherwise the test would take an hour
            world.faults.hangs = false;
            world.faults.unreachable = false;
        }
        ended.wait();
        const auto took = std::chrono::steady_clock::now() - asked;
        EXPECT_LT(took, soon);
    }
    void add_message(const char* id)
    {
        ASSERT_TRUE(world.session()->outbox().add({MessageId::trusted(id), Topic::trusted("mail"), "{}"}).value());
    }
    RelayOptions relay_options()
    {
        RelayOptions out{.owner = owner("relay")};
        out.lease = long_time;
        out.interval = long_time;
        return out;
    }
    void expect_relay_to_end(const RelayOptions& options, const std::function<bool()>& ready)
    {
        expect_end(
            [&](const std::stop_token& stop) {
                Relay relay(runtime, world.access(), options, receiver, {{}, {}, [&](const Failure&) { ++troubles; }});
                (void)relay.run(stop);
            },
            ready);
    }

    World world;
    SystemRuntime runtime;
    QuickReceiver receiver;
    std::atomic<int> troubles = 0;
};

TEST_F(StopTest, ARelayThatHasNothingToDo)
{
    expect_relay_to_end(relay_options(), [&] { return world.faults.calls > 0; });
}

TEST_F(StopTest, ARelayWhoseStoreIsDown)
{
    world.faults.unreachable = true;
    expect_relay_to_end(relay_options(), [&] { return troubles > 0; });
}

TEST_F(StopTest, ARelayWhoseStoreWentDownBetweenDeliveryAndMark)
{
    add_message("m");
    receiver.during = [&] { world.faults.unreachable = true; };
    expect_relay_to_end(relay_options(), [&] { return troubles > 1; });
    EXPECT_EQ(receiver.delivered, 1);
}

TEST_F(StopTest, ARelayWhoseStoreHangsWhenItClaims)
{
    world.faults.hangs = true;
    expect_relay_to_end(relay_options(), [&] { return world.faults.hanging > 0; });
}

TEST_F(StopTest, ARelayWhoseStoreHangsWhenItIsToldWhatWasDelivered)
{
    add_message("m");
    receiver.during = [&] { world.faults.hangs = true; };
    expect_relay_to_end(relay_options(), [&] { return receiver.delivered > 0 && world.faults.hanging > 0; });
}

TEST_F(StopTest, ARelayThatWaitsForARetry)
{
    add_message("m");
    auto options = relay_options();
    options.until_empty = true;
    ASSERT_EQ(world.session()->outbox().claim({1, owner("other"), ClaimId::trusted("c"), long_time})->size(), 1u);
    const auto calls = world.faults.calls.load();
    expect_relay_to_end(options, [&] { return world.faults.calls >= calls + 2; });
}

TEST_F(StopTest, AGuardedRelayThatWaitsForItsTickOrItsGuard)
{
    for (const auto wait : {Duration{0}, long_time}) {
        ASSERT_TRUE(world.session()->locks().acquire({lock_name("outbox-relay"), owner("other"), long_time, RequestId::trusted("r")}));
        expect_end(
            [&](const std::stop_token& stop) {
                auto options = relay_options();
                keep_apart_by(GuardKind::fixed, {}, {}, options);
                Relay relay(runtime, world.access(), options, receiver, {});
                RelayPlan plan{Schedule::fixed_delay(wait > Duration{0} ? Duration{1ms} : long_time), {}, world.access()};
                plan.guard = GuardOptions{.name = lock_name("outbox-relay"), .kind = GuardKind::fixed};
                plan.guard->wait = wait;
                (void)GuardedRelay(runtime, relay, std::move(plan), {}).run(stop);
            },
            [&] { return wait == Duration{0} || world.faults.calls > 2; });
    }
}

TEST_F(StopTest, AGuardThatWaitsAndOneWhoseStoreHangs)
{
    ASSERT_TRUE(world.session()->locks().acquire({lock_name(), owner("other"), long_time, RequestId::trusted("r")}));
    const auto run = [&](const std::stop_token& stop) {
        GuardOptions options{.name = lock_name(), .kind = GuardKind::watchdog};
        options.wait = long_time;
        (void)GuardRun(runtime, world.access(), options).run([](const JobContext&) { return 0; }, stop);
    };
    const auto calls = world.faults.calls.load();
    expect_end(run, [&] { return world.faults.calls > calls; });
    world.faults.hangs = true;
    expect_end(run, [&] { return world.faults.hanging > 0; });
}

TEST_F(StopTest, AGuardWhoseStoreHangsWhenItGivesTheLockBack)
{
    std::atomic<bool> works = false;
    expect_end(
        [&](const std::stop_token& stop) {
            const GuardOptions options{.name = lock_name(), .kind = GuardKind::fixed, .at_most = long_time};
            (void)GuardRun(runtime, world.access(), options).run([&](const JobContext& context) {
                works = true;
                (void)runtime.sleep(context.stop, long_time);
                world.faults.hangs = true;
                return 0;
            }, stop);
        },
        [&] { return works.load(); });
}

TEST_F(StopTest, ALeaderWhoseStoreHangsOrIsDownOrWhoWaits)
{
    const auto lead = [&](const std::stop_token& stop) {
        (void)Lead(runtime, world.access(), {.name = lock_name(), .lease = long_time, .interval = long_time}, {})
            .run([](const JobContext&) { return 0; }, stop);
    };
    expect_end(lead, [&] { return world.faults.calls > 0; });
    world.faults.unreachable = true;
    const auto calls = world.faults.calls.load();
    expect_end(lead, [&] { return world.faults.calls > calls; });
    world.faults.unreachable = false;
    ASSERT_TRUE(world.session()->locks().acquire({lock_name(), owner("other"), long_time, RequestId::trusted("r")}));
    const auto before = world.faults.calls.load();
    expect_end(lead, [&] { return world.faults.calls > before; });
    world.faults.hangs = true;
    expect_end(lead, [&] { return world.faults.hanging > 0; });
}

TEST_F(StopTest, AWorkerWhoseStoreHangsOrIsDown)
{
    const auto work = [&](const std::stop_token& stop) {
        HandlerRegistry handlers;
        handlers.otherwise(TaskKind::trusted("k"), [](const TaskContext&) { return GiveBack{}; });
        PollingWorkerOptions options{.owner = owner("worker"), .sources = {{TaskKind::trusted("k"), {Phase::trusted("p")}}}};
        options.interval = long_time;
        Bell ended;
        PollingWorker worker(runtime, world.access(), options, std::move(handlers), {{}, [&] { ended.ring(); }});
        worker.start();
        runtime.wait(ended, stop, SteadyPoint::max());
        worker.stop();
    };
    expect_end(work, [&] { return world.faults.calls > 0; });
    world.faults.unreachable = true;
    const auto calls = world.faults.calls.load();
    expect_end(work, [&] { return world.faults.calls > calls; });
    world.faults.unreachable = false;
    world.faults.hangs = true;
    expect_end(work, [&] { return world.faults.hanging > 0; });
}

TEST_F(StopTest, AWatchdogWhoseRenewalHangs)
{
    const auto got = world.session()->locks().acquire({lock_name(), owner("o"), long_time, RequestId::trusted("r")});
    ASSERT_TRUE(got);
    world.faults.hangs = true;
    expect_end(
        [&](const std::stop_token& stop) {
            const auto long_ago = runtime.now() - long_time / 2; // so that it renews at once
            Watchdog watchdog(runtime, world.access(), {lock_name(), owner("o"), *got->token, long_time, long_ago}, {});
            watchdog.start();
            Bell nobody;
            runtime.wait(nobody, stop, SteadyPoint::max());
            watchdog.stop();
        },
        [&] { return world.faults.hanging > 0; });
}

TEST_F(StopTest, EveryScheduleThatWaits)
{
    for (auto schedule : {Schedule::fixed_delay(long_time), Schedule::fixed_rate(long_time),
                          Schedule::cron(Cron::parse("0 0 0 1 1 *").value())}) {
        std::atomic<int> ticks = 0;
        std::atomic<bool> waits = false;
        expect_end(
            [&](const std::stop_token& stop) {
                waits = true;
                while (schedule.wait_for_tick(runtime, stop))
                    ++ticks;
            },
            [&] { return waits.load(); });
    }
}

} // namespace
} // namespace lockdesk::test
