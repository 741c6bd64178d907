// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/which_lock/way_table.h"

#include "widgets/theme/theme.h"

#include <QHeaderView>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace lockdesk {

namespace {

/// Wrapped texts on hairlines; recommended rows have a bar and a tint.
class WayTableDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Tokens& t = Theme::get().tokens();
        const bool recommended = index.siblingAtColumn(0).data(WayTable::recommendedRole).toBool();
        painter->fillRect(option.rect, recommended ? t.selected : t.base);
        painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), t.hairline);
        if (index.data(WayTable::groupRole).toBool())
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), 1, option.rect.height()), t.line);
        if (index.column() == 0 && recommended)
            painter->fillRect(QRect(option.rect.left(), option.rect.top(), 3, option.rect.height()), t.primary);
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            painter->setPen(t.primary);
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
        painter->setPen(qvariant_cast<QColor>(index.data(Qt::ForegroundRole)));
        painter->setFont(Theme::get().body());
        painter->drawText(option.rect.adjusted(8, 4, -8, -4), index.data(Qt::TextAlignmentRole).toInt() | Qt::TextWordWrap,
                          index.data().toString());
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const auto* table = qobject_cast<const QTableView*>(option.widget);
        const int width = table != nullptr ? table->columnWidth(index.column()) - 16 : 100;
        const QFontMetrics metrics(Theme::get().body());
        const QRect room(0, 0, std::max(width, 10), 1000);
        const QRect text = metrics.boundingRect(room, Qt::TextWordWrap, index.data().toString());
        return {text.width() + 16, text.height() + 9};
    }
};

int widestLine(const QFontMetrics& metrics, const QString& text)
{
    int widest = 0;
    for (const QString& line : text.split(QLatin1Char('\n')))
        widest = std::max(widest, metrics.horizontalAdvance(line));
    return widest;
}

} // namespace

WayTable::WayTable(const QString& accessibleName, QWidget* parent) : QTableWidget(parent)
{
    setItemDelegate(new WayTableDelegate(this));
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionMode(QAbstractItemView::NoSelection);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setTabKeyNavigation(false);
    setAccessibleName(accessibleName);
    verticalHeader()->hide();
    horizontalHeader()->setSectionsClickable(false);
    horizontalHeader()->setTextElideMode(Qt::ElideNone); // eliding would cut the second line
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

QTableWidgetItem* WayTable::put(int row, int column, const QString& text, bool known, Qt::Alignment align)
{
    auto* cell = new QTableWidgetItem(text);
    cell->setTextAlignment(align | Qt::AlignTop);
    cell->setForeground(Theme::get().ink(known ? Tone::text : Tone::text3));
    setItem(row, column, cell);
    return cell;
}

void WayTable::fit(int fixed)
{
    const QFontMetrics body(Theme::get().body()), title(Theme::get().title());
    int taken = 0;
    for (int column = 0; column < columnCount(); ++column) {
        if (column > 0 && column < fixed)
            continue;
        int widest = horizontalHeaderItem(column) != nullptr ? widestLine(body, horizontalHeaderItem(column)->text()) : 0;
        for (int row = 0; row < rowCount(); ++row)
            if (const QTableWidgetItem* cell = item(row, column); cell != nullptr && columnSpan(row, column) == 1)
                widest = std::max(widest, widestLine(cellWidget(row, column) != nullptr ? title : body,
                                                     cellWidget(row, column) != nullptr
                                                         ? cell->data(Qt::AccessibleTextRole).toString()
                                                         : cell->text()));
        setColumnWidth(column, widest + 20);
        taken += widest + 20;
    }
    const int shared = std::max(1, std::min(fixed, columnCount()) - 1);
    for (int column = 1; column < std::min(fixed, columnCount()); ++column)
        setColumnWidth(column, std::max(Theme::get().px(110), (viewport()->width() - taken) / shared));
    resizeRowsToContents();
    // The height of a text that spans several columns follows from their total width.
    for (int row = 0; row < rowCount(); ++row)
        for (int column = 0; column < columnCount(); ++column)
            if (const int span = columnSpan(row, column); span > 1 && item(row, column) != nullptr) {
                int width = -16;
                for (int i = column; i < column + span; ++i)
                    width += columnWidth(i);
                width = std::min(width, viewport()->width() - columnWidth(0) - 16);
                const QRect room(0, 0, std::max(width, 100), 2000);
                setRowHeight(row, body.boundingRect(room, Qt::TextWordWrap, item(row, column)->text()).height() + 12);
                column += span - 1;
            }
}

void WayTable::setRecommended(const std::vector<int>& rows)
{
    for (int row = 0; row < rowCount(); ++row)
        if (QTableWidgetItem* first = item(row, 0))
            first->setData(recommendedRole, std::find(rows.begin(), rows.end(), row) != rows.end());
    viewport()->update();
}

} // namespace lockdesk
