// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/scenarios/lesson.h"

#include <QHash>
#include <QObject>
#include <QStringList>

#include <memory>

namespace lockdesk {

/// The language of lesson texts: that of the window, if lessons have it.
std::string lessonLanguage();
QString lessonText(const scenarios::Text& text);

/// The lessons that can be opened, in the order shown, and which were done. What was done is kept between starts.
class LessonCatalog final : public QObject
{
    Q_OBJECT

public:
    explicit LessonCatalog(QObject* parent = nullptr);

    /// Reads the built-in ones and the user's folder anew.
    void reload();
    /// Lives as long as somebody holds it: runs hold what they run.
    [[nodiscard]] std::shared_ptr<const scenarios::LessonLibrary> library() const { return m_library; }
    [[nodiscard]] const std::vector<scenarios::Lesson>& lessons() const { return m_library->lessons(); }
    [[nodiscard]] const scenarios::Lesson* find(const QString& id) const;
    /// `file: line 12: ...`, one per file that could not be read.
    [[nodiscard]] QStringList mistakes() const;

    /// Variants that ran to their end.
    [[nodiscard]] QStringList done(const QString& lesson) const;
    void markDone(const QString& lesson, const QString& variant);
    /// How many steps a run like this had when it was last played to its end; 0: never.
    [[nodiscard]] int stepsOf(const QString& run) const;
    void rememberSteps(const QString& run, int steps);

signals:
    void changed();

private:
    std::shared_ptr<const scenarios::LessonLibrary> m_library;
    mutable QHash<QString, int> m_steps; ///< as in the settings, which are slow
};

} // namespace lockdesk
