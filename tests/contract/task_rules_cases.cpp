// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Random histories of tasks, as rules_cases.cpp plays them of locks.
#include "tests/contract/contract.h"
#include "tests/contract/dice.h"
#include "tests/support/sizes.h"
#include "tests/support/task_model.h"

#include <array>
#include <map>

namespace lockdesk::contract {

namespace {

using test::line;

/// One history of tasks of two phases, whose rules differ, by two sessions.
class TaskHistory
{
public:
    TaskHistory(Session& mine, Session& other, std::uint64_t seed) : m_sessions{&mine, &other}, m_dice(seed)
    {
        m_model.now = ok(mine.admin().clock(1)).store;
        m_tick = mine.capabilities().resolution;
        for (const char* phase : phases)
            ok(mine.tasks().set_rule(m_model.rule(phase)));
        for (const char* id : {"t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "ta"})
            add(id);
    }

    /// A claim, a step of each task in one call, now and then an operator's relock or removal; then what they have become,
    /// then time passes.
    void round()
    {
        claim();
        step_all();
        if (m_dice.one_in(4))
            relock();
        if (m_dice.one_in(6))
            remove();
        compare_rows();
        const Duration step = std::chrono::milliseconds{250};
        const Duration by = m_dice.one_in(3) ? m_tick : step * static_cast<int>(m_dice.below(40));
        m_model.now = lockdesk::add(m_model.now, by);
        ok(m_sessions[0]->admin().advance_clock(by));
    }
    [[nodiscard]] int steps() const { return m_steps; }

private:
    static constexpr std::array<const char*, 2> phases{"new", "half"};

    void add(const std::string& id)
    {
        const NewTask task{TaskId::trusted(id), TaskKind::trusted("k"), Phase::trusted("new")};
        ok(m_sessions[0]->tasks().add({&task, 1}));
        m_model.add(task);
    }

    // In strict order, or fair, with the share of tasks that were claimed before.
    void claim()
    {
        ClaimRequest request{TaskKind::trusted("k"),
                             Phase::trusted(m_dice.one_of(phases)),
                             static_cast<std::int64_t>(m_dice.one_in(3) ? 1 : 1 + m_dice.below(9)),
                             owner(),
                             ClaimId::trusted("c" + std::to_string(++m_claims)),
                             m_dice.one_in(2) ? ClaimStrategy::plain : ClaimStrategy::atomic};
        request.returned_first = m_dice.one_in(2);
        std::string expected;
        for (const TaskRow& row : m_model.claim(request))
            expected += line(row) + "\n";
        std::string taken;
        for (const TaskRow& row : ok(session().tasks().claim(request)))
            taken += line(row) + "\n";
        EXPECT_EQ(taken, expected) << where() << ", claim of " << request.limit << ", " << word(request.strategy)
                                   << (request.returned_first ? ", returned first" : "");
        ++m_steps;
    }

    void step_all()
    {
        std::vector<TaskStep> steps;
        std::vector<std::string> expected;
        for (const auto& [id, row] : m_model.rows) {
            const bool late = row.owner.empty() || m_dice.one_in(6);
            const auto who = late ? owner() : OwnerId::trusted(row.owner);
            const FencingToken token(row.token.number() - (m_dice.one_in(6) ? 1 : 0));
            steps.push_back({TaskId::trusted(id), who, token, what(row)});
        }
        for (const TaskStep& step : steps)
            expected.push_back(line(m_model.apply(step)));
        const auto answers = ok(session().tasks().apply(steps));
        ASSERT_EQ(answers.size(), expected.size());
        for (std::size_t i = 0; i < answers.size(); ++i)
            EXPECT_EQ(line(answers[i]), expected[i]) << where() << ", step of kind " << steps[i].what.index();
        m_steps += static_cast<int>(steps.size());
    }

    decltype(TaskStep::what) what(const TaskRow& row)
    {
        const double jitter = m_dice.one_in(2) ? 1.0 : 0.0;
        switch (m_dice.below(9)) {
        case 0: return Unlock{};
        case 1: return Relock{m_dice.one_in(9) ? no_end : second * static_cast<int>(m_dice.below(90))};
        case 2: return RelockByBackoff{std::nullopt, jitter};
        case 3: return RelockByBackoff{BackoffPolicy::progressive, jitter};
        case 4: return RelockByBackoff{BackoffPolicy::exponential, jitter};
        case 5: return Extend{};
        case 6: return Fail{"no \"route\"", jitter};
        default: break;
        }
        const auto other = Phase::trusted(row.phase == "new" ? "half" : "new");
        Advance advance{std::nullopt, m_dice.one_in(4) ? Phase::trusted(row.phase) : other, std::nullopt};
        if (m_dice.one_in(2))
            advance.from = m_dice.one_in(4) ? other : Phase::trusted(row.phase);
        if (m_dice.one_in(3))
            advance.desired = DesiredState::stopped;
        return advance;
    }

    void relock()
    {
        ForcedRelock r = shown<ForcedRelock>("stuck");
        r.wait = m_dice.one_in(8) ? no_end : second * static_cast<int>(m_dice.below(40));
        EXPECT_EQ(line(ok(session().tasks().relock_forced(r))), line(m_model.relock(r)))
            << where() << ", forced, wait " << to_us(r.wait);
        ++m_steps;
    }

    // A removed task comes back at once, above the tokens of all that were removed.
    void remove()
    {
        const auto r = shown<TaskRemoval>("wrong");
        const auto expected = m_model.remove(r);
        EXPECT_EQ(line(ok(session().tasks().remove(r))), line(expected)) << where() << ", removed";
        ++m_steps;
        if (expected.result == StepResult::done)
            add(r.id.str());
    }

    /// Some task as it is, or seldom as it is not.
    template <class Request> Request shown(const char* reason)
    {
        const auto& [id, row] = *std::next(m_model.rows.begin(), static_cast<int>(m_dice.below(m_model.rows.size())));
        Request r{.id = TaskId::trusted(id), .if_owner = row.owner, .if_token = row.token};
        r.reason = reason;
        r.who = "op@desk";
        if (m_dice.one_in(4))
            r.if_token = FencingToken(row.token.number() + 1);
        return r;
    }

    void compare_rows()
    {
        std::map<std::string, std::string> found;
        for (const TaskRow& row : ok(session().tasks().list({})).rows)
            found[row.id] = line(row);
        EXPECT_EQ(found.size(), m_model.rows.size());
        for (const auto& [id, row] : m_model.rows)
            EXPECT_EQ(found[id], line(row)) << where();
    }

    [[nodiscard]] std::string where() const
    {
        return "LOCKDESK_TEST_SEED=" + std::to_string(seed()) + ", after " + std::to_string(m_steps) + " steps, at "
               + std::to_string(to_us(m_model.now));
    }

    OwnerId owner()
    {
        static constexpr std::array<const char*, 3> names{"pod-1/7/00000000000000aa", "pod-2/7/00000000000000bb", "C"};
        return OwnerId::trusted(m_dice.one_of(names));
    }
    Session& session() { return *m_dice.one_of(m_sessions); }

    std::array<Session*, 2> m_sessions;
    Dice m_dice;
    test::TaskModel m_model{{{"k", "new", 30 * second, BackoffPolicy::progressive, 3},
                             {"k", "half", 5 * second, BackoffPolicy::exponential, 8}}};
    Duration m_tick{1};
    int m_claims = 0;
    int m_steps = 0;
};

} // namespace

TEST_P(TaskCases, RandomHistoriesAreAsTheRulesSay)
{
    const auto other = another();
    TaskHistory history(s(), *other, seed());
    const int steps = test::size_of("rules.history");
    while (history.steps() < steps && !HasFailure())
        history.round();
}

} // namespace lockdesk::contract
