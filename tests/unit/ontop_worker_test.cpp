// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/ontop_fixture.h"

#include "backends/engine/runners/polling_worker.h"

#include <algorithm>
#include <mutex>

namespace lockdesk::test {
namespace {

const auto kind = TaskKind::trusted("gateway");
const auto phase_a = Phase::trusted("A");
const auto phase_b = Phase::trusted("B");

class Worker : public testing::Test
{
protected:
    Worker() { set_timeout("A", 30s); }
    ~Worker() override
    {
        for (auto& worker : workers)
            worker->stop();
    }
    void set_timeout(const char* phase, Duration d)
    {
        ASSERT_TRUE(session->tasks().set_rule({"gateway", phase, d, BackoffPolicy::progressive, 8}));
    }
    void add(int count, const char* phase = "A", DesiredState state = DesiredState::running)
    {
        std::vector<NewTask> tasks;
        for (int i = 0; i < count; ++i)
            tasks.push_back({TaskId::trusted("t" + std::to_string(m_added++)), kind, Phase::trusted(phase), state, "{}"});
        ASSERT_TRUE(session->tasks().add(tasks));
    }
    TaskRow task(const std::string& id) { return *session->tasks().find(TaskId::trusted(id)).value(); }
    PollingWorkerOptions options(const char* who = "w")
    {
        PollingWorkerOptions out{.owner = owner(who), .sources = {{kind, {phase_a}}}};
        out.heartbeat = false;
        return out;
    }
    PollingWorker& start(PollingWorkerOptions options, HandlerRegistry handlers)
    {
        workers.push_back(std::make_unique<PollingWorker>(world.runtime, world.access(), std::move(options),
                                                          std::move(handlers),
                                                          PollingWorker::Callbacks{[this](const WorkerEvent& event) {
                                                                                       const std::lock_guard lock(m_mutex);
                                                                                       m_events.push_back(event);
                                                                                   },
                                                                                   [this] { stop_ordered = true; }}));
        workers.back()->start();
        return *workers.back();
    }
    std::int64_t count(WorkerEventKind what)
    {
        const std::lock_guard lock(m_mutex);
        return std::count_if(m_events.begin(), m_events.end(), [&](const WorkerEvent& e) { return e.kind == what; });
    }
    /// Advances time while waiting.
    template <class Predicate> bool eventually(Predicate holds, Duration step = 10ms)
    {
        return await(
            [&] {
                if (holds())
                    return true;
                world.advance(step);
                return false;
            },
            20s);
    }
    static HandlerRegistry registry(Handler handler)
    {
        HandlerRegistry out;
        out.on(kind, phase_a, std::move(handler));
        return out;
    }
    static Handler moving_on()
    {
        return [](const TaskContext&) { return MoveOn{phase_b, {}}; };
    }

    World world;
    std::unique_ptr<Session> session = world.session();
    std::vector<std::unique_ptr<PollingWorker>> workers;
    std::atomic<bool> stop_ordered = false;

private:
    int m_added = 0;
    std::mutex m_mutex;
    std::vector<WorkerEvent> m_events;
};

TEST_F(Worker, ClaimsHandlesAndAdvancesInBatches)
{
    add(200);
    auto o = options();
    o.batch = 50;
    o.handlers = 4;
    start(o, registry(moving_on()));
    ASSERT_TRUE(eventually([&] { return count(WorkerEventKind::advanced) == 200; }));
    EXPECT_EQ(count(WorkerEventKind::claimed), 200);
    EXPECT_LE(world.faults.applies, 60); // far fewer calls than tasks
    for (int i = 0; i < 200; ++i) {
        const auto row = task("t" + std::to_string(i));
        EXPECT_EQ(row.phase, "B");
        EXPECT_EQ(row.claims, 1);
        EXPECT_EQ(row.owner, "");
    }
    const auto counters = workers.front()->counters();
    EXPECT_EQ(counters.claims, 200);
    EXPECT_EQ(counters.done, 200);
    EXPECT_GE(counters.hold_p50_us, 0);
}

TEST_F(Worker, HandlerPerPhaseAndPerDesiredState)
{
    add(1);
    add(1, "A", DesiredState::deleted);
    HandlerRegistry handlers;
    handlers.on(kind, phase_a, moving_on());
    handlers.on(kind, DesiredState::deleted, [](const TaskContext&) { return MoveOn{Phase::trusted("Deleting"), {}}; });
    start(options(), handlers);
    ASSERT_TRUE(eventually([&] { return count(WorkerEventKind::advanced) == 2; }));
    EXPECT_EQ(task("t0").phase, "B");
    EXPECT_EQ(task("t1").phase, "Deleting");
}

TEST_F(Worker, EveryOutcomeHasItsEventAndItsRow)
{
    add(4);
    start(options(), registry([](const TaskContext& context) -> Outcome {
              if (context.task.claims > 1)
                  return MoveOn{phase_b, {}};
              if (context.task.id == "t0")
                  return TryLater{20s};
              if (context.task.id == "t1")
                  return TryLater{};
              if (context.task.id == "t2")
                  return GoneWrong{std::string("broken\0\xff", 8)};
              throw std::runtime_error("thrown");
          }));
    ASSERT_TRUE(eventually([&] { return count(WorkerEventKind::relocked) == 2 && count(WorkerEventKind::failed) == 2; }));
    ASSERT_TRUE(eventually([&] { return count(WorkerEventKind::advanced) == 4; }, 100ms));
    EXPECT_EQ(count(WorkerEventKind::claimed), 8);
}

TEST_F(Worker, PhasesAreFoundWhenNoneIsNamed)
{
    add(1);
    add(1, "C");
    HandlerRegistry handlers;
    handlers.otherwise(kind, [](const TaskContext&) { return MoveOn{Phase::trusted("done"), {}}; });
    auto o = options();
    o.sources = {{kind, {}}};
    start(o, handlers);
    ASSERT_TRUE(eventually([&] { return task("t0").phase == "done" && task("t1").phase == "done"; }));
}

TEST_F(Worker, StopGivesBackWhatNobodyHasBegun)
{
    add(5);
    auto o = options();
    o.batch = 5;
    std::atomic<int> begun = 0;
    auto& worker = start(o, registry([&](const TaskContext& context) -> Outcome {
                             ++begun;
                             (void)world.runtime.sleep(context.stop, no_end);
                             return GiveBack{};
                         }));
    ASSERT_TRUE(await([&] { return begun == 1 && count(WorkerEventKind::claimed) == 5; }));
    worker.stop();
    EXPECT_EQ(begun, 1);
    EXPECT_EQ(count(WorkerEventKind::unlocked), 5);
    EXPECT_EQ(count(WorkerEventKind::stopped), 1);
    for (int i = 0; i < 5; ++i)
        EXPECT_EQ(task_state(task("t" + std::to_string(i)), world.clock->now()), TaskState::due);
}

TEST_F(Worker, ALateResultIsRefusedWhenSomebodyElseHasTheTask)
{
    add(1);
    Bell go;
    std::atomic<bool> begun = false, told_lost = false;
    start(options("late"), registry([&](const TaskContext& context) -> Outcome {
              const std::stop_callback lost(context.lost, [&] { told_lost = true; });
              begun = true;
              world.runtime.wait(go, context.stop, SteadyPoint::max());
              return MoveOn{phase_b, {}};
          }));
    ASSERT_TRUE(await([&] { return begun.load(); }));
    ASSERT_TRUE(eventually([&] { return told_lost.load(); }, 1s)); // at its own deadline, without the store
    world.advance(2s);
    const auto taken =
        session->tasks().claim({kind, phase_a, 1, owner("other"), ClaimId::trusted("c"), {}, false, {}, false});
    ASSERT_EQ(taken->size(), 1u);
    EXPECT_EQ(taken->front().takeovers, 1);
    go.ring();
    ASSERT_TRUE(eventually([&] { return count(WorkerEventKind::refused) == 1; }));
    EXPECT_EQ(task("t0").phase, "A");
    EXPECT_EQ(task("t0").owner, "other");
    EXPECT_EQ(workers.front()->counters().refused, 1);
}

TEST_F(Worker, ALateResultCountsWhenNobodyHasTakenTheTask)
{
    add(1);
    Bell go;
    std::atomic<bool> begun = false;
    start(options(), registry([&](const TaskContext& context) -> Outcome {
              begun = true;
              world.runtime.wait(go, context.stop, SteadyPoint::max());
              return MoveOn{phase_b, {}};
          }));
    ASSERT_TRUE(await([&] { return begun.load(); }));
    world.advance(60s);
    go.ring();
    ASSERT_TRUE(eventually([&] { return count(WorkerEventKind::advanced) == 1; }));
    EXPECT_EQ(task("t0").claims, 1); // it has not taken over its own task
}

TEST_F(Worker, AbandonedIsTheEventLostAndWritesNothing)
{
    add(1);
    auto o = options();
    start(o, registry([&](const TaskContext& context) -> Outcome {
              (void)world.runtime.sleep(context.lost, no_end);
              return Abandoned{};
          }));
    ASSERT_TRUE(eventually([&] { return count(WorkerEventKind::lost) >= 1; }, 1s));
    EXPECT_EQ(task("t0").phase, "A");
    EXPECT_EQ(count(WorkerEventKind::refused), 0);
}

TEST_F(Worker, ExtendsTheLocksOfTasksInHand)
{
    add(1);
    auto o = options();
    o.extend = true;
    std::atomic<bool> lost = false;
    start(o, registry([&](const TaskContext& context) -> Outcome {
              const std::stop_callback callback(context.lost, [&] { lost = true; });
              (void)world.runtime.sleep(context.stop, 100s);
              return MoveOn{phase_b, {}};
          }));
    ASSERT_TRUE(await([&] { return count(WorkerEventKind::claimed) == 1; }));
    ASSERT_TRUE(world.runtime.await_sleepers(4)); // claims, settles, keeps, handles
    world.pass(99s, 1s, 4);
    EXPECT_FALSE(lost);
    EXPECT_EQ(task("t0").owner, "w");
    ASSERT_TRUE(eventually([&] { return count(WorkerEventKind::advanced) == 1; }));
    EXPECT_EQ(task("t0").claims, 1);
}

TEST_F(Worker, LostRepliesOfClaimAndAdvanceAreSettled)
{
    add(3);
    auto o = options();
    o.batch = 3;
    world.faults.lost_replies = 1; // of the claim
    start(o, registry(moving_on()));
    ASSERT_TRUE(eventually([&] { return count(WorkerEventKind::claimed) == 3; }));
    ASSERT_TRUE(eventually([&] { return count(WorkerEventKind::advanced) == 3; }));
    world.faults.lost_replies = 1; // of an idle claim, or of the next one
    add(3);
    ASSERT_TRUE(eventually([&] { return count(WorkerEventKind::advanced) == 6; }));
    EXPECT_EQ(count(WorkerEventKind::refused), 0);
    for (int i = 0; i < 6; ++i)
        EXPECT_EQ(task("t" + std::to_string(i)).claims, 1);
}

TEST_F(Worker, ALostReplyOfAnAdvanceCountsAsDone)
{
    add(1);
    start(options(), registry([&](const TaskContext&) -> Outcome {
              world.faults.lost_replies = 1;
              return MoveOn{phase_b, {}};
          }));
    ASSERT_TRUE(eventually([&] { return count(WorkerEventKind::advanced) == 1; }));
    EXPECT_EQ(count(WorkerEventKind::refused), 0);
    EXPECT_EQ(task("t0").phase, "B");
}

TEST_F(Worker, GoesOnAfterAnOutage)
{
    world.faults.unreachable = true;
    add(2);
    start(options(), registry(moving_on()));
    ASSERT_TRUE(eventually([&] { return count(WorkerEventKind::trouble) >= 3; }, 100ms));
    world.faults.unreachable = false;
    ASSERT_TRUE(eventually([&] { return count(WorkerEventKind::advanced) == 2; }, 100ms));
}

TEST_F(Worker, ObeysTheControlColumn)
{
    auto o = options("host/1/x");
    o.heartbeat = true;
    auto& worker = start(o, registry(moving_on()));
    ASSERT_TRUE(eventually([&] { return count(WorkerEventKind::heartbeat) >= 1; }));
    const auto id = WorkerId::trusted("host/1/x");
    ASSERT_TRUE(session->workers().order({id, {WorkerOrder::pause, 0s}, ""}));
    ASSERT_TRUE(eventually([&] { return count(WorkerEventKind::paused) == 1; }, 100ms));
    add(1);
    ASSERT_TRUE(world.runtime.await_sleepers(4)); // claims, settles, keeps, beats
    world.pass(10s, 1s, 4);
    EXPECT_EQ(count(WorkerEventKind::claimed), 0);
    EXPECT_EQ(session->workers().list({})->rows.at(0).state, "paused");
    ASSERT_TRUE(session->workers().order({id, {WorkerOrder::run, 0s}, ""}));
    ASSERT_TRUE(eventually([&] { return count(WorkerEventKind::advanced) == 1; }, 100ms));
    ASSERT_TRUE(session->workers().order({id, {WorkerOrder::stop, 0s}, ""}));
    ASSERT_TRUE(eventually([&] { return stop_ordered.load(); }, 100ms));
    ASSERT_TRUE(await([&] { return !worker.running(); }));
    EXPECT_TRUE(session->workers().list({})->rows.empty());
}

TEST_F(Worker, StartAndStopEarlyTwiceAndAgain)
{
    add(3);
    auto& worker = start(options(), registry(moving_on()));
    worker.start();
    worker.stop();
    worker.stop();
    worker.start();
    ASSERT_TRUE(eventually([&] { return count(WorkerEventKind::advanced) == 3; }));
    worker.stop();
    EXPECT_EQ(count(WorkerEventKind::started), count(WorkerEventKind::stopped));
}

} // namespace
} // namespace lockdesk::test
