// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/scenarios/lesson.h"

#include <QHash>
#include <QObject>
#include <QStringList>

#include <memory>

namespace lockdesk {

/// Language of lesson texts: the window's, if lessons have it.
std::string lessonLanguage();
QString lessonText(const scenarios::Text& text);

/// The lessons that can be opened, in display order, and which of them were done. The latter is stored in the settings.
class LessonCatalog final : public QObject
{
    Q_OBJECT

public:
    /// `check` is for the commands of every lesson. Reads nothing yet: that takes as long as all else of a window, and most windows
    /// show no lesson.
    explicit LessonCatalog(scenarios::CommandCheck check, QObject* parent = nullptr);

    /// Reloads the built-in lessons and the user's folder.
    void reload();
    /// Reads the lessons when first called. Runs share ownership of the library that they run.
    [[nodiscard]] std::shared_ptr<const scenarios::LessonLibrary> library() const;
    [[nodiscard]] const std::vector<scenarios::Lesson>& lessons() const { return library()->lessons(); }
    [[nodiscard]] const scenarios::Lesson* find(const QString& id) const;
    /// One per unreadable file, as `file: line 12: ...`.
    [[nodiscard]] QStringList mistakes() const;
    /// A file's mistakes, a line each, below the file; of more than a few the first ones and how many others there are.
    [[nodiscard]] static QString firstMistakes(const scenarios::LessonMistake& file);

    /// Variants that ran to their end.
    [[nodiscard]] QStringList done(const QString& lesson) const;
    void markDone(const QString& lesson, const QString& variant);
    /// Returns the step count of such a run when it last ended; 0: it never did.
    [[nodiscard]] int stepsOf(const QString& run) const;
    void rememberSteps(const QString& run, int steps);

signals:
    void changed();

private:
    void read() const;

    scenarios::CommandCheck m_check;
    mutable std::shared_ptr<const scenarios::LessonLibrary> m_library; ///< none until it is asked for
    mutable QHash<QString, int> m_steps; ///< cache of the settings, which are slow
};

} // namespace lockdesk
