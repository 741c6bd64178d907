// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/classroom.h"
#include "widgets/common/chrome.h"

class QVBoxLayout;

namespace lockdesk {

/// The same step in another variant, and the question to the class: its answer only when somebody asks for it.
class AskPanel final : public Surface
{
    Q_OBJECT

public:
    explicit AskPanel(Classroom* room, QWidget* parent = nullptr);
    [[nodiscard]] QPushButton* answerButton() const { return m_show; }
    [[nodiscard]] QString answerText() const; ///< empty while it is hidden
    [[nodiscard]] QString questionText() const;
    /// Fonts again: a style sheet takes them away from a widget that changes its parent.
    void dress();
    [[nodiscard]] bool isBare() const;

signals:
    void bareChanged();

private:
    void refresh();
    void refreshContrast();
    void refreshQuestion();

    Classroom* m_room;
    QWidget* m_contrast;
    ThemeLabel* m_contrastTitle;
    GlyphLabel* m_contrastGlyph;
    ThemeLabel* m_contrastText;
    QWidget* m_question;
    ThemeLabel* m_title;
    ThemeLabel* m_ask;
    ThemeLabel* m_choices;
    QPushButton* m_show;
    QWidget* m_answerRow;
    ThemeLabel* m_answer;
};

} // namespace lockdesk
