// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/contract/contract.h"

#include <algorithm>

namespace lockdesk::contract {

namespace {

SandboxId sandbox(const std::string& text) { return ok(SandboxId::parse(text)); }

bool has(Session& session, const std::string& id)
{
    const auto all = ok(session.admin().list_sandboxes());
    return std::any_of(all.begin(), all.end(), [&](const SandboxInfo& s) { return s.id == id; });
}

} // namespace

TEST_P(AdminCases, CreatingTheSchemaAgainChangesNothing)
{
    auto session = outside(true);
    EXPECT_EQ(ok(session->admin().schema()).version, schema_version);
    const auto again = ok(session->admin().create_schema());
    EXPECT_EQ(again.version, schema_version);
    EXPECT_FALSE(again.created);
    EXPECT_FALSE(session->admin().schema_text().empty());
}

TEST_P(AdminCases, DroppedSchemaIsToldAndComesBackEmpty)
{
    LOCKDESK_NEEDS(GetParam().is_private(), "dropping the schema of a server that belongs to somebody else");
    auto session = outside(true);
    const AcquireRequest request{name("outside"), owner("a"), second, fresh_request()};
    ok(session->locks().acquire(request));
    ok(session->admin().drop_schema());
    EXPECT_EQ(ok(session->admin().schema()).version, 0);
    acquire("a");
    EXPECT_EQ(row().owner, "a") << "sandboxes stay";
    const auto opened = store().open({});
    const auto failure = opened ? (*opened)->locks().acquire(request).failure() : opened.failure();
    EXPECT_EQ(failure.kind, FailureKind::unavailable);
    EXPECT_NE(failure.message.find("init"), std::string::npos) << failure.message;
    const auto created = ok(session->admin().create_schema());
    EXPECT_TRUE(created.created);
    EXPECT_EQ(created.version, schema_version);
    EXPECT_FALSE(ok(outside()->locks().find(name("outside"))));
}

TEST_P(AdminCases, SandboxIsListedAndLeavesNothing)
{
    auto session = outside();
    const std::string id = "sbx_leaves_nothing";
    EXPECT_FALSE(has(*session, id));
    EXPECT_EQ(ok(session->admin().create_sandbox(sandbox(id))).id, id);
    EXPECT_TRUE(has(*session, id));
    SessionOptions inside;
    inside.sandbox = sandbox(id);
    for (int round = 0; round < 2; ++round) {
        auto in = ok(store().open(inside));
        EXPECT_FALSE(ok(in->locks().find(name())));
        EXPECT_TRUE(ok(in->tasks().list({})).rows.empty());
        ok(in->locks().acquire({name(), owner("a"), second, fresh_request()}));
        const NewTask task{TaskId::trusted("t"), TaskKind::trusted("k"), Phase::trusted("p")};
        EXPECT_EQ(ok(in->tasks().add({&task, 1})).count, 1);
        EXPECT_TRUE(ok(in->outbox().add({MessageId::trusted("m"), Topic::trusted("t"), ""})));
        in.reset();
        EXPECT_TRUE(ok(session->admin().drop_sandbox(sandbox(id))));
        EXPECT_FALSE(has(*session, id));
        if (round == 0)
            ok(session->admin().create_sandbox(sandbox(id)));
    }
    EXPECT_FALSE(ok(session->admin().drop_sandbox(sandbox(id)))) << "there is none";
}

TEST_P(AdminCases, SandboxThatIsNotThereIsToldAtOpenOrByTheFirstCall)
{
    SessionOptions inside;
    inside.sandbox = sandbox("sbx_never_made");
    const auto opened = store().open(inside);
    if (opened)
        EXPECT_EQ(failed((*opened)->locks().find(name())), FailureKind::unavailable);
    else
        EXPECT_EQ(opened.failure().kind, FailureKind::unavailable);
}

TEST_P(AdminCases, SandboxIsApartFromTheStore)
{
    auto session = outside();
    const auto lock = name("apart");
    acquire("a", 30 * second, "apart");
    EXPECT_FALSE(ok(session->locks().find(lock)));
    EXPECT_EQ(ok(session->fence().find(Resource::trusted("apart"))), std::nullopt);
}

TEST_P(AdminCases, LeaseDoesNotExpireWhileTheClockIsPaused)
{
    const auto a = acquire("a", shortest_lease);
    const auto before = now();
    // Waits in real time longer than the lease.
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds{350};
    while (std::chrono::steady_clock::now() < until)
        EXPECT_EQ(acquire("b").result, AcquireResult::busy);
    EXPECT_EQ(now(), before);
    EXPECT_EQ(release("a", *a.token).result, LeaseResult::released);
}

TEST_P(AdminCases, ClockIsSetAdvancedAndRead)
{
    const auto reading = ok(s().admin().clock());
    EXPECT_EQ(reading.rate, 0.0);
    EXPECT_GE(reading.uncertainty, Duration{0});
    const auto advanced = ok(s().admin().advance_clock(5 * second));
    EXPECT_EQ(advanced.store, reading.store + 5 * second);
    const auto set = ok(s().admin().set_clock(reading.store + std::chrono::hours{24}));
    EXPECT_EQ(set.store, reading.store + std::chrono::hours{24});
    EXPECT_EQ(set.rate, 0.0) << "the rate stays";
    EXPECT_EQ(ok(another()->admin().clock()).store, set.store) << "for everybody";
    EXPECT_EQ(acquire("a").acquired_at, set.store);
}

TEST_P(AdminCases, RateHurriesTheClock)
{
    const auto start = now();
    const auto real = std::chrono::steady_clock::now();
    EXPECT_EQ(ok(s().admin().set_rate(1000)).rate, 1000.0);
    const auto end = *acquire("a", 30 * second).expires_at;
    while (now() <= end)
        ASSERT_LT(std::chrono::steady_clock::now() - real, std::chrono::seconds{20}) << "30 s at 1000 take 30 ms";
    EXPECT_EQ(acquire("b").result, AcquireResult::acquired);
    const auto paused = ok(s().admin().set_rate(0)).store;
    EXPECT_GE(paused, start + 30 * second) << "no jump back";
    EXPECT_EQ(now(), paused);
    EXPECT_EQ(failed(s().admin().set_rate(-1)), FailureKind::usage);
}

TEST_P(AdminCases, ClockOutsideASandboxCannotBeSet)
{
    auto session = outside();
    EXPECT_EQ(failed(session->admin().set_clock(now())), FailureKind::usage);
    EXPECT_EQ(failed(session->admin().advance_clock(second)), FailureKind::usage);
    EXPECT_EQ(failed(session->admin().set_rate(0)), FailureKind::usage);
    const auto reading = ok(session->admin().clock());
    EXPECT_FALSE(reading.rate);
    EXPECT_LT(std::chrono::abs(reading.offset), std::chrono::seconds{5}) << "the server runs on this computer";
}

TEST_P(AdminCases, NewSandboxRunsAtTheStoresTime)
{
    auto session = outside();
    const auto id = sandbox("sbx_running");
    const auto created = ok(session->admin().create_sandbox(id));
    SessionOptions inside;
    inside.sandbox = id;
    auto in = ok(store().open(inside));
    const auto reading = ok(in->admin().clock());
    EXPECT_EQ(reading.rate, 1.0);
    EXPECT_LT(std::chrono::abs(reading.store - ok(session->admin().clock()).store), std::chrono::seconds{5});
    EXPECT_TRUE(created.created_at.has_value());
    in.reset();
    ok(session->admin().drop_sandbox(id));
}

TEST_P(AdminCases, TokenFloorIsRaisedAndNeverLowered)
{
    LOCKDESK_NEEDS(GetParam().is_private(), "the token floor of a server that belongs to somebody else");
    auto session = outside(true);
    ok(session->admin().drop_schema());
    const auto created = ok(session->admin().create_schema(TokenFloor{1000}));
    EXPECT_TRUE(created.created);
    EXPECT_GE(created.token_floor, 1000);
    const auto take = [&](const std::string& lock, const std::string& who) {
        return ok(session->locks().acquire({name(lock), owner(who), 30 * second, fresh_request()}));
    };
    const auto give_back = [&](const std::string& lock, const std::string& who, FencingToken token) {
        return ok(session->locks().release(name(lock), owner(who), token)).result;
    };
    const auto early = take("floor early", "a");
    EXPECT_GT(early.token, FencingToken(1000)) << "from the schema's first moment";
    const auto held = take("floor held", "a");
    ASSERT_EQ(give_back("floor early", "a", *early.token), LeaseResult::released);

    const auto raised = ok(session->admin().create_schema(TokenFloor{5'000'000'000}));
    EXPECT_FALSE(raised.created);
    EXPECT_EQ(raised.token_floor, 5'000'000'000);
    EXPECT_EQ(ok(session->admin().create_schema(TokenFloor{17})).token_floor, 5'000'000'000) << "never lowered";
    EXPECT_EQ(ok(session->admin().create_schema()).token_floor, 5'000'000'000);

    // Holders continue; all later grants are above the floor, including rows restored from a backup.
    EXPECT_EQ(ok(session->locks().renew(name("floor held"), owner("a"), *held.token, 30 * second)).result,
              LeaseResult::renewed);
    EXPECT_EQ(give_back("floor held", "a", *held.token), LeaseResult::released);
    for (const char* lock : {"floor early", "floor held", "floor new"}) {
        const auto granted = take(lock, "b");
        EXPECT_EQ(granted.token, FencingToken(5'000'000'001)) << lock;
        EXPECT_EQ(give_back(lock, "b", *granted.token), LeaseResult::released);
        EXPECT_EQ(take(lock, "b").token, FencingToken(5'000'000'002)) << lock << ": then one by one";
    }
    const NewTask task{TaskId::trusted("floor task"), TaskKind::trusted("floor"), Phase::trusted("p")};
    EXPECT_EQ(ok(session->tasks().add({&task, 1})).count, 1);
    EXPECT_GT(ok(session->tasks().find(task.id))->token.number() + 1, 5'000'000'000);

    const auto now = to_us(ok(session->admin().clock(1)).store) / 1'000'000;
    ok(session->admin().drop_schema());
    const auto seconds = ok(session->admin().create_schema(TokenFloor{}));
    EXPECT_GE(*seconds.token_floor, now) << "the server's seconds";
    EXPECT_LE(*seconds.token_floor, now + 60);
    ok(session->admin().drop_schema());
    EXPECT_EQ(failed(s().admin().create_schema(TokenFloor{1})), FailureKind::usage) << "a sandbox has none of its own";
    ok(session->admin().create_schema());
    EXPECT_EQ(acquire("a").token, FencingToken(1)) << "lessons keep their small tokens";
}

} // namespace lockdesk::contract
