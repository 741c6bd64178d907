// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/classroom.h"
#include "widgets/common/chrome.h"

#include <utility>
#include <vector>

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
    /// Of the other ways that are shown, each under its title: title and text.
    [[nodiscard]] std::vector<std::pair<QString, QString>> contrasts() const;
    /// Fonts again: a style sheet takes them away from a widget that changes its parent.
    void dress();
    [[nodiscard]] bool isBare() const;

signals:
    void bareChanged();

private:
    void refresh();
    void refreshContrasts();
    void addContrast();
    void refreshQuestion();

    Classroom* m_room;
    /// What the step comes to in one other way. Made when they are first needed, and kept.
    struct Contrast
    {
        QWidget* section;
        ThemeLabel* title;
        GlyphLabel* glyph;
        ThemeLabel* text;
    };
    QVBoxLayout* m_column;
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
