// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Searches over several pages: what they pass over by an index must be what does not match.
#include "backends/engine/rules/listed_rows.h"
#include "tests/unit/redis_fixture.h"

#include <algorithm>

namespace lockdesk::test {

namespace {

constexpr int count = 7000; // several pages, the last one short

std::string_view key_of(const LockRow& row) { return row.name; }
std::string_view key_of(const TaskRow& row) { return row.id; }

FilterTerm contains(const char* key, const char* text) { return {key, FilterTerm::Op::contains, text, false}; }
FilterTerm is(const char* key, const char* text) { return {key, FilterTerm::Op::equals, text, false}; }

} // namespace

class RedisSearchTest : public RedisTest
{
protected:
    void SetUp() override
    {
        init();
        m_session = open();
    }
    /// Compares a search with the whole list. Returns the number of rows.
    template <class List> static std::size_t expect_what_matches(const List& list, const Filter& filter)
    {
        ListRequest whole;
        whole.limit = 100'000;
        const auto all = list(whole);
        EXPECT_TRUE(all.is_result());
        std::vector<std::string> expected;
        for (const auto& row : all->rows)
            if (fits(filter, row, *all.store_time()))
                expected.emplace_back(key_of(row));
        whole.filter = filter;
        const auto found = list(whole);
        EXPECT_TRUE(found.is_result());
        std::vector<std::string> keys;
        for (const auto& row : found->rows)
            keys.emplace_back(key_of(row));
        EXPECT_EQ(keys, expected);
        return keys.size();
    }
    auto tasks() const
    {
        return [this](const ListRequest& request) { return m_session->tasks().list(request); };
    }
    auto locks() const
    {
        return [this](const ListRequest& request) { return m_session->locks().list(request); };
    }
    void add_tasks() const
    {
        ASSERT_RESULT(m_session->tasks().set_rule({.kind = "k", .phase = "p", .max_failures = 2}));
        std::vector<NewTask> added;
        for (int i = 0; i < count; ++i)
            added.push_back(task("t" + std::to_string(100'000 + i)));
        ASSERT_RESULT(m_session->tasks().add(added));
    }
    /// Claims so many, and gives all to `step`.
    template <class What> void claim_and(const char* owner, std::int64_t limit, const What& what) const
    {
        const auto taken = m_session->tasks().claim(claim(owner, limit, owner));
        ASSERT_RESULT(taken);
        ASSERT_EQ(taken->size(), static_cast<std::size_t>(limit));
        std::vector<TaskStep> steps;
        for (const TaskRow& row : *taken)
            steps.push_back({TaskId::trusted(row.id), OwnerId::trusted(owner), row.token, what});
        ASSERT_RESULT(m_session->tasks().apply(steps));
    }

    std::unique_ptr<Session> m_session;
};

TEST_F(RedisSearchTest, TasksAreFoundInEveryState)
{
    add_tasks();
    claim_and("holder-one", 2500, Extend{});
    claim_and("relocker", 700, Relock{std::chrono::hours{1}});
    claim_and("failing", 300, Fail{"once"});
    claim_and("holder-two", 1, Extend{});
    by_hand({"HSET", "lockdesk:task:t101000", "failures", "7"}); // held, so it is not parked
    for (const FilterTerm& term : {contains("owner", "HOLDER"), contains("owner", "two"), is("owner", "holder-one"), is("state", "held"),
                                   is("state", "expired"), contains("", "holder"), contains("", "t1030"), contains("id", "t1069"),
                                   contains("owner", "nobody"), is("state", "waiting"), is("state", "due"), is("state", "failed")}) {
        SCOPED_TRACE(term.key + " " + term.value);
        expect_what_matches(tasks(), Filter({term}));
        expect_what_matches(tasks(), Filter({term, contains("id", "7")}));
    }
    EXPECT_EQ(expect_what_matches(tasks(), Filter({contains("owner", "holder")})), 2501U);
}

TEST_F(RedisSearchTest, FailedTasksAreFoundByTheirIndex)
{
    ASSERT_RESULT(m_session->tasks().set_rule({.kind = "k", .phase = "p", .max_failures = 1}));
    std::vector<NewTask> added;
    for (int i = 0; i < count; ++i)
        added.push_back(task("t" + std::to_string(100'000 + i)));
    ASSERT_RESULT(m_session->tasks().add(added));
    claim_and("failing", 4500, Fail{"connection refused"});
    claim_and("holder", 100, Extend{});
    EXPECT_EQ(expect_what_matches(tasks(), Filter({is("state", "failed")})), 4500U);
    EXPECT_EQ(expect_what_matches(tasks(), Filter({is("state", "failed"), contains("id", "t1044")})), 100U);
    EXPECT_EQ(expect_what_matches(tasks(), Filter({is("state", "failed"), contains("owner", "h")})), 0U);
}

TEST_F(RedisSearchTest, LocksAreFoundAmongThoseWrittenByHand)
{
    for (int i = 0; i < count; ++i)
        ASSERT_RESULT(m_session->locks().acquire(wish("stock:" + std::to_string(100'000 + i), i % 3 == 0 ? "one" : "two", "r")));
    by_hand({"HSET", "lockdesk:lock:stock:103000", "owner", "by hand"});
    by_hand({"DEL", "lockdesk:lock:stock:103001"});
    by_hand({"HSET", "lockdesk:lock:stock:103001", "owner", "one", "token", "5"});
    by_hand({"DEL", "lockdesk:lock:stock:103002"});
    for (const FilterTerm& term : {contains("owner", "ONE"), is("owner", "two"), contains("", "1030"), contains("name", "1069"),
                                   is("state", "held"), is("state", "expired"), contains("owner", "nobody")}) {
        SCOPED_TRACE(term.key + " " + term.value);
        expect_what_matches(locks(), Filter({term}));
    }
}

// Pages that were requested ahead must not be taken for the replies to what comes next.
TEST_F(RedisSearchTest, ASearchThatEndsEarlyLeavesNothingBehind)
{
    add_tasks();
    for (int i = 0; i < count; ++i)
        ASSERT_RESULT(m_session->locks().acquire(wish("l" + std::to_string(100'000 + i), "one", "r")));
    ListRequest few;
    few.filter = Filter({contains("", "1")});
    few.patience = Duration{0};
    for (int round = 0; round < 3; ++round) {
        EXPECT_TRUE(m_session->locks().list(few)->unfinished);
        EXPECT_TRUE(m_session->tasks().list(few)->unfinished);
        const auto got = m_session->locks().acquire(wish("l100000", "one", "again"));
        ASSERT_RESULT(got);
        EXPECT_EQ(got->token, FencingToken(1));
    }
    // A user who may not read rows: the failure, and the session goes on.
    by_hand({"ACL", "SETUSER", "names", "on", ">s", "~*", "&*", "+@all", "-mget", "-hmget"});
    const auto names = open_at(url_with("names:s"));
    few.patience = std::nullopt;
    for (int round = 0; round < 3; ++round) {
        EXPECT_EQ(names->locks().list(few).failure().code, "NOPERM");
        ASSERT_RESULT(names->fence().list_refusals({}));
    }
}

} // namespace lockdesk::test
