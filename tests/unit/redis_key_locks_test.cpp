// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/key_formats.h"
#include "backends/redis/scripts.h"
#include "tests/support/rehearsal.h"
#include "tests/unit/redis_fixture.h"

namespace lockdesk::test {

namespace {

const OwnerId me = OwnerId::trusted("me");
const LockName job = LockName::trusted("job");
constexpr FencingToken none{};

} // namespace

TEST(KeyFormats, Sources)
{
    using redis::parse_key_source;
    EXPECT_TRUE(redis::is_key_source("string"));
    EXPECT_TRUE(redis::is_key_source("shedlock:environment=prod"));
    EXPECT_FALSE(redis::is_key_source("strings"));
    EXPECT_EQ(parse_key_source("shedlock")->key("x"), "job-lock:default:x");
    EXPECT_EQ(parse_key_source("shedlock:environment=prod,prefix=lk")->key("x"), "lk:prod:x");
    EXPECT_TRUE(parse_key_source("string:table=x").is_error());
    EXPECT_TRUE(parse_key_source("shedlock:environment=").is_error());
    EXPECT_EQ(parse_key_source("shedlock:prefix=a*b")->pattern(), "a\\*b:default:*");
    EXPECT_EQ(parse_key_source("redisson")->channel("x"), "redisson_lock__channel:{x}");
    EXPECT_EQ(parse_key_source("redisson")->channel("a{x}"), "redisson_lock__channel:a{x}");
}

TEST(KeyFormats, ShedLockValues)
{
    const auto value = redis::parse_shed_value("ADDED:2026-01-02T03:04:05.678Z@ho@st:1:b6e0");
    EXPECT_EQ(value.owner, "ho@st:1");
    EXPECT_EQ(value.id, "b6e0");
    EXPECT_EQ(value.begin, time_from_us(1'767'323'045'678'000));
    EXPECT_FALSE(value.done);
    EXPECT_TRUE(redis::parse_shed_value("ADDED:2026-01-02T03:04:05.678Z@me (done):x").done);
    EXPECT_EQ(redis::parse_shed_value("something else").owner, "something else");
}

class KeyLocksTest : public RedisTest
{
protected:
    std::unique_ptr<Session> source(const std::string& text, bool read_only = false) const
    {
        SessionOptions options;
        options.source = text;
        options.read_only = read_only;
        return open(options);
    }
    static ForceRelease forced(const OwnerId& owner)
    {
        return {.name = job, .if_owner = owner, .if_token = none, .reason = "why", .who = "op"};
    }
};

TEST_F(KeyLocksTest, StringIsAPlainKey)
{
    auto session = source("string");
    auto& locks = session->locks();
    const auto got = locks.acquire(wish("job", "me", "r", 30s));
    ASSERT_RESULT(got);
    EXPECT_EQ(got->result, AcquireResult::acquired);
    EXPECT_FALSE(got->token);
    EXPECT_TRUE(got->acquired_at);
    EXPECT_EQ(asked_by_hand({"GET", "job"}), "me");
    EXPECT_EQ(asked_by_hand({"PEXPIRETIME", "job"}), std::to_string(to_us(*got->expires_at) / 1000));
    const auto again = locks.acquire(wish("job", "me", "r2", 60s));
    EXPECT_TRUE(again->extended);
    EXPECT_FALSE(again->acquired_at);
    EXPECT_FALSE(locks.acquire(wish("job", "me", "r3", 1s))->extended);
    const auto busy = locks.acquire(wish("job", "other", "r4"));
    EXPECT_EQ(busy->result, AcquireResult::busy);
    EXPECT_EQ(busy->holder->owner, "me");
    EXPECT_EQ(busy->expires_at, again->expires_at);
    EXPECT_EQ(locks.renew(job, me, FencingToken{1}, 60s)->result, LeaseResult::stale);
    EXPECT_EQ(locks.renew(job, me, none, 120s)->result, LeaseResult::renewed);
    EXPECT_EQ(locks.release(job, OwnerId::trusted("other"), none)->result, LeaseResult::not_owner);
    EXPECT_EQ(locks.release(job, me, none, 1s).failure().kind, FailureKind::unsupported);
    EXPECT_EQ(locks.release(job, me, none)->result, LeaseResult::released);
    EXPECT_EQ(asked_by_hand({"EXISTS", "job"}), "0");
    EXPECT_EQ(locks.renew(job, me, none, 60s)->result, LeaseResult::not_owner);
    EXPECT_EQ(locks.acquire(wish("job", "me", "r5", no_end))->result, AcquireResult::acquired);
}

TEST_F(KeyLocksTest, StringsOfOthers)
{
    by_hand({"SET", "job", "f81d4fae7dec11d0a76500a0c91e6bf6"}); // redis-py, without an expiry
    by_hand({"SET", "cache", "text"});
    by_hand({"SET", "leased", "text", "PX", "60000"});
    by_hand({"HSET", "hash", "a", "1"});
    auto session = source("string");
    auto& locks = session->locks();
    const auto busy = locks.acquire(wish("job", "me", "r"));
    EXPECT_EQ(busy->result, AcquireResult::busy);
    EXPECT_FALSE(busy->expires_at);
    EXPECT_EQ(locks.acquire(wish("hash", "me", "r")).failure().code, "WRONGTYPE");
    const auto rows = locks.list({});
    ASSERT_RESULT(rows);
    ASSERT_EQ(rows->rows.size(), 2U);
    EXPECT_EQ(rows->rows[0].name, "job");
    EXPECT_TRUE(rows->rows[0].acquired_at); // its token contains it
    EXPECT_EQ(rows->rows[1].name, "leased");
    EXPECT_EQ((*locks.find(LockName::trusted("cache")))->owner, "text");
    EXPECT_FALSE(*locks.find(LockName::trusted("hash")));
}

// For each format; its script is readable too.
TEST_F(KeyLocksTest, RenewalIsRehearsed)
{
    for (const char* format : {"string", "redisson", "shedlock"}) {
        SessionOptions options;
        options.source = format;
        options.trace = std::make_shared<StatementTrace>();
        const auto session = open(options);
        auto& locks = session->locks();
        const auto got = locks.acquire(wish("job", "me", format, 30s));
        ASSERT_RESULT(got);
        ASSERT_EQ(session->rehearsed(), options.trace.get()) << format;
        const auto extend = [&] { (void)locks.renew(job, me, none, 120s); };
        const auto shown = shown_by_rehearsal(*options.trace, extend);
        ASSERT_EQ(shown.size(), 1U) << format;
        const auto& text = shown.front().text;
        EXPECT_NE(redis::script_text(text.substr(text.find("\" \"") + 3, 40)), "") << text;
        EXPECT_EQ((*locks.find(job))->expires_at, got->expires_at) << format;
        (void)options.trace->take();
        extend();
        EXPECT_GT((*locks.find(job))->expires_at, got->expires_at) << format;
        expect_sent_as_shown(shown, *options.trace);
        EXPECT_EQ(locks.release(job, me, none)->result, LeaseResult::released) << format;
    }
}

TEST_F(KeyLocksTest, ForceReleaseSendsWhatThePreviewShows)
{
    auto session = source("string");
    auto& locks = session->locks();
    ASSERT_RESULT(locks.acquire(wish("job", "me", "r")));
    const auto monitor = dial();
    ask(monitor.get(), {"MONITOR"});
    const auto preview = locks.preview_force_release(forced(me));
    ASSERT_RESULT(preview);
    ASSERT_EQ(preview->commands.size(), 1U);
    EXPECT_EQ(preview->protection, Protection::none);
    EXPECT_EQ(locks.force_release(forced(OwnerId::trusted("other")))->holder->owner, "me");
    EXPECT_EQ(source("string", true)->locks().force_release(forced(me)).failure().kind, FailureKind::read_only);
    EXPECT_EQ(locks.force_release(forced(me))->result, ForceResult::released);
    EXPECT_EQ(locks.force_release(forced(me))->result, ForceResult::changed);
    EXPECT_TRUE(await([&] {
        void* line = nullptr;
        if (redisGetReply(monitor.get(), &line) != REDIS_OK)
            return false;
        const redis::ReplyPtr reply(static_cast<redisReply*>(line));
        return redis::View(reply.get()).text().ends_with(preview->commands[0]);
    }));
}

TEST_F(KeyLocksTest, ForceReleaseComparesTheEndWhenItWasShown)
{
    for (const char* name : {"string", "redisson", "shedlock"}) {
        auto session = source(name);
        auto& locks = session->locks();
        const auto got = locks.acquire(wish("job", "me", "r"));
        ASSERT_RESULT(got);
        auto wanted = forced(me);
        wanted.if_expires_at = *got->expires_at + 1ms;
        EXPECT_EQ(locks.force_release(wanted)->result, ForceResult::changed) << name;
        wanted.if_expires_at = got->expires_at;
        EXPECT_EQ(locks.force_release(wanted)->result, ForceResult::released) << name;
        EXPECT_EQ(locks.force_release(wanted)->result, ForceResult::changed) << name;
        wanted.hold_off = 5s;
        EXPECT_EQ(locks.force_release(wanted).failure().kind, FailureKind::unsupported) << name;
    }
}

TEST_F(KeyLocksTest, RedissonCountsHoldsAndWakes)
{
    auto session = source("redisson");
    auto& locks = session->locks();
    EXPECT_EQ(locks.acquire(wish("job", "me", "r1"))->holds, 1);
    EXPECT_EQ(locks.acquire(wish("job", "me", "r2"))->holds, 2);
    EXPECT_EQ(locks.acquire(wish("job", "me", "r2"))->holds, 2); // the same request
    EXPECT_EQ(asked_by_hand({"HGET", "job", "me"}), "2");
    EXPECT_EQ(locks.acquire(wish("job", "other", "r3"))->holder->owner, "me");
    const auto waiter = dial();
    ask(waiter.get(), {"SUBSCRIBE", "redisson_lock__channel:{job}"});
    EXPECT_EQ((*locks.find(job))->waiters, 1);
    EXPECT_EQ(locks.list({})->rows.at(0).waiters, 1);
    EXPECT_EQ(locks.preview_force_release(forced(me))->wakes, 1);
    EXPECT_EQ(locks.renew(job, me, none, 60s)->holds, 2);
    EXPECT_EQ(locks.release(job, me, none)->result, LeaseResult::still_held);
    EXPECT_EQ(locks.release(job, me, none)->result, LeaseResult::released);
    EXPECT_EQ(asked_by_hand({"DBSIZE"}), "0");
    void* answer = nullptr;
    ASSERT_EQ(redisGetReply(waiter.get(), &answer), REDIS_OK);
    const redis::ReplyPtr message(static_cast<redisReply*>(answer));
    EXPECT_EQ(redis::View(message.get())[2].text(), "0");
    EXPECT_EQ(locks.release(job, me, none)->result, LeaseResult::not_owner);
}

TEST_F(KeyLocksTest, RedissonWakesUsToo)
{
    SessionOptions options;
    options.source = "redisson";
    const auto where = store();
    auto listener = where->listen({{Entity::lock, "job"}}, options);
    ASSERT_RESULT(listener);
    EXPECT_FALSE(*(*listener)->wait(1ms));
    by_hand({"PUBLISH", "redisson_lock__channel:{other}", "0"});
    EXPECT_FALSE(*(*listener)->wait(1ms));
    auto session = open(options);
    EXPECT_TRUE(session->capabilities().hints);
    ASSERT_RESULT(session->locks().acquire(wish("job", "me", "r")));
    EXPECT_EQ((*session->locks().find(job))->waiters, 1);
    EXPECT_EQ(session->locks().release(job, me, none)->result, LeaseResult::released);
    EXPECT_TRUE(*(*listener)->wait(5s));
    options.source = "string";
    EXPECT_EQ(where->listen({}, options).failure().kind, FailureKind::unsupported);
}

TEST_F(KeyLocksTest, RedissonOfOthers)
{
    by_hand({"HSET", "job", "8f6f:1", "2"});
    by_hand({"PEXPIRE", "job", "30000"});
    by_hand({"HSET", "rw", "mode", "read", "8f6f:1", "1"});
    by_hand({"HSET", "data", "a", "b", "c", "d"});
    auto session = source("redisson");
    auto& locks = session->locks();
    EXPECT_EQ(locks.acquire(wish("job", "me", "r"))->holder->owner, "8f6f:1");
    EXPECT_EQ(locks.acquire(wish("rw", "8f6f:1", "r"))->result, AcquireResult::busy);
    const auto rows = locks.list({});
    ASSERT_EQ(rows->rows.size(), 2U);
    EXPECT_EQ(rows->rows[0].holds, 2);
    EXPECT_EQ(rows->rows[1].name, "rw");
    EXPECT_EQ(locks.force_release(forced(OwnerId::trusted("8f6f:1")))->result, ForceResult::released);
    auto shared = forced(OwnerId::trusted("8f6f:1"));
    shared.name = LockName::trusted("rw");
    EXPECT_EQ(locks.force_release(shared).failure().kind, FailureKind::unsupported);
}

TEST_F(KeyLocksTest, NamesAreComparedByteByByte)
{
    for (const char* format : {"string", "redisson", "shedlock"}) {
        by_hand({"FLUSHDB"});
        auto session = source(format);
        for (const char* name : {"Job", "job", "job "})
            EXPECT_EQ(session->locks().acquire(wish(name, (std::string("owner of ") + name).c_str(), "r"))->result,
                      AcquireResult::acquired)
                << format << ", " << name;
        for (const char* name : {"Job", "job", "job "})
            EXPECT_EQ((*session->locks().find(LockName::trusted(name)))->owner, std::string("owner of ") + name) << format;
        EXPECT_EQ(session->locks().list({})->rows.size(), 3U) << format;
    }
}

// Names as Java's serialiser writes them. Names that differ only in such a byte are two locks, freed separately.
TEST_F(KeyLocksTest, NamesThatAreNoTextAreForcedFree)
{
    const std::string head("\xAC\xED\0\x05t\0\x03", 7), one = head + "a\xFE", other = head + "a\xFF",
                                                        who("\xAC\xED\0 me\xFF", 7);
    for (const char* format : {"string", "redisson", "shedlock"}) {
        by_hand({"FLUSHDB"});
        const bool shed = std::string_view(format) == "shedlock";
        for (const std::string& name : {one, other}) {
            const std::string key = (shed ? "job-lock:default:" : "") + name;
            if (std::string_view(format) == "redisson")
                by_hand({"HSET", key, who, "1"});
            else
                by_hand({"SET", key, shed ? "ADDED:2026-01-01T00:00:00.000Z@" + who + ":id" : who});
            by_hand({"PEXPIRE", key, "60000"});
        }
        auto session = source(format);
        const auto rows = session->locks().list({})->rows;
        ASSERT_EQ(rows.size(), 2U) << format;
        EXPECT_EQ(rows[0].name, one);
        EXPECT_EQ(rows[1].name, other);
        EXPECT_EQ(rows[1].owner, who);
        EXPECT_NE(rows[1].doubt.str().find("name"), std::string::npos) << rows[1].doubt;
        auto request = force_release_of({rows[1], {}}, false);
        ASSERT_RESULT(request);
        request->reason = "r";
        EXPECT_EQ(session->locks().preview_force_release(*request)->commands.size(), 1U);
        EXPECT_EQ(session->locks().force_release(*request)->result, ForceResult::released) << format;
        const auto left = session->locks().list({})->rows;
        ASSERT_EQ(left.size(), 1U) << format;
        EXPECT_EQ(left[0].name, one) << format;
        EXPECT_EQ(session->locks().force_release(*request)->result, ForceResult::changed) << format;
    }
}

// Other values under a name taken for a lock's, whatever their fields are called.
TEST_F(KeyLocksTest, WhatIsNoPlainLockIsLeftAsItIs)
{
    by_hand({"HSET", "rw", "mode", "write", "me", "1"});
    by_hand({"HSET", "multi", "BkLsZ2pTTEnPHX6w1tYxCg", "me", "BkLsZ2pTTEnPHX6w1tYxCg:me:lock_count", "1"});
    by_hand({"HSET", "map", "me", "1"});
    by_hand({"HSET", "text", "me", "hello"});
    by_hand({"PEXPIRE", "text", "60000"});
    by_hand({"SET", "bucket", "me"});
    by_hand({"RPUSH", "queue", "me"});
    auto session = source("redisson");
    auto& locks = session->locks();
    for (const char* name : {"rw", "multi", "map", "text", "bucket", "queue"}) {
        const auto before = asked_by_hand({"DUMP", name});
        const auto got = locks.acquire(wish(name, "me", "r"));
        EXPECT_FALSE(got && got->result == AcquireResult::acquired) << name;
        const auto renewed = locks.renew(LockName::trusted(name), me, none, 60s);
        EXPECT_FALSE(renewed && renewed->result == LeaseResult::renewed) << name;
        const auto released = locks.release(LockName::trusted(name), me, none);
        EXPECT_FALSE(released && released->result == LeaseResult::released) << name;
        if (std::string_view(name) != "map") { // one field, a number: an operator who names both may free it
            auto force = forced(me);
            force.name = LockName::trusted(name);
            const auto freed = locks.force_release(force);
            EXPECT_FALSE(freed && freed->result == ForceResult::released) << name;
        }
        EXPECT_EQ(asked_by_hand({"DUMP", name}), before) << name;
    }
    const auto rows = locks.list({});
    ASSERT_RESULT(rows);
    ASSERT_EQ(rows->rows.size(), 1U);
    EXPECT_EQ(rows->rows[0].name, "rw");
    EXPECT_NE(rows->rows[0].raw.str().find("\"mode\":\"write\""), std::string::npos);
}

// Each waiter of a fair lock listens on its own channel; their queue is Redisson's.
TEST_F(KeyLocksTest, RedissonFairWaitersAreWoken)
{
    by_hand({"RPUSH", "redisson_lock_queue:{job}", "8f6f:1", "8f6f:2"});
    const auto waiter = dial();
    ask(waiter.get(), {"SUBSCRIBE", "redisson_lock__channel:{job}:8f6f:1"});
    auto session = source("redisson");
    const auto shown = [&] {
        void* reply = nullptr;
        EXPECT_EQ(redisGetReply(waiter.get(), &reply), REDIS_OK);
        const redis::ReplyPtr message(static_cast<redisReply*>(reply));
        return redis::View(message.get())[2].str();
    };
    ASSERT_RESULT(session->locks().acquire(wish("job", "me", "r")));
    EXPECT_EQ(session->locks().release(job, me, none)->result, LeaseResult::released);
    EXPECT_EQ(shown(), "0");
    ASSERT_RESULT(session->locks().acquire(wish("job", "me", "r2")));
    EXPECT_EQ(session->locks().force_release(forced(me))->result, ForceResult::released);
    EXPECT_EQ(shown(), "0");
    EXPECT_EQ(asked_by_hand({"LLEN", "redisson_lock_queue:{job}"}), "2");
}

TEST_F(KeyLocksTest, ShedLockKeepsForAtLeast)
{
    auto session = source("shedlock");
    auto& locks = session->locks();
    const auto got = locks.acquire(wish("job", "me", "r1", 30s));
    ASSERT_RESULT(got);
    EXPECT_EQ(got->result, AcquireResult::acquired);
    const auto value = redis::parse_shed_value(asked_by_hand({"GET", "job-lock:default:job"}));
    EXPECT_EQ(value.owner, "me");
    EXPECT_EQ(value.begin, got->acquired_at);
    EXPECT_EQ(locks.acquire(wish("job", "me", "r1"))->acquired_at, got->acquired_at);
    EXPECT_EQ(locks.acquire(wish("job", "me", "r2"))->result, AcquireResult::busy); // not re-entrant
    EXPECT_EQ(locks.renew(job, me, none, 60s)->result, LeaseResult::renewed);
    EXPECT_NE((*locks.find(job))->raw.str().find("at-least-for"), std::string::npos);
    const auto kept = locks.release(job, me, none, 20s);
    EXPECT_EQ(kept->result, LeaseResult::cooling);
    const auto row = locks.list({})->rows.at(0);
    EXPECT_EQ(row.last_owner, "me");
    EXPECT_EQ(row.cooling_until, kept->expires_at);
    EXPECT_EQ(locks.acquire(wish("job", "other", "r3"))->result, AcquireResult::cooling);
    EXPECT_EQ(locks.release(job, me, none)->result, LeaseResult::not_owner);
    by_hand({"DEL", "job-lock:default:job"});
    ASSERT_RESULT(locks.acquire(wish("job", "me", "r4")));
    EXPECT_EQ(locks.release(job, me, none, 1us)->result, LeaseResult::released);
    EXPECT_EQ(asked_by_hand({"DBSIZE"}), "0");
}

TEST_F(KeyLocksTest, NothingElseIsThere)
{
    auto session = source("string", true);
    EXPECT_EQ(session->capabilities().fence, FenceStrength::none);
    EXPECT_EQ(session->locks().acquire(wish("job", "me", "r")).failure().kind, FailureKind::read_only);
    EXPECT_EQ(session->tasks().rules().failure().kind, FailureKind::unsupported);
    EXPECT_EQ(session->admin().create_schema()->created, false);
    SessionOptions unknown;
    unknown.source = "nonsense";
    EXPECT_EQ(try_open(unknown).failure().kind, FailureKind::unsupported);
}

} // namespace lockdesk::test
