// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/row_history.h"
#include "widgets/detail/detail_panel.h"
#include "widgets/sheets/action_flow.h"
#include "widgets/shell/live_table_page.h"

#include <QSplitter>

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace lockdesk {

/// A live table with a detail panel and actions on the selected rows. Enter or a double click opens the detail, which
/// then follows the selection; Esc closes sheet, detail, selection and filter, in this order.
class RowPage : public LiveTablePage
{
    Q_OBJECT

public:
    [[nodiscard]] QList<QAction*> rowActions() const override { return m_actions; }
    bool escape() override;

    [[nodiscard]] ActionFlow* flow() const { return m_flow; }
    [[nodiscard]] DetailPanel* detail() const { return m_detail; }
    void showDetail(int row);
    void hideDetail();

protected:
    void revealed(int row) override { showDetail(row); }
    RowPage(const PageContext& context, Names names, LiveTableModel* model, const std::vector<ColumnLook>& columns,
            QWidget* parent = nullptr);

    enum class Placement { toolRow, detail, menu };
    /// An action on the selected rows: with a button in the tool row and at the foot of the detail, only at the foot of the
    /// detail, or only in the menu. An objection of `run` goes to the status line. Tool row comes first in the menu.
    QAction* addRowAction(const QString& text, const QString& iconName, Placement placement,
                          std::function<std::optional<Objection>()> run);
    void say(const std::optional<Objection>& objection);
    /// Keeps the width of the action's buttons, whichever of these texts it has.
    void reserveTexts(QAction* action, const QStringList& texts);
    /// Returns why an action does not apply to the selected rows; empty: it does.
    [[nodiscard]] virtual QString refusal(const QAction* /*action*/) const { return {}; }
    /// This action needs no selected row.
    void setAlwaysEnabled(QAction* action);
    void addColumnsButton();

    [[nodiscard]] virtual DetailContent contentOf(const TableEntry& entry) const = 0;
    /// Returns false if the detail of this row has no button for the action.
    [[nodiscard]] virtual bool offersInDetail(const QAction* /*action*/, const TableEntry& /*entry*/) const { return true; }
    /// Fills name, environment, store and source from a row's connection.
    void fillHead(const TableEntry& entry, DetailContent& content) const;
    void fillFindings(const TableEntry& entry, Entity entity, const std::string& key, DetailContent& content) const;
    /// What happened to the row, and what the audits have of it.
    void fillEvents(const TableEntry& entry, const HistoryOf& row, DetailContent& content) const;
    [[nodiscard]] Feed* feedOf(const TableEntry& entry) const { return m_context.feeds->at(entry.connection); }

    /// The selected rows (or the one in the detail) if all belong to one connection; else an empty list and -1.
    template <class Row, class Get> [[nodiscard]] std::pair<int, std::vector<Row>> selection(Get get) const
    {
        int connection = -1;
        std::vector<Row> rows;
        for (const int row : chosenRows()) {
            const TableEntry* entry = model()->entryAt(row);
            if (entry == nullptr)
                continue;
            if (connection >= 0 && entry->connection != connection)
                return {-1, {}};
            connection = entry->connection;
            rows.push_back(get(*entry));
        }
        return {connection, std::move(rows)};
    }
    [[nodiscard]] const PageContext& context() const { return m_context; }
    /// Puts a widget that contains the table to the left of the detail, which then has the height of all its parts: beside the
    /// table alone it would be too low to be read.
    void putBesideDetail(QWidget* left);
    virtual void selectionSettled() {}
    void judgeActions();

private:
    [[nodiscard]] std::vector<int> chosenRows() const;
    void followSelection();
    void refreshDetail();
    void fillDetail(const TableEntry& entry);
    [[nodiscard]] const Feed* recordingMeant() const;

    PageContext m_context;
    QSplitter* m_splitter;
    class SplitterKeeper* m_handle = nullptr;
    void placeHandle(std::optional<int> size);
    DetailPanel* m_detail;
    ActionFlow* m_flow;
    QList<QAction*> m_actions;
    QList<QAction*> m_menuActions; ///< without those that are only in the detail
    std::vector<std::pair<QAction*, QWidget*>> m_buttons; ///< in the tool row and the detail
    std::vector<std::pair<QAction*, QWidget*>> m_detailButtons;
    QList<QAction*> m_alwaysEnabled;
    int m_detailConnection = -1;
    QString m_detailKey;
};

} // namespace lockdesk
