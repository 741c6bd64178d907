// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Behaviour specific to SQLite; the contract suite covers what all stores share.
#include "backends/sqlite/outbox_writer.h"
#include "tests/support/await.h"
#include "tests/unit/odd_row_test.h"
#include "tests/unit/sqlite_fixture.h"

#include <thread>

namespace lockdesk::test {

class SqliteStoreTest : public SqliteTest
{
protected:
    void SetUp() override { init(); }
};

TEST_F(SqliteStoreTest, GrantsHoldsAndFrees)
{
    auto session = open();
    auto& locks = session->locks();
    const auto first = locks.acquire(wish("a", "one", "r1"));
    ASSERT_RESULT(first);
    EXPECT_EQ(first->result, AcquireResult::acquired);
    EXPECT_EQ(first->token, FencingToken{1});
    const auto again = locks.acquire(wish("a", "one", "r1"));
    ASSERT_RESULT(again);
    EXPECT_EQ(again->holds, 1);
    const auto nested = locks.acquire(wish("a", "one", "r2", 60s));
    ASSERT_RESULT(nested);
    EXPECT_EQ(nested->holds, 2);
    EXPECT_TRUE(nested->extended);
    const auto other = locks.acquire(wish("a", "two", "r3"));
    ASSERT_RESULT(other);
    EXPECT_EQ(other->result, AcquireResult::busy);
    EXPECT_EQ(other->holder->owner, "one");
    const auto looked = locks.acquire(wish("a", "two", "r4"));
    ASSERT_RESULT(looked);
    EXPECT_EQ(looked->result, AcquireResult::busy);

    const auto name = LockName::trusted("a");
    const auto one = OwnerId::trusted("one");
    EXPECT_EQ(locks.release(name, one, FencingToken{1})->result, LeaseResult::still_held);
    EXPECT_EQ(locks.release(name, one, FencingToken{1}, 1h)->result, LeaseResult::cooling);
    EXPECT_EQ(locks.acquire(wish("a", "one", "r5"))->result, AcquireResult::cooling);
}

TEST_F(SqliteStoreTest, ForceReleaseIsThePreviewAndFencesTheOldHolder)
{
    auto session = open();
    auto& locks = session->locks();
    ASSERT_RESULT(locks.acquire(wish("it's", "o'ne", "r1")));
    const ForceRelease force{LockName::trusted("it's"),
                             OwnerId::trusted("o'ne"),
                             FencingToken{1},
                             std::nullopt,
                             std::nullopt,
                             "a :who {cooling}",
                             10s,
                             "me@here"};
    const auto preview = locks.preview_force_release(force);
    ASSERT_RESULT(preview);
    EXPECT_EQ(preview->commands.front(), "BEGIN IMMEDIATE");
    EXPECT_EQ(preview->commands.back(), "COMMIT");
    const auto done = locks.force_release(force);
    ASSERT_RESULT(done);
    EXPECT_EQ(done->result, ForceResult::released);
    EXPECT_EQ(done->token, FencingToken{2});
    EXPECT_TRUE(done->expires_at);
    const auto late = session->fence().admit(Resource::trusted("it's"), FencingToken{1}, "o'ne");
    ASSERT_RESULT(late);
    EXPECT_FALSE(late->admitted);
    EXPECT_EQ(late->largest, FencingToken{2});
    const auto changed = locks.force_release(force);
    ASSERT_RESULT(changed);
    EXPECT_EQ(changed->result, ForceResult::changed);
    const auto audit = session->audit().list({});
    ASSERT_RESULT(audit);
    ASSERT_EQ(audit->rows.size(), 2U);
    EXPECT_EQ(audit->rows[0].result, "changed");
    EXPECT_EQ(audit->rows[1].result, "released");
    EXPECT_EQ(audit->rows[1].reason, "a :who {cooling}");
}

TEST_F(SqliteStoreTest, EveryStrategyClaimsInOrder)
{
    auto session = open();
    auto& tasks = session->tasks();
    for (const auto strategy : session->capabilities().strategies) {
        const std::string base = word(strategy);
        const std::vector<NewTask> some{task(base + "3"), task(base + "1"), task(base + "2")};
        ASSERT_RESULT(tasks.add(some));
        const auto claimed = tasks.claim(claim("w", 3, base.c_str(), strategy));
        ASSERT_RESULT(claimed);
        ASSERT_EQ(claimed->size(), 3U) << base;
        EXPECT_EQ((*claimed)[0].id, base + "1");
        EXPECT_EQ((*claimed)[2].id, base + "3");
        auto again = claim("w", 5, base.c_str(), strategy);
        again.asking_again = true;
        const auto same = tasks.claim(again);
        ASSERT_RESULT(same);
        EXPECT_EQ(same->size(), 3U) << base;
        const auto none = tasks.claim(claim("w", 1, "other", strategy));
        ASSERT_RESULT(none);
        EXPECT_TRUE(none->empty());
    }
}

TEST_F(SqliteStoreTest, AReturnedTaskIsNotStarved)
{
    auto session = open();
    auto& tasks = session->tasks();
    ASSERT_RESULT(tasks.set_rule({"k", "p", 1ms}));
    std::vector<NewTask> many;
    for (int i = 0; i < 1000; ++i)
        many.push_back(task("fresh" + std::to_string(i)));
    const std::vector<NewTask> one{task("crashed")};
    ASSERT_RESULT(tasks.add(one));
    ASSERT_RESULT(tasks.claim(claim("gone", 1, "c0")));
    ASSERT_RESULT(tasks.add(many));
    FairTurn turn(false);
    bool taken = false;
    for (int i = 0; i < 20 && !taken; ++i) {
        auto request = claim("w", 1, "c1");
        request.returned_first = turn.next();
        const auto got = tasks.claim(request);
        ASSERT_RESULT(got);
        taken = !got->empty() && got->front().id == "crashed";
    }
    EXPECT_TRUE(taken);
}

TEST_F(SqliteStoreTest, OutboxWriterSharesTheCallersTransaction)
{
    SQLite::Database db(path(), SQLite::OPEN_READWRITE, 5000);
    db.exec("CREATE TABLE orders (id TEXT)");
    sqlite::OutboxWriter writer(db);
    const NewMessage message{MessageId::trusted("m1"), Topic::trusted("orders"), "{}"};
    {
        SQLite::Transaction work(db, SQLite::TransactionBehavior::IMMEDIATE);
        db.exec("INSERT INTO orders VALUES ('o1')");
        const auto added = writer.add(message);
        ASSERT_RESULT(added);
        EXPECT_TRUE(*added);
    } // rolled back
    auto session = open();
    EXPECT_EQ(session->outbox().backlog()->pending, 0);
    {
        SQLite::Transaction work(db, SQLite::TransactionBehavior::IMMEDIATE);
        ASSERT_RESULT(writer.add(message));
        work.commit();
    }
    EXPECT_EQ(writer.add(message).failure().kind, FailureKind::usage) << "in no transaction";
    {
        SQLite::Transaction work(db, SQLite::TransactionBehavior::IMMEDIATE);
        EXPECT_FALSE(*writer.add(message));
    }
    const auto backlog = session->outbox().backlog();
    ASSERT_RESULT(backlog);
    EXPECT_EQ(backlog->pending, 1);
    EXPECT_GT(backlog->in_rate, 0);
    EXPECT_EQ(session->outbox().claim({1, OwnerId::trusted("relay"), ClaimId::trusted("c")})->size(), 1U);
}

TEST_F(SqliteStoreTest, RowsByHandAppearAndVanishAtOnce)
{
    auto session = open();
    const auto all = Entities::all();
    auto batch = session->changes().since({}, all, 100);
    ASSERT_RESULT(batch);
    EXPECT_TRUE(batch->snapshot);
    by_hand("INSERT INTO lockdesk_locks (name, owner, token, expires_at) VALUES ('hand', 'psql', 'many', NULL);"
            "INSERT INTO lockdesk_tasks (id, kind, phase, locked_at) VALUES ('t', NULL, x'ff00', 'soon')");
    batch = session->changes().since(batch->next, all, 100);
    ASSERT_RESULT(batch);
    EXPECT_FALSE(batch->snapshot);
    ASSERT_EQ(batch->locks.size(), 1U);
    EXPECT_EQ(batch->locks[0].doubt, "token");
    EXPECT_NE(batch->locks[0].raw.str().find("\"many\""), std::string::npos);
    ASSERT_EQ(batch->tasks.size(), 1U);
    EXPECT_EQ(batch->tasks[0].doubt, "kind, phase, locked_at");
    EXPECT_EQ(session->tasks().list({})->rows.size(), 1U);
    const auto next = batch->next;
    by_hand("UPDATE lockdesk_locks SET owner = 'me'; DELETE FROM lockdesk_tasks");
    batch = session->changes().since(next, all, 100);
    ASSERT_RESULT(batch);
    ASSERT_EQ(batch->locks.size(), 1U);
    EXPECT_EQ(batch->locks[0].owner, "me");
    ASSERT_EQ(batch->gone.size(), 1U);
    EXPECT_EQ(batch->gone[0], (GoneRow{Entity::task, "t"}));
    EXPECT_EQ(session->changes().since(batch->next, all, 100)->rows(), 0U);
}

TEST_F(SqliteStoreTest, AnEndThatIsNoNumberIsNotOver)
{
    auto session = open();
    by_hand("INSERT INTO lockdesk_locks (name, owner, token, expires_at) VALUES ('odd', 'me', 1, 'tomorrow')");
    const AcquireRequest request{LockName::trusted("odd"), OwnerId::trusted("other"), std::chrono::seconds{1},
                                 RequestId::trusted("r")};
    const auto answer = session->locks().acquire(request);
    ASSERT_RESULT(answer);
    EXPECT_EQ(answer->result, AcquireResult::busy);
    const auto row = session->locks().find(LockName::trusted("odd"));
    ASSERT_RESULT(row);
    EXPECT_EQ((*row)->doubt, "expires_at");
    EXPECT_EQ((*row)->owner, "me");
}

TEST_F(SqliteStoreTest, AFloorThatIsNoWholeNumberGrantsNothing)
{
    auto session = open();
    for (const char* value : {"'1000'", "1000.5", "x'31'"}) {
        by_hand(std::string("UPDATE lockdesk_meta SET value = ") + value + " WHERE key = 'token_floor'");
        const auto answer = session->locks().acquire(wish("a", "one", "r1"));
        ASSERT_FALSE(answer.is_result()) << value;
        EXPECT_NE(answer.failure().message.find("token_floor in the table meta is not a whole number"), std::string::npos)
            << answer.failure().message;
    }
    by_hand("UPDATE lockdesk_meta SET value = 1000 WHERE key = 'token_floor'");
    EXPECT_EQ(session->locks().acquire(wish("a", "one", "r1"))->token, FencingToken(1001));
}

TEST_F(SqliteStoreTest, ACursorOfAFormerSchemaGetsASnapshot)
{
    auto session = open();
    const auto before = session->changes().since({}, Entities::all(), 10);
    ASSERT_RESULT(before);
    ASSERT_RESULT(session->admin().drop_schema());
    EXPECT_EQ(session->locks().list({}).failure().kind, FailureKind::unavailable);
    init();
    const auto after = session->changes().since(before->next, Entities::all(), 10);
    ASSERT_RESULT(after);
    EXPECT_TRUE(after->snapshot);
}

TEST_F(SqliteStoreTest, HintsWakeForTheirTopicOnly)
{
    auto session = open();
    auto of_a = store()->listen({{Entity::lock, "a"}}, {});
    ASSERT_RESULT(of_a);
    ASSERT_RESULT(session->locks().acquire(wish("b", "one", "r1")));
    EXPECT_FALSE(*(*of_a)->wait(30ms));
    ASSERT_RESULT(session->locks().acquire(wish("a", "one", "r1")));
    EXPECT_TRUE(*(*of_a)->wait(10s));
    EXPECT_FALSE(*(*of_a)->wait(0ms));
    std::thread other([&] { by_hand("UPDATE lockdesk_locks SET owner = NULL WHERE name = 'a'"); });
    const auto start = std::chrono::steady_clock::now();
    EXPECT_TRUE(*(*of_a)->wait(10s));
    EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
    other.join();
    std::thread stopper([&] { (*of_a)->interrupt(); });
    EXPECT_FALSE(*(*of_a)->wait(60s));
    stopper.join();
}

// Anybody who writes to the file chooses the names of tables.
TEST_F(SqliteStoreTest, ATablesNameRunsNothingWhenItsSandboxIsDropped)
{
    const auto session = open();
    const auto id = SandboxId::parse("lesson_1").value();
    ASSERT_RESULT(session->admin().create_sandbox(id));
    by_hand(R"(CREATE TABLE "lockdesk_sb_lesson_1_x""; DROP TABLE lockdesk_locks; --" (a))");
    EXPECT_TRUE(*session->admin().drop_sandbox(id));
    EXPECT_EQ(asked_by_hand("SELECT count(*) FROM sqlite_schema WHERE name = 'lockdesk_locks'"), "1");
    EXPECT_EQ(asked_by_hand("SELECT count(*) FROM sqlite_schema WHERE name LIKE '%lesson%'"), "0");
}

TEST_F(SqliteStoreTest, ASandboxHasItsOwnTablesAndClock)
{
    auto session = open();
    ASSERT_RESULT(session->admin().create_sandbox(SandboxId::parse("lesson_1").value()));
    EXPECT_EQ(session->admin().list_sandboxes()->size(), 1U);
    SessionOptions options;
    options.sandbox = SandboxId::parse("lesson_1").value();
    auto inside = open(options);
    ASSERT_RESULT(inside->admin().set_rate(0));
    const auto got = inside->locks().acquire(wish("a", "one", "r", 10s));
    ASSERT_RESULT(got);
    EXPECT_EQ(*got->expires_at - *got.store_time(), 10s);
    EXPECT_EQ(inside->locks().acquire(wish("a", "two", "r"))->result, AcquireResult::busy);
    ASSERT_RESULT(inside->admin().advance_clock(10s));
    const auto late = inside->locks().acquire(wish("a", "two", "r"));
    ASSERT_RESULT(late);
    EXPECT_EQ(late->result, AcquireResult::acquired);
    EXPECT_EQ(*late.store_time() - *got.store_time(), 10s);
    EXPECT_TRUE(session->locks().list({})->rows.empty());
    EXPECT_TRUE(*session->admin().drop_sandbox(*options.sandbox));
    EXPECT_FALSE(*session->admin().drop_sandbox(*options.sandbox));
    EXPECT_EQ(asked_by_hand("SELECT count(*) FROM sqlite_schema WHERE name LIKE '%lesson%'"), "0");
    EXPECT_EQ(inside->locks().list({}).failure().kind, FailureKind::unavailable);
}

TEST_F(SqliteStoreTest, ThreadsOfOneProcessTakeTurns)
{
    constexpr int threads = 8, rounds = 50;
    std::vector<std::thread> pool;
    std::atomic<int> granted{0};
    for (int t = 0; t < threads; ++t)
        pool.emplace_back([&, t] {
            auto session = open();
            const auto name = LockName::trusted("lock" + std::to_string(t));
            const auto owner = OwnerId::trusted("o");
            for (int i = 0; i < rounds; ++i) {
                const auto got = session->locks().acquire({name, owner, 30s, RequestId::trusted("r" + std::to_string(i))});
                if (got && got->token && session->locks().release(name, owner, *got->token))
                    ++granted;
            }
        });
    for (auto& thread : pool)
        thread.join();
    EXPECT_EQ(granted, threads * rounds);
}

TEST_F(SqliteStoreTest, CollectRaisesTheFloor)
{
    auto session = open();
    auto& locks = session->locks();
    const auto name = LockName::trusted("a");
    const auto owner = OwnerId::trusted("one");
    for (int i = 1; i <= 3; ++i) {
        ASSERT_RESULT(locks.acquire(wish("a", "one", "r")));
        ASSERT_RESULT(locks.release(name, owner, FencingToken{i}));
    }
    EXPECT_EQ(*locks.collect(1h), 0);
    ASSERT_TRUE(await([&] { return *locks.collect(1us) == 1; }));
    EXPECT_EQ(locks.acquire(wish("new", "one", "r"))->token, FencingToken{4});
}

TEST_F(SqliteStoreTest, ListsFilterAndCount)
{
    auto session = open();
    std::vector<NewTask> many;
    for (int i = 0; i < 300; ++i)
        many.push_back(task("t" + std::to_string(i), i % 3 == 0 ? "k" : "other"));
    ASSERT_RESULT(session->tasks().add(many));
    ASSERT_RESULT(session->tasks().claim(claim("w", 10, "c")));
    const auto listed = [&](const char* filter, std::size_t limit) {
        return session->tasks().list({Filter::parse(filter, list_filter_keys(), false).value(), limit}).value();
    };
    EXPECT_EQ(listed("kind:k", 1000).rows.size(), 100U);
    EXPECT_EQ(listed("-kind:k", 1000).rows.size(), 200U);
    EXPECT_EQ(listed("state:held", 1000).rows.size(), 10U);
    EXPECT_EQ(listed("owner:w claim:c", 1000).rows.size(), 10U);
    EXPECT_EQ(listed("state:due name~T29", 1000).rows.size(), 11U);
    const auto page = listed("kind:k", 7);
    EXPECT_EQ(page.rows.size(), 7U);
    EXPECT_TRUE(page.truncated);
    EXPECT_EQ(page.about, 100);
    const auto counts = session->tasks().counts(1000);
    ASSERT_RESULT(counts);
    ASSERT_EQ(counts->size(), 2U);
    EXPECT_EQ((*counts)[0].held, 10);
    EXPECT_EQ((*counts)[0].due, 90);
    EXPECT_EQ((*counts)[1].due, 200);
}

TEST_F(SqliteStoreTest, ASearchComparesEveryColumnAsTheFilterDoes)
{
    const auto session = open();
    for (const char* name : {"stock:SKU-77", "100%", "a_b", "Äpfel", "other"})
        ASSERT_TRUE(session->locks().acquire(wish(name, "Pod-7/1/aa", name)).is_result());
    by_hand("INSERT INTO lockdesk_locks (name, owner) VALUES (x'41008042', x'504f442d39')"); // blobs, and no text
    const auto found = [&](const char* key, const char* value) {
        std::vector<std::string> names;
        const auto page = session->locks().list({Filter({{key, FilterTerm::Op::contains, value, false}}), 100});
        for (const LockRow& row : page->rows)
            names.push_back(row.name);
        return names;
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(found("name", "sku-7"), Names{"stock:SKU-77"});
    EXPECT_EQ(found("", "sku-7"), Names{"stock:SKU-77"});
    EXPECT_EQ(found("name", "%"), Names{"100%"}) << "no pattern";
    EXPECT_EQ(found("name", "_"), Names{"a_b"});
    EXPECT_EQ(found("name", "äpfel"), Names{}) << "letters A to Z alone are folded";
    EXPECT_EQ(found("name", "Äp"), Names{"Äpfel"});
    EXPECT_EQ(found("owner", "pod-7").size(), 5u);
    EXPECT_EQ(found("", "pod-9").size(), 1u);
    EXPECT_EQ(found("", "nobody"), Names{});
}

TEST_F(SqliteStoreTest, AnOddTaskStopsNoClaim)
{
    auto session = open();
    an_odd_task_stops_no_claim(*session, {"9223372036854775807", "-9223372036854775808", "9007199254740991", "'abc'", "1e300"},
                               by_sql([this](const std::string& sql) { by_hand(sql); }, "lockdesk_tasks", "id"));
}

TEST_F(SqliteStoreTest, AnOddDrawGivesNoNumber)
{
    auto session = open();
    an_odd_draw_gives_no_number(*session, {"-1", "9223372036854775807", "'abc'", "1.5"},
                                by_sql([this](const std::string& sql) { by_hand(sql); }, "lockdesk_draws", "event"));
}

} // namespace lockdesk::test
