// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// A server that speaks Redis' protocol and lies: each reply of each verb is replaced, one by one, by others of the protocol.
#include "tests/unit/lying_redis.h"
#include "tests/unit/redis_fixture.h"

#include <utility>

namespace lockdesk::test {

namespace {

using Clock = std::chrono::steady_clock;

std::string array_of(const std::vector<std::string_view>& elements)
{
    std::string out = "*" + std::to_string(elements.size()) + "\r\n";
    for (const std::string_view each : elements)
        out += each;
    return out;
}

/// The same value, with each text in it changed.
std::string with_texts(std::string_view value, const std::string& text)
{
    if (value.starts_with('*')) {
        std::vector<std::string> parts;
        for (const std::string_view each : elements_of(value))
            parts.push_back(with_texts(each, text));
        return array_of({parts.begin(), parts.end()});
    }
    return value.starts_with('$') ? text : std::string(value);
}

std::vector<std::pair<std::string, LyingRedis::Lie>> lies()
{
    std::vector<std::pair<std::string, LyingRedis::Lie>> out;
    for (const char* reply :
         {"$-1\r\n", "*-1\r\n", ":0\r\n", ":-1\r\n", ":9223372036854775807\r\n", ":-9223372036854775808\r\n", "$0\r\n\r\n", "+OK\r\n",
          "-ERR no\r\n", "*0\r\n", "*1\r\n$-1\r\n", "*2\r\n*0\r\n*0\r\n", "*1\r\n*1\r\n*1\r\n:1\r\n"})
        out.emplace_back(reply, [reply](std::string_view) { return std::string(reply); });
    out.emplace_back("one element less", [](std::string_view truth) {
        auto elements = elements_of(truth);
        if (!elements.empty())
            elements.pop_back();
        return array_of(elements);
    });
    out.emplace_back("every element twice", [](std::string_view truth) {
        std::vector<std::string_view> twice;
        for (const std::string_view each : elements_of(truth))
            twice.insert(twice.end(), 2, each);
        return array_of(twice);
    });
    out.emplace_back("many elements more", [](std::string_view truth) {
        auto elements = elements_of(truth);
        elements.resize(elements.size() + 500, elements.empty() ? ":1\r\n" : elements.back());
        return array_of(elements);
    });
    out.emplace_back("an array around it",
                     [](std::string_view truth) { return array_of({truth}); });
    for (const char* text : {"$0\r\n\r\n", "$1\r\n-\r\n", "$5\r\n1e300\r\n", "$19\r\n9223372036854775807\r\n",
                             "$20\r\n-9223372036854775808\r\n", "$4\r\n\xff\x01\x80\xfe\r\n"})
        out.emplace_back("texts are " + std::string(text),
                         [all = std::string(text)](std::string_view truth) { return with_texts(truth, all); });
    return out;
}

ListRequest found(const char* key, const char* text)
{
    ListRequest request;
    request.filter = Filter({{key, FilterTerm::Op::contains, text, false}});
    return request;
}

const LockName lock_a = LockName::trusted("a");
const OwnerId owner_o = OwnerId::trusted("o");

} // namespace

class RedisLiesTest : public RedisTest
{
protected:
    void SetUp() override
    {
        init();
        m_liar = std::make_unique<LyingRedis>(m_server->port());
    }
    /// Lies in each reply of a verb in turn, until it has no more.
    template <class Verb> void lie_to(const char* name, const Verb& verb)
    {
        SCOPED_TRACE(name);
        SessionOptions options;
        options.timeout = 2s;
        auto session = open_at(m_liar->url(), options);
        (void)verb(*session);
        std::size_t told = 0;
        for (const auto& [what, lie] : lies()) {
            SCOPED_TRACE(what);
            for (std::size_t at = 0;; ++at) {
                ASSERT_LT(at, 50U) << "the verb does not end";
                m_liar->lie_at(at, lie);
                const auto begun = Clock::now();
                const auto answer = verb(*session);
                EXPECT_LT(Clock::now() - begun, 10s);
                if (!answer.is_result())
                    EXPECT_NE(answer.failure().message, "");
                if (!m_liar->lied())
                    break;
                ++told;
            }
            const auto honest = verb(*session);
            EXPECT_TRUE(honest.is_result()) << "after the lie: " << honest.failure().message;
        }
        EXPECT_GE(told, lies().size());
    }

    std::unique_ptr<LyingRedis> m_liar;
};

TEST_F(RedisLiesTest, AboutItself)
{
    const auto opening = [this](Session&) { return store(m_liar->url())->open({}); };
    lie_to("open", opening);
    lie_to("schema", [](Session& s) { return s.admin().schema(); });
    lie_to("durability", [](Session& s) { return s.admin().durability(); });
    lie_to("clock", [](Session& s) { return s.admin().clock(1); });
    lie_to("sandboxes", [](Session& s) { return s.admin().list_sandboxes(); });
}

TEST_F(RedisLiesTest, AboutLocks)
{
    lie_to("acquire", [](Session& s) { return s.locks().acquire(wish("a", "o", "r")); });
    lie_to("renew", [](Session& s) { return s.locks().renew(lock_a, owner_o, FencingToken(1), 30s); });
    lie_to("find", [](Session& s) { return s.locks().find(lock_a); });
    lie_to("list", [](Session& s) { return s.locks().list({}); });
    lie_to("search", [](Session& s) { return s.locks().list(found("owner", "o")); });
    lie_to("preview", [](Session& s) { return s.locks().preview_force_release(force("a", "o", 1, "stuck")); });
    lie_to("force", [](Session& s) { return s.locks().force_release(force("a", "p", 1, "stuck")); });
    lie_to("announce", [](Session& s) { return s.locks().announce_wait(lock_a, OwnerId::trusted("w"), 30s); });
    lie_to("waiters", [](Session& s) { return s.locks().list_waiters({}); });
    lie_to("release", [](Session& s) { return s.locks().release(lock_a, owner_o, FencingToken(1), {}); });
    lie_to("collect", [](Session& s) { return s.locks().collect(24h); });
    lie_to("admit", [](Session& s) { return s.fence().admit(Resource::trusted("f"), FencingToken(3), "me"); });
    lie_to("refusals", [](Session& s) { return s.fence().list_refusals({}); });
    lie_to("audit", [](Session& s) { return s.audit().list({}); });
}

// Rows that are left out, or too many, are no shorter list.
TEST_F(RedisLiesTest, AListOfAnotherLengthIsNoList)
{
    auto honest = open();
    for (const char* name : {"a", "b", "c"})
        ASSERT_RESULT(honest->locks().acquire(wish(name, "the-holder", name)));
    auto session = open_at(m_liar->url());
    for (const bool more : {false, true}) {
        int rows = 0;
        for (std::size_t at = 0;; ++at) {
            bool is_rows = false;
            m_liar->lie_at(at, [&](std::string_view truth) {
                auto elements = elements_of(truth);
                is_rows = elements.size() == 3 && truth.find("the-holder") != std::string_view::npos;
                if (is_rows)
                    elements.resize(more ? 4 : 2, elements.back());
                return is_rows ? array_of(elements) : std::string(truth);
            });
            const auto list = session->locks().list({});
            const bool lied = m_liar->lied();
            rows += is_rows ? 1 : 0;
            EXPECT_EQ(list.is_result(), !is_rows);
            if (list.is_result())
                EXPECT_EQ(list->rows.size(), 3U);
            if (!lied)
                break;
        }
        EXPECT_EQ(rows, 1);
    }
}

TEST_F(RedisLiesTest, AboutTasksAndMessages)
{
    auto honest = open();
    ASSERT_RESULT(honest->tasks().set_rule({.kind = "k", .phase = "p", .max_failures = 1}));
    ASSERT_RESULT(honest->tasks().add(std::vector{task("t1"), task("t2"), task("t3")}));
    ASSERT_RESULT(honest->outbox().add({MessageId::trusted("m1"), Topic::trusted("t"), "x"}));
    lie_to("add", [](Session& s) { return s.tasks().add(std::vector{task("t4")}); });
    lie_to("claim", [](Session& s) { return s.tasks().claim(claim("o", 2, "c")); });
    lie_to("claim in two steps", [](Session& s) { return s.tasks().claim(claim("o", 2, "d", ClaimStrategy::version)); });
    lie_to("extend", [](Session& s) {
        return s.tasks().apply(std::vector<TaskStep>{{TaskId::trusted("t1"), owner_o, FencingToken(1), Extend{}}});
    });
    lie_to("task", [](Session& s) { return s.tasks().find(TaskId::trusted("t1")); });
    lie_to("tasks", [](Session& s) { return s.tasks().list({}); });
    lie_to("search", [](Session& s) { return s.tasks().list(found("owner", "o")); });
    lie_to("rules", [](Session& s) { return s.tasks().rules(); });
    lie_to("counts", [](Session& s) { return s.tasks().counts(1000); });
    lie_to("messages", [](Session& s) { return s.outbox().list({}); });
    lie_to("hold messages", [](Session& s) { return s.outbox().claim({.limit = 2, .owner = owner_o, .claim = ClaimId::trusted("e")}); });
    lie_to("backlog", [](Session& s) { return s.outbox().backlog({}); });
    lie_to("retry", [](Session& s) { return s.outbox().retry_dead({}); });
}

TEST_F(RedisLiesTest, AboutWorkersDrawsAndChanges)
{
    WorkerRow row;
    row.id = "w";
    lie_to("beat", [row](Session& s) { return s.workers().beat(row); });
    lie_to("order", [](Session& s) { return s.workers().order({.id = WorkerId::trusted("w"), .control = {}, .who = "me"}); });
    lie_to("workers", [](Session& s) { return s.workers().list({}); });
    lie_to("record", [](Session& s) { return s.records().put(RecordId::trusted("r"), "v", VersionBy::integer); });
    lie_to("read", [](Session& s) { return s.records().get(RecordId::trusted("r"), true); });
    const EventId event = EventId::trusted("e");
    lie_to("draw", [event](Session& s) { return s.draws().open(event, 3); });
    lie_to("apply", [event](Session& s) { return s.draws().apply(event, std::vector{PersonId::trusted("p")}); });
    lie_to("consume", [event](Session& s) { return s.draws().consume(event, FencingToken(1), 10); });
    lie_to("results", [event](Session& s) { return s.draws().results(event, {}); });
    auto honest = open();
    ASSERT_RESULT(honest->locks().acquire(wish("a", "o", "r")));
    ASSERT_RESULT(honest->tasks().add(std::vector{task("t1")}));
    lie_to("snapshot", [](Session& s) { return s.changes().since({}, Entities::all(), 100); });
    const auto first = honest->changes().since({}, Entities::all(), 100);
    ASSERT_RESULT(first);
    ASSERT_RESULT(honest->locks().acquire(wish("b", "o", "r")));
    lie_to("changes", [&](Session& s) { return s.changes().since(first->next, Entities::all(), 100); });
}

} // namespace lockdesk::test
