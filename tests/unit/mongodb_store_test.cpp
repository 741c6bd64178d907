// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/outbox_writer.h"
#include "backends/mongodb/statements.h"
#include "tests/unit/mongodb_fixture.h"

#include <barrier>
#include <set>
#include <thread>

namespace lockdesk::test {

namespace {

using mongodb::Bson;
using mongodb::View;

ForceRelease force(const std::string& name, const std::string& owner, FencingToken token)
{
    return {.name = LockName::trusted(name),
            .if_owner = OwnerId::trusted(owner),
            .if_token = token,
            .reason = "it's \"stuck\" $100",
            .hold_off = 10s,
            .who = "me@here"};
}

// Returns the stages of a plan, from the root down.
std::set<std::string> stages(View plan)
{
    std::set<std::string> out;
    for (View at = plan; at.present(); at = at["inputStage"])
        out.insert(at["stage"].str());
    return out;
}

} // namespace

class MongoStoreTest : public MongoTest
{
};

TEST_F(MongoStoreTest, TheClockNeedsNoSchemaWhenNoneIsAskedFor)
{
    by_hand(R"({"dropDatabase": 1})");
    SessionOptions options;
    options.without_schema = true;
    const auto clock = open(options)->admin().clock(1);
    ASSERT_TRUE(clock) << clock.failure().message;
    EXPECT_GT(clock->store, TimePoint{} + std::chrono::hours{24});
    EXPECT_EQ(open()->admin().clock(1).failure().code, "NOSCHEMA");
}

TEST_F(MongoStoreTest, NamesAreComparedByteByByte)
{
    init();
    auto session = open();
    for (const char* name : {"Job", "job", "job "}) {
        const auto got = session->locks().acquire(wish(name, "o", "r"));
        ASSERT_RESULT(got);
        EXPECT_EQ(got->result, AcquireResult::acquired) << '\'' << name << '\'';
        EXPECT_EQ(got->token, FencingToken(1));
    }
    EXPECT_EQ(session->locks().list({})->rows.size(), 3u);
}

TEST_F(MongoStoreTest, OneOf64FirstAcquirersIsFirst)
{
    init();
    constexpr int many = 64;
    std::vector<std::unique_ptr<Session>> sessions;
    for (int i = 0; i < many; ++i)
        sessions.push_back(open({.timeout = 30s}));
    std::barrier start(many);
    std::atomic<int> acquired = 0, busy = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < many; ++i)
        threads.emplace_back([&, i] {
            start.arrive_and_wait();
            const auto got = sessions[i]->locks().acquire(wish("first", "o" + std::to_string(i), "r" + std::to_string(i)));
            if (got && got->result == AcquireResult::acquired)
                ++acquired;
            else if (got && got->result == AcquireResult::busy && got->holder)
                ++busy;
            else if (!got)
                ADD_FAILURE() << got.failure().message;
        });
    for (auto& t : threads)
        t.join();
    EXPECT_EQ(acquired, 1);
    EXPECT_EQ(busy, many - 1);
    EXPECT_EQ((*open()->locks().find(LockName::trusted("first")))->token, FencingToken(1));
}

TEST_F(MongoStoreTest, ClaimsGoAlongTheIndexAndSortNothing)
{
    init();
    auto session = open();
    std::vector<NewTask> tasks;
    for (int i = 0; i < 500; ++i)
        tasks.push_back(task("t" + std::to_string(i)));
    ASSERT_RESULT(session->tasks().add(tasks));
    const mongodb::Scope scope{"lockdesk_", mongodb::server_now()};
    for (const auto& [name, bound] : {std::pair{"task_claim", "task_due"}, std::pair{"outbox_claim", "message_due"}}) {
        mongodb::Values v;
        v.text("kind", "k")
            .text("phase", "p")
            .whole("timeout", 30'000'000)
            .whole("from", 1)
            .text("owner", "o")
            .text("claim", "c");
        v.whole("lease", 1'000'000).doc("topic", Bson().array("$nin", Bson())); // of every topic, as the claim sends it
        const Bson explained =
            Bson().doc("explain", mongodb::statement(name).fill(v, scope)).text("verbosity", "executionStats");
        mongodb::Connection connection(StoreUrl::parse(url()).value(), "explain", 10s);
        connection.begin_call(10s);
        ASSERT_FALSE(connection.ensure());
        Bson reply;
        const auto trouble = connection.command("explain", explained, mongodb::Effect::reads, reply);
        ASSERT_FALSE(trouble) << trouble->text;
        const auto used = stages(reply["queryPlanner"]["winningPlan"]);
        EXPECT_TRUE(used.contains("IXSCAN")) << bound << reply.json();
        EXPECT_FALSE(used.contains("SORT")) << reply.json();
        EXPECT_FALSE(used.contains("COLLSCAN")) << reply.json();
        EXPECT_LE(reply["executionStats"]["totalKeysExamined"].integer(), 3)
            << "the bound is of the index: " << reply.json();
    }
}

// The server's profiler shows the previewed command, except for what belongs to the session.
TEST_F(MongoStoreTest, ProfilerShowsWhatThePreviewSaid)
{
    init();
    auto session = open();
    const auto token = *session->locks().acquire(wish("job", "o", "r"))->token;
    const auto preview = session->locks().preview_force_release(force("job", "o", token));
    ASSERT_RESULT(preview);
    by_hand(R"({"profile": 2})");
    const auto done = session->locks().force_release(force("job", "o", token));
    by_hand(R"({"profile": 0})");
    ASSERT_RESULT(done);
    EXPECT_EQ(done->result, ForceResult::released);
    const Bson seen = by_hand(
        R"({"find": "system.profile", "filter": {"op": {"$in": ["command", "update"]}}, "sort": {"ts": 1}, "batchSize": 100})");
    const std::string log = seen.json();
    std::size_t at = 0;
    for (const std::string& command : preview->commands) {
        const Bson shown = Bson::of_json(command);
        const View first = shown.view().items().front();
        // An update is logged by statement: the filter and the pipeline of each.
        const Bson part = first.key() == "update" ? shown["updates"]["0"]["u"].copy() : shown["update"].copy();
        Bson wrapped;
        wrapped.array("x", part);
        std::string text = wrapped.json();
        text = text.substr(text.find('['), text.rfind(']') - text.find('[') + 1);
        const auto found = log.find(text, at);
        EXPECT_NE(found, std::string::npos) << command << "\n" << log;
        at = found == std::string::npos ? at : found;
    }
}

TEST_F(MongoStoreTest, DocumentsByForeignHandsAreShownAndNamedInDoubt)
{
    init();
    by_hand(
        R"({"insert": "lockdesk_locks", "documents": [{"_id": "odd", "owner": 7, "token": "x", "expires_at": {"$date": "2026-01-01T00:00:00Z"}},
        {"_id": {"a": 1}}, {"_id": 5, "holds": [1, 2]}, {"_id": "plain", "owner": "me", "token": 3}]})");
    by_hand(
        R"({"insert": "lockdesk_tasks", "documents": [{"_id": "t", "kind": "k", "phase": "p", "locked_at": "never"}, {"_id": 1, "payload": {"a": []}}]})");
    by_hand(R"({"insert": "lockdesk_outbox", "documents": [{"_id": "m", "state": 3, "due_at": "soon"}]})");
    by_hand(R"({"insert": "lockdesk_workers", "documents": [{"_id": "w", "pid": "many", "beat_at": null}]})");
    by_hand(R"({"insert": "lockdesk_audit", "documents": [{"at": "x"}]})");
    by_hand(R"({"insert": "lockdesk_refusals", "documents": [{"_id": 3, "token": {}}]})");
    by_hand(R"({"insert": "lockdesk_task_rules", "documents": [{"_id": "no rule", "lock_timeout": "long"}]})");
    auto session = open();
    const auto locks = session->locks().list({});
    ASSERT_RESULT(locks);
    ASSERT_EQ(locks->rows.size(), 4u);
    for (const LockRow& row : locks->rows) {
        EXPECT_EQ(row.doubt.empty(), row.name == "plain") << row.name << ": " << row.doubt;
        // Lists include the raw record of odd rows; reading a single row always includes it.
        EXPECT_EQ(row.raw.empty(), row.doubt.empty()) << row.name;
        if (row.name == "odd") {
            EXPECT_EQ(row.doubt, "owner, token, expires_at");
        }
    }
    const auto plain = session->locks().find(LockName::trusted("plain"));
    ASSERT_RESULT(plain);
    ASSERT_TRUE(plain->has_value());
    EXPECT_NE((*plain)->raw.str().find("\"owner\" : \"me\""), std::string::npos) << (*plain)->raw;
    EXPECT_EQ(session->tasks().list({})->rows.size(), 2u);
    EXPECT_EQ(session->outbox().list({})->rows.size(), 1u);
    EXPECT_EQ(session->workers().list({})->rows.size(), 1u);
    EXPECT_EQ(session->audit().list({})->rows.size(), 1u);
    EXPECT_EQ(session->fence().list_refusals({})->rows.size(), 1u);
    ASSERT_RESULT(session->tasks().counts(100));
    ASSERT_RESULT(session->outbox().backlog());
    const auto batch = session->changes().since({}, Entities::all(), 100);
    ASSERT_RESULT(batch);
    EXPECT_EQ(batch->locks.size(), 4u);
    const auto held = session->locks().acquire(wish("plain", "o", "r"));
    ASSERT_RESULT(held);
    EXPECT_EQ(held->result, AcquireResult::busy) << "an owner without an end holds it";
}

TEST_F(MongoStoreTest, MissingNewerAndForeignSchemas)
{
    const auto missing = open()->locks().acquire(wish("a", "o", "r"));
    ASSERT_FALSE(missing.is_result());
    EXPECT_EQ(missing.failure().kind, FailureKind::unavailable);
    EXPECT_NE(missing.failure().message.find("init"), std::string::npos);
    const auto names = by_hand(R"({"listCollections": 1, "nameOnly": true})");
    EXPECT_TRUE(names["cursor"]["firstBatch"].items().empty()) << "nothing was made: " << names.json();

    by_hand(R"({"insert": "lockdesk_locks", "documents": [{"_id": "somebody's"}]})");
    const auto foreign = open()->admin().create_schema();
    ASSERT_FALSE(foreign.is_result());
    EXPECT_EQ(foreign.failure().kind, FailureKind::unavailable);
    EXPECT_NE(foreign.failure().message.find("lockdesk_locks"), std::string::npos);
    by_hand(R"({"drop": "lockdesk_locks"})");

    init();
    by_hand(R"({"update": "lockdesk_meta", "updates": [{"q": {"_id": "lockdesk"}, "u": {"$set": {"version": 99}}}]})");
    auto session = open();
    ASSERT_RESULT(session->locks().list({}));
    const auto write = session->locks().acquire(wish("a", "o", "r"));
    ASSERT_FALSE(write.is_result());
    EXPECT_EQ(write.failure().kind, FailureKind::read_only);
}

TEST_F(MongoStoreTest, OlderSchemaIsBroughtUpToDateByInit)
{
    init();
    ASSERT_RESULT(open()->outbox().add({MessageId::trusted("m"), Topic::trusted("t"), "{}"}));
    by_hand(R"({"update": "lockdesk_outbox", "updates": [{"q": {}, "u": {"$unset": {"cuts": ""}}}]})");
    by_hand(R"({"update": "lockdesk_meta", "updates": [{"q": {"_id": "lockdesk"}, "u": {"$set": {"version": 1}}}]})");
    const auto refused = open()->outbox().list({});
    ASSERT_FALSE(refused.is_result());
    EXPECT_EQ(refused.failure().kind, FailureKind::unavailable);
    EXPECT_NE(refused.failure().message.find("older"), std::string::npos);
    EXPECT_NE(refused.failure().message.find("init"), std::string::npos);
    const auto made = open({.without_schema = true})->admin().create_schema();
    ASSERT_RESULT(made);
    EXPECT_EQ(made->version, schema_version);
    EXPECT_FALSE(made->created);
    const auto claimed = open()->outbox().claim({1, OwnerId::trusted("r"), ClaimId::trusted("c")});
    ASSERT_RESULT(claimed);
    ASSERT_EQ(claimed->size(), 1u);
    EXPECT_EQ(claimed->front().cuts, 0);
    EXPECT_EQ(claimed->front().doubt, "");
}

TEST_F(MongoStoreTest, DroppingTakesOnlyWhatIsOurs)
{
    init();
    by_hand(R"({"insert": "lockdesk_notes", "documents": [{"_id": 1}]})");
    auto session = open({.without_schema = true});
    const auto sandbox = SandboxId::parse("drop_me").value();
    ASSERT_RESULT(session->admin().create_sandbox(sandbox));
    ASSERT_RESULT(session->admin().drop_schema());
    ASSERT_EQ(session->admin().list_sandboxes()->size(), 1u);
    EXPECT_TRUE(*session->admin().drop_sandbox(sandbox));
    const auto names = by_hand(R"({"listCollections": 1, "nameOnly": true})");
    ASSERT_EQ(names["cursor"]["firstBatch"].items().size(), 1u) << names.json();
    EXPECT_EQ(names["cursor"]["firstBatch"]["0"]["name"].text(), "lockdesk_notes");
}

TEST_F(MongoStoreTest, AMessageWrittenInTheCallersTransactionGoesWithIt)
{
    init();
    auto session = open();
    mongoc_client_t* client = mongoc_client_new(url().c_str());
    bson_error_t error{};
    mongoc_client_session_t* theirs = mongoc_client_start_session(client, nullptr, &error);
    ASSERT_NE(theirs, nullptr) << error.message;
    const MongoOutboxWriter writer(database());
    const auto message = [](const char* id) { return NewMessage{MessageId::trusted(id), Topic::trusted("t"), "{}"}; };
    const auto outside = writer.add(client, theirs, message("m"));
    ASSERT_FALSE(outside.is_result());
    EXPECT_EQ(outside.failure().kind, FailureKind::usage);

    ASSERT_TRUE(mongoc_client_session_start_transaction(theirs, nullptr, &error)) << error.message;
    ASSERT_RESULT(writer.add(client, theirs, message("aborted")));
    ASSERT_TRUE(mongoc_client_session_abort_transaction(theirs, &error)) << error.message;
    EXPECT_TRUE(session->outbox().list({})->rows.empty());

    ASSERT_TRUE(mongoc_client_session_start_transaction(theirs, nullptr, &error)) << error.message;
    const auto added = writer.add(client, theirs, message("committed"));
    ASSERT_RESULT(added);
    EXPECT_TRUE(*added);
    const auto twice = writer.add(client, theirs, message("committed"));
    ASSERT_RESULT(twice);
    EXPECT_FALSE(*twice) << "and the transaction goes on";
    EXPECT_TRUE(session->outbox().list({})->rows.empty()) << "not before the commit";
    ASSERT_TRUE(mongoc_client_session_commit_transaction(theirs, nullptr, &error)) << error.message;
    ASSERT_EQ(session->outbox().list({})->rows.size(), 1u);
    EXPECT_EQ(session->outbox().claim({1, OwnerId::trusted("r"), ClaimId::trusted("c")})->size(), 1u);
    mongoc_client_session_destroy(theirs);
    mongoc_client_destroy(client);
}

// The stamp is from the statement, the commit comes later: within the window nothing is missed.
TEST_F(MongoStoreTest, ALateCommitIsNotMissed)
{
    init();
    auto session = open();
    auto& changes = session->changes();
    auto cursor = changes.since({}, Entities::all(), 100)->next;
    mongoc_client_t* client = mongoc_client_new(url().c_str());
    bson_error_t error{};
    mongoc_client_session_t* theirs = mongoc_client_start_session(client, nullptr, &error);
    ASSERT_NE(theirs, nullptr) << error.message;
    ASSERT_TRUE(mongoc_client_session_start_transaction(theirs, nullptr, &error)) << error.message;
    ASSERT_RESULT(
        MongoOutboxWriter(database()).add(client, theirs, {MessageId::trusted("late"), Topic::trusted("t"), "{}"}));
    ASSERT_RESULT(session->outbox().add({MessageId::trusted("early"), Topic::trusted("t"), "{}"}));
    EXPECT_TRUE(await([&] {
        const auto batch = changes.since(cursor, Entities::all(), 100);
        cursor = batch->next;
        return !batch->snapshot && batch->messages.size() == 1 && batch->messages[0].id == "early";
    }));
    ASSERT_TRUE(mongoc_client_session_commit_transaction(theirs, nullptr, &error)) << error.message;
    const auto batch = changes.since(cursor, Entities::all(), 100);
    ASSERT_RESULT(batch);
    EXPECT_FALSE(batch->snapshot);
    ASSERT_EQ(batch->messages.size(), 1u) << "told once";
    EXPECT_EQ(batch->messages[0].id, "late");
    mongoc_client_session_destroy(theirs);
    mongoc_client_destroy(client);
}

TEST_F(MongoStoreTest, ListenerHearsItsTopicsAndNoRenewals)
{
    init();
    auto session = open();
    const auto token = *session->locks().acquire(wish("job", "o", "r"))->token;
    const auto listener = store()->listen({{Entity::lock, "job"}}, {});
    ASSERT_RESULT(listener);
    ASSERT_RESULT(session->locks().renew(LockName::trusted("job"), OwnerId::trusted("o"), token, 60s));
    ASSERT_RESULT(session->locks().acquire(wish("other", "o", "r")));
    EXPECT_FALSE(*(*listener)->wait(300ms));
    ASSERT_RESULT(session->locks().release(LockName::trusted("job"), OwnerId::trusted("o"), token, {}));
    EXPECT_TRUE(*(*listener)->wait(10s));
}

class MongoStandaloneTest : public MongoTest
{
protected:
    MongoStandaloneTest() : MongoTest(true, false) {}
};

TEST_F(MongoStandaloneTest, EverythingButTransactionsAndHints)
{
    init();
    auto session = open();
    EXPECT_FALSE(session->capabilities().hints);
    EXPECT_EQ(store()->listen({}, {}).failure().kind, FailureKind::unsupported);
    const auto token = *session->locks().acquire(wish("job", "o", "r"))->token;
    const auto forced = session->locks().force_release(force("job", "o", token));
    ASSERT_RESULT(forced);
    EXPECT_EQ(forced->result, ForceResult::released);
    EXPECT_EQ((*session->fence().find(Resource::trusted("job")))->largest, FencingToken(2));
    EXPECT_EQ(session->audit().list({})->rows.size(), 1u);
    std::vector<NewTask> tasks{task("a"), task("b"), task("c")};
    ASSERT_RESULT(session->tasks().add(tasks));
    const auto taken = session->tasks().claim(claim("w", 2, "c1"));
    ASSERT_RESULT(taken);
    ASSERT_EQ(taken->size(), 2u);
    const TaskStep done{TaskId::trusted((*taken)[0].id), OwnerId::trusted("w"), (*taken)[0].token,
                        Advance{std::nullopt, Phase::trusted("q"), std::nullopt}};
    EXPECT_EQ((*session->tasks().apply({&done, 1}))[0].result, StepResult::done);
    ASSERT_RESULT(session->outbox().add({MessageId::trusted("m"), Topic::trusted("t"), "{}"}));
    EXPECT_EQ(session->outbox().claim({5, OwnerId::trusted("r"), ClaimId::trusted("c")})->size(), 1u);
}

} // namespace lockdesk::test
