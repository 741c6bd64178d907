// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/column_filter.h"

#include "models/format/format.h"

#include <algorithm>
#include <utility>

namespace lockdesk {

namespace {

std::vector<std::string> namesOf(const std::vector<FilterKey>& columns)
{
    std::vector<std::string> names;
    for (const FilterKey& column : columns)
        names.push_back(column.name);
    return names;
}

bool holds(const RowFilter::Term& term, const FilterCell& cell)
{
    if (cell.number)
        return RowFilter::holds(term, FieldValue::of(*cell.number));
    const std::string shown = cell.shown.toStdString();
    return RowFilter::holds(term, FieldValue::of(std::string_view(shown)))
           || (!cell.exact.empty() && RowFilter::holds(term, FieldValue::of(std::string_view(cell.exact))));
}

} // namespace

ColumnFilter::ColumnFilter(std::vector<FilterKey> columns) : m_names(namesOf(columns)), m_words(std::move(columns)) {}

QString ColumnFilter::setText(const QString& text)
{
    auto filter = m_words.parse(text);
    if (!filter)
        return format::engineSentence(filter.failure().message);
    m_filter = RowFilter(std::move(*filter));
    return {};
}

int ColumnFilter::columnOf(std::string_view key) const
{
    const auto found = std::find(m_names.begin(), m_names.end(), key);
    return static_cast<int>(found - m_names.begin()); // the parser knows no other keys
}

bool ColumnFilter::matches(const std::function<FilterCell(int column)>& cell) const
{
    return std::all_of(m_filter.terms().begin(), m_filter.terms().end(), [&](const RowFilter::Term& term) {
        bool found = false;
        if (!term.term.key.empty())
            found = holds(term, cell(columnOf(term.term.key)));
        else
            for (int column = 0; column < static_cast<int>(m_names.size()) && !found; ++column)
                found = cell(column).shown.contains(format::exact(term.term.value), Qt::CaseInsensitive);
        return found != term.term.negated;
    });
}

QStringList ColumnFilter::valuesOf(const QString& key, int rows,
                                   const std::function<FilterCell(int row, int column)>& cell) const
{
    QStringList out = m_words.valuesOf(key);
    const int column = columnOf(m_words.keyOf(key).toStdString());
    if (!out.isEmpty() || column >= static_cast<int>(m_names.size()))
        return out;
    for (int row = 0; row < rows; ++row) {
        const FilterCell one = cell(row, column);
        const QString text = one.exact.empty() ? one.shown : format::exact(one.exact);
        if (!one.number && !text.isEmpty() && format::foreign(text) == text) // else it cannot be typed
            out << text;
    }
    out.removeDuplicates();
    out.sort();
    return out;
}

} // namespace lockdesk
