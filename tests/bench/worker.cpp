// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// lockdesk-bench-worker: how many no-op tasks a second the engine's polling worker completes, from its start until the
// store's answer for the last one. Use a scratch store: its tasks stay there.
#include "app/common/stores.h"
#include "backends/engine/runners/polling_worker.h"
#include "backends/json/json.h"
#include "tests/bench/pool.h"

#include <CLI/CLI.hpp>

#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <stdexcept>

using namespace lockdesk;

namespace {

struct Wanted
{
    std::string store = "memory:worker";
    std::int64_t tasks = 100'000, batch = 500, prefetch = 2000;
    std::size_t handlers = 8, settle = 500;
    int rounds = 1;
};

/// Waits until this many tasks have moved on.
class Finish
{
public:
    explicit Finish(std::int64_t tasks) : m_left(tasks) {}
    void see(const WorkerEvent& event)
    {
        if (event.kind == WorkerEventKind::trouble || event.kind == WorkerEventKind::refused
            || event.kind == WorkerEventKind::lost || event.kind == WorkerEventKind::failed) {
            const std::lock_guard lock(m_mutex);
            m_trouble = event.task + " " + event.text;
        }
        if (event.kind == WorkerEventKind::advanced && --m_left == 0) {
            const std::lock_guard lock(m_mutex);
            m_done = true;
        }
        if (m_left <= 0)
            m_changed.notify_all();
    }
    void wait()
    {
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait_for(lock, std::chrono::minutes{5}, [this] { return m_done; }) || !m_trouble.empty())
            throw std::runtime_error("not every task was done: " + m_trouble);
    }

private:
    std::atomic<std::int64_t> m_left;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::string m_trouble;
    bool m_done = false;
};

double tasks_per_second(Store& store, bench::Pool& pool, const Wanted& wanted)
{
    pool.refill(pool.kind(), wanted.tasks);
    const auto kind = TaskKind::trusted(pool.kind());
    const auto phase = Phase::trusted("Creating");
    PollingWorkerOptions options{.owner = OwnerId::trusted("bench/" + bench::fresh_id()), .sources = {{kind, {phase}}}};
    options.batch = wanted.batch;
    options.prefetch = wanted.prefetch;
    options.handlers = wanted.handlers;
    options.settling.batch = wanted.settle;
    HandlerRegistry handlers;
    handlers.on(kind, phase, [](const TaskContext&) { return MoveOn{Phase::trusted("Created"), {}}; });
    SystemRuntime runtime;
    SessionOptions session;
    session.timeout = std::chrono::minutes{1};
    Finish finish(wanted.tasks);
    PollingWorker worker(runtime, {&store, session}, options, handlers,
                         {[&](const WorkerEvent& event) { finish.see(event); }, {}});
    const auto began = bench::Clock::now();
    worker.start();
    finish.wait();
    const auto took = std::chrono::duration<double>(bench::Clock::now() - began);
    worker.stop();
    return static_cast<double>(wanted.tasks) / took.count();
}

void run(const Wanted& wanted)
{
    const auto url = bench::need(StoreUrl::parse(wanted.store));
    const auto store = bench::need(app::make_registry().open(url));
    SessionOptions options;
    options.timeout = std::chrono::minutes{1};
    options.without_schema = true;
    const auto filler = bench::need(store->open(options));
    bench::need(filler->admin().create_schema());
    bench::Pool pool(*filler);
    for (int round = 0; round < wanted.rounds; ++round) {
        const nlohmann::json line{{"v", 1},
                                  {"type", "worker"},
                                  {"store", url.scheme()},
                                  {"tasks", wanted.tasks},
                                  {"handlers", wanted.handlers},
                                  {"batch", wanted.batch},
                                  {"prefetch", wanted.prefetch},
                                  {"tasks_s", std::round(tasks_per_second(*store, pool, wanted))}};
        std::puts(line.dump().c_str());
        std::fflush(stdout);
    }
}

} // namespace

int main(int argc, char** argv)
{
    CLI::App app{"Tasks that do nothing, through the engine's polling worker. Use a scratch store."};
    Wanted wanted;
    app.add_option("--store", wanted.store, "URL of a scratch store")->capture_default_str();
    app.add_option("--tasks", wanted.tasks, "tasks of one round")->capture_default_str()->check(CLI::Range(1, 10'000'000));
    app.add_option("--handlers", wanted.handlers, "threads")->capture_default_str()->check(CLI::Range(1, 256));
    app.add_option("--batch", wanted.batch, "most tasks of one claim")->capture_default_str()->check(CLI::Range(1, 10'000));
    app.add_option("--prefetch", wanted.prefetch, "tasks claimed ahead")
        ->capture_default_str()
        ->check(CLI::Range(0, 100'000));
    app.add_option("--settle", wanted.settle, "most results told in one call")
        ->capture_default_str()
        ->check(CLI::Range(1, 10'000));
    app.add_option("--rounds", wanted.rounds, "rounds, each with tasks of its own")
        ->capture_default_str()
        ->check(CLI::Range(1, 1000));
    CLI11_PARSE(app, argc, argv);
    try {
        run(wanted);
    } catch (const std::exception& e) {
        std::fprintf(stderr, "lockdesk-bench-worker: %s\n", e.what());
        return 5;
    }
    return 0;
}
