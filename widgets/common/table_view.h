// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/cell_delegates.h"

#include <QTableView>

#include <functional>
#include <vector>

class QTimer;

namespace lockdesk {

/// One column of a table: a stable name for the settings, its width, its painter.
struct TableColumn
{
    QString key; ///< as in the model's column enum, in words: `lease left`
    int width = 100;
    CellDelegate* delegate = nullptr; ///< owned by the view afterwards; null: plain text
    bool hidden = false;              ///< at first
    bool spare = false;               ///< gives way, the last one first, when there is no room for all
};

/// What stands in a table without rows: one sentence, and what will appear here.
struct EmptyTexts
{
    Glyph glyph = Glyph::ring;
    QString sentence, what;
    bool passing = false; ///< asked again a moment later
};

/// The table of every page: rows of 26 px, no grid, hairlines, tints and the current row painted by its delegates. Columns
/// can be moved, sized and hidden, and are remembered by name. Moves of rows are held back while the mouse is over the table
/// or rows are selected, until the mouse has been still for a while: `holdChanged` and `stillForAWhile` tell the model.
class TableView final : public QTableView
{
    Q_OBJECT

public:
    /// `settingsKey`: `locks/columns`. Empty: nothing is remembered.
    explicit TableView(const QString& settingsKey, QWidget* parent = nullptr);
    ~TableView() override;

    /// The model first, then its columns, in the model's order. Sorting by header clicks goes to `model->sort`.
    void setColumns(std::vector<TableColumn> columns);
    void setRowLook(RowLookOf look);
    /// Asked whenever there are no rows.
    void setEmptyTexts(std::function<EmptyTexts()> texts) { m_emptyTexts = std::move(texts); }
    [[nodiscard]] EmptyTexts emptyTexts() const { return m_emptyTexts ? m_emptyTexts() : EmptyTexts(); }
    /// Which column the rows are sorted by at first.
    void setInitialSort(int column, Qt::SortOrder order);
    /// Some tables are short and fixed (stores in the overview): no holding, no sorting, height by rows.
    void setPlain(int mostRows = 0);
    [[nodiscard]] bool holds() const { return m_holds; }
    /// How long the mouse must be still, for tests.
    void setStillTime(int milliseconds);
    [[nodiscard]] std::vector<int> selectedRows() const;
    /// The widest column takes the room that is left; spare ones give way when there is too little, so that nothing scrolls
    /// sideways. To be called after columns were hidden or shown.
    void fitColumns();
    /// This column is at least so wide from now on.
    void widen(int column, int width);
    /// The menu with a check mark per column.
    void showColumnMenu(const QPoint& global);

    [[nodiscard]] QSize sizeHint() const override;

signals:
    void holdChanged(bool held);
    /// It holds, and the mouse has not moved for five seconds; again after each five.
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
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void dress();
    void restoreColumns();
    void noteWish(int column, int before, int now);
    /// No narrower: header and words are not cut.
    [[nodiscard]] int leastWidth(int column) const;
    [[nodiscard]] int wantedWidth(int column) const;
    /// The widest of those shown, by its first width: it takes what room is left. -1: none.
    [[nodiscard]] int flexibleColumn() const;
    void layOutColumns();
    void setWidth(int column, int width);
    void updateHold();
    void yieldSpares();
    void paintEmpty(QPainter& painter) const;
    void copySelection() const;

    QString m_settingsKey;
    std::vector<TableColumn> m_columns;
    std::vector<int> m_widths;   ///< as somebody made them, at scale 1
    std::vector<int> m_needed;   ///< by what was painted, at scale 1
    std::vector<bool> m_yielded; ///< spare columns that are hidden for want of room only
    RowLookOf m_look;
    std::function<EmptyTexts()> m_emptyTexts;
    bool m_plain = false;
    bool m_layingOut = false; ///< the widths that are set now are nobody's wish
    int m_mostRows = 0;
    QTimer* m_still;
    bool m_mouseOver = false;
    bool m_holds = false;
};

} // namespace lockdesk
