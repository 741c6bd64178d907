// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keys and context menu of a table: copying and opening rows.
#include "widgets/common/table_view.h"
#include "widgets/theme/theme.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>

namespace lockdesk {

TableExtract TableView::shown() const
{
    TableExtract all{model(), {}, {}};
    if (model() == nullptr)
        return all;
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual)
        if (const int column = horizontalHeader()->logicalIndex(visual); !isColumnHidden(column))
            all.columns.push_back(column);
    for (int row = 0; row < model()->rowCount(); ++row)
        all.rows.push_back(row);
    return all;
}

TableExtract TableView::chosen() const
{
    TableExtract some = shown();
    some.rows = selectedRows();
    if (some.rows.empty() && currentIndex().isValid())
        some.rows.push_back(currentIndex().row());
    return some;
}

namespace {

void toClipboard(const QString& text)
{
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

} // namespace

void TableView::copyCell() const
{
    if (currentIndex().isValid())
        toClipboard(copiedCell(currentIndex()));
}

void TableView::copyRows() const { toClipboard(tabbedText(chosen())); }

void TableView::copyCsv() const
{
    if (const TableExtract some = chosen(); !some.rows.empty())
        toClipboard(QString::fromUtf8(csvText(some)));
}

void TableView::copyJson() const
{
    if (const TableExtract some = chosen(); !some.rows.empty())
        toClipboard(QString::fromUtf8(jsonText(some)));
}

QString TableView::linesOf(const std::function<QString(const QModelIndex& index)>& text) const
{
    QStringList lines;
    if (text)
        for (const int row : chosen().rows)
            if (const QString line = text(model()->index(row, 0)); !line.isEmpty())
                lines << line;
    return lines.join(QLatin1Char('\n'));
}

QString TableView::commandLines() const { return linesOf(m_commandOf); }

QString TableView::links() const { return linesOf(m_linkOf); }

void TableView::copyLinks() const { toClipboard(links()); }

void TableView::copyCommands() const { toClipboard(commandLines()); }

void TableView::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = byKey ? currentIndex() : indexAt(viewport()->mapFromGlobal(event->globalPos()));
    if (!index.isValid())
        return;
    if (!selectionModel()->isRowSelected(index.row(), {}) && selectionMode() != NoSelection)
        selectRow(index.row());
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
    QMenu menu(this);
    fillMenu(menu, index);
    menu.exec(byKey ? viewport()->mapToGlobal(visualRect(index).bottomLeft()) : event->globalPos());
}

void TableView::fillMenu(QMenu& menu, const QModelIndex& index)
{
    for (const RowMenu& fill : m_rowMenus) {
        fill(menu, index);
        menu.addSeparator();
    }
    const auto add = [&](const QString& text, void (TableView::*copy)() const) {
        return menu.addAction(text, this, [this, copy] { (this->*copy)(); });
    };
    const auto showKey = [](QAction* action, const QKeySequence& key) {
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut); // the Edit menu has it
    };
    showKey(add(tr("Copy C&ell"), &TableView::copyCell), copyCellKey);
    QAction* rows = add(tr("&Copy Row(s)", nullptr, int(chosen().rows.size())), &TableView::copyRows);
    rows->setIcon(icon(QStringLiteral("copy")));
    showKey(rows, QKeySequence::Copy);
    add(tr("Copy as C&SV"), &TableView::copyCsv);
    add(tr("Copy as &JSON"), &TableView::copyJson);
    add(tr("Copy Command &Line"), &TableView::copyCommands)->setEnabled(!commandLines().isEmpty());
    add(tr("Copy Lin&k"), &TableView::copyLinks)->setEnabled(!links().isEmpty());
    menu.addSeparator();
    showKey(menu.addAction(tr("Select &All"), this, &QAbstractItemView::selectAll), QKeySequence::SelectAll);
}

void TableView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copyRows();
        return;
    }
    if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        if (!selectionModel()->hasSelection())
            selectRow(currentIndex().row());
        emit rowActivated(currentIndex());
        return;
    }
    // Of a row that Tab has only outlined: else the first arrow would pass it, and a single row could not be selected by arrows.
    const bool steps = event->modifiers() == Qt::NoModifier && (event->key() == Qt::Key_Down || event->key() == Qt::Key_Up);
    if (steps && currentIndex().isValid() && selectionMode() != NoSelection && !selectionModel()->hasSelection()) {
        selectionModel()->select(currentIndex(), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        return;
    }
    QTableView::keyPressEvent(event);
}

} // namespace lockdesk
