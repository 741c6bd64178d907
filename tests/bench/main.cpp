// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// lockdesk-bench: the engine against a raw loop with the same client library and statements, in one run, A B B A.
// Use a scratch store: its tasks and messages stay there.
#include "app/common/stores.h"
#include "backends/json/json.h"
#include "tests/bench/rounds.h"

#include <CLI/CLI.hpp>

#include <cmath>
#include <cstdio>
#include <exception>

using namespace lockdesk;

namespace {

nlohmann::json rounded(double value) { return std::round(value * 1000) / 1000; }

struct Measured
{
    bench::Measurement own;      ///< against the engine's own statements
    bench::Measurement smallest; ///< pairs: against the smallest lock that excludes others
};

void print(const std::string& store, const bench::Plan& plan, const Measured& measured)
{
    const bench::Measurement& m = measured.own;
    nlohmann::json line{{"v", 1},
                        {"type", "bench"},
                        {"store", store},
                        {"operation", bench::word(plan.operation)},
                        {"workers", plan.workers},
                        {"engine_ops_s", rounded(m.a_ops_s)},
                        {"p50_us", m.p50_us},
                        {"p99_us", m.p99_us},
                        {"rounds", m.rounds}};
    const bool compared = m.b_ops_s > 0;
    line["raw_ops_s"] = compared ? rounded(m.b_ops_s) : nlohmann::json(nullptr);
    line["ratio"] = compared ? rounded(m.ratio) : nlohmann::json(nullptr);
    line["ratio_min"] = compared ? rounded(m.ratio_min) : nlohmann::json(nullptr);
    line["ratio_max"] = compared ? rounded(m.ratio_max) : nlohmann::json(nullptr);
    if (measured.smallest.b_ops_s > 0) {
        line["smallest_ops_s"] = rounded(measured.smallest.b_ops_s);
        line["smallest_ratio"] = rounded(measured.smallest.ratio);
        line["smallest_ratio_min"] = rounded(measured.smallest.ratio_min);
        line["smallest_ratio_max"] = rounded(measured.smallest.ratio_max);
    }
    std::puts(line.dump().c_str());
    std::fflush(stdout);
}

Measured measure(Store& store, const bench::Plan& plan, bool alone)
{
    SessionOptions options;
    options.timeout = std::chrono::seconds{60};
    options.application_name = "lockdesk-bench";
    const auto filler = bench::need(store.open(options));
    bench::Pool pool(*filler);
    bench::Contestant engine, raw, smallest;
    for (int i = 0; i < plan.workers; ++i) {
        engine.sides.push_back(bench::make_engine_side(bench::need(store.open(options)), i));
        if (alone)
            continue;
        if (auto loop = bench::make_raw_loop(store.url()))
            raw.sides.push_back(bench::make_raw_side(std::move(loop), i));
        if (plan.operation == bench::Operation::pair)
            if (auto loop = bench::make_raw_loop(store.url()))
                smallest.sides.push_back(bench::make_smallest_side(std::move(loop), i));
    }
    Measured out{bench::compare(engine, raw, pool, plan), {}};
    if (!smallest.sides.empty())
        out.smallest = bench::compare(engine, smallest, pool, plan);
    return out;
}

int fail(int status, const std::string& message)
{
    std::fprintf(stderr, "lockdesk-bench: %s\n", message.c_str());
    return status;
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app{"Measures the engine against raw loops. Use a scratch store."};
    std::string url_text = "memory:bench";
    std::string only;
    std::vector<int> workers{1, 8};
    bool alone = false;
    double seconds = 8;
    int rounds = 4;
    app.footer("Client and server on cores of their own, for a store as quick as Redis:\n"
               "  taskset -acp 0 PID-OF-THE-SERVER; taskset -c 1 lockdesk-bench --store redis://...\n"
               "docs/benchmarks.md tells more.");
    app.add_option("--store", url_text, "URL of a scratch store")->capture_default_str();
    app.add_option("--only", only,
                   "pair, claim1, claim100, cycle1, cycle100, update1 (claim1 against the "
                   "update of a task by its key), enqueue or changes");
    app.add_flag("--alone", alone, "the engine only, against nothing: for a comparison with another program");
    app.add_option("--workers", workers, "worker threads (several: one measurement each)")->check(CLI::Range(1, 256));
    app.add_option("--seconds", seconds, "one whole measurement, both sides and all rounds")->check(CLI::Range(0.2, 3600.0));
    app.add_option("--rounds", rounds, "rounds of A B B A")->check(CLI::Range(1, 100));
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
        return e.get_exit_code() == 0 ? app.exit(e) : (app.exit(e), 2);
    }

    const auto url = StoreUrl::parse(url_text);
    if (!url)
        return fail(2, url.failure().message);
    std::vector<bench::Operation> operations;
    for (const auto operation : bench::all_operations())
        if (only.empty() || only == bench::word(operation))
            operations.push_back(operation);
    if (operations.empty())
        return fail(2, "'" + only + "' is not an operation");
    const auto registry = lockdesk::app::make_registry();
    auto store = registry.open(*url);
    if (!store)
        return fail(7, store.failure().message);
    SessionOptions options;
    options.without_schema = true;
    if (auto session = (*store)->open(options); !session)
        return fail(5, session.failure().message);
    else if (auto schema = (*session)->admin().create_schema(); !schema)
        return fail(5, schema.failure().message);

    try {
        for (const int count : workers)
            for (const auto operation : operations) {
                const bench::Plan plan{operation, count,
                                       std::chrono::duration_cast<Duration>(std::chrono::duration<double>(seconds)), rounds};
                print(url->scheme(), plan, measure(**store, plan, alone));
            }
    } catch (const std::exception& e) {
        return fail(5, e.what());
    }
    return 0;
}
