// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/text.h"
#include "tests/contract/contract.h"

#include <atomic>
#include <thread>

namespace lockdesk::contract {

namespace {

const auto id = RecordId::trusted("r");

std::string digest(const std::string& value)
{
    const auto d = sha256(value);
    return hex(d.data(), d.size());
}

} // namespace

TEST_P(RecordCases, MissingRecordIsMissing)
{
    EXPECT_FALSE(ok(s().records().get(id, false)));
    EXPECT_FALSE(ok(s().records().get(id, true)));
    const auto update = ok(s().records().update_if_version(id, "1", "x"));
    EXPECT_FALSE(update.updated);
    EXPECT_FALSE(update.current);
}

TEST_P(RecordCases, IntegerVersionsCountUp)
{
    EXPECT_EQ(ok(s().records().put(id, "a", VersionBy::integer)), (Record{"r", "a", "1", VersionBy::integer}));
    const auto update = ok(s().records().update_if_version(id, "1", "b"));
    EXPECT_TRUE(update.updated);
    EXPECT_EQ(update.current, (Record{"r", "b", "2", VersionBy::integer}));
    EXPECT_EQ(ok(s().records().get(id, false)), update.current);
    EXPECT_EQ(ok(s().records().put(id, "c", VersionBy::integer)).version, "3");
}

TEST_P(RecordCases, SecondEditorHasAConflictAndChangesNothing)
{
    for (const auto by : {VersionBy::integer, VersionBy::time, VersionBy::hash}) {
        SCOPED_TRACE(word(by));
        const auto version = ok(s().records().put(id, std::string("start ") + word(by), by)).version;
        ASSERT_TRUE(ok(s().records().update_if_version(id, version, "first")).updated);
        const auto before = ok(s().records().get(id, false));
        const auto second_editor = ok(s().records().update_if_version(id, version, "second"));
        EXPECT_FALSE(second_editor.updated);
        EXPECT_EQ(second_editor.current, before);
        EXPECT_EQ(ok(s().records().get(id, false)), before);
    }
}

TEST_P(RecordCases, TimeVersionsNeverRepeatWhileTheClockStands)
{
    const auto first = ok(s().records().put(id, "a", VersionBy::time)).version;
    EXPECT_EQ(first, std::to_string(to_us(now())));
    const auto next = ok(s().records().update_if_version(id, first, "b"));
    EXPECT_TRUE(next.updated);
    EXPECT_EQ(next.current->version, std::to_string(to_us(now()) + 1));
    pass(second);
    EXPECT_EQ(ok(s().records().update_if_version(id, next.current->version, "c")).current->version,
              std::to_string(to_us(now())));
}

TEST_P(RecordCases, HashVersionIsOfTheValue)
{
    EXPECT_EQ(ok(s().records().put(id, "a", VersionBy::hash)).version, digest("a"));
    EXPECT_EQ(ok(s().records().update_if_version(id, digest("a"), "b")).current->version, digest("b"));
    ASSERT_TRUE(ok(s().records().update_if_version(id, digest("b"), "a")).updated);
    EXPECT_TRUE(ok(s().records().update_if_version(id, digest("a"), "c")).updated) << "it misses A-B-A";
}

TEST_P(RecordCases, ReadingWithABumpRaisesTheVersion)
{
    ok(s().records().put(id, "a", VersionBy::integer));
    EXPECT_EQ(ok(s().records().get(id, true))->version, "2");
    EXPECT_EQ(ok(s().records().get(id, false))->version, "2");
    EXPECT_FALSE(ok(s().records().update_if_version(id, "1", "b")).updated);
    const auto timed = RecordId::trusted("timed");
    const auto before = ok(s().records().put(timed, "a", VersionBy::time)).version;
    EXPECT_NE(ok(s().records().get(timed, true))->version, before);
}

TEST_P(RecordCases, HashCannotBeBumped)
{
    ok(s().records().put(id, "a", VersionBy::hash));
    EXPECT_EQ(failed(s().records().get(id, true)), FailureKind::usage);
    EXPECT_EQ(ok(s().records().get(id, false))->version, digest("a"));
}

TEST_P(RecordCases, VersionThatIsNoneIsAConflict)
{
    ok(s().records().put(id, "a", VersionBy::integer));
    for (const auto* version : {"", "x", "01", " 1", "1 ", "-1", "99999999999999999999", "1'"})
        EXPECT_FALSE(ok(s().records().update_if_version(id, version, "b")).updated) << version;
    EXPECT_EQ(ok(s().records().get(id, false))->value, "a");
}

TEST_P(RecordCases, ValuesComeBackAsTheyWere)
{
    for (const auto& value :
         {std::string{}, std::string("it's \"q\" \\ % \n"), std::string("\xEC\x9E\xA0"), std::string(100'000, 'x')}) {
        ok(s().records().put(id, value, VersionBy::integer));
        EXPECT_EQ(ok(s().records().get(id, false))->value, value);
    }
}

#define NEEDS_FENCED_WRITES LOCKDESK_NEEDS(s().capabilities().fenced_writes, "writes that ask the fence")

TEST_P(RecordCases, AFencedWriteAsksTheFenceItself)
{
    NEEDS_FENCED_WRITES;
    const auto resource = Resource::trusted("ledger");
    const auto put = [&](const char* value, std::int64_t token) {
        return ok(s().records().put_fenced(id, value, VersionBy::integer, {resource, FencingToken(token), "who"}));
    };
    const auto first = put("100", 17);
    EXPECT_TRUE(first.fence.admitted);
    EXPECT_EQ(first.fence.largest, FencingToken(17));
    EXPECT_EQ(first.record, (Record{"r", "100", "1", VersionBy::integer}));
    EXPECT_EQ(put("250", 18).record, (Record{"r", "250", "2", VersionBy::integer}));
    pass(second);
    const auto late = put("100", 17);
    EXPECT_FALSE(late.fence.admitted);
    EXPECT_EQ(late.fence.largest, FencingToken(18));
    EXPECT_EQ(late.fence.refusals, 1);
    EXPECT_FALSE(late.record);
    EXPECT_EQ(ok(s().records().get(id, false)), (Record{"r", "250", "2", VersionBy::integer})) << "as it was";
    EXPECT_EQ(put("300", 18).record, (Record{"r", "300", "3", VersionBy::integer})) << "the same token again";
    // It uses the same fence as `admit`, which records the refusal.
    EXPECT_FALSE(ok(s().fence().admit(resource, FencingToken(17), "")).admitted);
    const auto rows = ok(s().fence().list_refusals({})).rows;
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows[1], (FenceRow{"ledger", FencingToken(17), FencingToken(18), "who", now()}));
    ok(s().fence().admit(resource, FencingToken(20), ""));
    EXPECT_FALSE(put("400", 19).record);
}

TEST_P(RecordCases, FencedWritesOfManyEndWithTheLargestToken)
{
    NEEDS_FENCED_WRITES;
    const auto resource = Resource::trusted("ledger");
    constexpr int threads = 4, each = 40;
    std::atomic<int> failures{0};
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t)
        all.emplace_back([&, t, mine = std::shared_ptr<Session>(another())] {
            for (int i = 0; i < each; ++i) {
                const FencingToken token(1 + i * threads + (t + i) % threads);
                const auto answer = mine->records().put_fenced(id, std::to_string(token.number()), VersionBy::integer,
                                                             {resource, token, ""});
                if (!answer || answer->fence.admitted != answer->record.has_value()
                    || (answer->record && answer->record->value != std::to_string(token.number())))
                    ++failures;
            }
        });
    for (auto& thread : all)
        thread.join();
    EXPECT_EQ(failures, 0);
    EXPECT_EQ(ok(s().records().get(id, false))->value, std::to_string(threads * each));
    EXPECT_EQ(ok(s().fence().find(resource))->largest, FencingToken(threads * each));
}

} // namespace lockdesk::contract
