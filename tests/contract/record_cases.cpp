// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text.h"
#include "tests/contract/contract.h"

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

} // namespace lockdesk::contract
