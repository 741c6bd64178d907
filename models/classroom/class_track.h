// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/lesson_run.h"

#include <functional>
#include <memory>
#include <optional>

namespace lockdesk {

/// A participant who joined the lesson from another program.
struct Participant
{
    QString name, host;
    bool isExtra = false; ///< not an actor named in the lesson
    bool isHere = true;   ///< false once the participant has vanished
    friend bool operator==(const Participant&, const Participant&) = default;
};

/// A lesson on one store: the recording, and the live run, if any, that appends to it.
class ClassTrack final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    ~ClassTrack() override;

    /// Starts a run from the beginning. Makes `catchUp` events at once; until then the old recording is shown.
    void start(const ClassStore& store, LessonRun::Setup setup, int catchUp);
    /// Loads a finished run from its file. Returns what is wrong with the file, or an empty string.
    QString load(scenarios::EventFile file);
    /// Ends the run and removes its sandbox in the background; the recording stays.
    void leave();
    void clear();

    [[nodiscard]] const ClassStore& store() const { return m_store; }
    [[nodiscard]] const scenarios::Playback* playback() const { return m_playback ? &*m_playback : nullptr; }
    /// Changes with each recording; everything derived from the previous one is then invalid.
    [[nodiscard]] int edition() const { return m_edition; }
    [[nodiscard]] int size() const { return m_playback ? m_playback->size() : 0; }
    using QObject::event;
    [[nodiscard]] const scenarios::Event& event(int index) const { return m_playback->file().events[std::size_t(index)]; }
    /// Indexes of the events that a list shows, ascending.
    [[nodiscard]] const std::vector<int>& visible() const { return m_visible; }
    /// Event count after the next visible event; `from` if there is none.
    [[nodiscard]] int nextVisible(int from) const;
    /// Index into `visible()` of the last step among the first `events` events; -1: none.
    [[nodiscard]] int stepAt(int events) const;
    [[nodiscard]] LessonRun* run() const { return m_run.get(); } ///< null: nothing can be appended
    /// Sends a request to the run; busy until the run reports otherwise. Requires a run.
    void ask(const std::function<void(LessonRun&)>& what, bool plays = false);
    [[nodiscard]] bool isBusy() const { return m_busy; }
    [[nodiscard]] bool isPlaying() const { return m_playing; }
    [[nodiscard]] bool isFinished() const { return m_finished; } ///< the lesson is over
    [[nodiscard]] Duration clock() const { return m_clock; }
    [[nodiscard]] QString sandbox() const { return m_run ? m_sandbox : QString(); }
    [[nodiscard]] QString lastSandbox() const { return m_sandbox; } ///< also after the run; empty: not known
    [[nodiscard]] QStringList actors() const { return m_run ? m_actors : QStringList(); }

    /// True while an older recording is shown because the new run has fewer events.
    [[nodiscard]] bool isCatchingUp() const { return m_catchUp > 0; }
    /// Index of the first event that is not the lesson's own: a fault by hand, or an actor that has left; -1: none.
    [[nodiscard]] int disturbedAt() const { return m_disturbedAt; }
    /// Returns true if a participant who joined takes part in the first `events` events.
    [[nodiscard]] bool hasGuests(int events) const;

    /// Participants in order of arrival.
    [[nodiscard]] std::vector<Participant> participants() const;

    /// Runs of this track that are still closing.
    [[nodiscard]] const std::vector<std::unique_ptr<LessonRun>>& leaving() const { return m_leaving; }

signals:
    void prepared();
    void grown(int firstNew);
    void changed(); ///< clock, busy, playing, finished
    void stood();   ///< it was asked to continue, but all remaining actors wait inside the store
    void failed(const lockdesk::Failure& failure);
    void refused(const lockdesk::Failure& failure);
    void left(); ///< a run and its sandbox are gone

private:
    void read();
    void adopt(const LessonRun::News& news);
    /// Replaces the recording.
    bool open(scenarios::EventFile file);
    void add(const std::vector<scenarios::Event>& events);

    ClassStore m_store;
    std::unique_ptr<LessonRun> m_run;
    std::vector<std::unique_ptr<LessonRun>> m_leaving;
    std::optional<scenarios::Playback> m_playback;
    int m_edition = 0;
    std::vector<int> m_visible;
    int m_disturbedAt = -1;
    Duration m_clock{0};
    QString m_sandbox;
    QStringList m_actors;
    int m_catchUp = 0;               ///< events recorded before this run; 0: the run has passed them
    scenarios::EventFile m_repeated; ///< the events that it has made so far
    bool m_busy = false;
    bool m_playing = false;
    bool m_finished = false;
};

} // namespace lockdesk
