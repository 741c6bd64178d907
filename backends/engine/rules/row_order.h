// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// What the orders of an OrderedList mean, once for every store.
#pragma once

#include "backends/engine/contracts/ordered_list.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk {

/// A row's value in a column. `text` points into the row.
struct OrderValue
{
    enum class Kind : std::uint8_t { none, number, text };
    Kind kind = Kind::none;
    std::int64_t number = 0;
    std::string_view text;
};

/// Columns of locks: name, owner, token, acquired, expires, renewals. The key is the name.
/// Columns of tasks: id, kind, phase, owner, token, locked, updated, claims, takeovers, failures. The key is the id.
/// No value: an empty owner or kind, the expiry of a lock without an owner, a task that was never locked.
std::span<const std::string_view> order_columns_of(const LockRow*);
std::span<const std::string_view> order_columns_of(const TaskRow*);
OrderValue order_value(const LockRow& row, std::string_view column);
OrderValue order_value(const TaskRow& row, std::string_view column);
inline const std::string& order_key(const LockRow& row) { return row.name; }
inline const std::string& order_key(const TaskRow& row) { return row.id; }
inline bool is_order_key(const LockRow*, std::string_view column) { return column == "name"; }
inline bool is_order_key(const TaskRow*, std::string_view column) { return column == "id"; }

/// Where a page continues: the value and the key of the row before it.
struct OrderMark
{
    OrderValue::Kind kind = OrderValue::Kind::none;
    std::int64_t number = 0;
    std::string text;
    std::string key;
};
/// The mark of a row as text, for `OrderedRequest::after`.
template <class Row> std::string mark_of(const Row& row, std::string_view column);
/// Nullopt: no mark.
std::optional<OrderMark> parse_mark(std::string_view text);
/// Returns a usage failure if the order is by none of `columns`, or `after` is no mark.
std::optional<Failure> check_order(std::span<const std::string_view> columns, const OrderedRequest& request);

/// Whether row `a` comes before row `b`.
template <class Row> bool comes_before(const Row& a, const Row& b, const RowOrder& order);
/// Whether the row comes after the mark.
template <class Row> bool comes_after(const Row& row, const OrderMark& mark, const RowOrder& order);

/// For stores that hold all rows: sorts those that match, and takes the page.
template <class Row> OrderedPage<Row> page_in_order(std::vector<Row> rows, const OrderedRequest& request);

} // namespace lockdesk
