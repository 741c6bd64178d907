// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/contract.h"
#include "tests/support/await.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

namespace lockdesk::contract {

namespace {

// Rows in lists have no raw record unless they are in doubt.
template <class Row> Row fields(Row row)
{
    row.raw.clear();
    return row;
}

// The knowledge of an observer after its polls.
class Follower
{
public:
    explicit Follower(Changes& changes, std::size_t limit = 1000) : m_changes(changes), m_limit(limit) {}

    ChangeBatch poll()
    {
        auto batch = ok(m_changes.since(m_cursor, Entities::all(), m_limit));
        m_cursor = batch.next;
        if (batch.snapshot) {
            locks.clear();
            tasks.clear();
            messages.clear();
            workers.clear();
        }
        for (const auto& g : batch.gone) {
            locks.erase(g.entity == Entity::lock ? g.key : "");
            tasks.erase(g.entity == Entity::task ? g.key : "");
            messages.erase(g.entity == Entity::message ? g.key : "");
            workers.erase(g.entity == Entity::worker ? g.key : "");
        }
        for (const auto& r : batch.locks)
            locks.insert_or_assign(r.name, r);
        for (const auto& r : batch.tasks)
            tasks.insert_or_assign(r.id, r);
        for (const auto& r : batch.messages)
            messages.insert_or_assign(r.id, r);
        for (const auto& r : batch.workers)
            workers.insert_or_assign(r.id, r);
        waiters = batch.waiters;
        return batch;
    }
    void forget_cursor() { m_cursor = {}; }

    std::map<std::string, LockRow> locks;
    std::map<std::string, TaskRow> tasks;
    std::map<std::string, MessageRow> messages;
    std::map<std::string, WorkerRow> workers;
    std::vector<WaiterRow> waiters;

private:
    Changes& m_changes;
    std::size_t m_limit;
    ChangeCursor m_cursor;
};

WorkerRow worker(const std::string& id)
{
    WorkerRow w;
    w.id = id;
    return w;
}

} // namespace

TEST_P(ChangeCases, FirstPollIsASnapshotOfEverythingLive)
{
    acquire("a");
    add_task("t");
    add_message("m");
    ok(s().workers().beat(worker("w")));
    ok(s().fence().admit(Resource::trusted("f"), FencingToken(2), ""));
    ok(s().fence().admit(Resource::trusted("f"), FencingToken(1), "late"));
    AuditRow audit;
    audit.who = "op";
    audit.action = "x";
    ok(s().audit().write(audit));
    Follower f(s().changes());
    const auto batch = f.poll();
    EXPECT_TRUE(batch.snapshot);
    EXPECT_TRUE(batch.truncated.empty());
    ASSERT_EQ(f.locks.size(), 1u);
    EXPECT_EQ(f.locks.at("job").owner, "a");
    EXPECT_EQ(f.tasks.size(), 1u);
    EXPECT_EQ(f.messages.size(), 1u);
    EXPECT_EQ(f.workers.size(), 1u);
    ASSERT_EQ(batch.refusals.size(), 1u);
    EXPECT_EQ(batch.refusals[0].who, "late");
    ASSERT_EQ(batch.audit.size(), 1u);
    EXPECT_EQ(batch.audit[0].who, "op");
}

TEST_P(ChangeCases, LaterPollsBringWhatChanged)
{
    LOCKDESK_NEEDS(s().capabilities().changes, "incremental changes");
    acquire("a");
    add_task("t");
    Follower f(s().changes());
    f.poll();
    const auto token = *acquire("b", 30 * second, "other").token;
    EXPECT_EQ(token, FencingToken(1));
    claim("w");
    add_message("m");
    ok(s().workers().beat(worker("w")));
    const auto batch = f.poll();
    EXPECT_FALSE(batch.snapshot);
    EXPECT_TRUE(f.locks.contains("other"));
    EXPECT_EQ(f.tasks.at("t").owner, "w");
    EXPECT_TRUE(f.messages.contains("m"));
    EXPECT_TRUE(f.workers.contains("w"));
    release("a", FencingToken(1));
    f.poll();
    EXPECT_EQ(f.locks.at("job").owner, "");
}

TEST_P(ChangeCases, EveryVerbOfALockIsSeen)
{
    Follower f(s().changes());
    f.poll();
    const auto token = *acquire("a").token;
    f.poll();
    EXPECT_EQ(fields(f.locks.at("job")), fields(row()));
    acquire("a");
    f.poll();
    EXPECT_EQ(f.locks.at("job").holds, 2);
    pass(second);
    renew("a", token);
    f.poll();
    EXPECT_EQ(fields(f.locks.at("job")), fields(row()));
    release("a", token);
    release("a", token, std::chrono::hours{1});
    f.poll();
    EXPECT_EQ(fields(f.locks.at("job")), fields(row()));
    pass(std::chrono::hours{1});
    const auto b = acquire("b");
    ok(locks().force_release({name(), owner("b"), *b.token, {}, {}, "why", second, "op"}));
    const auto batch = f.poll();
    EXPECT_EQ(fields(f.locks.at("job")), fields(row()));
    EXPECT_EQ(batch.audit.size(), 1u);
}

TEST_P(ChangeCases, EveryStepOfATaskIsSeen)
{
    add_task("t");
    Follower f(s().changes());
    f.poll();
    const std::vector<decltype(TaskStep::what)> steps{Extend{}, Relock{},          Fail{"oops", 1.0},
                                                      Unlock{}, RelockByBackoff{}, Advance{{}, Phase::trusted("done"), {}}};
    for (const auto& what : steps) {
        pass(31 * second);
        const auto taken = claim("w");
        ASSERT_EQ(taken.size(), 1u) << what.index();
        f.poll();
        EXPECT_EQ(fields(f.tasks.at("t")), fields(task("t"))) << what.index();
        step(taken[0], what);
        f.poll();
        EXPECT_EQ(fields(f.tasks.at("t")), fields(task("t"))) << what.index();
    }
    ok(tasks().relock_forced({TaskId::trusted("t"), "", task("t").token, second, "why", "op"}));
    f.poll();
    EXPECT_EQ(fields(f.tasks.at("t")), fields(task("t")));
}

TEST_P(ChangeCases, RowsThatAreRemovedAreGone)
{
    release("a", *acquire("a").token);
    add_message("m");
    ok(s().workers().beat(worker("leaves")));
    ok(s().workers().beat(worker("silent")));
    Follower f(s().changes());
    f.poll();
    EXPECT_EQ(f.workers.size(), 2u);
    pass(second);
    ok(locks().collect(Duration{0}));
    ok(s().workers().leave(WorkerId::trusted("leaves")));
    ok(s().workers().collect(Duration{0}, 100));
    const auto taken = claim_messages("r")[0];
    const Delivery sent{MessageId::trusted("m"), owner("r"), taken.token, true};
    ok(outbox().settle({&sent, 1}));
    f.poll();
    EXPECT_TRUE(f.locks.empty());
    EXPECT_TRUE(f.workers.empty());
    EXPECT_TRUE(f.messages.empty()) << "a sent message is not live";
    acquire("b");
    f.poll();
    EXPECT_TRUE(f.locks.contains("job")) << "it came again";
}

TEST_P(ChangeCases, SentMessagesAreNotInASnapshotDeadOnesAre)
{
    add_message("sent");
    add_message("dead");
    const auto taken = claim_messages("r", 2);
    const std::vector<Delivery> both{{MessageId::trusted("sent"), owner("r"), taken[0].token, true},
                                     {MessageId::trusted("dead"), owner("r"), taken[1].token, false, "e", second, 1}};
    ok(outbox().settle(both));
    Follower f(s().changes());
    f.poll();
    ASSERT_EQ(f.messages.size(), 1u);
    EXPECT_EQ(f.messages.at("dead").state, MessageState::dead);
}

TEST_P(ChangeCases, QuietStoreHasNothingNew)
{
    LOCKDESK_NEEDS(s().capabilities().changes, "incremental changes");
    acquire("a");
    add_task("t");
    Follower f(s().changes());
    f.poll();
    // A store may repeat rows while an earlier transaction is still open.
    EXPECT_TRUE(test::await([&] {
        const auto batch = f.poll();
        return !batch.snapshot && batch.rows() == 0 && batch.gone.empty();
    }));
}

TEST_P(ChangeCases, CursorThatMeansNothingBringsASnapshot)
{
    acquire("a");
    for (const auto* text : {"x", "0", "-1", "999999999999:999999999999", "::::", "'"}) {
        const auto batch = ok(s().changes().since({text}, Entities::all(), 100));
        ASSERT_EQ(batch.locks.size(), 1u) << text;
        EXPECT_EQ(batch.locks[0].owner, "a") << text;
    }
}

TEST_P(ChangeCases, OnlyTheEntitiesAskedForCome)
{
    acquire("a");
    add_task("t");
    const auto batch = ok(s().changes().since({}, Entity::task, 100));
    EXPECT_TRUE(batch.locks.empty());
    EXPECT_EQ(batch.tasks.size(), 1u);
}

TEST_P(ChangeCases, SnapshotStopsAtTheLimitAndSaysSo)
{
    for (int i = 0; i < 5; ++i)
        acquire("a", 30 * second, "job" + std::to_string(i));
    const auto batch = ok(s().changes().since({}, Entities::all(), 3));
    EXPECT_EQ(batch.locks.size(), 3u);
    EXPECT_TRUE(batch.truncated.has(Entity::lock));
    EXPECT_FALSE(batch.truncated.has(Entity::task));
}

TEST_P(ChangeCases, MoreChangesThanTheLimitComeInSeveralPolls)
{
    Follower f(s().changes(), 7);
    f.poll();
    for (int i = 0; i < 50; ++i)
        acquire("a", 30 * second, "job" + std::to_string(i));
    EXPECT_TRUE(test::await([&] {
        const auto batch = f.poll();
        return f.locks.size() == 50 || batch.truncated.has(Entity::lock);
    }));
}

TEST_P(ChangeCases, WaitersAreAlwaysAll)
{
    LOCKDESK_NEEDS(s().capabilities().waiters, "waiters");
    ok(locks().announce_wait(name(), owner("b"), 10 * second));
    Follower f(s().changes());
    f.poll();
    EXPECT_EQ(f.waiters.size(), 1u);
    f.poll();
    EXPECT_EQ(f.waiters.size(), 1u);
    ok(locks().withdraw_wait(name(), owner("b")));
    f.poll();
    EXPECT_TRUE(f.waiters.empty());
}

TEST_P(ChangeCases, NothingIsMissedBesideFourWriters)
{
    constexpr int writers = 4;
    constexpr int each = 40;
    std::vector<std::unique_ptr<Session>> sessions;
    for (int i = 0; i < writers; ++i)
        sessions.push_back(another());
    std::vector<std::thread> threads;
    std::atomic<int> running{writers};
    std::atomic<int> failures{0};
    for (int w = 0; w < writers; ++w)
        threads.emplace_back([&, w] {
            for (int i = 0; i < each; ++i) {
                const auto lock = LockName::trusted("w" + std::to_string(w) + "-" + std::to_string(i));
                const auto a =
                    sessions[w]->locks().acquire({lock, OwnerId::trusted("o"), 30 * second, RequestId::trusted("r")});
                if (!a || !sessions[w]->locks().release(lock, OwnerId::trusted("o"), *a->token))
                    ++failures;
            }
            --running;
        });
    Follower f(s().changes());
    while (running > 0)
        f.poll();
    for (auto& t : threads)
        t.join();
    EXPECT_EQ(failures, 0);
    f.poll();
    std::size_t right = 0;
    for (const auto& r : ok(locks().list({})).rows)
        right += f.locks.contains(r.name) && f.locks.at(r.name) == r ? 1 : 0;
    EXPECT_EQ(right, static_cast<std::size_t>(writers * each));
}

TEST_P(ChangeCases, HintWakesAListener)
{
    LOCKDESK_NEEDS(s().capabilities().hints, "hints");
    const auto listener = ok(store().listen({{Entity::lock, "job"}}, options()));
    std::thread changer([session = another()] {
        (void)session->locks().acquire({LockName::trusted("job"), OwnerId::trusted("a"), second, RequestId::trusted("r")});
    });
    EXPECT_TRUE(ok(listener->wait(10 * second)));
    changer.join();
    const auto of_tasks = ok(store().listen({{Entity::task, "k"}}, options()));
    add_task("t");
    EXPECT_TRUE(ok(of_tasks->wait(10 * second)));
    const auto of_all = ok(store().listen({}, options()));
    release("a", FencingToken(1));
    EXPECT_TRUE(ok(of_all->wait(10 * second)));
}

TEST_P(ChangeCases, ListenerEndsInTimeAndCanBeInterrupted)
{
    LOCKDESK_NEEDS(s().capabilities().hints, "hints");
    const auto listener = ok(store().listen({{Entity::lock, "nobody changes this"}}, options()));
    ok(listener->wait(std::chrono::milliseconds{20}));
    const auto start = std::chrono::steady_clock::now();
    std::thread waiter([&] { (void)listener->wait(no_end); });
    EXPECT_FALSE(test::await([] { return false; }, std::chrono::milliseconds{20}));
    listener->interrupt();
    waiter.join();
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds{3});
}

} // namespace lockdesk::contract
