// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// An observer of very many rows has them already: a snapshot leaves them out, and hides no change.
#include "tests/contract/contract.h"

#include <map>
#include <set>

namespace lockdesk::contract {

namespace {

class Known final : public KnownRows
{
public:
    void begin() override { m_out.clear(); }
    bool leaves_out(const LockRow& row) override { return has(row.name, locks.contains(row.name) && row == locks[row.name]); }
    bool leaves_out(const TaskRow& row) override { return has(row.id, tasks.contains(row.id) && row == tasks[row.id]); }
    bool left_out(const std::string& lock) override { return m_out.contains(lock); }

    /// Takes a snapshot as an observer does; returns what it did not leave out.
    ChangeBatch read(Changes& changes)
    {
        begin();
        changes.leave_out(this);
        auto batch = ok(changes.since({}, Entities::all(), 1000));
        changes.leave_out(nullptr);
        std::erase_if(locks, [&](const auto& one) { return !m_out.contains(one.first); });
        std::erase_if(tasks, [&](const auto& one) { return !m_out.contains(one.first); });
        for (const LockRow& row : batch.locks)
            locks.insert_or_assign(row.name, row);
        for (const TaskRow& row : batch.tasks)
            tasks.insert_or_assign(row.id, row);
        std::map<std::string, std::int64_t> waiting;
        for (const WaiterRow& row : batch.waiters)
            ++waiting[row.name];
        for (auto& [name, row] : locks)
            row.waiters = waiting[name];
        return batch;
    }

    std::map<std::string, LockRow> locks;
    std::map<std::string, TaskRow> tasks;

private:
    bool has(const std::string& key, bool same)
    {
        if (same)
            m_out.insert(key);
        return same;
    }
    std::set<std::string> m_out;
};

} // namespace

TEST_P(ChangeCases, SnapshotLeavesOutWhatTheCallerHas)
{
    LOCKDESK_NEEDS(s().capabilities().changes, "incremental changes");
    acquire("a", 30 * second, "same");
    const auto token = *acquire("b").token;
    add_task("t-same");
    add_task("t-new");
    Known known;
    EXPECT_EQ(known.read(s().changes()).rows(), 4u);
    known.tasks.erase("t-new");
    release("b", token);
    auto batch = known.read(s().changes());
    ASSERT_TRUE(batch.snapshot);
    ASSERT_EQ(batch.locks.size(), 1u);
    EXPECT_EQ(batch.locks[0].name, "job");
    ASSERT_EQ(batch.tasks.size(), 1u);
    EXPECT_EQ(batch.tasks[0].id, "t-new");
    EXPECT_EQ(batch.rows(), 4u);
    EXPECT_TRUE(known.left_out("same"));
    EXPECT_FALSE(known.left_out("job"));

    s().changes().leave_out(&known);
    known.begin();
    batch = ok(s().changes().since({}, Entities::all(), 2));
    EXPECT_EQ(batch.read_of(batch.locks), 2u);
    EXPECT_FALSE(batch.truncated.has(Entity::lock));
    acquire("d", 30 * second, "third");
    known.begin();
    batch = ok(s().changes().since({}, Entities::all(), 2));
    EXPECT_EQ(batch.read_of(batch.locks), 2u);
    EXPECT_TRUE(batch.truncated.has(Entity::lock));
    known.begin();
    batch = ok(s().changes().since({}, Entity::lock | Entity::task, 1000));
    EXPECT_EQ(batch.known_locks + batch.known_tasks, 0u) << "nobody would count the waiters";
    EXPECT_EQ(batch.locks.size(), 3u);
    s().changes().leave_out(nullptr);
}

TEST_P(ChangeCases, ChangesAreNotLeftOut)
{
    LOCKDESK_NEEDS(s().capabilities().changes, "incremental changes");
    acquire("a", 30 * second, "same");
    add_task("t-same");
    add_task("t");
    Known known;
    known.read(s().changes());
    const auto same_as_all = [&](const char* after) {
        known.read(s().changes());
        const auto all = ok(s().changes().since({}, Entities::all(), 1000));
        std::map<std::string, LockRow> locks;
        std::map<std::string, TaskRow> tasks;
        for (const LockRow& row : all.locks)
            locks.emplace(row.name, row);
        for (const TaskRow& row : all.tasks)
            tasks.emplace(row.id, row);
        EXPECT_EQ(known.locks, locks) << after;
        EXPECT_EQ(known.tasks, tasks) << after;
    };
    const auto token = *acquire("a").token;
    same_as_all("a grant");
    acquire("a");
    same_as_all("a second hold");
    pass(second);
    renew("a", token);
    same_as_all("a renewal");
    if (s().capabilities().waiters) {
        ok(locks().announce_wait(name(), owner("w"), 10 * second));
        same_as_all("a waiter");
        pass(11 * second);
        same_as_all("no waiter");
    }
    ok(locks().force_release({name(), owner("a"), token, {}, {}, "why", second, "op"}));
    same_as_all("a forced release");
    pass(2 * second);
    ok(locks().collect(Duration{0}));
    same_as_all("the end of a row");
    acquire("b");
    same_as_all("its return");
    const auto taken = claim("w", 1);
    same_as_all("a claim");
    step(taken.at(0), Fail{"oops", 1.0});
    same_as_all("a failure");
    pass(61 * second);
    step(claim("w", 1).at(0), Advance{{}, Phase::trusted("later"), {}});
    same_as_all("a step");
    ok(tasks().set_rule({"k", "later", 5 * second, BackoffPolicy::exponential, 2}));
    same_as_all("a rule, which changes no task");
}

} // namespace lockdesk::contract
