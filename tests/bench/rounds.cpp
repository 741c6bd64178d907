// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/rounds.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

namespace lockdesk::bench {

namespace {

constexpr std::int64_t pool_size = 20'000;

struct Slice
{
    double ops_s = 0;
    std::vector<std::int64_t> latencies; ///< microseconds per call
};

// Runs all workers together for one time slice: summing the rates of single workers would count a worker that the store
// starves as if it had run beside the others.
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
                Side& side = *sides[i];
                const bool by_id = side.by_id(operation);
                while (worked() < length) {
                    const Work work = pool.next(by_id);
                    const auto start = Clock::now();
                    const auto done = side.once(operation, work);
                    const auto took = Clock::now() - start;
                    if (done == 0 && claims(operation)) {
                        pool.refill(work.kind, pool_size);
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

Measurement compare(Contestant& a, Contestant& b, Pool& pool, const Plan& plan)
{
    pool.refill("", claims(plan.operation) ? pool_size : 1);
    const bool alone = b.sides.empty();
    const Duration slice = plan.total / (plan.rounds * (alone ? 2 : 4));
    std::vector<std::int64_t> latencies;
    // Adjacent equal turns are run as one of twice the length.
    const auto run = [&](Contestant& who, int turns) {
        if (who.before)
            who.before();
        double sum = 0;
        for (int i = 0; i < turns; ++i) {
            const Slice s = run_slice(who.sides, pool, plan.operation, slice);
            sum += s.ops_s;
            if (&who == &a)
                latencies.insert(latencies.end(), s.latencies.begin(), s.latencies.end());
        }
        if (who.after)
            who.after();
        return sum;
    };
    for (Contestant* who : {&a, &b}) // warm-up: prepared statements, caches
        if (!who->sides.empty())
            run_slice(who->sides, pool, plan.operation, slice / 4);
    std::vector<double> a_rates, b_rates, ratios;
    for (int round = 0; round < plan.rounds; ++round) {
        double of_a = 0, of_b = 0;
        if (alone) {
            of_a = run(a, 2);
        } else if (round % 2 == 0) { // A B B A, then B A A B
            of_a = run(a, 1);
            of_b = run(b, 2);
            of_a += run(a, 1);
        } else {
            of_b = run(b, 1);
            of_a = run(a, 2);
            of_b += run(b, 1);
        }
        a_rates.push_back(of_a / 2);
        b_rates.push_back(of_b / 2);
        if (of_b > 0)
            ratios.push_back(of_a / of_b);
    }
    Measurement out;
    out.a_ops_s = median(a_rates);
    out.b_ops_s = median(b_rates);
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
