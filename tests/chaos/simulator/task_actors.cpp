// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/simulator/actors.h"

namespace lockdesk::simulator {

using namespace std::chrono_literals;

namespace {

// claim, fenced writes, then advance, relock, fail or unlock; task by task.
class TaskWorker final : public Actor
{
public:
    explicit TaskWorker(World& world) : Actor(world, "worker"), m_turn(world.random.one_in(2)) {}
    [[nodiscard]] std::unique_ptr<Actor> successor() const override { return make_task_worker(m_world); }
    [[nodiscard]] bool idle() const override { return !m_asked && m_tasks.empty(); }

    void step() override
    {
        if (!m_tasks.empty())
            return work();
        if (!m_asked)
            m_asked = new_claim();
        const auto answer = m_world.claim(*m_asked);
        m_asked->asking_again = true;
        if (answer.is_in_doubt() && !m_world.random.one_in(6))
            return;
        m_asked.reset();
        if (answer)
            m_tasks = *answer;
    }

private:
    ClaimRequest new_claim()
    {
        const char* phase = m_world.random.one_in(2) ? first_phase : second_phase;
        const auto limit = static_cast<std::int64_t>(1 + m_world.random.below(3));
        ClaimRequest r{task_kind, Phase::trusted(phase), limit, m_owner, ClaimId::trusted(m_world.fresh("c"))};
        r.returned_first = m_turn.next();
        return r;
    }

    void work()
    {
        const TaskRow task = m_tasks.back();
        if (m_world.random.one_in(2)) {
            const auto written = m_world.write(task.id, task.token, name());
            if (written && !*written)
                m_tasks.pop_back();
            return;
        }
        const TaskStep step{TaskId::trusted(task.id), m_owner, task.token, choice(task)};
        const auto answer = m_world.apply(step);
        const bool again = answer.is_in_doubt() && m_world.random.one_in(2);
        const bool goes_on = answer && answer->result == StepResult::done && std::holds_alternative<Extend>(step.what);
        if (!again && !goes_on)
            m_tasks.pop_back();
    }

    decltype(TaskStep::what) choice(const TaskRow& task)
    {
        switch (m_world.random.below(8)) {
        case 0: return Unlock{};
        case 1: return Relock{m_world.random.up_to(2s)};
        case 2: return RelockByBackoff{{}, 0.5};
        case 3: return Extend{};
        case 4: return Fail{"it did not work", 0.5};
        default:
            return Advance{
                Phase::trusted(task.phase), Phase::trusted(task.phase == first_phase ? second_phase : last_phase), {}};
        }
    }

    FairTurn m_turn;
    std::optional<ClaimRequest> m_asked;
    std::vector<TaskRow> m_tasks;
};

class Producer final : public Actor
{
public:
    explicit Producer(World& world) : Actor(world, "producer") {}
    [[nodiscard]] std::unique_ptr<Actor> successor() const override { return make_producer(m_world); }
    [[nodiscard]] bool idle() const override { return !m_message; }
    void step() override
    {
        if (!m_message)
            m_message = NewMessage{MessageId::trusted(m_world.fresh("m")), Topic::trusted("news"), "{}"};
        if (!m_world.send_off(*m_message).is_in_doubt())
            m_message.reset();
    }

private:
    std::optional<NewMessage> m_message;
};

// claim, deliver, settle; message by message. The receiver refuses some.
class MessageRelay final : public Actor
{
public:
    explicit MessageRelay(World& world) : Actor(world, "relay") {}
    [[nodiscard]] std::unique_ptr<Actor> successor() const override { return make_relay(m_world); }
    [[nodiscard]] bool idle() const override { return !m_asked && m_messages.empty(); }

    void step() override
    {
        if (!m_messages.empty())
            return m_result ? settle() : deliver();
        if (!m_asked)
            m_asked = MessageClaim{static_cast<std::int64_t>(1 + m_world.random.below(3)), m_owner,
                                   ClaimId::trusted(m_world.fresh("mc")), 4s};
        const auto answer = m_world.claim(*m_asked);
        m_asked->asking_again = true;
        if (answer.is_in_doubt() && !m_world.random.one_in(6))
            return;
        m_asked.reset();
        if (answer)
            m_messages = *answer;
    }

private:
    void deliver()
    {
        const bool taken = !m_world.random.one_in(3);
        if (taken)
            m_world.deliver(name(), m_messages.back().id);
        m_result = Delivery{MessageId::trusted(m_messages.back().id),
                            m_owner,
                            m_messages.back().token,
                            taken,
                            taken ? "" : "not now",
                            m_world.random.up_to(2s)};
    }

    void settle()
    {
        if (m_world.settle(*m_result).is_in_doubt() && m_world.random.one_in(2))
            return;
        m_result.reset();
        m_messages.pop_back();
    }

    std::optional<MessageClaim> m_asked;
    std::optional<Delivery> m_result; ///< of the last message, not yet settled
    std::vector<MessageRow> m_messages;
};

} // namespace

std::unique_ptr<Actor> make_task_worker(World& world) { return std::make_unique<TaskWorker>(world); }
std::unique_ptr<Actor> make_producer(World& world) { return std::make_unique<Producer>(world); }
std::unique_ptr<Actor> make_relay(World& world) { return std::make_unique<MessageRelay>(world); }

} // namespace lockdesk::simulator
