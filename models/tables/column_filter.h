// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/filter_words.h"
#include "models/tables/row_filter.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk {

/// What a filter compares with a cell.
struct FilterCell
{
    QString shown;
    std::string exact{};                  ///< what it stands for; may be empty
    std::optional<std::int64_t> number{}; ///< microseconds of a span of time; nullopt: a text
};

/// The filter of a table whose rows are a plain list: its keys are its columns.
class ColumnFilter
{
public:
    /// A key for each column, in their order.
    explicit ColumnFilter(std::vector<FilterKey> columns);
    [[nodiscard]] const FilterWords& words() const { return m_words; }
    /// Returns what is wrong with the text, in the user's language, or an empty one; the old filter stays then.
    QString setText(const QString& text);
    /// Whether every term holds of a row; bare words are searched in what is shown.
    [[nodiscard]] bool matches(const std::function<FilterCell(int column)>& cell) const;
    /// Values of a key: from a list, else those of the rows. Empty of numbers.
    [[nodiscard]] QStringList valuesOf(const QString& key, int rows,
                                       const std::function<FilterCell(int row, int column)>& cell) const;

private:
    [[nodiscard]] int columnOf(std::string_view key) const;

    std::vector<std::string> m_names;
    FilterWords m_words;
    RowFilter m_filter;
};

} // namespace lockdesk
