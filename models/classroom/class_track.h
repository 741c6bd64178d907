// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/lesson_run.h"

#include <functional>
#include <memory>
#include <optional>

namespace lockdesk {

/// Somebody who joined from elsewhere.
struct Participant
{
    QString name, host;
    bool isExtra = false; ///< no actor of the lesson has that name
    bool isHere = true;   ///< has not vanished
    friend bool operator==(const Participant&, const Participant&) = default;
};

/// A lesson on one store as it is looked at: the recording, and behind its end the run that still adds to it, if there is one.
class ClassTrack final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    ~ClassTrack() override;

    /// A run from the beginning; `catchUp` events are made at once, and what was recorded is shown until it has them.
    void start(const ClassStore& store, LessonRun::Setup setup, int catchUp);
    /// A run that is over, of which only the file is left. What is wrong with it, or nothing.
    QString load(scenarios::EventFile file);
    /// Ends the run and removes its sandbox in the background; what was recorded stays.
    void leave();
    void clear();

    [[nodiscard]] const ClassStore& store() const { return m_store; }
    [[nodiscard]] const scenarios::Playback* playback() const { return m_playback ? &*m_playback : nullptr; }
    /// Another number for another recording, with which nothing known of the one before is right.
    [[nodiscard]] int edition() const { return m_edition; }
    [[nodiscard]] int size() const { return m_playback ? m_playback->size() : 0; }
    using QObject::event;
    [[nodiscard]] const scenarios::Event& event(int index) const { return m_playback->file().events[std::size_t(index)]; }
    /// Events that a list shows, ascending.
    [[nodiscard]] const std::vector<int>& visible() const { return m_visible; }
    [[nodiscard]] LessonRun* run() const { return m_run.get(); } ///< null: nothing can be added to it
    /// Asks something of the run; busy from now on, until it says otherwise. Only while there is one.
    void ask(const std::function<void(LessonRun&)>& what, bool plays = false);
    [[nodiscard]] bool isBusy() const { return m_busy; }
    [[nodiscard]] bool isPlaying() const { return m_playing; }
    [[nodiscard]] bool isFinished() const { return m_finished; } ///< the lesson is over
    [[nodiscard]] Duration clock() const { return m_clock; }
    [[nodiscard]] QString sandbox() const { return m_run ? m_sandbox : QString(); }
    [[nodiscard]] QStringList actors() const { return m_run ? m_actors : QStringList(); }

    /// What is shown is an older run, until the one that was started has got as far.
    [[nodiscard]] bool isCatchingUp() const { return m_catchUp > 0; }
    /// Somebody who joined takes part in the first so many events.
    [[nodiscard]] bool hasGuests(int events) const;

    /// In the order in which they came.
    [[nodiscard]] std::vector<Participant> participants() const;

    /// Runs of this track that are still going away.
    [[nodiscard]] const std::vector<std::unique_ptr<LessonRun>>& leaving() const { return m_leaving; }

signals:
    void prepared();
    void grown(int firstNew);
    void changed(); ///< clock, busy, playing, finished
    void stood();   ///< it was asked to go on, and whoever is left waits inside the store
    void failed(const lockdesk::Failure& failure);
    void refused(const lockdesk::Failure& failure);
    void left(); ///< a run has gone, its sandbox too

private:
    void read();
    void adopt(const LessonRun::News& news);
    /// Replaces what was recorded.
    bool open(scenarios::EventFile file);
    void add(const std::vector<scenarios::Event>& events);

    ClassStore m_store;
    std::unique_ptr<LessonRun> m_run;
    std::vector<std::unique_ptr<LessonRun>> m_leaving;
    std::optional<scenarios::Playback> m_playback;
    int m_edition = 0;
    std::vector<int> m_visible;
    Duration m_clock{0};
    QString m_sandbox;
    QStringList m_actors;
    int m_catchUp = 0;               ///< events that were there before this run; 0: it is beyond them
    scenarios::EventFile m_repeated; ///< what it made of them so far
    bool m_busy = false;
    bool m_playing = false;
    bool m_finished = false;
};

} // namespace lockdesk
