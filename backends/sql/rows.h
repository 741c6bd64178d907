// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// Decodes rows of our tables from result sets. Column 0 is the store's clock.
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/sql/result.h"

#include <string>

namespace lockdesk::sql {

/// Reads the columns of one row from left to right. An unexpected NULL, or text that is not a number, leaves the default
/// and is named in `doubt`.
class Decoder
{
public:
    Decoder(const Result& result, int row, int first) : m_result(result), m_row(row), m_column(first), m_first(first) {}

    std::string text();          ///< NULL is doubtful
    std::string text_or_empty(); ///< NULL is empty
    std::int64_t number(std::int64_t fallback = 0);
    std::optional<TimePoint> time(); ///< NULL is nullopt
    TimePoint time_or_epoch();       ///< NULL is doubtful
    std::optional<Duration> duration();
    void doubt_last();
    [[nodiscard]] const std::string& doubt() const { return m_doubt; }
    /// Returns the columns read so far as a JSON object.
    [[nodiscard]] std::string json() const;

private:
    const Result& m_result;
    int m_row;
    int m_column;
    int m_first;
    std::string m_doubt;
};

/// Answers of claims and steps omit `raw`: they are frequent and must be fast.
enum class Raw { with, without, doubtful };

// Columns in the order of lock_list and so on, from column `first` on.
LockRow lock_row(const Result& result, int row, int first = 1, Raw raw = Raw::doubtful);
TaskRow task_row(const Result& result, int row, int first = 1, Raw raw = Raw::doubtful);
MessageRow message_row(const Result& result, int row, int first = 1, Raw raw = Raw::doubtful);
WorkerRow worker_row(const Result& result, int row, int first = 1, Raw raw = Raw::doubtful);
WaiterRow waiter_row(const Result& result, int row, int first = 1);
FenceRow refusal_row(const Result& result, int row, int first = 1);
AuditRow audit_row(const Result& result, int row, int first = 1);

} // namespace lockdesk::sql
