// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// A rehearsal shows what the verb then sends, and has no effect.
#include "tests/contract/contract.h"
#include "tests/support/rehearsal.h"

#include <functional>
#include <memory>
#include <tuple>

namespace lockdesk::contract {

namespace {

class RehearsalCases : public Contract
{
protected:
    void SetUp() override
    {
        Contract::SetUp();
        auto with_trace = options();
        with_trace.trace = m_trace;
        m_traced = ok(store().open(with_trace));
    }
    void TearDown() override
    {
        m_traced.reset();
        Contract::TearDown();
    }

    auto state()
    {
        return std::tuple(ok(locks().list({})).rows, ok(tasks().list({})).rows, ok(outbox().list({})).rows,
                          ok(s().workers().list({})).rows, ok(s().audit().list({})).rows);
    }
    /// `verb` must change the store.
    void expect_shown(const std::function<void(Session&)>& verb)
    {
        const auto before = state();
        const auto shown = test::shown_by_rehearsal(*m_trace, [&] { verb(*m_traced); });
        EXPECT_TRUE(state() == before) << "a rehearsal changes nothing";
        verb(*m_traced);
        EXPECT_FALSE(state() == before);
        // MongoDB's steps leave a random mark that differs at every call.
        test::expect_sent_as_shown(shown, *m_trace, GetParam().name == "mongodb");
        EXPECT_TRUE(test::without_asides(m_trace->take()).empty());
    }

    std::shared_ptr<StatementTrace> m_trace = std::make_shared<StatementTrace>();
    std::unique_ptr<Session> m_traced;
};

TEST_P(RehearsalCases, OfARenewal)
{
    LOCKDESK_NEEDS(m_traced->rehearsed() != nullptr, "statements");
    const auto held = acquire("a");
    expect_shown([&](Session& session) { (void)session.locks().renew(name(), owner("a"), *held.token, 90 * second); });
}

TEST_P(RehearsalCases, OfStepsOfATask)
{
    LOCKDESK_NEEDS(m_traced->rehearsed() != nullptr, "statements");
    add_task("t");
    const auto mine = claim("a").at(0);
    pass(second);
    const auto step_of = [&](decltype(TaskStep::what) what) {
        return TaskStep{TaskId::trusted("t"), owner("a"), mine.token, std::move(what)};
    };
    const auto extend = step_of(Extend{});
    expect_shown([&](Session& session) { (void)session.tasks().apply({&extend, 1}); });
    const auto advance = step_of(Advance{Phase::trusted("new"), Phase::trusted("done"), std::nullopt});
    expect_shown([&](Session& session) { (void)session.tasks().apply({&advance, 1}); });
}

TEST_P(RehearsalCases, OfMessagesGivenBack)
{
    LOCKDESK_NEEDS(m_traced->rehearsed() != nullptr, "statements");
    add_message("m");
    const auto mine = claim_messages("a").at(0);
    const Delivery back{MessageId::trusted("m"), owner("a"), mine.token, false, "given back", Duration{0}, 10};
    expect_shown([&](Session& session) { (void)session.outbox().settle({&back, 1}); });
}

TEST_P(RehearsalCases, OfOrdersAndTheAudit)
{
    LOCKDESK_NEEDS(m_traced->rehearsed() != nullptr, "statements");
    WorkerRow worker;
    worker.id = "w";
    ok(s().workers().beat(worker));
    const WorkerCommand pause{WorkerId::trusted("w"), {WorkerOrder::pause, Duration{0}}, "who"};
    expect_shown([&](Session& session) { (void)session.workers().order(pause); });
    AuditRow row;
    row.who = "who";
    row.action = "extend";
    row.entity = "lock";
    row.key = "job";
    row.result = "done";
    expect_shown([&](Session& session) { (void)session.audit().write(row); });
}

TEST_P(RehearsalCases, WhatIsNotThereIsReadOnly)
{
    LOCKDESK_NEEDS(m_traced->rehearsed() != nullptr, "statements");
    const auto before = state();
    {
        const StatementTrace::Rehearsal rehearsal(*m_trace);
        (void)m_traced->locks().renew(name(), owner("a"), FencingToken(1), second);
        (void)m_traced->workers().order({WorkerId::trusted("nobody"), {}, "who"});
        (void)m_traced->locks().acquire({name(), owner("a"), second, fresh_request()});
    }
    EXPECT_TRUE(state() == before);
    EXPECT_EQ(ok(m_traced->locks().acquire({name(), owner("a"), second, fresh_request()})).result, AcquireResult::acquired)
        << "the session works on";
}

INSTANTIATE_TEST_SUITE_P(Contract, RehearsalCases, testing::Values(store_under_test()),
                         [](const auto& of) { return of.param.name; });

} // namespace

} // namespace lockdesk::contract
