// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/mongodb_fixture.h"
#include "tests/unit/shed_lock_test.h"

namespace lockdesk::test {

class MongoShedLockTest : public MongoTest
{
protected:
    ShedLockCases m_cases{
        [this](const SessionOptions& options) { return try_open(options); }, [](const std::string&) {},
        R"({ "update" : "jobs", "updates" : [ { "q" : { "_id" : "job", "lockedBy" : "me", "lockedAt" : { "$date")"};

    static SessionOptions source()
    {
        SessionOptions options;
        options.source = "shedlock";
        return options;
    }
    std::unique_ptr<Session> shed() const { return open(source()); }
    /// Inserts a foreign document; `more` are its fields in JSON.
    void put(const std::string& name, const std::string& more) const
    {
        by_hand(R"({"insert": "shedLock", "documents": [{"_id": ")" + name + "\"" + (more.empty() ? "" : ", ") + more
                + "}]}");
    }
    static std::string date(const char* key, Duration from_now)
    {
        const auto ms = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now() + from_now);
        return std::string("\"") + key + R"(": {"$date": {"$numberLong": ")" + std::to_string(ms.time_since_epoch().count())
               + "\"}}";
    }
    static std::string whole(Duration until)
    {
        return date("lockUntil", until) + ", " + date("lockedAt", -5s) + R"(, "lockedBy": "pod-7")";
    }
    static AcquireResult acquire(Session& session, const std::string& name)
    {
        const auto got = session.locks().acquire(wish(name, "me", "r"));
        EXPECT_TRUE(got.is_result()) << name << ": " << got.failure().message;
        return got ? got->result : AcquireResult::cooling;
    }
};

TEST_F(MongoShedLockTest, ShedAcquireAndRelease) { m_cases.acquire_and_release(); }
TEST_F(MongoShedLockTest, ShedAtLeastForIsCooling) { m_cases.at_least_for_is_cooling(); }
TEST_F(MongoShedLockTest, ShedForceReleaseComparesAll) { m_cases.force_release_compares_all(); }
TEST_F(MongoShedLockTest, ShedRenewalIsRehearsed) { m_cases.renewal_is_rehearsed("\"updates\""); }
TEST_F(MongoShedLockTest, ShedFirstAcquirersNeverFail) { m_cases.first_acquirers_never_fail(); }

TEST_F(MongoShedLockTest, ShedDocumentsByHand)
{
    put("over", whole(-1s));
    put("live", whole(30s));
    put("bare", "");
    put("nulls", R"("lockUntil": null, "lockedAt": null, "lockedBy": null)");
    put("text", R"("lockUntil": "2999-01-01", "lockedAt": 7, "lockedBy": "pod-7")");
    put("number", R"("lockUntil": 1, "lockedBy": ["pod-7"])");
    by_hand(R"({"insert": "shedLock", "documents": [{"_id": 42, "lockUntil": "soon"}]})");
    auto session = shed();
    const auto rows = session->locks().list({});
    ASSERT_RESULT(rows);
    EXPECT_EQ(rows->rows.size(), 7u);
    std::map<std::string, LockRow> by_name;
    for (const auto& row : rows->rows)
        by_name[row.name] = row;
    EXPECT_EQ(by_name["live"].doubt, "");
    EXPECT_EQ(by_name["live"].owner, "pod-7");
    EXPECT_EQ(by_name["text"].doubt, "lockUntil, lockedAt");
    EXPECT_EQ(by_name["number"].doubt, "lockUntil, lockedAt, lockedBy");
    EXPECT_NE(by_name["text"].raw.str().find("2999-01-01"), std::string::npos);
    for (const char* name : {"never seen", "over", "bare", "nulls"})
        EXPECT_EQ(acquire(*session, name), AcquireResult::acquired) << name;
    // A value that is not a date is not expired: ShedLock does not take it either.
    for (const char* name : {"live", "text", "number"})
        EXPECT_EQ(acquire(*session, name), AcquireResult::busy) << name;
    const auto left = *(*session->locks().find(LockName::trusted("live")))->expires_at;
    EXPECT_GT(left, *rows.store_time() + 15s);
    ForceRelease wanted{.name = LockName::trusted("text"),
                        .if_owner = OwnerId::trusted("pod-7"),
                        .if_token = {},
                        .reason = "why",
                        .who = "op"};
    EXPECT_EQ(session->locks().force_release(wanted)->result, ForceResult::released);
    EXPECT_EQ(acquire(*session, "text"), AcquireResult::acquired);
    // Documents are never removed.
    EXPECT_EQ(by_hand(R"({"count": "shedLock"})")["n"].integer(), 8);
}

TEST_F(MongoShedLockTest, ShedCollectionIsMadeAndKept)
{
    auto session = shed();
    EXPECT_EQ(session->admin().schema()->version, 0);
    EXPECT_TRUE(session->admin().create_schema()->created);
    EXPECT_FALSE(session->admin().create_schema()->created);
    EXPECT_EQ(session->admin().drop_schema().failure().kind, FailureKind::unsupported);
    const auto clock = session->admin().clock();
    ASSERT_RESULT(clock);
    EXPECT_LT(clock->offset, 2s);
    EXPECT_EQ(session->capabilities().fence, FenceStrength::none);
    EXPECT_EQ(session->tasks().rules().failure().kind, FailureKind::unsupported);
    auto read_only = source();
    read_only.read_only = true;
    EXPECT_EQ(open(read_only)->locks().acquire(wish("job", "me", "r")).failure().kind, FailureKind::read_only);
    auto odd = source();
    odd.source = "shedlock:table=no$name";
    EXPECT_EQ(try_open(odd).failure().kind, FailureKind::usage);
}

} // namespace lockdesk::test
