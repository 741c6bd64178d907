// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/lesson_choice.h"

#include <QSet>

namespace lockdesk {

/// What the user has agreed to: lessons of others, and stores that cannot confine a lesson's SQL. Valid until lessons are
/// reloaded.
class LessonConsent
{
public:
    void give(const LessonChoice& choice, bool unconfined);
    [[nodiscard]] bool mayRun(const LessonChoice& choice) const
    {
        return choice.lesson()->built_in || (m_library == choice.library() && m_lessons.contains(choice.lessonId()));
    }
    /// True if the lesson may send its own SQL to a store that cannot confine it.
    [[nodiscard]] bool isUnconfined(const LessonChoice& choice, const QString& store) const
    {
        return m_library == choice.library() && m_unconfined.contains({choice.lessonId(), store});
    }

private:
    LessonChoice::Library m_library;
    QSet<QString> m_lessons;
    QSet<std::pair<QString, QString>> m_unconfined; ///< lesson and store
};

inline void LessonConsent::give(const LessonChoice& choice, bool unconfined)
{
    if (m_library != choice.library())
        *this = {};
    m_library = choice.library();
    m_lessons.insert(choice.lessonId());
    if (unconfined)
        for (const QString& store : {choice.storeId(), choice.secondStoreId()})
            m_unconfined.insert({choice.lessonId(), store});
}

} // namespace lockdesk
