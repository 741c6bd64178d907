// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QModelIndex>
#include <QString>
#include <QVariant>

#include <vector>

class QAbstractItemModel;

namespace lockdesk {

/// Rows and columns of a table, in their order on screen.
struct TableExtract
{
    const QAbstractItemModel* model = nullptr;
    std::vector<int> rows;
    std::vector<int> columns;
};

/// Returns a cell for the clipboard: text from outside exactly, to be found elsewhere; our own words as shown and in full.
QString copiedCell(const QModelIndex& index);
/// Returns the cells separated by tabs, a line per row, without a header.
QString tabbedText(const TableExtract& extract);
/// Returns RFC 4180 in UTF-8 with a header line. Instants are ISO 8601 in UTC, numbers ungrouped, text from outside is
/// exact, except that a spreadsheet must not run it: a text that begins like a formula gets an apostrophe in front.
QByteArray csvText(const TableExtract& extract);
/// Returns an array with an object per row. Keys are the columns' settings names, words are those of lockdeskctl, instants
/// as in CSV; a cell without a value is null. Characters that act on a terminal or are invisible are escaped.
QByteArray jsonText(const TableExtract& extract);
/// Returns a text that no spreadsheet takes for a formula.
QString withoutFormula(const QString& text);

} // namespace lockdesk
