// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/simulator/actors.h"

namespace lockdesk::simulator {

using namespace std::chrono_literals;

LockName lock_number(std::uint64_t n) { return LockName::trusted("lock" + std::to_string(n)); }

namespace {

// acquire, fenced writes, renewals, re-entry, releases. It never checks a clock: the worst possible holder.
class LockHolder final : public Actor
{
public:
    LockHolder(World& world, int locks) : Actor(world, "holder"), m_locks(locks) {}
    [[nodiscard]] std::unique_ptr<Actor> successor() const override { return make_lock_holder(m_world, m_locks); }
    [[nodiscard]] bool idle() const override { return m_entries == 0 && !m_request; }

    void step() override
    {
        if (m_request)
            return enter();
        if (m_entries == 0) {
            m_name = lock_number(m_world.random.below(static_cast<std::uint64_t>(m_locks)));
            m_request = RequestId::trusted(m_world.fresh("r"));
            return enter();
        }
        switch (m_world.random.below(8)) {
        case 0: return renew();
        case 1: m_request = RequestId::trusted(m_world.fresh("r")); return enter();
        case 2:
        case 3:
        case 4: return write();
        default: return release();
        }
    }

private:
    static Duration lease() { return 1s; }

    // After a lost reply it repeats the same request until it has an answer.
    void enter()
    {
        const auto answer =
            m_world.acquire({*m_name, m_owner, m_world.random.one_in(4) ? lease() / 2 : lease(), *m_request});
        if (answer.is_in_doubt() && !m_world.random.one_in(6))
            return;
        m_request.reset();
        if (!answer)
            return;
        if (answer->result == AcquireResult::acquired) {
            m_token = *answer->token;
            m_entries = answer->holds;
        } else {
            m_entries = 0;
        }
    }

    void renew()
    {
        const auto answer = m_world.renew(*m_name, m_owner, m_token, lease());
        if (answer && answer->result != LeaseResult::renewed)
            lose();
    }

    void write()
    {
        const auto answer = m_world.write(m_name->str(), m_token, name());
        if (answer && !*answer)
            lose();
    }

    void release()
    {
        const Duration at_least = m_world.random.one_in(4) ? lease() * 2 : 0s;
        const auto answer = m_world.release(*m_name, m_owner, m_token, at_least);
        if (answer.is_in_doubt() && m_world.random.one_in(2))
            return;
        --m_entries;
        if (answer && answer->result != LeaseResult::still_held)
            m_entries = 0;
    }

    // It has learned that the lease is over. Careless holders try a last write anyway.
    void lose()
    {
        if (!m_world.random.one_in(3))
            m_entries = 0;
    }

    int m_locks;
    std::optional<LockName> m_name;
    std::optional<RequestId> m_request; ///< sent, not yet answered
    FencingToken m_token;
    std::int64_t m_entries = 0;
};

class Operator final : public Actor
{
public:
    Operator(World& world, int locks) : Actor(world, "operator"), m_locks(locks) {}
    [[nodiscard]] std::unique_ptr<Actor> successor() const override { return make_operator(m_world, m_locks); }

    // Reads, thinks, acts on what it saw.
    void step() override
    {
        if (m_lock)
            return force();
        if (m_task)
            return relock();
        switch (m_world.random.below(6)) {
        case 0: (void)m_world.collect(); return;
        case 1: (void)m_world.retry_dead(); return;
        case 2:
        case 3: m_task = m_world.look_at(TaskId::trusted("task" + std::to_string(1 + m_world.random.below(3)))); return;
        default:
            m_lock = m_world.look_at(lock_number(m_world.random.below(static_cast<std::uint64_t>(m_locks))));
            m_seen_at = m_world.now();
            if (m_lock && m_lock->owner.empty())
                m_lock.reset();
        }
    }

private:
    void force()
    {
        ForceRelease r{
            LockName::trusted(m_lock->name), OwnerId::trusted(m_lock->owner), m_lock->token, {}, {}, "stuck", 0s, name()};
        if (m_world.random.one_in(2))
            r.if_acquired_at = m_lock->acquired_at;
        if (lock_state(*m_lock, m_seen_at) == LockState::expired)
            r.if_expires_at = m_lock->expires_at;
        if (m_world.random.one_in(3))
            r.hold_off = 3s;
        (void)m_world.force_release(r);
        m_lock.reset();
    }

    void relock()
    {
        if (m_task->phase != last_phase)
            (void)m_world.relock_forced({TaskId::trusted(m_task->id), m_task->owner, m_task->token, 1s, "stuck", name()});
        m_task.reset();
    }

    int m_locks;
    std::optional<LockRow> m_lock;
    std::optional<TaskRow> m_task;
    TimePoint m_seen_at{};
};

} // namespace

std::unique_ptr<Actor> make_lock_holder(World& world, int locks) { return std::make_unique<LockHolder>(world, locks); }
std::unique_ptr<Actor> make_operator(World& world, int locks) { return std::make_unique<Operator>(world, locks); }

} // namespace lockdesk::simulator
