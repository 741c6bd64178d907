// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/class_problem.h"
#include "models/classroom/class_track.h"
#include "models/classroom/lesson_questions.h"

#include <QElapsedTimer>
#include <QTimer>

#include <functional>

namespace lockdesk {

/// The position in the lesson and its motion: steps back and forward move through the recording; past its end the live run
/// continues.
class LessonPlayer final : public QObject
{
    Q_OBJECT

public:
    LessonPlayer(const LessonChoice& choice, ClassTrack (&tracks)[2], LessonQuestions& questions, ClassProblem& problem,
                 QObject* parent = nullptr);

    void step();
    void stepBack();
    /// Moves to the position after this many events.
    void goTo(int events);
    void setRunning(bool running);
    void setSpeed(double speed);
    /// Sets the clock: everything due until `t` happens at once. Earlier times show the state at that time.
    void runTo(Duration t);

    [[nodiscard]] int position() const { return m_position; } ///< number of events shown up to now
    [[nodiscard]] int revealed() const { return m_revealed; } ///< the largest position so far
    /// Index into the track's `visible()` of the last step; -1: the beginning.
    [[nodiscard]] int currentStep() const { return m_track.stepAt(m_position); }
    [[nodiscard]] Duration clock() const;
    [[nodiscard]] Duration length() const; ///< of the picture
    [[nodiscard]] double speed() const { return m_speed; }
    [[nodiscard]] bool isRunning() const;
    [[nodiscard]] bool isReady() const { return m_track.playback() != nullptr; }
    [[nodiscard]] bool isRepeating() const { return m_repeating; } ///< a run repeats the events up to the position
    [[nodiscard]] bool atEnd() const; ///< the lesson is over and the position is at its end
    [[nodiscard]] bool isInPast() const { return m_position < m_track.size() || m_track.run() == nullptr; }
    [[nodiscard]] bool canStep() const;
    [[nodiscard]] bool canStepBack() const { return m_position > 0; }
    /// Number of events of that track that are shown.
    [[nodiscard]] int eventsShown(const ClassTrack& track) const;
    /// Clock at which that track is shown; nullopt: that of its last shown event.
    [[nodiscard]] std::optional<Duration> clockOf(const ClassTrack& track) const;

    /// Moves to the beginning and forgets everything of the last run.
    void rewind();
    void stopReplay() { m_replay.stop(); }
    /// Drops steps, running and repeating that were requested.
    void dropWishes();
    void revealAll() { m_revealed = m_track.size(); } ///< of a loaded recording
    /// Stays at the position while a new run repeats the events up to there.
    void repeatToHere();
    /// Does something at the end of the run; a run that plays continues afterwards.
    void interrupt(const std::function<void(LessonRun&)>& what);
    /// Passes on what is wanted once all runs can take it.
    void goLive();

signals:
    void stepsChanged(); ///< steps were appended
    void changed();      ///< position, clock, running
    void runWanted();    ///< it is to continue, and there is no run
    void ended();        ///< a live lesson was shown to its end; once

private:
    void grew(int firstNew);
    void follow();
    void moveTo(int events);
    void noteEnd();
    void replayOn();
    void live();

    const LessonChoice& m_choice;
    ClassTrack (&m_tracks)[2];
    ClassTrack& m_track;
    LessonQuestions& m_questions;
    ClassProblem& m_problem;
    int m_position = 0;
    int m_revealed = 0;
    double m_speed = 1;
    int m_wanted = 0;        ///< steps requested while busy
    bool m_stepping = true;  ///< the next events were requested step by step
    bool m_wantsRun = false; ///< continues once the run is prepared
    std::optional<Duration> m_wantedTime;
    bool m_endSeen = false;
    bool m_repeating = false;
    QTimer m_replay; ///< plays back the recording
    QElapsedTimer m_since;
    Duration m_view{0}; ///< the clock during playback
};

} // namespace lockdesk
