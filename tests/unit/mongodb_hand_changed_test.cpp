// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The numbers of documents changed with mongosh: a verb is refused with the field that is wrong, and no token is granted that could
// be below one that was granted before.
#include "tests/unit/mongodb_fixture.h"
#include "tests/unit/odd_row_test.h"

#include <set>
#include <string>
#include <vector>

namespace lockdesk::test {

class MongoHandChangedTest : public MongoTest
{
protected:
    void SetUp() override
    {
        init();
        m_session = open();
    }

    void set(const std::string& collection, const std::string& id, const std::string& field, const std::string& value)
    {
        const auto reply = by_hand(R"({"update": "lockdesk_)" + collection + R"(", "updates": [{"q": {"_id": ")" + id
                                   + R"("}, "u": {"$set": {")" + field + "\": " + value + R"(}}, "upsert": true}]})");
        ASSERT_EQ(reply["n"].integer(), 1);
    }

    template <class Answer> static void expect_refused(const Answer& answer, const std::string& why)
    {
        ASSERT_FALSE(answer.is_result());
        EXPECT_EQ(answer.failure().kind, FailureKind::unavailable);
        EXPECT_NE(answer.failure().message.find(why), std::string::npos) << answer.failure().message;
    }

    std::unique_ptr<Session> m_session;
    const TimePoint m_now = time_from_us(1'700'000'000'000'000); ///< after and before all ends of this test
};

TEST_F(MongoHandChangedTest, AFloorThatIsNoNumberGrantsNothing)
{
    for (const char* field : {"token_floor", "token_base"}) {
        for (const char* value :
             {R"("1000")", "1000.5", "1e300", R"({"$numberDouble": "NaN"})", R"({"$numberDecimal": "1000"})", "[1000]"}) {
            SCOPED_TRACE(std::string(field) + " " + value);
            set("meta", "lockdesk", field, value);
            expect_refused(m_session->locks().acquire(wish("a", "o", "r")),
                           std::string("'") + field + "' that is not a whole number");
            expect_refused(m_session->tasks().add(std::vector{task("t")}), field);
        }
        // As mongosh writes numbers.
        set("meta", "lockdesk", field, R"({"$numberDouble": "1000"})");
        const auto granted = m_session->locks().acquire(wish(field, "o", "r"));
        ASSERT_RESULT(granted);
        EXPECT_EQ(granted->token, FencingToken(1001));
        set("meta", "lockdesk", field, R"({"$numberLong": "0"})");
    }
    set("meta", "lockdesk", "token_floor", R"({"$numberLong": "9223372036854775807"})");
    expect_refused(m_session->locks().acquire(wish("a", "o", "r")), "used up");
}

TEST_F(MongoHandChangedTest, AFenceThatIsNoNumberGrantsNothing)
{
    set("fences", "a", "largest", R"("7")");
    expect_refused(m_session->locks().acquire(wish("a", "o", "r")), "'largest' that is not a whole number");
    for (const char* value : {R"("7")", "[1, 100]", "null"}) {
        set("fences", "b", "largest", value);
        expect_refused(m_session->fence().admit(Resource::trusted("b"), FencingToken(3), "o"), "'largest' that is not a number");
    }
    set("fences", "a", "largest", "7");
    const auto granted = m_session->locks().acquire(wish("a", "o", "r"));
    ASSERT_RESULT(granted);
    EXPECT_EQ(granted->token, FencingToken(8));
}

TEST_F(MongoHandChangedTest, ARowWhoseFieldsAreOddIsNamed)
{
    ASSERT_RESULT(m_session->locks().acquire(wish("a", "o", "r")));
    const auto name = LockName::trusted("a");
    const auto owner = OwnerId::trusted("o");
    for (const char* value : {"5.5", R"({"$numberDouble": "NaN"})", R"({"$numberDecimal": "1"})"}) {
        SCOPED_TRACE(value);
        set("locks", "a", "expires_at", value);
        expect_refused(m_session->locks().renew(name, owner, FencingToken(1), 30s), "odd fields (expires_at)");
        expect_refused(m_session->locks().release(name, owner, FencingToken(1), 0s), "odd fields (expires_at)");
    }
    ASSERT_NO_FATAL_FAILURE(set("locks", "b", "token", R"("7")"));
    expect_refused(m_session->locks().acquire(wish("b", "o", "r")), "odd fields (token)");
}

// The server selects them, whose order of types and of numbers is another one than ours.
TEST_F(MongoHandChangedTest, AFilterByStateFindsWhatTheListShows)
{
    const std::vector<std::string> odd{"1000", R"({"$numberDouble": "1000"})", "1000.5", R"({"$numberLong": "9223372036854775807"})",
                                       R"({"$numberDouble": "NaN"})", R"({"$numberDecimal": "1000"})", "1e300", R"("1000")", "[1000]",
                                       R"({"$numberLong": "9000000000000000"})", R"({"$numberDouble": "9000000000000000"})", "null", "{}"};
    for (std::size_t i = 0; i < odd.size(); ++i) {
        const std::string lock = "l" + std::to_string(i), locked = "at" + std::to_string(i), failures = "f" + std::to_string(i);
        ASSERT_RESULT(m_session->locks().acquire(wish(lock, "o", "r")));
        set("locks", lock, "expires_at", odd[i]);
        ASSERT_RESULT(m_session->tasks().add(std::vector{task(locked), task(failures)}));
        set("tasks", locked, "failures", "8");
        set("tasks", locked, "locked_at", odd[i]);
        set("tasks", failures, "failures", odd[i]);
        set("tasks", failures, "locked_at", R"({"$numberLong": "9000000000000000"})");
    }
    const auto names = [&](auto& list, const std::string& filter) {
        const Filter wanted = Filter::parse(filter, list_filter_keys(), true).value();
        const auto all = list.list({{}, 1000}), found = list.list({wanted, 1000});
        std::set<std::string> expected, listed;
        const auto key = [&](const auto& row) { return *filter_field(row, m_now, "name"); };
        for (const auto& row : all->rows)
            if (wanted.matches([&](std::string_view field) { return filter_field(row, m_now, field); }))
                expected.insert(key(row));
        for (const auto& row : found->rows)
            listed.insert(key(row));
        EXPECT_EQ(listed, expected) << filter;
        return listed.size();
    };
    EXPECT_EQ(names(m_session->locks(), "state:expired"), 2U);
    EXPECT_GE(names(m_session->tasks(), "state:failed"), 4U);
}

// A search by text reads the collection in its own order, and again after as many rows as it asked for. The server takes the sign for
// Kelvin for a k.
TEST_F(MongoHandChangedTest, ASearchGoesOnAfterRowsThatTheServerSelectedInVain)
{
    const auto fill = [&](const std::string& range, const std::string& prefix) {
        by_hand(R"({"aggregate": 1, "cursor": {}, "pipeline": [{"$documents": [{"i": {"$range": )" + range
                + R"(}}]}, {"$unwind": "$i"}, {"$project": {"_id": {"$concat": [{"$literal": ")" + prefix
                + R"("}, {"$toString": "$i"}]}, "token": {"$literal": 1}}}, {"$merge": {"into": "lockdesk_locks"}}]})");
    };
    fill("[10000, 20001]", "$a\u212A");
    fill("[1, 4]", "$bk");
    by_hand(R"({"insert": "lockdesk_locks", "documents": [{"_id": {"a": "k"}, "token": 1}, {"_id": 7, "token": 1}]})");
    const auto names = [&](const ListRequest& request) {
        const auto page = m_session->locks().list(request);
        std::vector<std::string> out;
        EXPECT_TRUE(page.is_result() && !page->truncated && !page->unfinished);
        if (page)
            for (const LockRow& row : page->rows)
                out.push_back(row.name);
        return out;
    };
    const Filter k = Filter::parse("name~K", list_filter_keys(), true).value();
    const auto found = names({k, 1000});
    ASSERT_EQ(found.size(), 4U);
    EXPECT_EQ(std::vector(found.begin(), found.begin() + 3), (std::vector<std::string>{"$bk1", "$bk2", "$bk3"}));
    EXPECT_EQ(names({k, 1000, 1h}).size(), 4U) << "what comes first is found in any order";
    EXPECT_EQ(names({Filter::parse("name:$bk2", list_filter_keys(), true).value(), 1000}), std::vector<std::string>{"$bk2"});
}

TEST_F(MongoHandChangedTest, AnOddTaskStopsNoClaim)
{
    an_odd_task_stops_no_claim(*m_session,
                               {R"({"$numberLong": "9223372036854775807"})", R"({"$numberLong": "-9223372036854775808"})", "1e300",
                                R"({"$numberDouble": "NaN"})", R"("abc")", "[1]"},
                               [this](const std::string& id, const std::string& field, const std::string& value) {
                                   set("tasks", id, field, value);
                               });
}

TEST_F(MongoHandChangedTest, AnOddDrawGivesNoNumber)
{
    an_odd_draw_gives_no_number(*m_session, {"-1", R"({"$numberLong": "9223372036854775807"})", R"("abc")", "1.5", "[1]"},
                                [this](const std::string& event, const std::string& field, const std::string& value) {
                                    set("draws", event, field, value);
                                });
}

} // namespace lockdesk::test
