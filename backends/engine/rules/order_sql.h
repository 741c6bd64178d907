// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The orders of backends/engine/rules/row_order.h as parts of a statement.
#pragma once

#include "backends/engine/rules/row_order.h"

#include <string>
#include <string_view>

namespace lockdesk {

/// What a statement orders by: expressions of the key, which is never NULL, and of the value, which is NULL for none.
struct SqlOrder
{
    std::string key;
    std::string value; ///< empty: the key is the value
};

inline std::string order_by_sql(const SqlOrder& order, bool descending)
{
    const std::string down = descending ? " DESC" : "";
    if (order.value.empty())
        return order.key + down;
    return "(" + order.value + ") IS NULL, " + order.value + down + ", " + order.key + down;
}

/// Returns the condition that a row comes after the mark. `literal` returns a text as SQL; it is called in the order in which
/// the texts stand in the condition.
template <class Literal>
std::string comes_after_sql(const SqlOrder& order, bool descending, const OrderMark& mark, Literal literal)
{
    const std::string beyond = descending ? " < " : " > ";
    if (order.value.empty())
        return order.key + beyond + literal(mark.key);
    if (mark.kind == OrderValue::Kind::none)
        return "(" + order.value + ") IS NULL AND " + order.key + beyond + literal(mark.key);
    const auto value = [&] {
        return mark.kind == OrderValue::Kind::number ? std::to_string(mark.number) : std::string(literal(mark.text));
    };
    std::string sql = "((" + order.value + ") IS NULL OR " + order.value + beyond + value();
    sql += " OR (" + order.value + " = " + value();
    return sql + " AND " + order.key + beyond + literal(mark.key) + "))";
}

} // namespace lockdesk
