// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// lockdesk-bench-beside: the same workers with something beside them and without, A B B A in one run.
// Use a scratch store: its tasks stay there.
#include "tests/bench/beside.h"

#include "app/common/stores.h"
#include "backends/json/json.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdio>
#include <exception>

using namespace lockdesk;

namespace {

struct Wanted
{
    std::string store = "memory:beside", with = "hints", operation = "cycle1";
    int workers = 8;
    double seconds = 60;
    int rounds = 3;
    std::int64_t tasks = 1'000'000;
};

nlohmann::json rounded(double value) { return std::round(value * 1000) / 1000; }

bench::Plan plan_of(const Wanted& wanted)
{
    bench::Plan plan;
    plan.workers = wanted.workers;
    plan.total = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(wanted.seconds));
    plan.rounds = wanted.rounds;
    for (const auto operation : bench::all_operations())
        if (wanted.operation == bench::word(operation))
            plan.operation = operation;
    return plan;
}

void run(const Wanted& wanted)
{
    const auto url = bench::need(StoreUrl::parse(wanted.store));
    const std::shared_ptr<Store> store = bench::need(app::make_registry().open(url));
    SessionOptions options = bench::bench_options();
    options.without_schema = true;
    const auto filler = bench::need(store->open(options));
    bench::need(filler->admin().create_schema());
    const auto plan = plan_of(wanted);
    bench::Pool pool(*filler);
    bench::Contestant with, without;
    nlohmann::json line{{"v", 1},
                        {"type", "beside"},
                        {"store", url.scheme()},
                        {"with", wanted.with},
                        {"operation", bench::word(plan.operation)},
                        {"workers", plan.workers},
                        {"rounds", plan.rounds}};
    std::unique_ptr<bench::Console> console;
    std::unique_ptr<bench::Listening> listening;
    if (wanted.with == "hints") {
        if (!filler->capabilities().hints)
            throw std::runtime_error(url.scheme() + " has no hints");
        line["off"] = bench::hints_sides(store, plan.workers, with.sides, without.sides);
        listening = std::make_unique<bench::Listening>(store);
        with.before = [&] { listening->start(); };
        with.after = [&] { listening->stop(); };
    } else {
        line["rows"] = bench::fill(*filler, wanted.tasks);
        for (int i = 0; i < plan.workers; ++i) { // separate connections, used equally often
            with.sides.push_back(bench::make_engine_side(bench::need(store->open(bench::bench_options())), i));
            without.sides.push_back(bench::make_engine_side(bench::need(store->open(bench::bench_options())), i));
        }
        console = std::make_unique<bench::Console>(store);
        with.before = [&] { console->attach(); };
        with.after = [&] { console->detach(); };
    }
    const auto m = bench::compare(with, without, pool, plan);
    line["with_ops_s"] = rounded(m.a_ops_s);
    line["without_ops_s"] = rounded(m.b_ops_s);
    line["ratio"] = rounded(m.ratio);
    line["ratio_min"] = rounded(m.ratio_min);
    line["ratio_max"] = rounded(m.ratio_max);
    if (listening)
        line["hints"] = listening->hints();
    if (console)
        line.update(console->report());
    std::puts(line.dump().c_str());
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app{"The same workers with something beside them and without it. Use a scratch store."};
    Wanted wanted;
    app.add_option("--store", wanted.store, "URL of a scratch store")->capture_default_str();
    app.add_option("--with", wanted.with, "hints: change hints and a listener; console: its observer, looking every second")
        ->capture_default_str()
        ->check(CLI::IsMember({"hints", "console"}));
    app.add_option("--only", wanted.operation, "what the workers do")
        ->capture_default_str()
        ->check(CLI::IsMember({"pair", "claim1", "claim100", "cycle1", "cycle100", "enqueue"}));
    app.add_option("--workers", wanted.workers, "worker threads")->capture_default_str()->check(CLI::Range(1, 256));
    app.add_option("--seconds", wanted.seconds, "all rounds together")
        ->capture_default_str()
        ->check(CLI::Range(0.2, 36000.0));
    app.add_option("--rounds", wanted.rounds, "rounds of A B B A")->capture_default_str()->check(CLI::Range(1, 100));
    app.add_option("--tasks", wanted.tasks, "rows that the store is filled up to, for the console")
        ->capture_default_str()
        ->check(CLI::Range(0, 100'000'000));
    CLI11_PARSE(app, argc, argv);
    try {
        run(wanted);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "lockdesk-bench-beside: %s\n", e.what());
        return 5;
    }
    return 0;
}
