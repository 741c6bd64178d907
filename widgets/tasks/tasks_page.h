// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/detail/row_page.h"
#include "widgets/tasks/phase_board.h"

#include <QTimer>

#include <functional>

class QComboBox;

namespace lockdesk {

class TasksModel;

/// Tasks as a board (a column per phase, the chosen phase as a table below, and why the chosen task does not move) or as
/// one table of all phases.
class TasksPage final : public RowPage
{
    Q_OBJECT

public:
    explicit TasksPage(const PageContext& context, QWidget* parent = nullptr);
    /// The sidebar counts all tasks, while the board limits the table to one phase.
    void setActive(bool active) override;
    void startStep(NextStep step) override;
    void revealRow(const QString& connection, const QString& rowKey, std::function<void(bool)> done) override;
    std::optional<Objection> relock();
    std::optional<Objection> unlock();
    std::optional<Objection> advance();

    [[nodiscard]] PhaseBoard* board() const { return m_board; }
    [[nodiscard]] Segmented* modeSwitch() const { return m_mode; }
    [[nodiscard]] QString whyText() const;

protected:
    [[nodiscard]] DetailContent contentOf(const TableEntry& entry) const override;
    [[nodiscard]] QStringList shownTexts() const override;
    void selectionSettled() override;

private:
    void assembleTools();
    void assembleBoard();
    void setBoard(bool on);
    void showParts();
    void chooseKind();
    void narrowTable();
    void fillKinds();
    void fillBoard();
    void takeCounts(std::vector<PhaseColumn>& columns) const;
    void takeEntries(std::vector<PhaseColumn>& columns) const;
    void showWhy();
    [[nodiscard]] QString kind() const;

    Segmented* m_mode = nullptr;
    QComboBox* m_kind = nullptr;
    QSplitter* m_halves = nullptr;
    PhaseBoard* m_board = nullptr;
    QWidget* m_lower = nullptr;
    SectionTitle* m_phaseTitle = nullptr;
    Surface* m_whyLine = nullptr;
    GlyphLabel* m_whyGlyph = nullptr;
    ThemeLabel* m_why = nullptr;
    TasksModel* m_boardModel;
    QTimer m_refill; ///< the board is updated at most four times a second
    bool m_asBoard = true;
};

} // namespace lockdesk
