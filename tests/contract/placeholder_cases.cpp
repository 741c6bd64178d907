// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Names that look like the placeholders in our own statements.
#include "tests/contract/contract.h"

namespace lockdesk::contract {

namespace {

std::vector<std::string> marks()
{
    return {"{limit}", "{where}", "{order}",  "{table}", "{p}",     "{t}",    "{now}",     "{name}", "{owner}",
            "{key}",   "{lock}",  "{victim}", "@name",   "@:locks", "$name",  "$$NOW",     ":name",  ":owner",
            "?1",      "$1",      "%s",       "KEYS[1]", "{{p}}",   "{limit", "x{limit}y", "{}",     "${name}"};
}

Filter only(std::string_view key, const std::string& value)
{
    return Filter(std::vector<FilterTerm>{{std::string(key), FilterTerm::Op::equals, value, false}});
}

} // namespace

TEST_P(NameCases, NamesLikeMarksOfStatementsAreFound)
{
    for (const auto& mark : marks())
        EXPECT_EQ(acquire(mark, 30 * second, mark).result, AcquireResult::acquired) << mark;
    for (const auto& mark : marks()) {
        for (const auto* key : {"name", "owner"}) {
            const auto page = ok(locks().list({only(key, mark), 10}));
            ASSERT_EQ(page.rows.size(), 1) << key << ":" << mark;
            EXPECT_EQ(page.rows[0].name, mark);
            EXPECT_FALSE(page.truncated);
        }
        EXPECT_EQ(row(mark).owner, mark);
        const auto freed =
            ok(locks().force_release({name(mark), owner(mark), row(mark).token, {}, {}, mark, 1 * second, mark}));
        EXPECT_EQ(freed.result, ForceResult::released) << mark;
    }
    // In pages as well as in one.
    EXPECT_EQ(ok(locks().list({only("owner", "{limit}"), 10})).rows.size(), 0);
    EXPECT_EQ(ok(locks().list({})).rows.size(), marks().size());
}

TEST_P(NameCases, SoAreTasksAndMessages)
{
    const auto all = marks();
    if (s().capabilities().tasks) {
        for (const auto& mark : all)
            add_task(mark, mark, mark);
        for (const auto& mark : all)
            for (const auto* key : {"id", "kind", "phase"}) {
                const auto page = ok(tasks().list({only(key, mark), 10}));
                ASSERT_EQ(page.rows.size(), 1) << key << ":" << mark;
                EXPECT_EQ(page.rows[0].id, mark);
            }
    }
    LOCKDESK_NEEDS(s().capabilities().outbox, "outbox");
    for (const auto& mark : all)
        EXPECT_TRUE(ok(outbox().add({MessageId::trusted(mark), Topic::trusted(mark), "\"" + mark + "\""})));
    for (const auto& mark : all)
        for (const auto* key : {"id", "topic"}) {
            const auto page = ok(outbox().list({only(key, mark), 10}));
            ASSERT_EQ(page.rows.size(), 1) << key << ":" << mark;
            EXPECT_EQ(page.rows[0].payload, "\"" + mark + "\"");
        }
}

} // namespace lockdesk::contract
