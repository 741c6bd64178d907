// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"
#include "backends/engine/contracts/locks.h"
#include "backends/engine/contracts/tasks.h"
#include "backends/engine/text/filter.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk {

/// An order of rows by one of the columns that `order_value` in backends/engine/rules/row_order.h knows. Rows without a value come last
/// in both directions; rows with equal values in the order of their keys. Texts are compared byte by byte.
struct RowOrder
{
    std::string column; ///< `name`, `owner`, `expires`, ...
    bool descending = false;
    friend bool operator==(const RowOrder&, const RowOrder&) = default;
};

struct OrderedRequest
{
    Filter filter;
    RowOrder order;
    std::string after; ///< `mark_of` the row to continue after; empty: from the beginning
    std::size_t limit = 1000;
};

template <class Row> struct OrderedPage
{
    std::vector<Row> rows;
    bool more = false; ///< there are rows after these
};

/// Lists rows in an order of the user's choice, page by page from any row on: no offset, so that a page costs the same wherever it
/// begins. A further interface of `Locks` and `Tasks` of the stores that can. One thread at a time.
template <class Row> class OrderedList
{
public:
    virtual ~OrderedList() = default;
    /// Columns by which this store orders, ascending and descending.
    [[nodiscard]] virtual std::span<const std::string_view> order_columns() const = 0;
    /// Usage failure: another column, or a mark that is none.
    virtual Answer<OrderedPage<Row>> list_ordered(const OrderedRequest& request) = 0;
};

/// Null: this store has no order of these rows.
inline OrderedList<LockRow>* ordered_list(Locks& locks) { return dynamic_cast<OrderedList<LockRow>*>(&locks); }
inline OrderedList<TaskRow>* ordered_list(Tasks& tasks) { return dynamic_cast<OrderedList<TaskRow>*>(&tasks); }

} // namespace lockdesk
