// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace lockdesk::sql {

/// Rows of one result set, in the client library's memory. By convention column 0 is the store's clock.
class Result
{
public:
    struct Column
    {
        std::string_view name;
        bool is_number = false;
    };
    /// `data` is null for NULL.
    using Cell = std::string_view;
    using Owner = std::unique_ptr<void, void (*)(void*)>;

    Result() = default;
    /// `cells` are row by row; names and cells point into memory that `owner` frees.
    Result(Owner owner, std::vector<Column> columns, std::vector<Cell> cells);

    [[nodiscard]] int rows() const { return m_rows; }
    [[nodiscard]] int columns() const { return static_cast<int>(m_columns.size()); }
    [[nodiscard]] std::string_view name(int column) const;
    [[nodiscard]] bool is_number_column(int column) const;
    /// Returns true also for a cell outside the result.
    [[nodiscard]] bool is_null(int row, int column) const { return cell(row, column).data() == nullptr; }
    /// Empty for NULL.
    [[nodiscard]] std::string_view text(int row, int column) const { return cell(row, column); }
    /// 0 for NULL and for text that is not a whole number.
    [[nodiscard]] std::int64_t number(int row, int column) const { return whole(row, column).value_or(0); }
    [[nodiscard]] bool boolean(int row, int column) const;
    [[nodiscard]] std::optional<std::int64_t> whole(int row, int column) const;
    [[nodiscard]] std::optional<TimePoint> time(int row, int column) const;
    [[nodiscard]] std::optional<TimePoint> now() const { return time(0, 0); }

private:
    [[nodiscard]] Cell cell(int row, int column) const
    {
        const bool is_there = row >= 0 && row < m_rows && column >= 0 && column < columns();
        return is_there ? m_cells[static_cast<std::size_t>(row) * m_columns.size() + static_cast<std::size_t>(column)]
                        : Cell{};
    }
    Owner m_owner{nullptr, nullptr};
    std::vector<Column> m_columns;
    std::vector<Cell> m_cells;
    int m_rows = 0;
};

/// The answer to one command: its last result set, and earlier ones if the command has several.
class Reply : public Result
{
public:
    Reply() = default;
    explicit Reply(Result only) : Result(std::move(only)), m_sets(1) {}

    void add(Result result);
    [[nodiscard]] std::size_t size() const { return m_sets; }
    [[nodiscard]] const Result& last() const { return *this; }
    [[nodiscard]] const Result& set(std::size_t i) const { return i + 1 == m_sets ? *this : m_earlier.at(i); }
    /// Returns the clock of the last set that has rows, the time of the decision.
    [[nodiscard]] std::optional<TimePoint> now() const;
    /// Returns the number of rows that the last command wrote; 0 for a query.
    [[nodiscard]] std::int64_t affected() const { return m_affected; }
    void set_affected(std::int64_t rows) { m_affected = rows; }

private:
    std::vector<Result> m_earlier;
    std::size_t m_sets = 0;
    std::int64_t m_affected = 0;
};

} // namespace lockdesk::sql
