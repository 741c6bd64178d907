// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// The plans of claims: along the index, no sort, whatever the statistics; and concurrent claims.
#include "backends/mariadb/server_forms.h"
#include "tests/unit/mariadb_fixture.h"

#include <limits>
#include <map>
#include <mutex>
#include <thread>

namespace lockdesk::test {

using MariaDbPlanTest = MariaDbTest;

namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by)
{
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
        text.replace(at, what.size(), by);
    return text;
}

// Returns the SELECT that chooses the rows of a claim, with its variables replaced.
std::string claiming_select(const std::string& statement)
{
    static const std::string last_words = "FOR UPDATE SKIP LOCKED";
    const auto begin = statement.find("(SELECT ") + 1;
    const auto end = statement.find(last_words, begin) + last_words.size();
    auto sql = replaced(statement.substr(begin, end - begin), "v_due", "1700000000000000");
    sql = replaced(sql, "v_now", "1700000000000000");
    sql = replaced(sql, "v_locked", "0");
    sql = replaced(sql, "v_updated", "1600000000000000");
    sql = replaced(sql, "v_id", "'t'");
    sql = replaced(sql, "v_timeout", "30000000");
    return replaced(sql, "v_limit", "7");
}

// Returns the query before a claim, which stores what it finds.
std::string looking_select(const std::string& statement)
{
    const auto begin = statement.find("SELECT "), into = statement.find("INTO v_", begin),
               from = statement.find("FROM ", into);
    const auto sql = statement.substr(begin, into - begin) + statement.substr(from, statement.find(';', from) - from);
    return replaced(sql, "v_due", "1700000000000000");
}

// Only one table's rows are chosen; everything else in the plan is a single row that is read first, or a rule.
void expect_index_only(const ByHand::Rows& plan)
{
    int chosen = 0;
    for (const auto& step : plan) {
        EXPECT_EQ(step.back().find("filesort"), std::string::npos) << step.back();
        EXPECT_EQ(step.back().find("temporary"), std::string::npos) << step.back();
        if (step[1] == "SUBQUERY" || step[3] == "const")
            continue;
        ++chosen;
        EXPECT_EQ(step[3], "range");
        EXPECT_EQ(step[5], "due");
    }
    EXPECT_EQ(chosen, 1);
}

} // namespace

TEST_F(MariaDbPlanTest, ClaimsGoAlongTheIndexWhateverTheStatistics)
{
    init();
    const auto made = mariadb::make_link(StoreUrl::parse(url()).value(), {});
    sql::Link& link = *made;
    const auto look = [&] {
        for (const std::int64_t above : {std::int64_t{0}, -std::numeric_limits<std::int64_t>::max()}) {
            mariadb::Values values;
            values.text("kind", "k").text("phase", "p").text("owner", "o").text("claim", "c");
            values.number("above", above).add({sql::Named("timeout")}).sql("count", "v_limit").sql("n", "");
            expect_index_only(by_hand("EXPLAIN " + looking_select(link.text("task_claim_look", values))));
            expect_index_only(by_hand("EXPLAIN " + claiming_select(link.text("task_claim_pass", values))));
            expect_index_only(by_hand("EXPLAIN " + looking_select(link.text("task_claim_one", values))));
            expect_index_only(by_hand("EXPLAIN " + looking_select(link.text("task_claim_first", values))));
            expect_index_only(by_hand("EXPLAIN " + claiming_select(link.text("task_claim_one", values))));
        }
        mariadb::Values values;
        values.text("owner", "o").text("claim", "c").number("lease", 1).number("limit", 1);
        expect_index_only(by_hand("EXPLAIN " + claiming_select(link.text("outbox_claim", values))));
    };
    look();
    by_hand(
        "INSERT INTO lockdesk_tasks (id, kind, phase, change_seq) SELECT CONCAT('t', seq), 'k', 'p', 1 FROM seq_1_to_50000");
    by_hand("INSERT INTO lockdesk_outbox (id, topic, change_seq) SELECT CONCAT('m', seq), 't', 1 FROM seq_1_to_20000");
    look();
    by_hand("ANALYZE TABLE lockdesk_tasks, lockdesk_outbox");
    look();
    // A claim reads only the rows that it takes.
    const auto session = open();
    const auto rows = [&] { return std::stoll(by_hand("SHOW GLOBAL STATUS LIKE 'Handler_read_next'").at(0).at(1)); };
    ASSERT_RESULT(session->tasks().claim(claim("w", 10, "c0")));
    const auto before = rows();
    ASSERT_RESULT(session->tasks().claim(claim("w", 10, "c1")));
    EXPECT_LT(rows() - before, 300);
}

// A claim of one takes the first due task that no other transaction has locked, whichever of its statements finds it.
TEST_F(MariaDbPlanTest, AClaimOfOnePassesOverLockedTasks)
{
    init();
    by_hand("INSERT INTO lockdesk_tasks (id, kind, phase, updated_at, change_seq) VALUES ('a', 'k', 'p', 1, 1), ('b', 'k', 'p', 2, 1), "
            "('c', 'k', 'p', 3, 1)");
    by_hand("UPDATE lockdesk_tasks SET locked_at = 5 WHERE id = 'c'"); // not the first ones' locked_at
    const auto session = open();
    const auto claimed_beside = [&](const std::vector<std::string>& locked, const std::string& claim_id) {
        ByHand other(logging_mariadb().port(), m_database);
        other.run("START TRANSACTION");
        for (const std::string& id : locked) // one by one, each by its key: a read of several would lock what it passes
            other.run("SELECT id FROM lockdesk_tasks WHERE id = '" + id + "' FOR UPDATE");
        const auto got = session->tasks().claim(claim("w", 1, claim_id));
        EXPECT_TRUE(got) << (got ? "" : got.failure().message);
        other.run("ROLLBACK");
        std::string ids;
        if (got)
            for (const TaskRow& row : *got)
                ids += row.id + (row.token.number() == 1 && row.claims == 1 && row.owner == "w" ? "" : " wrong");
        by_hand("UPDATE lockdesk_tasks SET token = 0, claims = 0, owner = NULL, claim_id = NULL, locked_at = IF(id = 'c', 5, 0)");
        return ids;
    };
    EXPECT_EQ(claimed_beside({}, "c1"), "a");
    EXPECT_EQ(claimed_beside({"a"}, "c2"), "b");
    EXPECT_EQ(claimed_beside({"a", "b"}, "c3"), "c");
    EXPECT_EQ(claimed_beside({"a", "b", "c"}, "c4"), "");
    EXPECT_EQ(claimed_beside({"b"}, "c5"), "a");
}

TEST_F(MariaDbPlanTest, EachTaskIsClaimedOnceByManyAndTheExpiredOneIsNotStarved)
{
    init();
    constexpr int tasks = 2000;
    by_hand(
        "INSERT INTO lockdesk_tasks (id, kind, phase, change_seq) SELECT CONCAT('t', seq), 'k', 'p', 1 FROM seq_1_to_2000");
    by_hand("UPDATE lockdesk_tasks SET owner = 'dead', token = 1, locked_at = updated_at - 60000000 WHERE id = 't1500'");
    {
        const auto session = open();
        bool found = false;
        for (int i = 0; i < 4 && !found; ++i) {
            auto request = claim("fair", 1, "f" + std::to_string(i));
            request.returned_first = i % 2 == 1;
            const auto rows = session->tasks().claim(request);
            ASSERT_RESULT(rows);
            found = rows->front().id == "t1500";
            EXPECT_EQ(rows->front().takeovers, found ? 1 : 0);
        }
        EXPECT_TRUE(found);
    }
    std::vector<std::thread> workers;
    std::mutex mutex;
    std::map<std::string, int> seen;
    std::vector<std::string> failures;
    for (int w = 0; w < 8; ++w)
        workers.emplace_back([&, w] {
            const auto session = open();
            for (int i = 0;; ++i) {
                const auto rows = session->tasks().claim(claim("w", 7, "c" + std::to_string(w) + "-" + std::to_string(i)));
                const std::lock_guard lock(mutex);
                if (!rows)
                    failures.push_back(rows.failure().message);
                if (!rows || rows->empty())
                    break;
                for (const auto& row : *rows)
                    ++seen[row.id];
            }
        });
    for (auto& worker : workers)
        worker.join();
    EXPECT_TRUE(failures.empty()) << failures.front();
    EXPECT_EQ(count_by_hand("SELECT COUNT(*) FROM lockdesk_tasks WHERE claims = 1"), tasks);
    for (const auto& [id, times] : seen)
        EXPECT_EQ(times, 1) << id;
}

TEST_F(MariaDbPlanTest, AskingAgainFindsTheClaimAndTakesNoMore)
{
    init();
    by_hand(
        "INSERT INTO lockdesk_tasks (id, kind, phase, change_seq) SELECT CONCAT('t', seq), 'k', 'p', 1 FROM seq_1_to_20");
    const auto session = open();
    for (const auto strategy :
         {ClaimStrategy::atomic, ClaimStrategy::plain, ClaimStrategy::skip_locked_2, ClaimStrategy::version}) {
        auto request = claim("o", 3, std::string("c-") + word(strategy), strategy);
        request.asking_again = true;
        const auto first = session->tasks().claim(request);
        ASSERT_RESULT(first);
        EXPECT_EQ(first->size(), 3u) << word(strategy);
        const auto second = session->tasks().claim(request);
        ASSERT_RESULT(second);
        EXPECT_EQ(*second, *first);
        request.owner = OwnerId::trusted("another");
        EXPECT_TRUE(session->tasks().claim(request)->empty());
    }
    EXPECT_EQ(by_hand("SELECT GET_LOCK(CONCAT('lockdesk claim ', '0'), 0)").at(0).at(0), "1");
    // Two concurrent calls with one id together take each task once.
    auto request = claim("o", 2, "both");
    request.asking_again = true;
    std::vector<std::unique_ptr<Session>> sessions;
    for (int i = 0; i < 4; ++i)
        sessions.push_back(open());
    std::vector<std::thread> threads;
    for (auto& s : sessions)
        threads.emplace_back([&] { EXPECT_EQ(s->tasks().claim(request)->size(), 2u); });
    for (auto& t : threads)
        t.join();
    EXPECT_EQ(count_by_hand("SELECT COUNT(*) FROM lockdesk_tasks WHERE claim_id = 'both'"), 2);
}

// The effect of a backup on a queue: while its snapshot is open nothing is purged, and all entries of claimed tasks stay.
TEST_F(MariaDbPlanTest, AnOldSnapshotDoesNotMakeClaimsDear)
{
    init();
    by_hand(
        "INSERT INTO lockdesk_tasks (id, kind, phase, change_seq) SELECT CONCAT('t', seq), 'k', 'p', 1 FROM seq_1_to_4000");
    ByHand backup(logging_mariadb().port(), m_database);
    backup.run("START TRANSACTION WITH CONSISTENT SNAPSHOT; SELECT COUNT(*) FROM lockdesk_tasks");
    const auto session = open();
    ASSERT_EQ(session->tasks().claim(claim("w", 3000, "many"))->size(), 3000u);
    ASSERT_RESULT(session->tasks().claim(claim("w", 1, "first")));
    const auto pages = [&] {
        return std::stoll(by_hand("SHOW GLOBAL STATUS LIKE 'Innodb_buffer_pool_read_requests'").at(0).at(1));
    };
    const auto before = pages();
    constexpr int claims = 20;
    for (int i = 0; i < claims; ++i)
        ASSERT_EQ(session->tasks().claim(claim("w", 1, "c" + std::to_string(i)))->size(), 1u);
    EXPECT_LT((pages() - before) / claims, 1000);
    const auto before_batch = pages();
    ASSERT_EQ(session->tasks().claim(claim("w", 10, "batch"))->size(), 10u);
    EXPECT_LT(pages() - before_batch, 3000) << "of two passes";
    backup.run("COMMIT");
}

// The result of an earlier query applies to its own claim only: otherwise the timeout of one kind would apply to another.
TEST_F(MariaDbPlanTest, ALookThatFindsNothingLeavesNothingToClaim)
{
    init();
    const NewTask tasks[] = {{TaskId::trusted("quick"), TaskKind::trusted("quick"), Phase::trusted("p")},
                             {TaskId::trusted("slow"), TaskKind::trusted("slow"), Phase::trusted("p")}};
    const auto session = open();
    ASSERT_RESULT(session->tasks().add(tasks));
    ASSERT_RESULT(session->tasks().set_rule({"quick", "p", 1us, BackoffPolicy::progressive, 8}));
    const auto claim_of = [&](const char* kind) {
        ClaimRequest request{TaskKind::trusted(kind), Phase::trusted("p"), 1, OwnerId::trusted("o"), ClaimId::trusted("c")};
        return session->tasks().claim(request);
    };
    ASSERT_EQ(claim_of("slow")->size(), 1u);
    ASSERT_EQ(claim_of("quick")->size(), 1u);
    const auto again = claim_of("slow");
    ASSERT_RESULT(again);
    EXPECT_TRUE(again->empty()) << "it is held for 30 s";
}

TEST_F(MariaDbPlanTest, AClaimGoesOnOverAConnectionThatWasEnded)
{
    init();
    const NewTask tasks[] = {task("a"), task("b"), task("c")};
    const auto session = open();
    ASSERT_RESULT(session->tasks().add(tasks));
    ASSERT_EQ(session->tasks().claim(claim("o", 1, "c1"))->front().id, "a");
    by_hand("KILL "
            + by_hand("SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()")
                  .at(0)
                  .at(0));
    // The first call may notice it; the next one has a new connection, without prepared statements.
    if (const auto next = session->tasks().claim(claim("o", 1, "c2")); !next) {
        EXPECT_EQ(next.failure().kind, FailureKind::unavailable);
    }
    const auto rows = session->tasks().claim(claim("o", 1, "c3"));
    ASSERT_RESULT(rows);
    EXPECT_EQ(rows->size(), 1u);
}

TEST_F(MariaDbPlanTest, StepsOfManyTasksAreDecidedOneByOne)
{
    init();
    const auto session = open();
    const NewTask tasks[] = {task("a"), task("b"), task("c")};
    ASSERT_RESULT(session->tasks().add(tasks));
    const auto rows = session->tasks().claim(claim("o", 3, "c1"));
    ASSERT_EQ(rows->size(), 3u);
    const auto me = OwnerId::trusted("o");
    const FencingToken one{1};
    const TaskStep steps[] = {
        {TaskId::trusted("c"), me, one, Advance{Phase::trusted("p"), Phase::trusted("q"), DesiredState::stopped}},
        {TaskId::trusted("a"), me, one, Fail{"no \"luck\" {here}"}},
        {TaskId::trusted("b"), me, FencingToken{7}, Unlock{}},
        {TaskId::trusted("nowhere"), me, one, Unlock{}},
        {TaskId::trusted("b"), me, one, Extend{}},
        {TaskId::trusted("b"), me, one, Advance{Phase::trusted("z"), Phase::trusted("q"), {}}},
        {TaskId::trusted("b"), me, one, Relock{90s}},
        {TaskId::trusted("b"), me, one, Unlock{}},
    };
    const auto answers = session->tasks().apply(steps);
    ASSERT_RESULT(answers);
    const auto& a = *answers;
    EXPECT_EQ(a[0].result, StepResult::done);
    EXPECT_EQ(a[0].row->phase, "q");
    EXPECT_EQ(a[0].row->desired_state, DesiredState::stopped);
    EXPECT_EQ(a[1].row->last_error, "no \"luck\" {here}");
    EXPECT_EQ(a[1].row->failures, 1);
    EXPECT_EQ(a[2].result, StepResult::stale);
    EXPECT_EQ(a[3].result, StepResult::missing);
    EXPECT_EQ(a[4].result, StepResult::done);
    EXPECT_EQ(a[5].result, StepResult::stale);
    EXPECT_EQ(a[6].wait, Duration{90s});
    EXPECT_EQ(a[7].result, StepResult::not_owner);
}

// The server resolves a deadlock by rolling back the transaction that changed less, which is ours.
TEST_F(MariaDbPlanTest, ADeadlockIsTriedAgainAndCounted)
{
    init();
    by_hand(
        "INSERT INTO lockdesk_tasks (id, kind, phase, change_seq) SELECT CONCAT('x', seq), 'k', 'x', 1 FROM seq_1_to_200");
    const auto made = mariadb::make_link(StoreUrl::parse(url()).value(), {});
    sql::Link& link = *made;
    const auto session_tasks = sql::make_tasks(link, mariadb::server_forms().tasks);
    Tasks& tasks = *session_tasks;
    const NewTask two[] = {task("a"), task("b")};
    ASSERT_RESULT(tasks.add(two));
    ASSERT_EQ(tasks.claim(claim("o", 2, "c"))->size(), 2u);
    EXPECT_EQ(link.retries(), 0);

    ByHand other(logging_mariadb().port(), m_database);
    other.run("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED; START TRANSACTION; "
              "UPDATE lockdesk_tasks SET failures = 1 WHERE kind = 'k' AND phase = 'x'; "
              "UPDATE lockdesk_tasks SET failures = 3 WHERE id = 'b'");
    std::thread ours([&] {
        const TaskStep steps[] = {{TaskId::trusted("a"), OwnerId::trusted("o"), FencingToken{1}, Extend{}},
                                  {TaskId::trusted("b"), OwnerId::trusted("o"), FencingToken{1}, Extend{}}};
        const auto done = tasks.apply(steps);
        ASSERT_RESULT(done);
        for (const auto& step : *done)
            EXPECT_EQ(step.result, StepResult::done);
    });
    EXPECT_TRUE(await([&] {
        // The server answers from a cache, which it renews only after 0.1 s without queries.
        return count_by_hand(
                   "DO SLEEP(0.15); SELECT COUNT(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")
               == 1;
    }));
    other.run("UPDATE lockdesk_tasks SET failures = 2 WHERE id = 'a'");
    other.run("COMMIT");
    ours.join();
    EXPECT_GE(link.retries(), 1);
    EXPECT_EQ(tasks.find(TaskId::trusted("a"))->value().failures, 2);
}

// All errors by which the server reports a rolled back transaction: a deadlock, a row that stayed locked, a row that
// changed since it was read. Twice each, by a trigger whose count is in a non-transactional table.
TEST_F(MariaDbPlanTest, WhatWasRolledBackIsTriedAgainAndCounted)
{
    init();
    by_hand("CREATE TABLE tries (n INT) ENGINE = Aria TRANSACTIONAL = 0");
    std::int64_t holds = 0;
    for (const char* code : {"1213", "1205", "1020"}) {
        by_hand("DELETE FROM tries; CREATE OR REPLACE TRIGGER twice BEFORE UPDATE ON lockdesk_locks FOR EACH ROW BEGIN "
                "INSERT INTO tries VALUES (1); IF (SELECT COUNT(*) FROM tries) <= 2 THEN SIGNAL SQLSTATE 'HY000' SET "
                "MYSQL_ERRNO = "
                + std::string(code) + "; END IF; END");
        const auto made = mariadb::make_link(StoreUrl::parse(url()).value(), {});
        sql::Link& link = *made;
        const auto got = sql::make_locks(link)->acquire(wish("job", "o", code));
        ASSERT_RESULT(got);
        EXPECT_EQ(got->result, AcquireResult::acquired) << code;
        EXPECT_EQ(got->holds, ++holds) << code << ": what was rolled back counts nothing";
        EXPECT_EQ(link.retries(), 2) << code;
        EXPECT_EQ(count_by_hand("SELECT COUNT(*) FROM tries"), 3) << code;
    }
}

// A row that stays locked does not extend the call beyond its timeout, and nothing has happened then.
TEST_F(MariaDbPlanTest, ARowThatStaysLockedEndsInTimeAndChangesNothing)
{
    init();
    SessionOptions options;
    options.timeout = 2s;
    const auto session = open(options);
    const auto got = session->locks().acquire(wish("job", "a", "r"));
    ASSERT_RESULT(got);
    ByHand other(logging_mariadb().port(), m_database);
    other.run("START TRANSACTION; SELECT * FROM lockdesk_locks WHERE name = 'job' FOR UPDATE");
    const auto start = std::chrono::steady_clock::now();
    const auto stuck = session->locks().renew(LockName::trusted("job"), OwnerId::trusted("a"), *got->token, 60s);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 3s);
    ASSERT_TRUE(stuck.is_error());
    EXPECT_EQ(stuck.failure().kind, FailureKind::unavailable);
    EXPECT_EQ(stuck.failure().code, "1205");
    EXPECT_TRUE(stuck.failure().retryable);
    other.run("ROLLBACK");
    const auto renewed = session->locks().renew(LockName::trusted("job"), OwnerId::trusted("a"), *got->token, 60s);
    EXPECT_EQ(renewed->result, LeaseResult::renewed);
    EXPECT_EQ(session->locks().find(LockName::trusted("job"))->value().renewals, 1);
}

} // namespace lockdesk::test
