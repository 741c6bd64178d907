// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/lease_bar.h"
#include "widgets/theme/tokens.h"

#include <QAbstractScrollArea>
#include <QString>

#include <vector>

namespace lockdesk {

/// One task in a column.
struct PhaseEntry
{
    QString key; ///< stable: connection and task id
    QString id;
    QString note;      ///< a word of its payload or error, in text2
    QString state;     ///< failed, due, expired, held, waiting, done
    LeaseBar bar;      ///< only for held ones
    QString when;      ///< `in 27.9 s`, `due now`, `failed 8 of 8`
    bool late = false; ///< due for longer than a moment: in closing ink
    QString brief{};   ///< shorter form of `when` for narrow columns, if there is one: `3 s`
};

/// One phase: the content of a column.
struct PhaseColumn
{
    QString phase; ///< exact; shown with format::foreign
    QString rate;  ///< `2.1/s`; empty: not available
    std::int64_t total = 0;
    std::int64_t failed = 0, due = 0, held = 0, waiting = 0, done = 0;
    bool capped = false;             ///< the counts are lower bounds
    std::vector<PhaseEntry> entries; ///< worst first; all live ones
    double outRate = 0;              ///< per second, of all stores
};

/// A painted column per phase: rate, count, composition, then its tasks. Keyboard: left and right choose the phase, up
/// and down a task, Enter opens it.
class PhaseBoard final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit PhaseBoard(QWidget* parent = nullptr);

    /// Sets the columns. Keeps the chosen phase and task by name while they exist.
    void setColumns(std::vector<PhaseColumn> columns);
    [[nodiscard]] const std::vector<PhaseColumn>& columns() const { return m_columns; }
    [[nodiscard]] QString phase() const { return m_phase; }
    void choosePhase(const QString& phase);
    [[nodiscard]] QString entry() const { return m_entry; }
    void chooseEntry(const QString& key);
    /// Returns where a task is painted, for clicks in tests.
    [[nodiscard]] QRect entryRect(const QString& key) const;

    [[nodiscard]] QSize sizeHint() const override;

signals:
    void phaseChosen(const QString& phase);
    void entryChosen(const QString& key);
    void entryOpened(const QString& key);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    [[nodiscard]] int columnWidth() const;
    [[nodiscard]] int headHeight() const;
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] QRect columnRect(int index) const;
    [[nodiscard]] int columnAt(const QPoint& at) const;
    [[nodiscard]] const PhaseEntry* entryAt(const QPoint& at) const;
    [[nodiscard]] int indexOf(const QString& phase) const;
    void paintColumn(QPainter& painter, int index) const;
    void paintHead(QPainter& painter, const QRect& rect, const PhaseColumn& column, bool chosen) const;
    void paintEntry(QPainter& painter, const QRect& rect, const PhaseEntry& entry) const;
    void moveEntry(int by);
    void movePhase(int by);
    /// Scrolls sideways until a column is whole.
    void showColumn(int index);
    void clampOffsets();

    std::vector<PhaseColumn> m_columns;
    std::vector<int> m_offsets; ///< first visible entry of each column
    QString m_phase;
    QString m_entry;
};

} // namespace lockdesk
