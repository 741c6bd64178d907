// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/measure_ways.h"

#include "backends/scenarios/seeded.h"

#include <algorithm>
#include <latch>
#include <mutex>
#include <thread>

namespace lockdesk::scenarios {

namespace {

using Clock = std::chrono::steady_clock;

/// State shared by all clients of one measurement.
struct Crowd
{
    const Bench& bench;
    Way way;
    Duration each;
    std::latch ready;
    std::atomic<std::int64_t> tokens{Clock::now().time_since_epoch().count()};
    std::atomic<bool> failed = false;
    std::mutex mutex;
    std::optional<Failure> failure;
    std::vector<Clock::duration> took{};
    std::int64_t in_vain = 0;
    Clock::time_point begun = Clock::time_point::max(), ended{};

    void fail(const Failure& why)
    {
        const std::lock_guard lock(mutex);
        if (!failed.exchange(true))
            failure = why;
    }
    [[nodiscard]] bool stopped() const { return failed || *bench.stopped; }
};

// Repeats until the round succeeds; the pause lets the holder proceed.
Answer<bool> until_done(Crowd& crowd, const Round& round, Seeded& chance, std::int64_t& in_vain)
{
    for (;;) {
        auto done = round();
        if (!done || *done)
            return done;
        ++in_vain;
        if (crowd.stopped())
            return false;
        std::this_thread::sleep_for(std::chrono::microseconds{1000 + chance.below(4000)});
    }
}

void take_part(Crowd& crowd, int client)
{
    const auto session = crowd.bench.store->open(crowd.bench.inside);
    if (!session)
        crowd.fail(session.failure());
    const Round round = session ? round_of(crowd.way, **session, crowd.bench.name, client, crowd.tokens) : Round();
    Seeded chance(static_cast<std::uint64_t>(client) + 1);
    std::vector<Clock::duration> took;
    std::int64_t in_vain = 0;
    // The first round prepares statements and is not representative.
    if (round)
        if (const auto first = until_done(crowd, round, chance, in_vain); !first)
            crowd.fail(first.failure());
    crowd.ready.arrive_and_wait();
    in_vain = 0;
    const auto begun = Clock::now();
    auto last = begun;
    while (!crowd.stopped() && (last - begun < crowd.each || took.empty())) {
        const auto wanted = Clock::now();
        const auto done = until_done(crowd, round, chance, in_vain);
        if (!done)
            crowd.fail(done.failure());
        last = Clock::now();
        if (done && *done)
            took.push_back(last - wanted);
    }
    const std::lock_guard lock(crowd.mutex);
    crowd.took.insert(crowd.took.end(), took.begin(), took.end());
    crowd.in_vain += in_vain;
    crowd.begun = std::min(crowd.begun, begun);
    crowd.ended = std::max(crowd.ended, last);
}

Duration part(std::vector<Clock::duration>& took, double share)
{
    const auto at = took.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(took.size() - 1) * share);
    std::nth_element(took.begin(), at, took.end());
    return std::chrono::duration_cast<Duration>(*at);
}

} // namespace

Answer<Load> measure_load(const Bench& bench, Way way, int clients, Duration each)
{
    Crowd crowd{bench, way, each, std::latch(clients)};
    {
        std::vector<std::jthread> threads;
        for (int client = 0; client < clients; ++client)
            threads.emplace_back([&crowd, client] { take_part(crowd, client); });
    }
    if (crowd.failure)
        return *crowd.failure;
    if (crowd.took.empty())
        return Failure::unavailable("not one round was done").try_again();
    Load out;
    out.clients = clients;
    out.rounds_per_second =
        static_cast<double>(crowd.took.size()) / std::chrono::duration<double>(crowd.ended - crowd.begun).count();
    out.p50 = part(crowd.took, 0.5);
    out.p99 = part(crowd.took, 0.99);
    out.in_vain = crowd.in_vain;
    return out;
}

Answer<std::optional<int>> count_commands(const Bench& bench, Way way)
{
    const auto trace = std::make_shared<StatementTrace>();
    SessionOptions inside = bench.inside;
    inside.trace = trace;
    const auto session = bench.store->open(inside);
    if (!session)
        return session.failure();
    std::atomic<std::int64_t> tokens{Clock::now().time_since_epoch().count()};
    const Round round = round_of(way, **session, bench.name, 0, tokens);
    std::size_t sent = 0;
    for (int i = 0; i < 2; ++i) {
        (void)trace->take();
        const auto done = round();
        if (!done)
            return done.failure();
        if (!*done)
            return Failure::unavailable("a round without others was refused").try_again();
        sent = trace->take().size();
    }
    return sent == 0 ? std::optional<int>() : std::optional(static_cast<int>(sent));
}

} // namespace lockdesk::scenarios
