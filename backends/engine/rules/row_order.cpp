// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/row_order.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <utility>

namespace lockdesk {

namespace {

using Kind = OrderValue::Kind;

constexpr std::array<std::string_view, 6> lock_columns{"name", "owner", "token", "acquired", "expires", "renewals"};
constexpr std::array<std::string_view, 10> task_columns{"id",     "kind",    "phase",  "owner",     "token",
                                                        "locked", "updated", "claims", "takeovers", "failures"};

OrderValue of(std::int64_t number) { return {Kind::number, number, {}}; }
OrderValue of(TimePoint at) { return of(to_us(at)); }
OrderValue of(std::string_view text) { return text.empty() ? OrderValue{} : OrderValue{Kind::text, 0, text}; }
template <class T> OrderValue of(const std::optional<T>& value) { return value ? of(*value) : OrderValue{}; }

int compare(const OrderValue& a, const OrderValue& b)
{
    if (a.kind == Kind::number && b.kind == Kind::number)
        return a.number < b.number ? -1 : a.number > b.number ? 1 : 0;
    return a.text.compare(b.text);
}

// Below 0: a comes first.
int compare(const OrderValue& a, std::string_view a_key, const OrderValue& b, std::string_view b_key, bool descending)
{
    if ((a.kind == Kind::none) != (b.kind == Kind::none))
        return a.kind == Kind::none ? 1 : -1;
    const int by_value = a.kind == Kind::none ? 0 : compare(a, b);
    const int by_key = by_value != 0 ? by_value : a_key.compare(b_key);
    return descending ? -by_key : by_key;
}

} // namespace

std::span<const std::string_view> order_columns_of(const LockRow*) { return lock_columns; }
std::span<const std::string_view> order_columns_of(const TaskRow*) { return task_columns; }

OrderValue order_value(const LockRow& row, std::string_view column)
{
    if (column == "name")
        return of(std::string_view(row.name));
    if (column == "owner")
        return of(std::string_view(row.owner));
    if (column == "token")
        return of(row.token.number());
    if (column == "acquired")
        return of(row.acquired_at);
    if (column == "expires")
        return row.owner.empty() ? OrderValue{} : of(row.expires_at);
    return column == "renewals" ? of(row.renewals) : OrderValue{};
}

OrderValue order_value(const TaskRow& row, std::string_view column)
{
    if (column == "id")
        return of(std::string_view(row.id));
    if (column == "kind")
        return of(std::string_view(row.kind));
    if (column == "phase")
        return of(std::string_view(row.phase));
    if (column == "owner")
        return of(std::string_view(row.owner));
    if (column == "token")
        return of(row.token.number());
    if (column == "locked")
        return row.locked_at == never_locked ? OrderValue{} : of(row.locked_at);
    if (column == "updated")
        return of(row.updated_at);
    if (column == "claims")
        return of(row.claims);
    if (column == "takeovers")
        return of(row.takeovers);
    return column == "failures" ? of(row.failures) : OrderValue{};
}

// n KEY; i NUMBER KEY; t LENGTH TEXT KEY.
template <class Row> std::string mark_of(const Row& row, std::string_view column)
{
    const OrderValue value = order_value(row, column);
    std::string out;
    if (value.kind == Kind::number)
        out = "i" + std::to_string(value.number) + " ";
    else if (value.kind == Kind::text)
        out = "t" + std::to_string(value.text.size()) + " " + std::string(value.text);
    else
        out = "n";
    return out + order_key(row);
}

std::optional<OrderMark> parse_mark(std::string_view text)
{
    OrderMark mark;
    if (text.starts_with('n')) {
        mark.key = text.substr(1);
        return mark;
    }
    const auto space = text.find(' ');
    if (text.empty() || space == std::string_view::npos || (text[0] != 'i' && text[0] != 't'))
        return std::nullopt;
    std::int64_t number = 0;
    const auto read = std::from_chars(text.data() + 1, text.data() + space, number);
    if (read.ec != std::errc{} || read.ptr != text.data() + space)
        return std::nullopt;
    const std::string_view rest = text.substr(space + 1);
    if (text[0] == 'i') {
        mark.kind = Kind::number;
        mark.number = number;
        mark.key = rest;
        return mark;
    }
    if (number < 0 || static_cast<std::size_t>(number) > rest.size())
        return std::nullopt;
    mark.kind = Kind::text;
    mark.text = rest.substr(0, static_cast<std::size_t>(number));
    mark.key = rest.substr(static_cast<std::size_t>(number));
    return mark;
}

std::optional<Failure> check_order(std::span<const std::string_view> columns, const OrderedRequest& request)
{
    if (std::find(columns.begin(), columns.end(), request.order.column) == columns.end())
        return Failure::usage("this store has no order by \"" + request.order.column + "\"");
    if (!request.after.empty() && !parse_mark(request.after))
        return Failure::usage("\"" + request.after + "\" is no place in a list");
    return std::nullopt;
}

template <class Row> bool comes_before(const Row& a, const Row& b, const RowOrder& order)
{
    return compare(order_value(a, order.column), order_key(a), order_value(b, order.column), order_key(b), order.descending) < 0;
}

template <class Row> bool comes_after(const Row& row, const OrderMark& mark, const RowOrder& order)
{
    const OrderValue value{mark.kind, mark.number, mark.text};
    return compare(value, mark.key, order_value(row, order.column), order_key(row), order.descending) < 0;
}

template <class Row> OrderedPage<Row> page_in_order(std::vector<Row> rows, const OrderedRequest& request)
{
    if (const auto mark = parse_mark(request.after); mark && !request.after.empty())
        std::erase_if(rows, [&](const Row& row) { return !comes_after(row, *mark, request.order); });
    std::sort(rows.begin(), rows.end(), [&](const Row& a, const Row& b) { return comes_before(a, b, request.order); });
    OrderedPage<Row> page;
    page.more = rows.size() > request.limit;
    if (page.more)
        rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(request.limit), rows.end());
    page.rows = std::move(rows);
    return page;
}

template std::string mark_of(const LockRow&, std::string_view);
template std::string mark_of(const TaskRow&, std::string_view);
template bool comes_before(const LockRow&, const LockRow&, const RowOrder&);
template bool comes_before(const TaskRow&, const TaskRow&, const RowOrder&);
template bool comes_after(const LockRow&, const OrderMark&, const RowOrder&);
template bool comes_after(const TaskRow&, const OrderMark&, const RowOrder&);
template OrderedPage<LockRow> page_in_order(std::vector<LockRow>, const OrderedRequest&);
template OrderedPage<TaskRow> page_in_order(std::vector<TaskRow>, const OrderedRequest&);

} // namespace lockdesk
