// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QString>

#include <map>
#include <utility>
#include <vector>

namespace lockdesk {

class LiveTableModel;
class TableView;

/// Keeps the selection and scroll position of a table while other stores are chosen: rows that vanish with their store
/// are selected again when they return, unless something else was selected meanwhile. While a window of a store's order moves,
/// the rows on screen stay where they are. Owned by its table.
class ChoiceKeeper final : public QObject
{
    Q_OBJECT

public:
    ChoiceKeeper(TableView* table, LiveTableModel* model);

private:
    using RowName = std::pair<int, QString>; ///< connection and key
    void remember();
    void restore();
    void stay();
    [[nodiscard]] RowName nameOf(int row) const;
    [[nodiscard]] int rowOf(const RowName& name) const;

    TableView* m_table;
    LiveTableModel* m_model;
    std::vector<RowName> m_selected;
    struct Place
    {
        RowName top{-1, {}};
        int offset = 0; ///< of the topmost row
    };
    std::map<QList<int>, Place> m_places; ///< by the stores shown
    Place m_before;                       ///< place when the choice began
    Place m_anchor;                       ///< place before a window moves
    bool m_choosing = false;
};

} // namespace lockdesk
