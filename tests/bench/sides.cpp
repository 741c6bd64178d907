// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/sides.h"

#include <stdexcept>

namespace lockdesk::bench {

namespace {

std::int64_t batch_of(Operation o) { return o == Operation::claim100 || o == Operation::cycle100 ? 100 : 1; }
bool is_cycle(Operation o) { return o == Operation::cycle1 || o == Operation::cycle100; }

class EngineSide final : public Side
{
public:
    EngineSide(std::unique_ptr<Session> session, int worker)
        : m_session(std::move(session)), m_owner(OwnerId::trusted("bench/" + fresh_id())),
          m_name(LockName::trusted("bench/engine/" + std::to_string(worker)))
    {
    }

    std::int64_t once(Operation operation, const Work& work) override
    {
        switch (operation) {
        case Operation::pair: return pair();
        case Operation::enqueue:
            need(m_session->outbox().add({MessageId::trusted(fresh_id()), Topic::trusted("bench"), "{}"}));
            return 1;
        case Operation::changes: {
            pair(); // so that there is a change to read
            auto batch = need(
                m_session->changes().since(m_cursor, Entity::lock | Entity::task | Entity::message | Entity::worker, 1000));
            m_cursor = batch.next;
            return 1;
        }
        default: return claim(operation, work.kind);
        }
    }

private:
    std::int64_t pair()
    {
        const auto got =
            need(m_session->locks().acquire({m_name, m_owner, std::chrono::seconds{30}, RequestId::trusted(fresh_id())}));
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

    bool by_id(Operation operation) const override { return operation == Operation::update1; }

    std::int64_t once(Operation operation, const Work& work) override
    {
        switch (operation) {
        case Operation::pair: m_loop->pair(m_name, m_owner); return 1;
        case Operation::enqueue: m_loop->enqueue(fresh_id(), "{}"); return 1;
        case Operation::changes:
            m_loop->pair(m_name, m_owner);
            m_loop->changes();
            return 1;
        case Operation::update1:
            if (work.id.empty())
                return 0;
            m_loop->update(work.id, m_owner);
            return 1;
        default: break;
        }
        const auto count = m_loop->claim(work.kind, "Creating", batch_of(operation), m_owner);
        if (is_cycle(operation) && count > 0)
            m_loop->advance_claimed("Created");
        return count;
    }

private:
    std::unique_ptr<RawLoop> m_loop;
    std::string m_owner;
    std::string m_name;
};

class SmallestSide final : public Side
{
public:
    SmallestSide(std::unique_ptr<RawLoop> loop, int worker)
        : m_loop(std::move(loop)), m_owner("bench/" + fresh_id()), m_name("bench/smallest/" + std::to_string(worker))
    {
    }
    std::int64_t once(Operation operation, const Work& /*work*/) override
    {
        if (operation != Operation::pair)
            throw std::runtime_error("there is a smallest lock, and no smallest of anything else");
        m_loop->smallest_pair(m_name, m_owner);
        return 1;
    }

private:
    std::unique_ptr<RawLoop> m_loop;
    std::string m_owner;
    std::string m_name;
};

} // namespace

const std::vector<Operation>& all_operations()
{
    static const std::vector<Operation> all{Operation::pair,    Operation::claim1,   Operation::claim100,
                                            Operation::cycle1,  Operation::cycle100, Operation::update1,
                                            Operation::enqueue, Operation::changes};
    return all;
}

bool claims(Operation o)
{
    return is_cycle(o) || o == Operation::claim1 || o == Operation::claim100 || o == Operation::update1;
}

const char* word(Operation o)
{
    switch (o) {
    case Operation::pair: return "pair";
    case Operation::claim1: return "claim1";
    case Operation::claim100: return "claim100";
    case Operation::cycle1: return "cycle1";
    case Operation::cycle100: return "cycle100";
    case Operation::update1: return "update1";
    case Operation::enqueue: return "enqueue";
    case Operation::changes: return "changes";
    }
    return "";
}

std::unique_ptr<Side> make_engine_side(std::unique_ptr<Session> session, int worker)
{
    return std::make_unique<EngineSide>(std::move(session), worker);
}

std::unique_ptr<Side> make_smallest_side(std::unique_ptr<RawLoop> loop, int worker)
{
    return std::make_unique<SmallestSide>(std::move(loop), worker);
}

std::unique_ptr<Side> make_raw_side(std::unique_ptr<RawLoop> loop, int worker)
{
    return std::make_unique<RawSide>(std::move(loop), worker);
}

} // namespace lockdesk::bench
