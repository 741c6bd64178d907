// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/result.h"

#include "backends/engine/foreign_time.h"

#include <charconv>
#include <mysql.h>

namespace lockdesk::mariadb {

void Result::Free::operator()(st_mysql_res* result) const { mysql_free_result(result); }

Result::Result(st_mysql_res* result) : m_result(result)
{
    if (!result)
        return;
    m_columns = static_cast<int>(mysql_num_fields(result));
    m_rows.reserve(mysql_num_rows(result));
    while (char** row = mysql_fetch_row(result)) {
        const auto* lengths = mysql_fetch_lengths(result);
        m_rows.push_back({row, {lengths, lengths + m_columns}});
    }
}

std::string_view Result::name(int column) const
{
    return m_result && column < m_columns ? mysql_fetch_field_direct(m_result.get(), static_cast<unsigned>(column))->name
                                          : "";
}

bool Result::is_number_column(int column) const
{
    return m_result && column < m_columns
           && IS_NUM(mysql_fetch_field_direct(m_result.get(), static_cast<unsigned>(column))->type);
}

bool Result::is_null(int row, int column) const
{
    return row >= rows() || column >= m_columns || m_rows[static_cast<std::size_t>(row)].values[column] == nullptr;
}

std::string_view Result::text(int row, int column) const
{
    if (is_null(row, column))
        return {};
    const Row& r = m_rows[static_cast<std::size_t>(row)];
    return {r.values[column], r.lengths[static_cast<std::size_t>(column)]};
}

std::optional<std::int64_t> Result::whole(int row, int column) const
{
    const auto value = text(row, column);
    std::int64_t number = 0;
    const auto end = value.data() + value.size();
    const auto [at, error] = std::from_chars(value.data(), end, number);
    if (value.empty() || error != std::errc{} || at != end)
        return std::nullopt;
    return number;
}

std::int64_t Result::number(int row, int column) const { return whole(row, column).value_or(0); }

std::optional<TimePoint> Result::time(int row, int column) const
{
    const auto value = whole(row, column);
    return value ? std::optional(foreign_time(*value)) : std::nullopt;
}

const Result& Reply::last() const
{
    static const Result none;
    return m_sets.empty() ? none : m_sets.back();
}

std::optional<TimePoint> Reply::now() const
{
    for (auto set = m_sets.rbegin(); set != m_sets.rend(); ++set)
        if (set->rows() > 0)
            return set->time(0, 0);
    return std::nullopt;
}

} // namespace lockdesk::mariadb
