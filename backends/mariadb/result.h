// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/time.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct st_mysql_res;

namespace lockdesk::mariadb {

/// Rows of one result set. By custom column 0 is the store's clock.
class Result
{
public:
    explicit Result(st_mysql_res* result = nullptr);

    [[nodiscard]] int rows() const { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] int columns() const { return m_columns; }
    [[nodiscard]] std::string_view name(int column) const;
    [[nodiscard]] bool is_number_column(int column) const;
    /// Also what is not there at all.
    [[nodiscard]] bool is_null(int row, int column) const;
    [[nodiscard]] std::string_view text(int row, int column) const;
    /// 0 for NULL and what is no whole number.
    [[nodiscard]] std::int64_t number(int row, int column) const;
    [[nodiscard]] bool boolean(int row, int column) const { return number(row, column) != 0; }
    [[nodiscard]] std::optional<std::int64_t> whole(int row, int column) const;
    [[nodiscard]] std::optional<TimePoint> time(int row, int column) const;

private:
    struct Free
    {
        void operator()(st_mysql_res* result) const;
    };
    struct Row
    {
        char** values;
        std::vector<unsigned long> lengths;
    };
    std::unique_ptr<st_mysql_res, Free> m_result;
    std::vector<Row> m_rows;
    int m_columns = 0;
};

/// Everything that the server answered to one command.
class Reply
{
public:
    void add(Result result) { m_sets.push_back(std::move(result)); }
    /// Rows that the last statement wrote; 0 when it answered with rows.
    [[nodiscard]] std::int64_t affected() const { return m_affected; }
    void set_affected(std::int64_t rows) { m_affected = rows; }
    [[nodiscard]] std::size_t size() const { return m_sets.size(); }
    [[nodiscard]] const Result& set(std::size_t i) const { return m_sets.at(i); }
    /// The last one; without rows when there is none.
    [[nodiscard]] const Result& last() const;
    /// Column 0 of the last row of all: the clock when it was decided.
    [[nodiscard]] std::optional<TimePoint> now() const;

private:
    std::vector<Result> m_sets;
    std::int64_t m_affected = 0;
};

} // namespace lockdesk::mariadb
