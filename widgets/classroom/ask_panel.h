// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/classroom.h"
#include "widgets/common/chrome.h"

#include <utility>
#include <vector>

class QVBoxLayout;

namespace lockdesk {

/// The same step in another variant, and the question to the class, whose answer is shown on request only.
class AskPanel final : public Surface
{
    Q_OBJECT

public:
    explicit AskPanel(Classroom* room, QWidget* parent = nullptr);
    [[nodiscard]] QPushButton* answerButton() const { return m_show; }
    [[nodiscard]] QString answerText() const; ///< empty while it is hidden
    [[nodiscard]] QString questionText() const;
    /// Title and text of each other variant shown.
    [[nodiscard]] std::vector<std::pair<QString, QString>> contrasts() const;
    /// Sets the fonts again: a style sheet resets them when a widget changes its parent. `ownColumn`: it stands beside the
    /// statement, and says what will appear in it.
    void dress(bool ownColumn);
    [[nodiscard]] bool isBare() const;

signals:
    void bareChanged();

private:
    void refresh();
    void refreshContrasts();
    void addContrast();
    void refreshQuestion();

    Classroom* m_room;
    /// The outcome of the step in another variant. Created on first use and reused.
    struct Contrast
    {
        QWidget* section;
        ThemeLabel* title;
        GlyphLabel* glyph;
        ThemeLabel* text;
    };
    QVBoxLayout* m_column;
    ThemeLabel* m_nothing; ///< what will appear here, while nothing does
    bool m_ownColumn = false;
    std::vector<Contrast> m_contrasts;
    QWidget* m_question;
    ThemeLabel* m_title;
    ThemeLabel* m_ask;
    ThemeLabel* m_choices;
    QPushButton* m_show;
    QWidget* m_answerRow;
    ThemeLabel* m_answer;
};

} // namespace lockdesk
