// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/ordered_list.h"
#include "backends/engine/rules/row_order.h"
#include "tests/contract/contract.h"
#include "tests/contract/task_lists.h"

#include <algorithm>
#include <string>
#include <vector>

namespace lockdesk::contract {

namespace {

template <class Row> std::vector<std::string> keys(const std::vector<Row>& rows)
{
    std::vector<std::string> out;
    for (const Row& row : rows)
        out.push_back(order_key(row));
    return out;
}

/// Reads all pages of an order.
template <class Row>
std::vector<Row> all_pages(OrderedList<Row>& list, const Filter& filter, const RowOrder& order, std::size_t limit)
{
    std::vector<Row> out;
    for (std::string after;;) {
        auto page = ok(list.list_ordered({filter, order, after, limit}));
        EXPECT_LE(page.rows.size(), limit);
        EXPECT_TRUE(!page.more || page.rows.size() == limit) << order.column << ": a page that is short is the last one";
        out.insert(out.end(), page.rows.begin(), page.rows.end());
        if (!page.more || page.rows.empty() || out.size() > 1000)
            return out;
        after = mark_of(page.rows.back(), order.column);
    }
}

/// Compares every order of the list, up and down, in pages of several sizes, with the rows sorted here.
template <class Row> void compare_orders(OrderedList<Row>& list, const std::vector<Row>& rows, const Filter& filter)
{
    ASSERT_FALSE(list.order_columns().empty());
    for (const std::string_view column : list.order_columns())
        for (const bool descending : {false, true}) {
            const RowOrder order{std::string(column), descending};
            auto expected = rows;
            std::sort(expected.begin(), expected.end(),
                      [&](const Row& a, const Row& b) { return comes_before(a, b, order); });
            for (const std::size_t limit : {3U, 7U, 1000U})
                EXPECT_EQ(keys(all_pages(list, filter, order, limit)), keys(expected))
                    << column << (descending ? " descending" : " ascending") << ", pages of " << limit << ", filter "
                    << filter.text();
        }
}

template <class Row> void refuse_others(OrderedList<Row>& list)
{
    EXPECT_EQ(failed(list.list_ordered({{}, {"no such column", false}, {}, 10})), FailureKind::usage);
    const std::string column(list.order_columns().front());
    for (const char* mark : {"x", "i", "i12", "ix 3", "t99 short", "t-1 a", " "})
        EXPECT_EQ(failed(list.list_ordered({{}, {column, false}, mark, 10})), FailureKind::usage) << mark;
}

} // namespace

TEST_P(LockCases, ListsInEveryOrderPageByPage)
{
    auto* list = ordered_list(locks());
    LOCKDESK_NEEDS(list != nullptr, "an order of locks");
    const std::vector<std::string> odd{"b'c", "b", "B", "b ", "ä", "b\"c", "job-10", "job-9", "b\\c", "%_", "한글"};
    for (std::size_t i = 0; i < odd.size() * 2; ++i) {
        const std::string lock = odd[i % odd.size()] + (i < odd.size() ? "" : "2");
        const auto who = "o" + std::to_string(i % 4);
        const auto token = *acquire(who, (20 + static_cast<int>(i * 7 % 5)) * second, lock).token;
        for (std::size_t k = 0; k < i % 3; ++k)
            ok(locks().renew(name(lock), owner(who), token, 40 * second));
        if (i % 5 == 4)
            ok(locks().release(name(lock), owner(who), token));
        if (i % 2 == 1)
            pass(second);
    }
    const auto rows = [&](const Filter& filter) { return ok(locks().list({filter, 1000})).rows; };
    const auto known = list_filter_keys();
    for (const char* text : {"", "owner:o1", "name~b", "state:held", "-owner:o2"}) {
        const auto filter = ok(Filter::parse(text, known, true));
        compare_orders(*list, rows(filter), filter);
    }
    refuse_others(*list);
    EXPECT_TRUE(ok(list->list_ordered({ok(Filter::parse("name:nobody", known, true)), {"name", false}, {}, 10})).rows.empty());
}

TEST_P(LockCases, OrderedPageGoesOnAfterARowThatIsGone)
{
    auto* list = ordered_list(locks());
    LOCKDESK_NEEDS(list != nullptr, "an order of locks");
    for (int i = 0; i < 9; ++i)
        acquire("a", 30 * second, "job " + std::to_string(i));
    const RowOrder order{"name", false};
    const auto first = ok(list->list_ordered({{}, order, {}, 4}));
    ASSERT_EQ(keys(first.rows), (std::vector<std::string>{"job 0", "job 1", "job 2", "job 3"}));
    ok(locks().release(name("job 3"), owner("a"), first.rows.back().token));
    pass(60 * second);
    ok(locks().collect(second));
    const auto second_page = ok(list->list_ordered({{}, order, mark_of(first.rows.back(), "name"), 3}));
    EXPECT_EQ(keys(second_page.rows), (std::vector<std::string>{"job 4", "job 5", "job 6"}));
    EXPECT_TRUE(second_page.more);
}

TEST_P(TaskCases, ListsInEveryOrderPageByPage)
{
    auto* list = ordered_list(tasks());
    LOCKDESK_NEEDS(list != nullptr, "an order of tasks");
    for (int i = 0; i < 24; ++i) {
        add_task("t'" + std::to_string(i * 7 % 24), i % 3 == 0 ? "new" : "next", i % 2 == 0 ? "k" : "other");
        if (i % 4 == 3)
            pass(second);
    }
    for (int i = 0; i < 5; ++i) {
        const auto taken = claim("w" + std::to_string(i % 2), 1);
        ASSERT_EQ(taken.size(), 1U);
        if (i % 3 == 1)
            step(taken.front(), Fail{"oops", 1.0});
        if (i % 3 == 2)
            step(taken.front(), Unlock{});
        pass(second);
    }
    const auto known = list_filter_keys();
    for (const char* text : {"", "kind:k", "kind:other phase:next", "id~1", "state:held"}) {
        const auto filter = ok(Filter::parse(text, known, true));
        compare_orders(*list, ok(tasks().list({filter, 1000})).rows, filter);
    }
    refuse_others(*list);
}

} // namespace lockdesk::contract
