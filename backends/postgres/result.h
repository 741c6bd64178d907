// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/time.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct pg_result;

namespace lockdesk::postgres {

/// Rows of one statement. By custom column 0 is the store's clock.
class Result
{
public:
    explicit Result(pg_result* result = nullptr);

    [[nodiscard]] int rows() const;
    [[nodiscard]] int columns() const;
    [[nodiscard]] std::string_view name(int column) const;
    [[nodiscard]] bool is_number_column(int column) const;
    [[nodiscard]] bool is_null(int row, int column) const;
    [[nodiscard]] std::string_view text(int row, int column) const;
    /// 0 for NULL and what is no whole number.
    [[nodiscard]] std::int64_t number(int row, int column) const;
    [[nodiscard]] bool boolean(int row, int column) const { return text(row, column) == "t"; }
    [[nodiscard]] std::optional<std::int64_t> whole(int row, int column) const;
    [[nodiscard]] std::optional<TimePoint> time(int row, int column) const;
    [[nodiscard]] std::optional<TimePoint> now() const { return rows() > 0 ? time(0, 0) : std::nullopt; }
    /// Rows that a command changed.
    [[nodiscard]] std::int64_t affected() const;
    /// Insert, update, delete or merge: `affected` counts what they wrote, and not the rows of a question.
    [[nodiscard]] bool wrote() const;

private:
    struct Clear
    {
        void operator()(pg_result* result) const;
    };
    std::unique_ptr<pg_result, Clear> m_result;
};

} // namespace lockdesk::postgres
