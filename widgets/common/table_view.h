// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/table_export.h"
#include "widgets/common/cell_delegates.h"
#include "widgets/common/empty_texts.h"

#include <QKeySequence>
#include <QTableView>

#include <functional>
#include <vector>

class QMenu;
class QTimer;

namespace lockdesk {

/// A column of a table: a stable name for the settings, its width, its painter.
struct TableColumn
{
    QString key; ///< as in the model's column enum, in words: `lease left`
    int width = 100;
    CellDelegate* delegate = nullptr; ///< owned by the view afterwards; null: plain text
    bool hidden = false;              ///< initially
    bool spare = false;               ///< hidden if there is no room for all columns, the last one first
    int most = 0;                     ///< grows to this width if there is room left; 0: it does not
};

/// Copies the current cell.
inline const QKeySequence copyCellKey{Qt::CTRL | Qt::SHIFT | Qt::Key_C};

/// The table of every page: rows of 26 px, no grid; delegates paint hairlines, tints and the current row. Columns can be
/// moved, resized and hidden, and are saved by name. Moves of rows are held while the mouse is over the table or rows are
/// selected, until the mouse has been still for a while: `holdChanged` and `stillForAWhile` notify the model.
class TableView final : public QTableView
{
    Q_OBJECT

public:
    /// `settingsKey`: `locks/columns`. Empty: nothing is saved.
    explicit TableView(const QString& settingsKey, QWidget* parent = nullptr);
    ~TableView() override;

    /// Sets the columns, in the model's order, after the model. Header clicks call `model->sort`.
    void setColumns(std::vector<TableColumn> columns);
    void setRowLook(RowLookOf look);
    /// Queried whenever there are no rows.
    void setEmptyTexts(std::function<EmptyTexts()> texts) { m_emptyTexts = std::move(texts); }
    [[nodiscard]] EmptyTexts emptyTexts() const { return m_emptyTexts ? m_emptyTexts() : EmptyTexts(); }
    /// Saves what the user arranges for a set of connections, and restores what was arranged for it.
    void setLayoutScope(const QString& scope);
    /// Columns and order as at the first start, also from now on.
    void resetLayout();
    /// Sets the initial sort column, unless another one was saved.
    void setInitialSort(int column, Qt::SortOrder order);
    /// For short fixed tables (stores in the overview): no holding, no sorting, height by rows.
    void setPlain(int mostRows = 0);
    /// Sets how many lines of text a row has, one or two; in two, a long text of a cell is broken.
    void setRowLines(int lines);
    /// Height of a row, in pixels.
    [[nodiscard]] int lineHeight() const;
    [[nodiscard]] bool holds() const { return m_holds; }
    /// Sets how long the mouse must be still, for tests.
    void setStillTime(int milliseconds);
    [[nodiscard]] std::vector<int> selectedRows() const;
    /// Gives the remaining width to the widest column and hides spare ones if there is too little, so that nothing
    /// scrolls sideways. Call after hiding or showing columns.
    void fitColumns();
    /// Leaves a column out, however the user arranges the others: the page shows its content elsewhere.
    void setLeftOut(int column, bool leftOut);
    /// Sets a minimum width of a column.
    void widen(int column, int width);
    /// Shows the menu with a check mark per column.
    void showColumnMenu(const QPoint& global);

    /// Adds what a page can do with the rows to their context menu, above what every table can: copying.
    using RowMenu = std::function<void(QMenu& menu, const QModelIndex& index)>;
    void addRowMenu(RowMenu fill) { m_rowMenus.push_back(std::move(fill)); }
    /// Sets the lockdeskctl line that shows a row; empty: none does.
    void setCommandOf(std::function<QString(const QModelIndex& index)> command) { m_commandOf = std::move(command); }

    /// Sets the link that leads to a row; empty: none does.
    void setLinkOf(std::function<QString(const QModelIndex& index)> link) { m_linkOf = std::move(link); }

    /// Shown columns from left to right, with the selected rows or, without a selection, the current one.
    [[nodiscard]] TableExtract chosen() const;
    /// The same with all rows.
    [[nodiscard]] TableExtract shown() const;
    [[nodiscard]] QString commandLines() const; ///< of the chosen rows
    [[nodiscard]] QString links() const;        ///< likewise, a line each
    // What is on the clipboard afterwards; nothing changes if nothing is chosen.
    void copyCell() const; ///< the current one
    void copyRows() const;
    void copyCsv() const;
    void copyJson() const;
    void copyCommands() const;
    void copyLinks() const;

    [[nodiscard]] QSize sizeHint() const override;

signals:
    void holdChanged(bool held);
    /// Emitted while holding whenever the mouse has been still for five seconds.
    void stillForAWhile();
    /// Enter or double click.
    void rowActivated(const QModelIndex& index);
    void linkClicked(const QModelIndex& index);
    void selectionMoved();

public slots:
    void saveColumns();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void dress();
    void restoreColumns();
    void restoreSort(const QString& column, bool descending);
    void toInitialLayout();
    void saveIfTouched();
    void noteTouch();
    void noteWish(int column, int before, int now);
    /// Smallest width at which header and words are not cut.
    [[nodiscard]] int leastWidth(int column) const;
    [[nodiscard]] int wantedWidth(int column) const;
    /// The visible column with the largest initial width, which takes the remaining width. -1: none.
    [[nodiscard]] int flexibleColumn() const;
    void layOutColumns();
    void setWidth(int column, int width);
    void updateHold();
    void yieldSpares();
    void growColumns(int flexible);
    void fillMenu(QMenu& menu, const QModelIndex& index);

    std::vector<bool> m_leftOut; ///< by column
    QString m_settingsKey, m_scope;
    std::vector<TableColumn> m_columns;
    std::vector<TableColumn> m_initial;  ///< as set, before anything was restored
    std::vector<int> m_initialOrder;     ///< columns from left to right
    int m_initialSort = -1, m_savedSort = -1;
    Qt::SortOrder m_initialSortOrder = Qt::AscendingOrder;
    bool m_touched = false; ///< the user has arranged something since it was restored
    std::vector<int> m_widths;   ///< chosen by the user, at scale 1
    std::vector<int> m_needed;   ///< required by painted content, at scale 1
    std::vector<bool> m_yielded; ///< spare columns hidden only for lack of room
    RowLookOf m_look;
    std::function<EmptyTexts()> m_emptyTexts;
    std::vector<RowMenu> m_rowMenus;
    std::function<QString(const QModelIndex& index)> m_commandOf, m_linkOf;
    [[nodiscard]] QString linesOf(const std::function<QString(const QModelIndex& index)>& text) const;
    bool m_plain = false;
    int m_rowLines = 1;
    bool m_layingOut = false; ///< widths set now are not the user's choice
    int m_mostRows = 0;
    QTimer* m_still;
    QTimer* m_askAgain;
    bool m_mouseOver = false;
    bool m_holds = false;
};

} // namespace lockdesk
