// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Behaviour specific to Redis; tests/contract covers what all stores share.
#include "backends/redis/decode.h"
#include "backends/redis/link.h"
#include "backends/redis/scripts.h"
#include "backends/redis/sha1.h"
#include "tests/unit/redis_fixture.h"

#include <set>
#include <thread>

namespace lockdesk::test {

class RedisStoreTest : public RedisTest
{
};

TEST_F(RedisStoreTest, Sha1IsThatOfTheServer)
{
    EXPECT_EQ(redis::sha1_hex(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    for (const std::size_t size : {1U, 55U, 56U, 63U, 64U, 65U, 1000U}) {
        const std::string text = "return " + std::string(size, '1');
        EXPECT_EQ(asked_by_hand({"SCRIPT", "LOAD", text}), redis::sha1_hex(text)) << size;
    }
}

TEST_F(RedisStoreTest, MissingSchemaSaysInit)
{
    const auto answer = open()->locks().acquire(wish("a", "o", "r"));
    ASSERT_TRUE(answer.is_error());
    EXPECT_EQ(answer.failure().kind, FailureKind::unavailable);
    EXPECT_NE(answer.failure().message.find("init"), std::string::npos);
    EXPECT_EQ(asked_by_hand({"DBSIZE"}), "0");
}

TEST_F(RedisStoreTest, NewerSchemaIsReadAndNotWritten)
{
    init();
    auto session = open();
    ASSERT_RESULT(session->locks().acquire(wish("a", "o", "r")));
    by_hand({"SET", "lockdesk:schema", std::to_string(schema_version + 1)});
    const auto listed = session->locks().list({});
    ASSERT_RESULT(listed);
    EXPECT_EQ(listed->rows.size(), 1U);
    const auto answer = session->locks().acquire(wish("b", "o", "r"));
    ASSERT_TRUE(answer.is_error());
    EXPECT_EQ(answer.failure().kind, FailureKind::read_only);
    for (const char* name : {"a", "b"}) // an existing row and a new one, for a new session
        EXPECT_EQ(open()->locks().acquire(wish(name, "o", "r2")).failure().kind, FailureKind::read_only) << name;
}

TEST_F(RedisStoreTest, OlderSchemaIsBroughtUpToDateByInit)
{
    init();
    ASSERT_RESULT(open()->outbox().add({MessageId::trusted("m"), Topic::trusted("t"), "{}"}));
    by_hand({"HDEL", "lockdesk:msg:m", "cuts", "begun_at"});
    by_hand({"SET", "lockdesk:schema", "1"});
    const auto refused = open()->outbox().list({});
    ASSERT_TRUE(refused.is_error());
    EXPECT_EQ(refused.failure().kind, FailureKind::unavailable);
    EXPECT_NE(refused.failure().message.find("older"), std::string::npos);
    EXPECT_NE(refused.failure().message.find("init"), std::string::npos);
    SessionOptions bare;
    bare.without_schema = true;
    const auto made = open(bare)->admin().create_schema();
    ASSERT_RESULT(made);
    EXPECT_EQ(made->version, schema_version);
    EXPECT_FALSE(made->created);
    const auto claimed = open()->outbox().claim({1, OwnerId::trusted("r"), ClaimId::trusted("c")});
    ASSERT_RESULT(claimed);
    ASSERT_EQ(claimed->size(), 1U);
    EXPECT_EQ(claimed->front().cuts, 0);
    EXPECT_EQ(claimed->front().doubt, "");
}

TEST_F(RedisStoreTest, ForeignKeysAreLeftAlone)
{
    by_hand({"SET", "lockdesk:locks", "somebody's"});
    SessionOptions options;
    options.without_schema = true;
    const auto refused = open(options)->admin().create_schema();
    ASSERT_TRUE(refused.is_error());
    EXPECT_EQ(refused.failure().kind, FailureKind::unavailable);
    EXPECT_NE(refused.failure().message.find("lockdesk:locks"), std::string::npos);
    EXPECT_EQ(asked_by_hand({"DBSIZE"}), "1");
    by_hand({"DEL", "lockdesk:locks"});
    by_hand({"HSET", "lockdesk:schema", "a", "b"});
    EXPECT_TRUE(open(options)->admin().create_schema().is_error());
}

TEST_F(RedisStoreTest, ScriptsComeBackAfterAFlush)
{
    init();
    auto session = open();
    ASSERT_RESULT(session->locks().acquire(wish("a", "o", "r1")));
    by_hand({"SCRIPT", "FLUSH"});
    const auto again = session->locks().acquire(wish("a", "o", "r2"));
    ASSERT_RESULT(again);
    EXPECT_EQ(again->holds, 2);
    by_hand({"SCRIPT", "FLUSH"});
    SessionOptions options;
    options.read_only = true;
    ASSERT_RESULT(open(options)->locks().list({}));
}

TEST_F(RedisStoreTest, NamesOfAllKinds)
{
    init();
    auto session = open();
    const std::vector<std::string> names{"a b",   "x:y:z",        "{tag}", "\"q\"", "'s'", "*?[a]", "\\",
                                         "12:ab", "\xEC\x9E\xA0", "\n",    "Job",   "job", "job ",  std::string(190, 'n')};
    std::vector<NewTask> tasks;
    for (const std::string& name : names) {
        const auto got = session->locks().acquire(wish(name, "o: 1", "r"));
        ASSERT_RESULT(got);
        EXPECT_EQ(got->token, FencingToken(1)) << name;
        for (const std::string& phase : names)
            tasks.push_back({TaskId::trusted(std::to_string(tasks.size()) + ":" + name), TaskKind::trusted(name),
                             Phase::trusted(phase)});
        ASSERT_RESULT(session->locks().announce_wait(LockName::trusted(name), OwnerId::trusted(name), 30s));
        ASSERT_RESULT(session->outbox().add({MessageId::trusted(name), Topic::trusted(name), name}));
        ASSERT_RESULT(session->records().put(RecordId::trusted(name), name, VersionBy::integer));
    }
    ASSERT_RESULT(session->tasks().add(tasks));
    const auto locks = session->locks().list({});
    ASSERT_RESULT(locks);
    std::set<std::string> seen;
    for (const LockRow& row : locks->rows) {
        seen.insert(row.name);
        EXPECT_EQ(row.waiters, 1) << row.name;
        EXPECT_EQ(row.doubt, "");
    }
    EXPECT_EQ(seen, std::set<std::string>(names.begin(), names.end()));
    const auto counts = session->tasks().counts(100);
    ASSERT_RESULT(counts);
    EXPECT_EQ(counts->size(), names.size() * names.size());
    for (const std::string& name : names) {
        auto request = claim("w", 100, "c");
        request.kind = TaskKind::trusted(name);
        request.phase = Phase::trusted(name);
        const auto taken = session->tasks().claim(request);
        ASSERT_RESULT(taken);
        ASSERT_EQ(taken->size(), 1U) << name;
        EXPECT_TRUE(taken->front().id.ends_with(":" + name));
    }
    const auto batch = session->changes().since({}, Entities::all(), 10000);
    ASSERT_RESULT(batch);
    EXPECT_EQ(batch->locks.size(), names.size());
    EXPECT_EQ(batch->tasks.size(), tasks.size());
    EXPECT_EQ(batch->messages.size(), names.size());
    EXPECT_EQ(batch->waiters.size(), names.size());
}

TEST_F(RedisStoreTest, MonitorShowsWhatThePreviewSaid)
{
    init();
    auto session = open();
    const std::string name = "a \"b\"\t\\ \xEC\x9E\xA0";
    ASSERT_RESULT(session->locks().acquire(wish(name, "o 1", "r")));
    auto request = force(name, "o 1", 1, "it hangs\n\"badly\"");
    request.hold_off = 5s;
    const auto preview = session->locks().preview_force_release(request);
    ASSERT_RESULT(preview);
    ASSERT_EQ(preview->commands.size(), 1U);

    auto monitor = dial();
    ASSERT_EQ(redis::View(ask(monitor.get(), {"MONITOR"}).get()).text(), "OK");
    ASSERT_RESULT(session->locks().force_release(request));
    std::vector<std::string> lines;
    for (bool done = false; !done;) {
        void* reply = nullptr;
        ASSERT_EQ(redisGetReply(monitor.get(), &reply), REDIS_OK);
        const redis::ReplyPtr line(static_cast<redisReply*>(reply));
        const std::string text(redis::View(line.get()).text());
        if (text.find(" lua] ") == std::string::npos)
            lines.push_back(text.substr(text.find("] ") + 2));
        done = text.find("lua] \"PUBLISH\"") != std::string::npos || text.find("lua] \"publish\"") != std::string::npos;
    }
    // The first time the server does not know the script, so it is loaded and sent again.
    EXPECT_EQ(lines.back(), preview->commands.front());
}

// A reader sees the script behind a call, the part of its own first; what it sees is what the server runs, in another order.
TEST_F(RedisStoreTest, EveryCallHasTheTextOfItsScript)
{
    init();
    SessionOptions options;
    options.trace = std::make_shared<StatementTrace>();
    const auto session = open(options);
    ASSERT_RESULT(session->locks().acquire(wish("a", "o", "r")));
    ASSERT_RESULT(session->locks().find(LockName::trusted("a")));
    ASSERT_RESULT(session->tasks().add(std::vector{task("t1")}));
    ASSERT_RESULT(session->tasks().claim(claim("w", 1, "c")));
    ASSERT_RESULT(session->tasks().claim(claim("w", 1, "d", ClaimStrategy::version)));
    ASSERT_RESULT(session->outbox().add({MessageId::trusted("m"), Topic::trusted("t"), "p"}));
    ASSERT_RESULT(session->records().put(RecordId::trusted("r"), "v", VersionBy::integer));
    ASSERT_RESULT(session->fence().admit(Resource::trusted("f"), FencingToken(5), "x"));
    std::set<std::string> names;
    for (const SentStatement& sent : options.trace->take()) {
        if (!sent.text.starts_with("\"EVALSHA") && !sent.text.starts_with("\"FCALL"))
            continue;
        const auto begin = sent.text.find("\" \"") + 3;
        const std::string called = sent.text.substr(begin, sent.text.find('"', begin) - begin);
        const std::string text = redis::script_text(called);
        EXPECT_TRUE(text.starts_with("-- " + sent.name + "\n")) << sent.text << '\n' << text.substr(0, 200);
        const std::string mark = "-- before it, in the same script:\n";
        const auto own = text.find('\n') + 1, rest = text.find(mark);
        ASSERT_NE(rest, std::string::npos) << sent.name;
        if (called.size() == 40)
            EXPECT_EQ(redis::sha1_hex(text.substr(rest + mark.size()) + text.substr(own, rest - own)), called);
        names.insert(sent.name);
    }
    EXPECT_TRUE(names.contains("lock_acquire") && names.contains("lock_find") && names.contains("task_claim")) << names.size();
    EXPECT_GE(names.size(), 8u);
}

TEST_F(RedisStoreTest, SandboxLeavesNothingBehind)
{
    init();
    const auto before = asked_by_hand({"DBSIZE"});
    auto main = open();
    const auto id = SandboxId::parse("lesson_1").value();
    ASSERT_RESULT(main->admin().create_sandbox(id));
    SessionOptions options;
    options.sandbox = id;
    auto inside = open(options);
    ASSERT_RESULT(inside->locks().acquire(wish("a", "o", "r")));
    ASSERT_RESULT(inside->tasks().add(std::vector{task("t1"), task("t2")}));
    ASSERT_RESULT(inside->tasks().claim(claim("w", 1, "c")));
    ASSERT_RESULT(inside->outbox().add({MessageId::trusted("m"), Topic::trusted("t"), "p"}));
    ASSERT_RESULT(inside->records().put(RecordId::trusted("r"), "v", VersionBy::time));
    ASSERT_RESULT(inside->workers().beat({.id = "w"}));
    ASSERT_RESULT(inside->fence().admit(Resource::trusted("f"), FencingToken(5), "x"));
    ASSERT_RESULT(inside->fence().admit(Resource::trusted("f"), FencingToken(4), "x"));
    ASSERT_RESULT(inside->locks().announce_wait(LockName::trusted("a"), OwnerId::trusted("o2"), 30s));
    by_hand({"HSET", "lockdesk:sb:lesson_1:lock:hand", "owner", "me"});
    const auto dropped = main->admin().drop_sandbox(id);
    ASSERT_RESULT(dropped);
    EXPECT_TRUE(*dropped);
    EXPECT_EQ(asked_by_hand({"DBSIZE"}), before);
    const auto late = inside->locks().acquire(wish("b", "o", "r"));
    ASSERT_TRUE(late.is_error());
    EXPECT_NE(late.failure().message.find("lesson_1"), std::string::npos);
    EXPECT_EQ(asked_by_hand({"DBSIZE"}), before);
    ASSERT_RESULT(main->admin().drop_schema());
    EXPECT_EQ(asked_by_hand({"DBSIZE"}), "0");
}

TEST_F(RedisStoreTest, DroppingTakesOnlyWhatIsOurs)
{
    init();
    auto session = open();
    std::vector<NewTask> tasks;
    for (int i = 0; i < 5000; ++i)
        tasks.push_back(task("t" + std::to_string(i)));
    ASSERT_RESULT(session->tasks().add(tasks));
    by_hand({"SET", "other", "1"});
    by_hand({"SET", "lockdesk:mine", "1"});
    ASSERT_RESULT(session->admin().drop_schema());
    EXPECT_EQ(asked_by_hand({"DBSIZE"}), "2");
}

TEST_F(RedisStoreTest, SandboxClockIsReadInTheScripts)
{
    init();
    const auto id = SandboxId::parse("c").value();
    ASSERT_RESULT(open()->admin().create_sandbox(id));
    SessionOptions options;
    options.sandbox = id;
    auto session = open(options);
    ASSERT_RESULT(session->admin().set_rate(0));
    ASSERT_RESULT(session->admin().set_clock(time_from_us(1'000'000'000'000'001)));
    const auto got = session->locks().acquire(wish("a", "o", "r", 10s));
    ASSERT_RESULT(got);
    EXPECT_EQ(to_us(*got->acquired_at), 1'000'000'000'000'001);
    EXPECT_EQ(to_us(*got.store_time()), 1'000'000'000'000'001);
    ASSERT_RESULT(session->admin().advance_clock(10s));
    const auto other = session->locks().acquire(wish("a", "o2", "r"));
    ASSERT_RESULT(other);
    EXPECT_EQ(other->result, AcquireResult::acquired);
    EXPECT_EQ(other->token, FencingToken(2));
}

TEST_F(RedisStoreTest, ManyTasksInOneClaim)
{
    init();
    auto session = open();
    std::vector<NewTask> tasks;
    for (int i = 0; i < 12000; ++i)
        tasks.push_back(task("t" + std::to_string(100000 + i)));
    const auto added = session->tasks().add(tasks);
    ASSERT_RESULT(added);
    EXPECT_EQ(added->count, 12000);
    const auto taken = session->tasks().claim(claim("w", 9000, "c"));
    ASSERT_RESULT(taken);
    EXPECT_EQ(taken->size(), 9000U);
    EXPECT_EQ(taken->front().id, "t100000");
    std::vector<TaskStep> steps;
    for (const TaskRow& row : *taken)
        steps.push_back({TaskId::trusted(row.id), OwnerId::trusted("w"), row.token, Advance{{}, Phase::trusted("q"), {}}});
    const auto done = session->tasks().apply(steps);
    ASSERT_RESULT(done);
    EXPECT_EQ(done->size(), steps.size());
    const auto counts = session->tasks().counts(100);
    ASSERT_RESULT(counts);
    ASSERT_EQ(counts->size(), 2U);
    EXPECT_EQ(counts->at(0).due, 3000);
    EXPECT_EQ(counts->at(1).due, 9000);
    EXPECT_EQ(counts->at(0).held + counts->at(1).held, 0);
}

// There is no set for each topic: one call looks at some thousands of due messages.
TEST_F(RedisStoreTest, AClaimOfATopicPassesByAllOthers)
{
    init();
    const auto session = open();
    for (int i = 0; i < 7000; ++i)
        ASSERT_RESULT(session->outbox().add({MessageId::trusted("o" + std::to_string(i)), Topic::trusted("other"), "{}"}));
    const auto mail = Topic::trusted("mail");
    const auto claim = [&](const char* id) {
        return session->outbox().claim({2, OwnerId::trusted("r"), ClaimId::trusted(id), std::chrono::seconds{30}, false, mail});
    };
    EXPECT_TRUE(claim("c1")->empty());
    for (const char* id : {"m1", "m2", "m3"})
        ASSERT_RESULT(session->outbox().add({MessageId::trusted(id), mail, "{}"}));
    const auto taken = claim("c2");
    ASSERT_RESULT(taken);
    ASSERT_EQ(taken->size(), 2U);
    EXPECT_EQ(taken->at(0).id, "m1");
    EXPECT_EQ(taken->at(1).id, "m2");
    EXPECT_EQ(session->outbox().backlog(mail)->pending, 3);
    EXPECT_EQ(session->outbox().backlog(mail)->sending, 2);
    EXPECT_EQ(session->outbox().backlog(Topic::trusted("other"))->pending, 7000);
}

TEST_F(RedisStoreTest, ListenerHearsItsTopicsOnly)
{
    init();
    auto session = open();
    auto listener = store()->listen({{Entity::lock, "a b"}, {Entity::task, ""}}, {}).value();
    ASSERT_RESULT(session->locks().acquire(wish("other", "o", "r")));
    EXPECT_FALSE(*listener->wait(20ms));
    ASSERT_RESULT(session->locks().acquire(wish("a b", "o", "r")));
    EXPECT_TRUE(*listener->wait(5s));
    ASSERT_RESULT(session->tasks().add(std::vector{task("t")}));
    EXPECT_TRUE(*listener->wait(5s));
    EXPECT_FALSE(*listener->wait(1ms));
    std::thread waker([&] { listener->interrupt(); });
    EXPECT_FALSE(*listener->wait(30s));
    waker.join();
    m_server->restart(); // hints sent meanwhile are lost: it must read anyway
    EXPECT_TRUE(await([&] {
        const auto answer = listener->wait(100ms);
        return answer && *answer;
    }));
}

TEST_F(RedisStoreTest, WhoWatchesEverythingMissesNothingWhileAway)
{
    init();
    auto session = open();
    auto listener = store()->listen({}, {}).value();
    for (int i = 0; i < 5; ++i) {
        ASSERT_RESULT(session->locks().acquire(wish("first", "o", "r")));
        EXPECT_TRUE(*listener->wait(5s)); // and leaves
        ASSERT_RESULT(session->locks().announce_wait(LockName::trusted("first"), OwnerId::trusted("w"), 1s));
        EXPECT_TRUE(*listener->wait(5s));
        EXPECT_FALSE(*listener->wait(60ms)); // nothing new: no hint
        ASSERT_RESULT(
            session->locks().release(LockName::trusted("first"), OwnerId::trusted("o"), FencingToken(i + 1), Duration{0}));
        EXPECT_TRUE(*listener->wait(5s));
        EXPECT_FALSE(*listener->wait(60ms));
    }
}

TEST_F(RedisStoreTest, AFullCursorOfAnotherLifeBringsASnapshot)
{
    init();
    auto session = open();
    ASSERT_RESULT(session->locks().acquire(wish("a", "o", "r")));
    const auto first = session->changes().since({}, Entities::all(), 100);
    ASSERT_RESULT(first);
    EXPECT_TRUE(first->snapshot);
    const auto second = session->changes().since(first->next, Entities::all(), 100);
    ASSERT_RESULT(second);
    EXPECT_FALSE(second->snapshot);
    EXPECT_EQ(second->rows(), 0U);
    ASSERT_RESULT(session->admin().drop_schema());
    ASSERT_RESULT(session->admin().create_schema());
    const auto third = session->changes().since(second->next, Entities::all(), 100);
    ASSERT_RESULT(third);
    EXPECT_TRUE(third->snapshot);
    EXPECT_TRUE(third->locks.empty());
    const auto odd = session->changes().since({"what is this"}, Entities::all(), 100);
    ASSERT_RESULT(odd);
    EXPECT_TRUE(odd->snapshot);
}

} // namespace lockdesk::test
