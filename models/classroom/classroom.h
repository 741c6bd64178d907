// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/statement_trace.h"
#include "models/classroom/lesson_catalog.h"
#include "models/classroom/lesson_consent.h"
#include "models/classroom/lesson_picture.h"

#include <QTimer>

#include <functional>
#include <string>
#include <utility>

namespace lockdesk {

/// The open lesson: prepares and ends its runs, opens files, and injects faults. What is chosen, the position, the questions
/// and the picture are its parts.
class Classroom final : public QObject
{
    Q_OBJECT

public:
    /// `check` is for the commands of the lessons that it reads.
    Classroom(ClassStores* stores, scenarios::CommandCheck check, QObject* parent = nullptr);
    ~Classroom() override;

    [[nodiscard]] LessonCatalog* catalog() { return &m_catalog; }
    [[nodiscard]] ClassStores* stores() const { return m_stores; }
    [[nodiscard]] LessonChoice& choice() { return m_choice; }
    [[nodiscard]] const LessonChoice& choice() const { return m_choice; }
    [[nodiscard]] LessonPlayer& player() { return m_player; }
    [[nodiscard]] const LessonPlayer& player() const { return m_player; }
    [[nodiscard]] LessonQuestions& questions() { return m_questions; }
    [[nodiscard]] const LessonPicture& picture() const { return m_picture; }
    [[nodiscard]] ClassProblem& problem() { return m_problem; }
    [[nodiscard]] const ClassTrack& track() const { return m_tracks[0]; }
    [[nodiscard]] const ClassTrack& secondTrack() const { return m_tracks[1]; }

    /// Opens a lesson at its beginning. Nothing runs until the page is shown (`setPresent`).
    void openLesson(const QString& id);
    /// Opens a saved file: replays a recording; runs a result again with its seed and choices. Returns what is wrong, or
    /// an empty string.
    QString openRecording(const QString& file);
    QString openResult(const QString& file);
    QString saveRecording(const QString& file) const;
    /// Sets whether the page is shown. Hidden: the run ends and its sandbox goes; the recording stays and continues later.
    void setPresent(bool present);
    /// Injects a fault by hand at the current position. In the past: drops later events, runs the lesson again up to
    /// there, and continues from the fault.
    void inject(const QString& fault, const QString& actor, std::int64_t amount = 0);
    /// Agrees to a foreign lesson, or to SQL that the store cannot confine: the lesson runs.
    void agree();

    /// `text` returns the text of a script by the hash or name that calls it, as `app::script_text` does.
    void setScriptText(std::function<std::string(const std::string& called)> text) { m_scriptText = std::move(text); }
    /// Returns the text of the script that a statement of a step calls; empty: none, or an unknown one.
    [[nodiscard]] QString scriptText(const SentStatement& sent) const;

    [[nodiscard]] int totalSteps() const; ///< 0: unknown
    [[nodiscard]] bool isPreparing() const;

    /// Ends everything; takes at most `atMost`.
    void shutDown(std::chrono::milliseconds atMost);

signals:
    void lessonChanged(); ///< another lesson, variant or store, or a restart
    void stepsChanged();  ///< steps were appended
    void changed();       ///< position, clock, running
    void questionChanged();
    void problemChanged();
    void notice(const QString& text);

private:
    void listen(ClassTrack& track);
    void storesChanged();
    void restart();
    void prepareSoon();
    void prepare();
    void start(ClassTrack& track, const QString& store, const scenarios::Choice* there = nullptr);
    void injectThere(const scenarios::Choice& choice);
    void remember();
    void fail(ClassProblem::Kind problem, const QString& text);

    ClassStores* m_stores;
    LessonCatalog m_catalog;
    LessonChoice m_choice;
    LessonConsent m_consent;
    ClassProblem m_problem;
    ClassTrack m_tracks[2];
    LessonQuestions m_questions;
    LessonPlayer m_player;
    LessonPicture m_picture;
    bool m_present = false;
    bool m_waitsForStore = false; ///< the problem may end without the user
    QTimer m_soon;
    std::function<std::string(const std::string& called)> m_scriptText;
};

} // namespace lockdesk
