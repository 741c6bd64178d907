// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The schema's own numbers changed with redis-cli: a verb is refused as a whole, or does all that it does.
#include "tests/unit/odd_row_test.h"
#include "tests/unit/redis_fixture.h"

namespace lockdesk::test {

class RedisHandChangedTest : public RedisTest
{
protected:
    void SetUp() override
    {
        init();
        m_session = open();
        m_token = m_session->locks().acquire(wish("held", "o", "r"))->token->number();
        ASSERT_RESULT(m_session->tasks().add(std::vector{task("t")}));
    }

    void expect_refused(const std::vector<std::string>& texts, const std::string& which) const
    {
        const auto refused = [&](const auto& answer, const char* verb) {
            ASSERT_FALSE(answer.is_result()) << verb;
            EXPECT_NE(answer.failure().message.find(which + " holds no number"), std::string::npos)
                << verb << ": " << answer.failure().message;
        };
        const auto before = everything();
        for (const std::string& text : texts) {
            SCOPED_TRACE(text);
            by_hand({"SET", "lockdesk:seq", text});
            refused(m_session->tasks().claim(claim("w", 1, "c")), "claim");
            refused(m_session->tasks().add(std::vector{task("u")}), "add");
            refused(m_session->locks().force_release(force("held", "o", m_token, "stuck")), "force-release");
            EXPECT_EQ(everything(), before);
        }
    }

    /// What verbs write, apart from the counter itself.
    std::vector<std::string> everything() const
    {
        const std::string all = R"(
            local out = {}
            local keys = redis.call('KEYS', 'lockdesk:*')
            table.sort(keys)
            for _, key in ipairs(keys) do
                if key ~= 'lockdesk:seq' then
                    out[#out + 1] = key .. '=' .. redis.sha1hex(redis.call('DUMP', key))
                end
            end
            return out)";
        std::vector<std::string> out;
        const auto reply = by_hand({"EVAL", all, "0"});
        for (std::size_t i = 0; i < reply->elements; ++i)
            out.emplace_back(reply->element[i]->str, reply->element[i]->len);
        return out;
    }

    std::unique_ptr<Session> m_session;
    std::int64_t m_token = 0;
};

TEST_F(RedisHandChangedTest, ACounterThatIsNoNumberStopsAVerbBeforeItsFirstWrite)
{
    expect_refused({"abc", "", "1.5", "-3", "007", " 5", "1e5", "99999999999999999999"}, "lockdesk:seq");
    const auto before = everything();
    const auto message = m_session->outbox().add({MessageId::trusted("m"), Topic::trusted("t"), "p"});
    ASSERT_FALSE(message.is_result());
    EXPECT_NE(message.failure().message.find("a counter of the schema holds no number"), std::string::npos)
        << message.failure().message;
    EXPECT_EQ(everything(), before) << "a message that was refused is not sent";
    by_hand({"DEL", "lockdesk:seq"});
    ASSERT_RESULT(m_session->tasks().claim(claim("w", 1, "c")));
    ASSERT_RESULT(m_session->outbox().add({MessageId::trusted("m"), Topic::trusted("t"), "p"}));
}

TEST_F(RedisHandChangedTest, AnAuditThatCannotBeWrittenStopsTheAction)
{
    by_hand({"HSET", "lockdesk:meta", "audit_seq", "many"});
    auto before = everything();
    auto answer = m_session->locks().force_release(force("held", "o", m_token, "stuck"));
    ASSERT_FALSE(answer.is_result());
    EXPECT_NE(answer.failure().message.find("lockdesk:meta audit_seq holds no number"), std::string::npos)
        << answer.failure().message;
    EXPECT_EQ(everything(), before);

    by_hand({"HDEL", "lockdesk:meta", "audit_seq"});
    by_hand({"RPUSH", "lockdesk:audit", "x"});
    before = everything();
    EXPECT_FALSE(m_session->locks().force_release(force("held", "o", m_token, "stuck")).is_result());
    EXPECT_EQ(everything(), before);
}

TEST_F(RedisHandChangedTest, ALostCounterGoesOnAboveWhatItNumbered)
{
    for (int i = 0; i < 5; ++i)
        ASSERT_RESULT(m_session->locks().force_release(force("held", "nobody", 1, "to have entries")));
    ASSERT_RESULT(m_session->tasks().claim(claim("w", 1, "c")));
    ChangeCursor cursor = m_session->changes().since({}, Entities::all(), 1000)->next;
    std::size_t entries = 5;
    for (const std::vector<std::string>& change :
         {std::vector<std::string>{"DEL", "lockdesk:seq"}, {"SET", "lockdesk:seq", "1"}}) {
        SCOPED_TRACE(change[0]);
        by_hand(change);
        const auto freed = m_session->locks().force_release(force("held", "nobody", 1, "stuck"));
        ASSERT_RESULT(freed);
        const auto audit = m_session->audit().list({});
        ASSERT_RESULT(audit);
        EXPECT_EQ(audit->rows.size(), ++entries);
        const auto batch = m_session->changes().since(cursor, Entities::all(), 1000);
        ASSERT_RESULT(batch);
        EXPECT_TRUE(batch->snapshot || !batch->audit.empty()) << "an observer misses nothing";
        cursor = batch->next;
    }
}

TEST_F(RedisHandChangedTest, AFloorThatIsNoNumberLowersNoToken)
{
    by_hand({"HSET", "lockdesk:meta", "token_floor", "high"});
    const auto before = everything();
    const auto fresh = m_session->locks().acquire(wish("new", "o", "r"));
    ASSERT_FALSE(fresh.is_result());
    EXPECT_NE(fresh.failure().message.find("lockdesk:meta token_floor holds no number"), std::string::npos)
        << fresh.failure().message;
    EXPECT_FALSE(m_session->tasks().collect(Duration{0}, 10).is_result());
    EXPECT_EQ(everything(), before);
}

TEST_F(RedisHandChangedTest, AnOddTaskStopsNoClaim)
{
    an_odd_task_stops_no_claim(*m_session, {"9223372036854775807", "-9223372036854775808", "1e300", "nan", "abc"},
                               [this](const std::string& id, const std::string& field, const std::string& value) {
                                   by_hand({"HSET", "lockdesk:task:" + id, field, value});
                               });
}

// Nobody can claim it, but it is seen.
TEST_F(RedisHandChangedTest, AMessageThatNobodyCanClaimIsDead)
{
    const auto add = [&](const char* id) {
        ASSERT_RESULT(m_session->outbox().add({MessageId::trusted(id), Topic::trusted("t"), "{}"}));
    };
    int claims = 0;
    const auto claimed = [&] {
        std::vector<std::string> ids;
        for (const auto& row : m_session->outbox()
                                   .claim({5, OwnerId::trusted("o"), ClaimId::trusted("c" + std::to_string(++claims)), 30s})
                                   .value())
            ids.push_back(row.id);
        return ids;
    };
    for (const char* token : {"9223372036854775807", "-1", "abc", "nan"}) {
        const std::string odd = std::string("odd") + token, good = std::string("good") + token;
        add(odd.c_str());
        add(good.c_str());
        by_hand({"HSET", "lockdesk:msg:" + odd, "token", token});
        EXPECT_EQ(claimed(), std::vector<std::string>{good});
        const auto row = m_session->outbox().find(MessageId::trusted(odd)).value();
        ASSERT_TRUE(row);
        EXPECT_EQ(row->state, MessageState::dead);
        EXPECT_EQ(row->last_error, "its fencing token is used up, or a counter holds no number");
    }
    EXPECT_EQ(m_session->outbox().backlog({})->dead, 4);
    EXPECT_EQ(m_session->outbox().retry_dead({})->size(), 4U);
    EXPECT_TRUE(claimed().empty());
    EXPECT_EQ(m_session->outbox().backlog({})->dead, 4);
    by_hand({"HSET", "lockdesk:msg:oddabc", "token", "1"}); // mended
    EXPECT_EQ(m_session->outbox().retry_dead({})->size(), 4U);
    EXPECT_EQ(claimed(), std::vector<std::string>{"oddabc"});
}

TEST_F(RedisHandChangedTest, AnOddDrawGivesNoNumber)
{
    an_odd_draw_gives_no_number(*m_session, {"-1", "9223372036854775807", "abc", "1.5", "nan"},
                                [this](const std::string& event, const std::string& field, const std::string& value) {
                                    by_hand({"HSET", "lockdesk:draw:" + event, field, value});
                                });
}

} // namespace lockdesk::test
