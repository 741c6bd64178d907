// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/simulator/simulator.h"

#include "tests/chaos/simulator/actors.h"
#include "tests/chaos/simulator/planted.h"

#include <atomic>
#include <mutex>
#include <thread>

namespace lockdesk::simulator {

namespace {

using namespace std::chrono_literals;

class Schedule
{
public:
    explicit Schedule(World& world) : m_world(world)
    {
        // Few objects and many contenders: that is where things go wrong.
        const auto locks = static_cast<int>(1 + world.random.below(2));
        const auto theme = world.random.below(4);
        if (theme == 0 || theme == 3)
            for (int i = 0; i < 3; ++i)
                m_actors.push_back(make_lock_holder(world, locks));
        if (theme == 1 || theme == 3) {
            world.add_tasks(static_cast<int>(1 + world.random.below(3)));
            for (int i = 0; i < 3; ++i)
                m_actors.push_back(make_task_worker(world));
        }
        if (theme == 2 || theme == 3) {
            m_actors.push_back(make_producer(world));
            for (int i = 0; i < 2; ++i)
                m_actors.push_back(make_relay(world));
        }
        if (world.random.one_in(2))
            m_actors.push_back(make_operator(world, locks));
    }

    void run()
    {
        const auto steps = 30 + m_world.random.below(60);
        for (std::uint64_t i = 0; i < steps; ++i) {
            ++m_world.counts.steps;
            const auto what = m_world.random.below(32);
            if (what < 4)
                m_world.pass_time();
            else if (what == 4)
                crash(any());
            else if (what == 5)
                freeze(*any());
            else if (what < 9 && m_world.calls_under_way())
                m_world.let_one_arrive();
            else if (Actor& actor = *any(); actor.frozen_until <= m_world.now())
                actor.step();
        }
    }

    // The remaining actors continue without faults, long enough for every lock to expire: then everything must be done.
    void recover()
    {
        m_world.calm();
        std::erase_if(m_actors, [](const auto& actor) { return actor->name().starts_with("operator"); });
        for (int round = 0; round < 400 && !m_world.all_done(); ++round) {
            ++m_world.counts.steps;
            std::erase_if(m_actors,
                          [](const auto& actor) { return actor->name().starts_with("producer") && actor->idle(); });
            m_world.jump(1s);
            for (auto& actor : m_actors)
                actor->step();
        }
        m_world.check_the_end();
    }

private:
    std::unique_ptr<Actor>& any() { return m_actors[m_world.random.below(m_actors.size())]; }

    void crash(std::unique_ptr<Actor>& actor)
    {
        ++m_world.counts.crashes;
        auto next = actor->successor();
        m_world.say(actor->name(), [&] { return "vanishes; " + next->name() + " starts"; });
        actor = std::move(next);
    }

    void freeze(Actor& actor)
    {
        ++m_world.counts.freezes;
        const Duration d = m_world.random.up_to(m_world.random.one_in(2) ? 2s : 12s);
        actor.frozen_until = m_world.now() + d;
        m_world.say(actor.name(), [&] { return "freezes for " + std::to_string(d.count()) + " us"; });
    }

    World& m_world;
    std::vector<std::unique_ptr<Actor>> m_actors;
};

Outcome run_with(std::uint64_t seed, const Plan& plan, const contract::Decorate& decorate)
{
    Outcome outcome;
    outcome.seed = seed;
    World world(seed, plan.fenced, plan.verbose, decorate);
    try {
        Schedule schedule(world);
        schedule.run();
        schedule.recover();
    } catch (const Violation& broken) {
        outcome.violation = broken.what();
        world.say("BROKEN", [&] { return outcome.violation; });
    }
    outcome.counts = world.counts;
    outcome.journal = world.journal.take();
    return outcome;
}

contract::Decorate decorate_for(const Plan& plan)
{
    return plan.mutant.empty() ? contract::Decorate{} : planted(plan.mutant);
}

} // namespace

Outcome run_schedule(std::uint64_t seed, const Plan& plan) { return run_with(seed, plan, decorate_for(plan)); }

Tally run_schedules(std::uint64_t seed, std::int64_t schedules, const Plan& plan, int threads)
{
    const auto decorate = decorate_for(plan);
    Tally tally;
    std::mutex mutex;
    std::atomic<std::int64_t> next = 0;
    // Numbers are assigned in order, and every assigned one is run: no smaller seed is left untried.
    std::atomic<bool> over = false;
    const auto work = [&] {
        Tally mine;
        while (!over) {
            const std::int64_t i = next++;
            if (i >= schedules)
                break;
            auto outcome = run_with(seed + static_cast<std::uint64_t>(i), plan, decorate);
            ++mine.schedules;
            mine.counts += outcome.counts;
            if (outcome.violation.empty())
                continue;
            over = true;
            mine.first_violation = std::move(outcome);
        }
        const std::lock_guard lock(mutex);
        tally.schedules += mine.schedules;
        tally.counts += mine.counts;
        if (mine.first_violation && (!tally.first_violation || mine.first_violation->seed < tally.first_violation->seed))
            tally.first_violation = std::move(mine.first_violation);
    };
    std::vector<std::jthread> crew;
    for (int i = 1; i < threads; ++i)
        crew.emplace_back(work);
    work();
    crew.clear();
    return tally;
}

} // namespace lockdesk::simulator
