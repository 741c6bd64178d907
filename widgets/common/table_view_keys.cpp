// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keys of a table: copying and opening rows.
#include "models/format/format.h"
#include "models/tables/roles.h"
#include "widgets/common/table_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>

namespace lockdesk {

void TableView::copySelection() const
{
    QString text;
    for (const int row : selectedRows()) {
        QStringList cells;
        for (int visual = 0; visual < horizontalHeader()->count(); ++visual) {
            const int column = horizontalHeader()->logicalIndex(visual);
            if (isColumnHidden(column))
                continue;
            const QModelIndex index = model()->index(row, column);
            // Text from outside is copied exactly, to be looked up elsewhere; our own words as shown and in full, from
            // the tooltip if the cell is cut.
            const QVariant exact = index.data(ExactTextRole);
            const QString whole = index.data(Qt::ToolTipRole).toString();
            const QString shown = index.data().toString();
            cells << format::tableField(exact.isValid()                                   ? exact.toString()
                                        : shown.endsWith(QChar(u'…')) && !whole.isEmpty() ? whole
                                                                                          : shown);
        }
        text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    QGuiApplication::clipboard()->setText(text);
}

void TableView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        return;
    }
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        if (!selectionModel()->hasSelection())
            selectRow(currentIndex().row());
        emit rowActivated(currentIndex());
        return;
    }
    QTableView::keyPressEvent(event);
}

} // namespace lockdesk
