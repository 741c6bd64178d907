// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/runners/access.h"
#include "backends/memory/memory_store.h"
#include "tests/chaos/simulator/engine/threads.h"
#include "tests/chaos/simulator/judge.h"
#include "tests/contract/decorated_store.h"

#include <atomic>

namespace lockdesk::simulator {

struct EngineCounts
{
    std::int64_t calls = 0, writes = 0, refused = 0, trusted = 0;
    std::int64_t grants = 0, terms = 0, guard_runs = 0, overlaps_checked = 0, tasks_done = 0, deliveries = 0, again = 0;
    std::int64_t crashes = 0, freezes = 0, lost_replies = 0, cut = 0, late_calls = 0, partitions = 0, clock_jumps = 0;
    EngineCounts& operator+=(const EngineCounts& other);
};

/// Shared by all processes of a schedule: time, the judge, and the first violation.
class EngineWorld
{
public:
    EngineWorld(std::uint64_t seed, bool is_fenced, bool verbose);

    Random random;
    Threads threads;
    Judge judge;
    Journal journal;
    EngineCounts counts;
    bool fenced;
    bool calm = false;           ///< no further faults
    bool leases_are_told = true; ///< no clock jumps and no operator: whoever trusts a lease must have it
    std::string violation;       ///< the first one
    Duration clock_offset{0};    ///< offset of the store's clock
    std::vector<std::pair<std::int64_t, std::function<void()>>> under_way; ///< calls that arrive late, and when

    [[nodiscard]] TimePoint store_now() const;
    /// Runs a check; stores a Violation instead of propagating it.
    void check(const std::function<void()>& what);
    template <class Text> void say(const std::string& who, Text text)
    {
        journal.say([&] { return stamp() + who + " " + text(); });
    }
    std::string fresh(const char* what) { return what + std::to_string(++m_last); }

private:
    [[nodiscard]] std::string stamp() const;
    std::int64_t m_last = 0;
};

/// A process's connection to the network.
struct Wire
{
    explicit Wire(EngineWorld& w, std::string n) : world(w), name(std::move(n)) {}
    EngineWorld& world;
    std::string name;
    bool dead = false;                         ///< vanished: nothing from it arrives
    std::int64_t cut_until_ns = 0;             ///< its network is down until then
    std::vector<std::shared_ptr<void>> kept{}; ///< what late calls need after their caller is gone

    /// Makes one call: it may not arrive, may arrive late, may lose its reply; and takes time. `call` is one step.
    template <class T>
    Answer<T> send(const char* verb, const bool& interrupted, Duration timeout, std::function<Answer<T>()> call);

private:
    bool travel(Duration d, const bool& interrupted);
};

/// A store whose sessions are at the other end of a wire; the judge gets every true answer.
class UnreliableStore final : public Store
{
public:
    UnreliableStore(Store& inner, Wire& wire, contract::Decorate decorate)
        : m_inner(inner), m_wire(wire), m_decorate(std::move(decorate))
    {
    }
    [[nodiscard]] const StoreUrl& url() const override { return m_inner.url(); }
    Answer<std::unique_ptr<Session>> open(const SessionOptions& options) override;
    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics, const SessionOptions& options,
                                                 const std::stop_token& stop) override;

private:
    Store& m_inner;
    Wire& m_wire;
    contract::Decorate m_decorate;
};

inline Failure vanished_failure() { return Failure::unavailable("it is gone"); }
inline Failure unreachable_failure() { return Failure::unavailable("unreachable").try_again().disconnected(); }
inline Failure reply_lost_failure() { return Failure::in_doubt("the reply was lost").try_again().disconnected(); }

template <class T>
Answer<T> Wire::send(const char* verb, const bool& interrupted, Duration timeout, std::function<Answer<T>()> call)
{
    using namespace std::chrono_literals;
    if (dead || interrupted)
        return vanished_failure();
    ++world.counts.calls;
    const auto fate = world.calm ? 99 : world.random.below(40);
    if (!travel(world.random.up_to(2ms), interrupted))
        return vanished_failure();
    if (cut_until_ns > world.threads.now_ns() || fate == 0) {
        ++world.counts.cut;
        world.say(name, [&] { return std::string(verb) + " -> does not arrive"; });
        if (fate != 0 && !travel(timeout, interrupted))
            return vanished_failure();
        return unreachable_failure();
    }
    if (fate == 1) {
        ++world.counts.late_calls;
        world.say(name, [&] { return std::string(verb) + " -> is under way, and late"; });
        world.under_way.emplace_back(world.threads.now_ns() + world.random.up_to(timeout * 2).count() * 1000,
                                     [call] { (void)call(); });
        (void)travel(timeout, interrupted);
        return reply_lost_failure();
    }
    world.say(name, [&] { return std::string(verb); });
    auto answer = call();
    const bool in_time = travel(world.random.up_to(2ms), interrupted);
    if (dead)
        return vanished_failure();
    if (in_time && fate > 3)
        return answer;
    ++world.counts.lost_replies;
    return reply_lost_failure();
}

} // namespace lockdesk::simulator
