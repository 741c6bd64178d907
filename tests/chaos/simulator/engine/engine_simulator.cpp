// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/simulator/engine/engine_simulator.h"

#include "backends/redlock/redlock_store.h"
#include "tests/chaos/simulator/engine/string_servers.h"
#include "tests/chaos/simulator/planted.h"

#include <array>

namespace lockdesk::simulator {

namespace {

using namespace std::chrono_literals;

constexpr const char* forgetful_servers = "redlock_servers_forget";
constexpr const char* sure_holder = "holder_never_doubts";

class WorldClock final : public MemoryClock
{
public:
    explicit WorldClock(EngineWorld& world) : m_world(world) {}
    [[nodiscard]] TimePoint now() const override { return m_world.store_now(); }

private:
    EngineWorld& m_world;
};

contract::Decorate planted_in_engine(const EnginePlan& plan)
{
    const bool elsewhere = plan.mutant.empty() || plan.mutant == forgetful_servers || plan.mutant == sure_holder;
    return elsewhere ? contract::Decorate{} : planted(plan.mutant);
}

// One complete schedule, on the first of its threads.
class EngineSchedule
{
public:
    EngineSchedule(EngineWorld& world, const EnginePlan& plan);
    ~EngineSchedule();
    EngineSchedule(const EngineSchedule&) = delete;
    EngineSchedule& operator=(const EngineSchedule&) = delete;
    void run();

private:
    using Make = std::unique_ptr<Process> (*)(Site&);
    void add(Make make, int count);
    void populate();
    void add_tasks();
    void hurt();
    void let_arrive(bool all);
    void calm_down();
    void end();
    Process& any() { return *m_running[m_world.random.below(m_running.size())]; }

    EngineWorld& m_world;
    const EnginePlan& m_plan;
    std::string m_name;
    std::unique_ptr<Store> m_memory;
    std::unique_ptr<Session> m_admin;
    std::vector<StringServer> m_servers;
    Site m_site;
    std::vector<std::unique_ptr<Process>> m_running, m_vanished;
    bool m_clock_jumps = false;
};

EngineSchedule::EngineSchedule(EngineWorld& world, const EnginePlan& plan)
    : m_world(world), m_plan(plan), m_servers(3), m_site{world, plan, {}}
{
    static std::atomic<int> number = 0;
    m_name = "engine" + std::to_string(++number);
    set_up_memory_store(m_name, {std::make_shared<WorldClock>(world), {}});
    m_memory = *open_memory_store(*StoreUrl::parse("memory:" + m_name));
    m_admin = *m_memory->open({});
    for (std::size_t i = 0; i < m_servers.size(); ++i)
        m_servers[i].id = "server" + std::to_string(i);
    m_site.store_for = [this, decorate = planted_in_engine(plan)](Wire& wire) -> std::unique_ptr<Store> {
        if (!m_site.locks_only)
            return std::make_unique<UnreliableStore>(*m_memory, wire, decorate);
        return *open_redlock_store(*StoreUrl::parse("redlock://h0:1,h1:1,h2:1"), string_servers(m_servers, wire));
    };
}

EngineSchedule::~EngineSchedule()
{
    m_admin.reset();
    m_memory.reset();
    forget_memory_store(m_name);
}

void EngineSchedule::add(Make make, int count)
{
    for (; count > 0; --count) {
        m_running.push_back(make(m_site));
        m_running.back()->start();
    }
}

void EngineSchedule::add_tasks()
{
    for (const char* phase : {first_phase, second_phase})
        (void)m_admin->tasks().set_rule({task_kind.str(), phase, lock_timeout, BackoffPolicy::progressive, max_failures});
    for (auto n = 1 + m_world.random.below(4); n > 0; --n) {
        const NewTask task{TaskId::trusted(m_world.fresh("task")), task_kind, Phase::trusted(first_phase)};
        (void)m_admin->tasks().add({&task, 1});
        m_world.judge.added(task.id, m_world.store_now());
    }
}

// Creates few objects and many contenders.
void EngineSchedule::populate()
{
    auto& random = m_world.random;
    const auto theme = random.below(6);
    m_site.locks_only = theme == 5;
    m_clock_jumps = !m_site.locks_only && random.one_in(3);
    const bool impatient = !m_site.locks_only && random.one_in(4);
    m_world.leases_are_told = !m_clock_jumps && !impatient;
    if (theme == 0 || theme >= 4)
        add(make_waiting_holder, 2);
    if (theme == 1 || theme >= 4)
        add(make_guarded_job, 2);
    if (theme == 0 || theme == 1)
        add(theme == 0 ? make_guarded_job : make_waiting_holder, 1);
    if (theme == 2 || theme >= 4)
        add(make_leader, theme == 2 ? 3 : 2);
    if (theme == 3 || theme == 4) {
        add_tasks();
        add(make_polling_worker, 2);
        add(make_sender, 1);
        add(make_relay_process, 2);
    }
    if (impatient)
        add(make_impatient_operator, 1);
}

void EngineSchedule::let_arrive(bool all)
{
    auto calls = std::exchange(m_world.under_way, {});
    for (auto& call : calls)
        if (all || call.first <= m_world.threads.now_ns())
            call.second();
        else
            m_world.under_way.push_back(std::move(call));
}

void EngineSchedule::hurt()
{
    auto& random = m_world.random;
    switch (random.below(16)) {
    case 0: {
        auto& victim = m_running[random.below(m_running.size())];
        ++m_world.counts.crashes;
        victim->vanish();
        auto next = victim->successor();
        m_vanished.push_back(std::exchange(victim, std::move(next)));
        victim->start();
        break;
    }
    case 1:
    case 2:
    case 3:
        ++m_world.counts.freezes;
        any().freeze(random.up_to(random.one_in(2) ? 1500ms : 6s));
        break;
    case 4:
        ++m_world.counts.partitions;
        any().wire.cut_until_ns = m_world.threads.now_ns() + random.up_to(3s).count() * 1000;
        break;
    case 5:
        if (m_clock_jumps) {
            ++m_world.counts.clock_jumps;
            m_world.clock_offset += random.up_to(3s);
        }
        break;
    case 6: m_servers[random.below(m_servers.size())].down = random.one_in(2); break;
    case 7:
        if (m_plan.mutant == forgetful_servers)
            for (StringServer& server : m_servers)
                server.keys.clear();
        break;
    default: break;
    }
}

void EngineSchedule::calm_down()
{
    m_world.calm = true;
    m_world.say("world", [] { return std::string("calms down"); });
    for (auto& process : m_running) {
        process->freeze(Duration{0});
        process->wire.cut_until_ns = 0;
    }
    for (StringServer& server : m_servers)
        server.down = false;
    let_arrive(true);
}

void EngineSchedule::end()
{
    for (auto& process : m_running)
        process->request_stop();
    for (auto* processes : {&m_running, &m_vanished})
        for (auto& process : *processes)
            process->join();
    let_arrive(true);
}

void EngineSchedule::run()
{
    populate();
    const auto until = m_world.threads.now_ns() + 10'000'000'000 + m_world.random.up_to(15s).count() * 1000;
    while (m_world.threads.now_ns() < until && m_world.violation.empty()) {
        (void)m_world.threads.sleep(m_world.random.up_to(300ms));
        let_arrive(false);
        hurt();
    }
    calm_down();
    // The remaining processes continue without faults, long enough for every lease to expire: then everything must be done.
    for (int i = 0; i < 300 && m_world.violation.empty() && (i < 5 || !m_world.judge.all_done()); ++i)
        (void)m_world.threads.sleep(1s);
    end();
    if (!m_world.violation.empty())
        return;
    const auto rows = m_admin->audit().list({});
    m_world.check([&] {
        must(rows.is_result(), "the audit can be read", "list");
        m_world.judge.at_the_end(rows->rows.size());
    });
}

} // namespace

EngineOutcome run_engine_schedule(std::uint64_t seed, const EnginePlan& plan)
{
    EngineWorld world(seed, plan.fenced, plan.verbose);
    world.threads.run([&] {
        EngineSchedule schedule(world, plan);
        schedule.run();
    });
    return {seed, world.violation, world.counts, world.journal.take()};
}

EngineTally run_engine_schedules(std::uint64_t seed, std::int64_t schedules, const EnginePlan& plan)
{
    EngineTally tally;
    while (tally.schedules < schedules && !tally.first_violation) {
        auto outcome = run_engine_schedule(seed + static_cast<std::uint64_t>(tally.schedules), plan);
        ++tally.schedules;
        tally.counts += outcome.counts;
        if (!outcome.violation.empty())
            tally.first_violation = std::move(outcome);
    }
    return tally;
}

std::span<const std::string> engine_mutant_names()
{
    static const std::array<std::string, 12> names{"acquire_ignores_holder", "token_starts_again",    "renew_without_owner",
                                                   "fence_admits_smaller",   "claim_keeps_token",     "claim_ignores_held",
                                                   "message_not_kept",       "message_lease_ignored", "late_settle_accepted",
                                                   "begin_not_kept",         forgetful_servers,       sure_holder};
    return names;
}

} // namespace lockdesk::simulator
