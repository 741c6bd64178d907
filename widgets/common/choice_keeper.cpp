// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/choice_keeper.h"

#include "models/tables/live_table_model.h"
#include "models/tables/roles.h"
#include "widgets/common/table_view.h"

#include <QItemSelection>
#include <QScrollBar>

#include <algorithm>

namespace lockdesk {

namespace {

QList<int> storesOf(const LiveTableModel& model)
{
    QList<int> out(model.shownConnections().begin(), model.shownConnections().end());
    std::sort(out.begin(), out.end());
    return out;
}

} // namespace

ChoiceKeeper::ChoiceKeeper(TableView* table, LiveTableModel* model) : QObject(table), m_table(table), m_model(model)
{
    connect(model, &LiveTableModel::shownAboutToChange, this, &ChoiceKeeper::remember);
    connect(model, &LiveTableModel::arranged, this, &ChoiceKeeper::restore);
    connect(model, &LiveTableModel::windowAboutToMove, this, [this] {
        const int top = m_table->rowAt(0);
        m_anchor = top < 0 ? Place() : Place{nameOf(top), -m_table->rowViewportPosition(top)};
    });
    connect(model, &LiveTableModel::windowMoved, this, &ChoiceKeeper::stay);
    connect(table, &TableView::selectionMoved, this, [this] {
        if (!m_choosing)
            m_selected.clear();
    });
}

ChoiceKeeper::RowName ChoiceKeeper::nameOf(int row) const
{
    const QModelIndex index = m_model->index(row, 0);
    return {index.data(StoreRole).toInt(), index.data(KeyRole).toString()};
}

int ChoiceKeeper::rowOf(const RowName& name) const { return m_model->rowOfKey(name.first, name.second); }

void ChoiceKeeper::remember()
{
    if (m_choosing) // several choices in a row: the state before the first counts
        return;
    if (const std::vector<int> rows = m_table->selectedRows(); !rows.empty()) {
        m_selected.clear();
        for (const int row : rows)
            m_selected.push_back(nameOf(row));
    }
    if (const int top = m_table->rowAt(0); top >= 0)
        m_before = {nameOf(top), -m_table->rowViewportPosition(top)};
    m_places[storesOf(*m_model)] = m_before;
    m_choosing = true;
}

// A row that has left means another order: it is read from its beginning.
void ChoiceKeeper::stay()
{
    if (m_choosing)
        return;
    m_table->doItemsLayout(); // updates the scroll bar for the rows just inserted
    QScrollBar* bar = m_table->verticalScrollBar();
    const int row = m_anchor.top.first < 0 ? -1 : rowOf(m_anchor.top);
    bar->setValue(row < 0 ? 0 : bar->value() + m_table->rowViewportPosition(row) + m_anchor.offset);
}

void ChoiceKeeper::restore()
{
    if (!m_choosing)
        return;
    QItemSelection selection;
    for (const RowName& name : m_selected)
        if (const int row = rowOf(name); row >= 0)
            selection.select(m_model->index(row, 0), m_model->index(row, m_model->columnCount() - 1));
    if (!selection.isEmpty())
        m_table->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    m_table->doItemsLayout(); // updates the scroll bar for the rows just inserted
    // The place last used with these stores, else the current one.
    const auto known = m_places.find(storesOf(*m_model));
    for (const Place& place : {known == m_places.end() ? m_before : known->second, m_before})
        if (const int row = place.top.first < 0 ? -1 : rowOf(place.top); row >= 0) {
            QScrollBar* bar = m_table->verticalScrollBar();
            bar->setValue(bar->value() + m_table->rowViewportPosition(row) + place.offset);
            break;
        }
    m_choosing = false;
}

} // namespace lockdesk
