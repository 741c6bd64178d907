// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/measure.h"

#include "tests/bench/raw_loop.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <random>
#include <stdexcept>
#include <thread>

namespace lockdesk::bench {

namespace {

using Clock = std::chrono::steady_clock;

template <class T>
T need(Answer<T> answer)
{
    if (!answer)
        throw std::runtime_error(answer.failure().message);
    return std::move(answer).value();
}

std::string fresh_id()
{
    static std::atomic<std::int64_t> counter{0};
    static const std::uint64_t run = std::random_device{}();
    return std::to_string(run) + "-" + std::to_string(++counter);
}

std::int64_t batch_of(Operation o) { return o == Operation::claim100 || o == Operation::cycle100 ? 100 : 1; }
bool is_cycle(Operation o) { return o == Operation::cycle1 || o == Operation::cycle100; }
bool claims(Operation o) { return is_cycle(o) || o == Operation::claim1 || o == Operation::claim100; }

/// Due tasks for all workers of one side. When it runs dry a worker fills it again, and nobody's clock runs meanwhile.
class Pool
{
public:
    explicit Pool(Session& filler) : m_filler(filler) {}
    std::string kind() const
    {
        const std::lock_guard lock(m_mutex);
        return m_kind;
    }
    void refill(const std::string& seen, std::int64_t count)
    {
        const std::lock_guard lock(m_mutex);
        if (m_kind != seen)
            return;
        const auto began = Clock::now();
        const auto kind = TaskKind::trusted("bench-" + fresh_id());
        const auto phase = Phase::trusted("Creating");
        std::vector<NewTask> tasks;
        for (std::int64_t i = 0; i < count; ++i)
            tasks.push_back({TaskId::trusted(fresh_id()), kind, phase, DesiredState::running, "{}"});
        need(m_filler.tasks().add(tasks));
        m_kind = kind.str();
        m_filling += Clock::now() - began;
    }
    /// How long filling has taken in all: no measurement's clock runs meanwhile.
    Clock::duration filling() const
    {
        const std::lock_guard lock(m_mutex);
        return m_filling;
    }

private:
    Session& m_filler;
    mutable std::mutex m_mutex;
    std::string m_kind;
    Clock::duration m_filling{0};
};

/// One worker's way of doing one operation; engine and raw side by side.
class Side
{
public:
    virtual ~Side() = default;
    /// Answers how many items it did; 0 from a claim means that the pool is dry.
    virtual std::int64_t once(Operation operation, const std::string& kind) = 0;
};

class EngineSide final : public Side
{
public:
    EngineSide(std::unique_ptr<Session> session, int worker)
        : m_session(std::move(session)), m_owner(OwnerId::trusted("bench/" + fresh_id())),
          m_name(LockName::trusted("bench/engine/" + std::to_string(worker)))
    {
    }

    std::int64_t once(Operation operation, const std::string& kind) override
    {
        switch (operation) {
        case Operation::pair: return pair();
        case Operation::enqueue:
            need(m_session->outbox().add({MessageId::trusted(fresh_id()), Topic::trusted("bench"), "{}"}));
            return 1;
        case Operation::changes: {
            pair(); // something to see
            auto batch = need(m_session->changes().since(
                m_cursor, Entity::lock | Entity::task | Entity::message | Entity::worker, 1000));
            m_cursor = batch.next;
            return 1;
        }
        default: return claim(operation, kind);
        }
    }

private:
    std::int64_t pair()
    {
        const auto got = need(m_session->locks().acquire(
            {m_name, m_owner, std::chrono::seconds{30}, RequestId::trusted(fresh_id())}));
        if (got.result != AcquireResult::acquired)
            throw std::runtime_error("the benchmark's own lock is held by somebody else");
        need(m_session->locks().release(m_name, m_owner, *got.token));
        return 1;
    }

    std::int64_t claim(Operation operation, const std::string& kind)
    {
        const ClaimRequest request{TaskKind::trusted(kind), Phase::trusted("Creating"), batch_of(operation), m_owner,
                                   ClaimId::trusted(fresh_id())};
        const auto rows = need(m_session->tasks().claim(request));
        if (is_cycle(operation) && !rows.empty()) {
            m_steps.clear();
            for (const TaskRow& row : rows)
                m_steps.push_back({TaskId::trusted(row.id), m_owner, row.token,
                                   Advance{std::nullopt, Phase::trusted("Created"), std::nullopt}});
            for (const StepAnswer& answer : need(m_session->tasks().apply(m_steps)))
                if (answer.result != StepResult::done)
                    throw std::runtime_error("an advance of the benchmark was refused");
        }
        return static_cast<std::int64_t>(rows.size());
    }

    std::unique_ptr<Session> m_session;
    OwnerId m_owner;
    LockName m_name;
    ChangeCursor m_cursor;
    std::vector<TaskStep> m_steps;
};

class RawSide final : public Side
{
public:
    RawSide(std::unique_ptr<RawLoop> loop, int worker)
        : m_loop(std::move(loop)), m_owner("bench/" + fresh_id()), m_name("bench/raw/" + std::to_string(worker))
    {
    }

    std::int64_t once(Operation operation, const std::string& kind) override
    {
        switch (operation) {
        case Operation::pair: m_loop->pair(m_name, m_owner); return 1;
        case Operation::enqueue: m_loop->enqueue(fresh_id(), "{}"); return 1;
        case Operation::changes:
            m_loop->pair(m_name, m_owner);
            m_loop->changes();
            return 1;
        default: break;
        }
        const auto count = m_loop->claim(kind, "Creating", batch_of(operation), m_owner);
        if (is_cycle(operation) && count > 0)
            m_loop->advance_claimed("Created");
        return count;
    }

private:
    std::unique_ptr<RawLoop> m_loop;
    std::string m_owner;
    std::string m_name;
};

struct Slice
{
    double ops_s = 0;
    std::vector<std::int64_t> latencies; ///< microseconds of each call
};

using Sides = std::vector<std::unique_ptr<Side>>;

// All workers together for one stretch of time: rates of single workers added up would count a worker that the store starves
// as if it had run beside the others.
Slice run_slice(Sides& sides, Pool& pool, Operation operation, Duration length)
{
    std::vector<std::vector<std::int64_t>> latencies(sides.size());
    std::vector<std::exception_ptr> errors(sides.size());
    std::vector<std::thread> threads;
    std::atomic<std::int64_t> items = 0;
    const auto began = Clock::now();
    const auto filled = pool.filling();
    const auto worked = [&] { return Clock::now() - began - (pool.filling() - filled); };
    for (std::size_t i = 0; i < sides.size(); ++i)
        threads.emplace_back([&, i] {
            try {
                while (worked() < length) {
                    const auto kind = pool.kind();
                    const auto start = Clock::now();
                    const auto done = sides[i]->once(operation, kind);
                    const auto took = Clock::now() - start;
                    if (done == 0 && claims(operation)) {
                        pool.refill(kind, 20'000);
                        continue;
                    }
                    items += done;
                    latencies[i].push_back(std::chrono::duration_cast<Duration>(took).count());
                }
            } catch (...) {
                errors[i] = std::current_exception();
            }
        });
    for (auto& thread : threads)
        thread.join();
    const auto took = worked();
    for (const auto& error : errors)
        if (error)
            std::rethrow_exception(error);
    Slice all;
    all.ops_s = static_cast<double>(items) / std::chrono::duration<double>(took).count();
    for (const auto& some : latencies)
        all.latencies.insert(all.latencies.end(), some.begin(), some.end());
    return all;
}

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

std::int64_t percentile(std::vector<std::int64_t>& values, double p)
{
    if (values.empty())
        return 0;
    const auto at = std::min(values.size() - 1, static_cast<std::size_t>(p * static_cast<double>(values.size())));
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at), values.end());
    return values[at];
}

} // namespace

const std::vector<Operation>& all_operations()
{
    static const std::vector<Operation> all{Operation::pair,     Operation::claim1,  Operation::claim100, Operation::cycle1,
                                            Operation::cycle100, Operation::enqueue, Operation::changes};
    return all;
}

const char* word(Operation o)
{
    switch (o) {
    case Operation::pair: return "pair";
    case Operation::claim1: return "claim1";
    case Operation::claim100: return "claim100";
    case Operation::cycle1: return "cycle1";
    case Operation::cycle100: return "cycle100";
    case Operation::enqueue: return "enqueue";
    case Operation::changes: return "changes";
    }
    return "";
}

Measurement measure(Store& store, const Plan& plan)
{
    SessionOptions options;
    options.timeout = std::chrono::seconds{60};
    options.application_name = "lockdesk-bench";
    auto filler = need(store.open(options));
    Pool pool(*filler);
    pool.refill("", claims(plan.operation) ? 20'000 : 1);

    Sides engine;
    Sides raw;
    for (int i = 0; i < plan.workers; ++i) {
        engine.push_back(std::make_unique<EngineSide>(need(store.open(options)), i));
        if (auto loop = make_raw_loop(store.url()))
            raw.push_back(std::make_unique<RawSide>(std::move(loop), i));
    }

    Measurement out;
    std::vector<double> engine_rates, raw_rates, ratios;
    std::vector<std::int64_t> latencies;
    const Duration slice = plan.total / (plan.rounds * (raw.empty() ? 2 : 4));
    run_slice(engine, pool, plan.operation, slice / 4); // warm-up of both sides: prepared statements, caches
    if (!raw.empty())
        run_slice(raw, pool, plan.operation, slice / 4);
    const auto run_engine = [&] {
        Slice s = run_slice(engine, pool, plan.operation, slice);
        latencies.insert(latencies.end(), s.latencies.begin(), s.latencies.end());
        return s.ops_s;
    };
    for (int round = 0; round < plan.rounds; ++round) {
        double e = 0, r = 0;
        if (raw.empty()) {
            e = run_engine() + run_engine();
        } else if (round % 2 == 0) { // A B B A, then B A A B: drift of the machine hits both sides alike
            e = run_engine();
            r = run_slice(raw, pool, plan.operation, slice).ops_s + run_slice(raw, pool, plan.operation, slice).ops_s;
            e += run_engine();
        } else {
            r = run_slice(raw, pool, plan.operation, slice).ops_s;
            e = run_engine() + run_engine();
            r += run_slice(raw, pool, plan.operation, slice).ops_s;
        }
        engine_rates.push_back(e / 2);
        raw_rates.push_back(r / 2);
        if (r > 0)
            ratios.push_back(e / r);
    }
    out.engine_ops_s = median(engine_rates);
    out.raw_ops_s = median(raw_rates);
    out.ratio = median(ratios);
    if (!ratios.empty()) {
        out.ratio_min = *std::min_element(ratios.begin(), ratios.end());
        out.ratio_max = *std::max_element(ratios.begin(), ratios.end());
    }
    out.p50_us = percentile(latencies, 0.50);
    out.p99_us = percentile(latencies, 0.99);
    out.rounds = plan.rounds;
    return out;
}

} // namespace lockdesk::bench
