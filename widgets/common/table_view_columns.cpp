// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Columns of a table: their widths, which are hidden for lack of room, and what is saved.
#include "widgets/common/layout_settings.h"
#include "widgets/common/table_view.h"
#include "widgets/theme/theme.h"

#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockdesk {

void TableView::setColumns(std::vector<TableColumn> columns)
{
    m_columns = std::move(columns);
    m_yielded.assign(m_columns.size(), false);
    m_leftOut.resize(m_columns.size(), false);
    m_widths.clear();
    m_needed.assign(m_columns.size(), 0);
    for (int i = 0; i < int(m_columns.size()); ++i) {
        TableColumn& column = m_columns[std::size_t(i)];
        if (column.delegate == nullptr)
            column.delegate = new TextDelegate;
        column.delegate->setParent(this);
        column.delegate->setRowLook(m_look);
        setItemDelegateForColumn(i, column.delegate);
        m_widths.push_back(column.width);
        setColumnHidden(i, column.hidden);
    }
    m_initial = m_columns;
    m_initialOrder.clear();
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual)
        m_initialOrder.push_back(horizontalHeader()->logicalIndex(visual));
    m_layingOut = true;
    restoreColumns();
    m_layingOut = false;
    layOutColumns();
    m_touched = false;
}

void TableView::noteTouch() { m_touched = m_touched || (!m_layingOut && !m_columns.empty()); }

void TableView::saveIfTouched()
{
    if (std::exchange(m_touched, false))
        saveColumns();
}

void TableView::setLayoutScope(const QString& scope)
{
    if (scope == m_scope || m_settingsKey.isEmpty() || m_columns.empty())
        return;
    saveIfTouched();
    m_scope = scope;
    toInitialLayout();
}

void TableView::resetLayout()
{
    if (m_settingsKey.isEmpty() || m_columns.empty())
        return;
    layout::forget(m_scope, m_settingsKey);
    m_touched = false;
    toInitialLayout();
}

// And then what was saved, if anything.
void TableView::toInitialLayout()
{
    m_layingOut = true;
    QHeaderView* header = horizontalHeader();
    for (int to = 0; to < int(m_initialOrder.size()); ++to)
        header->moveSection(header->visualIndex(m_initialOrder[std::size_t(to)]), to);
    for (int i = 0; i < int(m_columns.size()); ++i) {
        const TableColumn& first = m_initial[std::size_t(i)];
        m_columns[std::size_t(i)].hidden = first.hidden;
        m_columns[std::size_t(i)].spare = first.spare;
        m_widths[std::size_t(i)] = first.width;
        m_yielded[std::size_t(i)] = false;
        setColumnHidden(i, first.hidden);
    }
    m_savedSort = -1;
    restoreColumns();
    const bool initial = header->sortIndicatorSection() == m_initialSort && header->sortIndicatorOrder() == m_initialSortOrder;
    if (m_savedSort < 0 && !initial && isSortingEnabled())
        header->setSortIndicator(m_initialSort, m_initialSortOrder);
    m_layingOut = false;
    layOutColumns();
}

void TableView::restoreSort(const QString& column, bool descending)
{
    const auto it = std::find_if(m_columns.begin(), m_columns.end(), [&](const TableColumn& c) { return c.key == column; });
    if (it == m_columns.end() || !isSortingEnabled())
        return;
    m_savedSort = int(it - m_columns.begin());
    horizontalHeader()->setSortIndicator(m_savedSort, descending ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void TableView::setWidth(int column, int width)
{
    m_layingOut = true;
    setColumnWidth(column, width);
    m_layingOut = false;
}

// Stores a width set by the user at scale 1.
void TableView::noteWish(int column, int before, int now)
{
    if (m_layingOut || before <= 0 || now <= 0 || column >= int(m_widths.size()))
        return;
    m_widths[std::size_t(column)] = qRound(now / Theme::get().scale());
    noteTouch();
}

int TableView::leastWidth(int column) const
{
    const Theme& theme = Theme::get();
    int content = 0;
    const QFontMetrics header(theme.caption());
    for (const QString& line : model()->headerData(column, Qt::Horizontal).toString().split(QLatin1Char('\n')))
        content = std::max(content, header.horizontalAdvance(line) + 1);
    if (const auto* delegate = qobject_cast<CellDelegate*>(itemDelegateForColumn(column)))
        content = std::max(content, delegate->leastContentWidth());
    return std::max(content + theme.px(2 * CellDelegate::padding), theme.px(m_needed[std::size_t(column)]));
}

int TableView::wantedWidth(int column) const
{
    // The flexible column may have been saved at the width of a larger window.
    const int wish = column == flexibleColumn() ? m_columns[std::size_t(column)].width : m_widths[std::size_t(column)];
    return std::max(Theme::get().px(wish), leastWidth(column));
}

int TableView::flexibleColumn() const
{
    int widest = -1;
    for (int i = 0; i < int(m_columns.size()); ++i)
        if (!isColumnHidden(i) && (widest < 0 || m_columns[std::size_t(i)].width > m_columns[std::size_t(widest)].width))
            widest = i;
    return widest;
}

void TableView::layOutColumns()
{
    if (model() == nullptr)
        return;
    for (int i = 0; i < int(m_columns.size()); ++i)
        if (!isColumnHidden(i))
            setWidth(i, wantedWidth(i));
    fitColumns();
}

void TableView::showColumnMenu(const QPoint& global)
{
    QMenu menu(this);
    for (int i = 0; i < int(m_columns.size()); ++i) {
        if (m_leftOut[std::size_t(i)])
            continue;
        QAction* action = menu.addAction(model()->headerData(i, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(i));
        connect(action, &QAction::toggled, this, [this, i](bool on) {
            m_columns[std::size_t(i)].spare = false; // the user decided, whatever the room
            m_yielded[std::size_t(i)] = false;
            setColumnHidden(i, !on);
            noteTouch();
            fitColumns();
            saveColumns();
        });
    }
    menu.exec(global);
}

void TableView::saveColumns()
{
    if (m_settingsKey.isEmpty() || m_columns.empty())
        return;
    QJsonArray list;
    const QHeaderView* header = horizontalHeader();
    for (int visual = 0; visual < header->count(); ++visual) {
        const int i = header->logicalIndex(visual);
        if (i < 0 || i >= int(m_columns.size()))
            continue;
        QJsonObject o;
        o[QStringLiteral("column")] = m_columns[std::size_t(i)].key;
        o[QStringLiteral("hidden")] = isColumnHidden(i) && !m_yielded[std::size_t(i)] && !m_leftOut[std::size_t(i)];
        o[QStringLiteral("width")] = m_widths[std::size_t(i)];
        list.append(o);
    }
    const int sort = header->sortIndicatorSection();
    const bool sorted = isSortingEnabled() && sort >= 0 && sort < int(m_columns.size());
    if (sorted && (sort != m_initialSort || header->sortIndicatorOrder() != m_initialSortOrder)) {
        m_savedSort = sort;
        list.append(QJsonObject{{QStringLiteral("sort"), m_columns[std::size_t(sort)].key},
                                {QStringLiteral("descending"), header->sortIndicatorOrder() == Qt::DescendingOrder}});
    }
    layout::save(m_scope, m_settingsKey, QString::fromUtf8(QJsonDocument(list).toJson(QJsonDocument::Compact)));
}

void TableView::restoreColumns()
{
    if (m_settingsKey.isEmpty())
        return;
    const QByteArray text = layout::saved(m_scope, m_settingsKey).toString().toUtf8();
    const QJsonArray list = QJsonDocument::fromJson(text).array();
    QHeaderView* header = horizontalHeader();
    int to = 0;
    for (const QJsonValue& value : list) {
        const QJsonObject o = value.toObject();
        if (o.contains(QStringLiteral("sort"))) {
            restoreSort(o[QStringLiteral("sort")].toString(), o[QStringLiteral("descending")].toBool());
            continue;
        }
        const auto it = std::find_if(m_columns.begin(), m_columns.end(),
                                     [&](const TableColumn& c) { return c.key == o[QStringLiteral("column")].toString(); });
        if (it == m_columns.end())
            continue;
        const int i = int(it - m_columns.begin());
        header->moveSection(header->visualIndex(i), to++);
        setColumnHidden(i, o[QStringLiteral("hidden")].toBool());
        if (const int width = o[QStringLiteral("width")].toInt(); width >= 32)
            m_widths[std::size_t(i)] = width;
    }
}

void TableView::setLeftOut(int column, bool leftOut)
{
    m_leftOut[std::size_t(column)] = leftOut;
    setColumnHidden(column, leftOut);
    fitColumns();
}

void TableView::yieldSpares()
{
    const QHeaderView* header = horizontalHeader();
    int wanted = 0;
    for (int i = 0; i < int(m_columns.size()); ++i) {
        if (m_leftOut[std::size_t(i)]) {
            setColumnHidden(i, true);
        } else if (m_yielded[std::size_t(i)]) {
            setColumnHidden(i, false);
            setWidth(i, wantedWidth(i));
        }
        m_yielded[std::size_t(i)] = false;
        if (!isColumnHidden(i))
            wanted += wantedWidth(i);
    }
    for (int visual = header->count() - 1; visual >= 0 && wanted > viewport()->width(); --visual) {
        const int i = header->logicalIndex(visual);
        if (i >= int(m_columns.size()) || !m_columns[std::size_t(i)].spare || isColumnHidden(i))
            continue;
        wanted -= wantedWidth(i);
        m_yielded[std::size_t(i)] = true;
        setColumnHidden(i, true);
    }
}

void TableView::widen(int column, int width)
{
    if (column >= int(m_columns.size()) || columnWidth(column) >= width)
        return;
    m_needed[std::size_t(column)] = int(std::ceil(width / Theme::get().scale()));
    setWidth(column, width);
    fitColumns();
}

// Where all columns have their widths, those of most use get more, from left to right. A width that the user chose stays.
void TableView::growColumns(int flexible)
{
    const QHeaderView* header = horizontalHeader();
    // The flexible column has the first share: names are read more than anything else.
    int left = viewport()->width() - wantedWidth(flexible) * 6 / 10;
    for (int i = 0; i < int(m_columns.size()); ++i)
        if (!isColumnHidden(i))
            left -= wantedWidth(i);
    for (int visual = 0; visual < header->count(); ++visual) {
        const int i = header->logicalIndex(visual);
        if (i < 0 || i >= int(m_columns.size()) || i == flexible || isColumnHidden(i))
            continue;
        const TableColumn& column = m_columns[std::size_t(i)];
        if (column.most == 0 || m_widths[std::size_t(i)] != column.width)
            continue;
        const int wanted = wantedWidth(i);
        const int more = std::clamp(Theme::get().px(column.most) - wanted, 0, std::max(0, left));
        setWidth(i, wanted + more);
        left -= more;
    }
}

void TableView::fitColumns()
{
    constexpr int leastFlexible = 90;
    if (viewport()->width() < leastFlexible || m_columns.empty())
        return;
    yieldSpares();
    const int flexible = flexibleColumn();
    if (flexible < 0)
        return;
    growColumns(flexible);
    int others = 0;
    for (int i = 0; i < int(m_columns.size()); ++i)
        if (i != flexible && !isColumnHidden(i))
            others += columnWidth(i);
    const int least =
        std::max(leastWidth(flexible), Theme::get().px(std::min(leastFlexible, m_columns[std::size_t(flexible)].width)));
    setWidth(flexible, std::max(least, viewport()->width() - others));
}

} // namespace lockdesk
