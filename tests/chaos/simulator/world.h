// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/memory/virtual_clock.h"
#include "tests/chaos/simulator/judge.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockdesk::simulator {

struct Counts
{
    std::int64_t steps = 0, calls = 0, writes = 0, refused = 0;
    std::int64_t crashes = 0, freezes = 0, lost_replies = 0, cut = 0, late_calls = 0, jumps = 0;
    Counts& operator+=(const Counts& other);
};

/// One store, its clock, and the unreliable connection to it. A call may not arrive, may arrive and lose its reply, or
/// may arrive long after its caller has given up. The judge gets the store's true answers.
class World
{
public:
    /// `decorate` may be empty.
    World(std::uint64_t seed, bool fenced, bool verbose,
          const std::function<std::unique_ptr<Session>(std::unique_ptr<Session>)>& decorate);
    ~World();
    World(const World&) = delete;
    World& operator=(const World&) = delete;

    Answer<Acquisition> acquire(const AcquireRequest& r);
    Answer<LeaseAnswer> renew(const LockName& n, const OwnerId& o, FencingToken t, Duration lease);
    Answer<LeaseAnswer> release(const LockName& n, const OwnerId& o, FencingToken t, Duration at_least);
    Answer<ForceAnswer> force_release(const ForceRelease& r);
    /// Writes to the resource, guarded by its fence in the same step. Unfenced: always succeeds.
    Answer<bool> write(const std::string& resource, FencingToken t, const std::string& who);

    Answer<std::vector<TaskRow>> claim(const ClaimRequest& r);
    Answer<StepAnswer> apply(const TaskStep& s);
    Answer<StepAnswer> relock_forced(const ForcedRelock& r);

    Answer<bool> send_off(const NewMessage& m);
    Answer<std::vector<MessageRow>> claim(const MessageClaim& r);
    void deliver(const std::string& who, const std::string& message);
    Answer<DeliveryAnswer> settle(const Delivery& d);
    Answer<std::vector<MessageRow>> retry_dead();

    Answer<std::int64_t> collect();

    // Reads without faults, as nothing depends on them.
    std::optional<LockRow> look_at(const LockName& n) { return value_of(m_session->locks().find(n)); }
    std::optional<TaskRow> look_at(const TaskId& id) { return value_of(m_session->tasks().find(id)); }

    void add_tasks(int count);
    void pass_time();
    void jump(Duration d) { clock->advance(d); }
    /// Lets one delayed call arrive now.
    void let_one_arrive();
    [[nodiscard]] bool calls_under_way() const { return !m_under_way.empty(); }
    /// Stops all faults from now on.
    void calm();
    /// Returns true if every task is in its last phase and every message sent or dead.
    [[nodiscard]] bool all_done() const { return m_judge.all_done(); }
    void check_the_end();
    [[nodiscard]] TimePoint now() const { return clock->now(); }

    std::string fresh(const char* what) { return what + std::to_string(++m_last_id); }
    template <class Text> void say(const std::string& who, Text text)
    {
        journal.say([&] { return stamp() + who + " " + text(); });
    }

    Random random;
    Journal journal;
    Counts counts;
    std::shared_ptr<VirtualClock> clock = std::make_shared<VirtualClock>();

private:
    template <class T> static std::optional<T> value_of(Answer<std::optional<T>> a)
    {
        return a ? std::move(a).value() : std::nullopt;
    }
    template <class T, class Call>
    Answer<T> send(const std::string& who, const char* verb, const std::string& what, Call call);
    [[nodiscard]] std::string stamp() const;

    std::string m_name;
    bool m_fenced;
    bool m_calm = false;
    Judge m_judge;
    std::unique_ptr<Store> m_store;
    std::unique_ptr<Session> m_session;
    std::vector<std::function<void()>> m_under_way;
    std::int64_t m_last_id = 0;
};

} // namespace lockdesk::simulator
