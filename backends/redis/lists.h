// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/rules/listed_rows.h"

namespace lockdesk::redis {

/// Rows per script: it blocks the server for about a millisecond.
inline constexpr std::int64_t page_size = 1000;

/// Without a filter as many are collected as with one, so that order and number do not depend on chance.
template <class Row> Collector<Row> collector_of(const ListRequest& request)
{
    return Collector<Row>(request, shortest_look);
}

} // namespace lockdesk::redis
