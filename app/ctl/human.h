// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output.h"

#include <map>
#include <string>
#include <vector>

namespace lockdesk::ctl {

/// The object as a sentence for people; foreign text in it is safe to show. Types without a sentence become
/// `key value` pairs.
std::string human_line(const Json& object, bool colour);

/// Tables that continue one another, as in `watch`: titles come again only for other columns, or when they have left the
/// terminal, and columns do not get narrower.
struct TableSeries
{
    std::string entity;                                     ///< of the titles that stand above; empty: none yet
    std::size_t lines = 0;                                  ///< printed below them
    std::size_t screen = 0;                                 ///< lines of the terminal; 0: no terminal
    std::map<std::string, std::vector<std::size_t>> widths; ///< by entity
};

/// `row` objects as a table, columns by entity, safe to show; ends with a newline. Rows of several entities become
/// several tables.
std::string human_table(const std::vector<Json>& rows, bool colour, const Layout& layout, TableSeries* series = nullptr);

/// The word in its colour, if it has one.
std::string paint(const std::string& word, bool colour);

/// 12:03:07 UTC (with the date if that is not the day of `now`).
std::string human_time(std::int64_t us, std::int64_t now_us);
/// 2026-01-31T12:03:07Z; `exact`: with milliseconds.
std::string rfc3339(std::int64_t us, bool exact);
/// Rounded: 12.3 s, 4 min 10 s, 2 h 5 min, forever. `coarse`: no part of a second, for tables.
std::string human_duration(std::int64_t us, bool coarse = false);

} // namespace lockdesk::ctl
