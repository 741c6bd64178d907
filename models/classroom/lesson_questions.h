// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/class_track.h"
#include "models/classroom/lesson_choice.h"

#include <QSet>

namespace lockdesk {

/// The questions of a lesson to the class, at the position of the player.
class LessonQuestions final : public QObject
{
    Q_OBJECT

public:
    LessonQuestions(const LessonChoice& choice, const ClassTrack& track, QObject* parent = nullptr);

    /// The current question, or null: also after a fault by hand.
    [[nodiscard]] const scenarios::Question* current() const;
    [[nodiscard]] bool isAnswered() const;
    void showAnswer();
    /// Outcomes of the current step in other variants.
    [[nodiscard]] std::vector<const scenarios::Contrast*> contrasts() const;

    void clear(); ///< nothing is asked or answered; the position is the beginning
    void setPosition(int events);
    /// Continues from the position as if later questions had not been asked.
    void forgetLater();
    /// Asks the question that comes before this event. Returns false if there is none, or it was asked.
    bool askBefore(int event);

signals:
    void changed();

private:
    [[nodiscard]] bool isDisturbed(int events) const;
    [[nodiscard]] const scenarios::Question* before(int event) const;
    [[nodiscard]] const scenarios::Question* lastUntil(int step) const; ///< the last one asked up to that step

    const LessonChoice& m_choice;
    const ClassTrack& m_track;
    int m_position = 0;
    QSet<QString> m_asked; ///< steps whose question came before them
    QSet<QString> m_answered;
    /// Cache of what the first steps yield; valid while steps are only appended.
    struct Walked
    {
        int edition = -1;
        QString variant;
        std::vector<const scenarios::Question*> questions; ///< the last question, by step
    };
    mutable Walked m_walked;
};

} // namespace lockdesk
