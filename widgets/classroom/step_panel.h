// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/classroom.h"
#include "widgets/common/chrome.h"

class QScrollArea;
class QTabBar;
class QVBoxLayout;

namespace lockdesk {

class CommandView;
class RowDiff;

/// The statement or command line that the current step sent, the rows before and after, and the explanation.
class StepPanel final : public Surface
{
    Q_OBJECT

public:
    explicit StepPanel(Classroom* room, QWidget* parent = nullptr);
    [[nodiscard]] RowDiff* rows() const { return m_rows; }
    [[nodiscard]] CommandView* statement() const { return m_statement; }
    [[nodiscard]] QTabBar* tabs() const { return m_tabs; }
    /// Adds a widget below the others, when it has no column of its own.
    void addBelow(QWidget* widget);
    void showBelow(QWidget* widget); ///< scrolls to it
    /// Without it what is below has room.
    void setStatementShown(bool shown);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void fitStatement();
    [[nodiscard]] QString shownSandbox() const;
    [[nodiscard]] QString sentText(const SentStatement& sent) const;
    [[nodiscard]] QString statementOf(const scenarios::Event& event) const;

    struct Shown
    {
        int step = -2, tab = 0;
        bool end = false;
        const void* lesson = nullptr;
        QString sandbox;
        friend bool operator==(const Shown&, const Shown&) = default;
    };
    Shown m_shown;
    bool m_statementShown = true;
    Classroom* m_room;
    QTabBar* m_tabs;
    CommandView* m_statement;
    QScrollArea* m_scroll;
    QVBoxLayout* m_inside;
    RowDiff* m_rows;
    ThemeLabel* m_why;
};

} // namespace lockdesk
