// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/result.h"

#include "backends/engine/rules/foreign_time.h"

#include <charconv>

namespace lockdesk::sql {

Result::Result(Owner owner, std::vector<Column> columns, std::vector<Cell> cells)
    : m_owner(std::move(owner)), m_columns(std::move(columns)), m_cells(std::move(cells)),
      m_rows(m_columns.empty() ? 0 : static_cast<int>(m_cells.size() / m_columns.size()))
{
}

std::string_view Result::name(int column) const
{
    return column >= 0 && column < columns() ? m_columns[static_cast<std::size_t>(column)].name : std::string_view{};
}

bool Result::is_number_column(int column) const
{
    return column >= 0 && column < columns() && m_columns[static_cast<std::size_t>(column)].is_number;
}

bool Result::boolean(int row, int column) const { return text(row, column) == "t" || number(row, column) != 0; }

std::optional<std::int64_t> Result::whole(int row, int column) const
{
    const auto value = text(row, column);
    std::int64_t number = 0;
    const auto* const end = value.data() + value.size();
    const auto [at, error] = std::from_chars(value.data(), end, number);
    if (value.empty() || error != std::errc{} || at != end)
        return std::nullopt;
    return number;
}

std::optional<TimePoint> Result::time(int row, int column) const
{
    const auto us = whole(row, column);
    return us ? std::optional(foreign_time(*us)) : std::nullopt;
}

void Reply::add(Result result)
{
    if (m_sets++ > 0)
        m_earlier.push_back(std::move(static_cast<Result&>(*this)));
    static_cast<Result&>(*this) = std::move(result);
}

std::optional<TimePoint> Reply::now() const
{
    for (std::size_t i = m_sets; i > 0; --i)
        if (set(i - 1).rows() > 0)
            return set(i - 1).now();
    return std::nullopt;
}

} // namespace lockdesk::sql
