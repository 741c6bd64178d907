// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Random histories of tasks, as rules_cases.cpp plays them of locks.
#include "backends/engine/rules/task_rules.h"
#include "tests/contract/contract.h"
#include "tests/contract/dice.h"
#include "tests/support/lock_model.h"
#include "tests/support/sizes.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace lockdesk::contract {

namespace {

using test::Line;

/// One history of tasks of two phases, whose rules differ, by two sessions.
class TaskHistory
{
public:
    TaskHistory(Session& mine, Session& other, std::uint64_t seed)
        : m_sessions{&mine, &other}, m_dice(seed)
    {
        m_now = ok(mine.admin().clock(1)).store;
        m_tick = mine.capabilities().resolution;
        m_rules = {{"k", "new", 30 * second, BackoffPolicy::progressive, 3},
                   {"k", "half", 5 * second, BackoffPolicy::exponential, 8}};
        for (const TaskRule& rule : m_rules)
            ok(mine.tasks().set_rule(rule));
        for (const char* id : {"t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8"})
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
        m_now = lockdesk::add(m_now, by);
        ok(m_sessions[0]->admin().advance_clock(by));
    }
    [[nodiscard]] int steps() const { return m_steps; }

private:
    void add(const std::string& id)
    {
        const NewTask task{TaskId::trusted(id), TaskKind::trusted("k"), Phase::trusted("new")};
        ok(m_sessions[0]->tasks().add({&task, 1}));
        TaskRow& row = m_rows[id];
        row = {};
        row.id = id;
        row.token = FencingToken(m_floor);
        row.kind = "k";
        row.phase = "new";
        row.updated_at = row.created_at = m_now;
    }

    const TaskRule& rule(const std::string& phase) const { return phase == "new" ? m_rules[0] : m_rules[1]; }

    // In strict order, which is the same on every store.
    void claim()
    {
        const std::string phase = m_dice.one_in(2) ? "new" : "half";
        ClaimRequest request{TaskKind::trusted("k"), Phase::trusted(phase), static_cast<std::int64_t>(1 + m_dice.below(4)),
                             owner(), ClaimId::trusted("c" + std::to_string(++m_claims)), ClaimStrategy::plain};
        std::vector<TaskRow*> due;
        for (auto& [id, row] : m_rows)
            if (row.phase == phase && task_rules::is_due(row, rule(phase).lock_timeout, m_now))
                due.push_back(&row);
        std::sort(due.begin(), due.end(), [](const TaskRow* a, const TaskRow* b) {
            return std::tie(a->locked_at, a->updated_at, a->id) < std::tie(b->locked_at, b->updated_at, b->id);
        });
        due.resize(std::min<std::size_t>(due.size(), static_cast<std::size_t>(request.limit)));
        std::string expected;
        for (TaskRow* row : due) {
            task_rules::take(*row, request, m_now);
            expected += told(*row) + "\n";
        }
        std::string taken;
        for (const TaskRow& row : ok(session().tasks().claim(request)))
            taken += told(row) + "\n";
        EXPECT_EQ(taken, expected) << where();
        ++m_steps;
    }

    void step_all()
    {
        std::vector<TaskStep> steps;
        std::vector<std::string> expected;
        for (auto& [id, row] : m_rows) {
            const bool late = row.owner.empty() || m_dice.one_in(6);
            const auto who = late ? owner() : OwnerId::trusted(row.owner);
            const FencingToken token(row.token.number() - (m_dice.one_in(6) ? 1 : 0));
            steps.push_back({TaskId::trusted(id), who, token, what(row)});
            StepAnswer answer{task_rules::result_of(row, steps.back()), std::nullopt, std::nullopt};
            if (answer.result == StepResult::done)
                answer.wait = task_rules::apply(row, steps.back(), rule(row.phase), m_now);
            answer.row = row;
            expected.push_back(told(answer));
        }
        const auto answers = ok(session().tasks().apply(steps));
        ASSERT_EQ(answers.size(), expected.size());
        for (std::size_t i = 0; i < answers.size(); ++i)
            EXPECT_EQ(told(answers[i]), expected[i]) << where() << ", step of kind " << steps[i].what.index();
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
        auto& [id, row] = *std::next(m_rows.begin(), static_cast<int>(m_dice.below(m_rows.size())));
        ForcedRelock r{.id = TaskId::trusted(id), .if_owner = row.owner, .if_token = row.token};
        r.wait = m_dice.one_in(8) ? no_end : second * static_cast<int>(m_dice.below(40));
        r.reason = "stuck";
        r.who = "op@desk";
        if (m_dice.one_in(4))
            r.if_token = FencingToken(row.token.number() + 1);
        StepAnswer answer{StepResult::changed, std::nullopt, std::nullopt};
        if (task_rules::is_the_shown(row, r))
            answer.result = StepResult::done;
        if (answer.result == StepResult::done) {
            task_rules::relock(row, r, rule(row.phase), m_now);
            answer.wait = r.wait;
        }
        answer.row = row;
        EXPECT_EQ(told(ok(session().tasks().relock_forced(r))), told(answer))
            << where() << ", forced, wait " << to_us(r.wait);
        ++m_steps;
    }

    // A removed task comes back at once, above the tokens of all that were removed.
    void remove()
    {
        const auto& [id, row] = *std::next(m_rows.begin(), static_cast<int>(m_dice.below(m_rows.size())));
        TaskRemoval r{.id = TaskId::trusted(id), .if_owner = row.owner, .if_token = row.token};
        r.reason = "wrong";
        r.who = "op@desk";
        if (m_dice.one_in(4))
            r.if_token = FencingToken(row.token.number() + 1);
        const bool is_shown = task_rules::is_the_shown(row, r);
        const StepAnswer answer{is_shown ? StepResult::done : StepResult::changed, std::nullopt, row};
        EXPECT_EQ(told(ok(session().tasks().remove(r))), told(answer)) << where() << ", removed";
        ++m_steps;
        if (!is_shown)
            return;
        m_floor = std::max(m_floor, row.token.number());
        add(std::string(id));
    }

    void compare_rows()
    {
        std::map<std::string, std::string> found;
        for (const TaskRow& row : ok(session().tasks().list({})).rows)
            found[row.id] = told(row);
        EXPECT_EQ(found.size(), m_rows.size());
        for (const auto& [id, row] : m_rows)
            EXPECT_EQ(found[id], told(row)) << where();
    }

    static std::string told(const TaskRow& row)
    {
        Line out;
        out.field("id", row.id).field("phase", row.phase).field("desired", word(row.desired_state));
        out.field("owner", row.owner).field("token", row.token).field("claim", row.claim_id);
        out.field("locked", row.locked_at).field("updated", row.updated_at).field("claims", row.claims);
        out.field("takeovers", row.takeovers).field("failures", row.failures).field("error", row.last_error);
        out.field("doubt", row.doubt);
        return out.str();
    }
    static std::string told(const StepAnswer& a)
    {
        return Line().field("result", word(a.result)).field("wait", a.wait).str() + (a.row ? told(*a.row) : "no row");
    }
    [[nodiscard]] std::string where() const
    {
        return "LOCKDESK_TEST_SEED=" + std::to_string(seed()) + ", after " + std::to_string(m_steps) + " steps, at "
               + std::to_string(to_us(m_now));
    }

    OwnerId owner()
    {
        static constexpr std::array<const char*, 3> names{"pod-1/7/00000000000000aa", "pod-2/7/00000000000000bb", "C"};
        return OwnerId::trusted(m_dice.one_of(names));
    }
    Session& session() { return *m_dice.one_of(m_sessions); }

    std::array<Session*, 2> m_sessions;
    Dice m_dice;
    std::vector<TaskRule> m_rules;
    std::map<std::string, TaskRow> m_rows;
    TimePoint m_now{};
    Duration m_tick{1};
    std::int64_t m_floor = 0; ///< the largest token of a removed task
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
