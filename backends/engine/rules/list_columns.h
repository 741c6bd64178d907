// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// By which columns the stores that speak SQL filter and order their lists; rows are `k` in every statement.
#pragma once

#include "backends/engine/contracts/draws.h"
#include "backends/engine/rules/order_sql.h"

#include <string_view>
#include <utility>
#include <vector>

namespace lockdesk {

/// A filter key, or a column of an order, and its SQL.
using KeyedSql = std::vector<std::pair<std::string_view, std::string_view>>;

struct ListColumns
{
    KeyedSql filters; ///< the text expression that equals the filter_field; several keys may mean the same
    /// NULL for no value. Without the key, whose value is the row's. Empty: these rows have no orders.
    KeyedSql orders{};
};

/// Of our tables. `{audit_key}` is a word that some servers reserve.
const ListColumns& list_columns(const LockRow*);
const ListColumns& list_columns(const TaskRow*);
const ListColumns& list_columns(const MessageRow*);
const ListColumns& list_columns(const WorkerRow*);
const ListColumns& list_columns(const WaiterRow*);
const ListColumns& list_columns(const FenceRow*);
const ListColumns& list_columns(const AuditRow*);
const ListColumns& list_columns(const DrawEntry*);

/// Returns the SQL of a key, or empty text.
std::string_view sql_of(const KeyedSql& columns, std::string_view key);
/// Returns each SQL once in which a search for the key looks; an empty key: all.
std::vector<std::string_view> searched(const KeyedSql& columns, std::string_view key);

} // namespace lockdesk
