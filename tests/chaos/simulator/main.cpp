// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// lockdesk-simulator: thousands of interleavings of the engine's contracts on the memory store and a virtual clock.
// Exit status: 0 every promise kept, 1 one was broken (its seed and journal are printed), 2 usage.
#include "tests/chaos/simulator/simulator.h"
#ifdef LOCKDESK_WITH_ENGINE_SIMULATOR
#include "tests/chaos/simulator/engine/engine_simulator.h"
#endif

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <thread>

using namespace lockdesk::simulator;

namespace {

void print(const Counts& c)
{
    const auto n = [](std::int64_t v) { return static_cast<long long>(v); };
    std::printf("%lld steps, %lld calls, %lld writes, %lld refused by the fence; faults: %lld crashes, %lld freezes, "
                "%lld lost replies, %lld calls that did not arrive, %lld that came late, %lld jumps in time\n",
                n(c.steps), n(c.calls), n(c.writes), n(c.refused), n(c.crashes), n(c.freezes), n(c.lost_replies), n(c.cut),
                n(c.late_calls), n(c.jumps));
}

int replay(std::uint64_t seed, Plan plan)
{
    plan.verbose = true;
    const auto outcome = run_schedule(seed, plan);
    for (const auto& line : outcome.journal)
        std::puts(line.c_str());
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed),
                outcome.violation.empty() ? "every promise was kept" : outcome.violation.c_str());
    return outcome.violation.empty() ? 0 : 1;
}

int run(std::uint64_t seed, std::int64_t schedules, const Plan& plan, int threads)
{
    const auto start = std::chrono::steady_clock::now();
    const auto tally = run_schedules(seed, schedules, plan, threads);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    std::printf("seed %llu: %lld schedules in %.1f s on %d threads\n", static_cast<unsigned long long>(seed),
                static_cast<long long>(tally.schedules), took.count(), threads);
    print(tally.counts);
    if (!tally.first_violation) {
        std::puts("every promise was kept");
        return 0;
    }
    const auto bad = tally.first_violation->seed;
    std::printf("BROKEN at seed %llu: %s\nThe same again, step by step (--replay %llu):\n",
                static_cast<unsigned long long>(bad), tally.first_violation->violation.c_str(),
                static_cast<unsigned long long>(bad));
    return replay(bad, plan);
}

#ifdef LOCKDESK_WITH_ENGINE_SIMULATOR

int replay_engine(std::uint64_t seed, const EnginePlan& given)
{
    auto plan = given;
    plan.verbose = true;
    const auto outcome = run_engine_schedule(seed, plan);
    for (const auto& line : outcome.journal)
        std::puts(line.c_str());
    std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed),
                outcome.violation.empty() ? "every promise was kept" : outcome.violation.c_str());
    return outcome.violation.empty() ? 0 : 1;
}

int run_engine(std::uint64_t seed, std::int64_t schedules, const EnginePlan& plan)
{
    const auto tally = run_engine_schedules(seed, schedules, plan);
    const auto n = [](std::int64_t v) { return static_cast<long long>(v); };
    const EngineCounts& c = tally.counts;
    std::printf(
        "seed %llu: %lld schedules through the engine: %lld calls, %lld waits that were granted, %lld guarded runs, %lld "
        "terms, %lld tasks advanced, %lld deliveries; %lld writes, %lld refused by the fence; %lld times a trusted "
        "lease was looked up, %lld times who else is inside\n",
        static_cast<unsigned long long>(seed), n(tally.schedules), n(c.calls), n(c.grants), n(c.guard_runs), n(c.terms),
        n(c.tasks_done), n(c.deliveries), n(c.writes), n(c.refused), n(c.trusted), n(c.overlaps_checked));
    std::printf(
        "faults: %lld crashes, %lld freezes, %lld networks down, %lld lost replies, %lld calls that did not arrive, %lld "
        "that came late, %lld jumps of the store's clock\n",
        n(c.crashes), n(c.freezes), n(c.partitions), n(c.lost_replies), n(c.cut), n(c.late_calls), n(c.clock_jumps));
    if (!tally.first_violation) {
        std::puts("every promise was kept");
        return 0;
    }
    std::printf("BROKEN at seed %llu: %s\n", static_cast<unsigned long long>(tally.first_violation->seed),
                tally.first_violation->violation.c_str());
    return replay_engine(tally.first_violation->seed, plan);
}

#endif

} // namespace

int main(int argc, char** argv)
{
    CLI::App app{
        "Simulates interleavings, crashes, freezes, lost replies and jumps in time; checks every promise at every step."};
    std::int64_t schedules = 100'000;
    std::uint64_t seed = 1;
    std::uint64_t replayed = 0;
    int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    bool unfenced = false;
    Plan plan;
    app.add_option("--schedules", schedules, "how many, each with a seed of its own")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--seed", seed, "of the first schedule; the others follow")->capture_default_str();
    auto* one = app.add_option("--replay", replayed, "run the schedule of this seed alone");
    app.add_flag("--verbose", plan.verbose, "with --replay: every step is printed anyway");
    app.add_flag("--unfenced", unfenced, "control: writers do not ask the fence; this must be caught");
    std::vector<std::string> mutants(mutant_names().begin(), mutant_names().end());
    bool engine = false;
#ifdef LOCKDESK_WITH_ENGINE_SIMULATOR
    mutants.insert(mutants.end(), engine_mutant_names().begin(), engine_mutant_names().end());
    app.add_flag("--engine", engine,
                 "through WaitingAcquire, Watchdog, guards, Lead, PollingWorker, Relay and Redlock, with all their threads");
#endif
    app.add_option("--mutant", plan.mutant, "plant a mistake; this must be caught")->check(CLI::IsMember(mutants));
    app.add_option("--threads", threads, "schedules that run side by side; each runs in one thread")
        ->check(CLI::Range(1, 256));
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return e.get_exit_code() == 0 ? app.exit(e) : (app.exit(e), 2);
    }
    plan.fenced = !unfenced;
#ifdef LOCKDESK_WITH_ENGINE_SIMULATOR
    const EnginePlan through_engine{plan.fenced, plan.mutant, plan.verbose};
    if (engine)
        return one->count() > 0 ? replay_engine(replayed, through_engine) : run_engine(seed, schedules, through_engine);
#endif
    return one->count() > 0 ? replay(replayed, plan) : run(seed, schedules, plan, threads);
}
