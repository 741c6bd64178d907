// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/classroom/lesson_player.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockdesk {

namespace {

constexpr int playerFrameMs = 40;

} // namespace

LessonPlayer::LessonPlayer(const LessonChoice& choice, ClassTrack (&tracks)[2], LessonQuestions& questions,
                           ClassProblem& problem, QObject* parent)
    : QObject(parent), m_choice(choice), m_tracks(tracks), m_track(tracks[0]), m_questions(questions), m_problem(problem)
{
    m_replay.setInterval(playerFrameMs);
    connect(&m_replay, &QTimer::timeout, this, &LessonPlayer::replayOn);
    connect(&m_track, &ClassTrack::grown, this, &LessonPlayer::grew);
    for (ClassTrack& track : m_tracks) {
        connect(&track, &ClassTrack::changed, this, &LessonPlayer::follow);
        connect(&track, &ClassTrack::stood, this, [this] { m_wanted = 0; });
    }
    connect(&m_track, &ClassTrack::prepared, this, [this] {
        if (!std::exchange(m_repeating, false))
            return;
        m_position = m_revealed = m_track.size();
        m_questions.setPosition(m_position);
        emit m_questions.changed();
    });
}

void LessonPlayer::rewind()
{
    m_replay.stop();
    dropWishes();
    m_wantedTime.reset();
    m_position = m_revealed = 0;
    m_endSeen = false;
    m_questions.clear();
}

void LessonPlayer::dropWishes()
{
    m_repeating = false;
    m_wanted = 0;
    m_wantsRun = false;
}

void LessonPlayer::repeatToHere()
{
    setRunning(false); // the recording may be playing
    dropWishes();
    m_repeating = true;
    m_wantedTime.reset();
    m_endSeen = false;
    m_revealed = m_position;
    m_questions.forgetLater();
}

void LessonPlayer::interrupt(const std::function<void(LessonRun&)>& what)
{
    m_stepping = false;
    // A run that plays is paused and then continues.
    const bool playing = isRunning();
    for (ClassTrack& track : m_tracks)
        if (track.run() != nullptr) {
            track.run()->pause();
            track.ask(what);
        }
    m_wantsRun = playing;
    emit changed();
}

bool LessonPlayer::isRunning() const { return m_replay.isActive() || m_wantsRun || m_track.isPlaying(); }

bool LessonPlayer::atEnd() const { return isReady() && m_track.isFinished() && m_position >= m_track.size(); }

bool LessonPlayer::canStep() const
{
    if (m_position < m_track.size())
        return true;
    return m_choice.isLive() && !m_track.isFinished() && m_problem.kind() != ClassProblem::Kind::unsupported;
}

Duration LessonPlayer::clock() const
{
    if (m_replay.isActive())
        return m_view;
    if (m_position >= m_track.size())
        return m_track.clock();
    return m_position > 0 ? m_track.event(m_position - 1).t : Duration{0};
}

Duration LessonPlayer::length() const
{
    if (m_track.playback() != nullptr)
        return m_track.playback()->file().header.length;
    return m_choice.lesson() != nullptr ? m_choice.lesson()->length : Duration{0};
}

std::optional<Duration> LessonPlayer::clockOf(const ClassTrack& track) const
{
    if (m_replay.isActive())
        return m_view;
    return m_position >= m_track.size() ? std::optional(track.clock()) : std::nullopt;
}

int LessonPlayer::eventsShown(const ClassTrack& track) const
{
    const bool end = m_position >= m_track.size() && !m_replay.isActive();
    return end ? track.size() : std::min(m_position, track.size());
}

void LessonPlayer::moveTo(int events)
{
    m_position = std::clamp(events, 0, m_track.size());
    m_revealed = std::max(m_revealed, m_position);
    m_questions.setPosition(m_position);
    emit changed();
    noteEnd();
}

void LessonPlayer::step()
{
    if (!canStep())
        return;
    if (isRunning())
        setRunning(false);
    if (m_position < m_track.size()) {
        // Events that are only in the file and not listed are not worth a key press.
        m_wanted = 0;
        const int next = m_track.nextVisible(m_position);
        return moveTo(next > m_position ? next : m_track.size());
    }
    ++m_wanted;
    live();
}

void LessonPlayer::stepBack()
{
    setRunning(false);
    m_wanted = 0;
    const int current = currentStep();
    moveTo(current > 0 ? m_track.visible()[std::size_t(current - 1)] + 1 : 0);
}

void LessonPlayer::goTo(int events)
{
    setRunning(false);
    m_wanted = 0;
    moveTo(events);
}

void LessonPlayer::setRunning(bool running)
{
    if (running == isRunning())
        return;
    if (!running) {
        m_wantsRun = false;
        m_replay.stop();
        for (ClassTrack& track : m_tracks)
            if (track.run() != nullptr)
                track.run()->pause();
        emit changed();
        return;
    }
    if (!canStep())
        return;
    m_problem.dismiss();
    if (m_position < m_track.size()) {
        m_view = clock();
        m_since.start();
        m_replay.start();
        emit changed();
        return;
    }
    m_wantsRun = true;
    live();
}

void LessonPlayer::setSpeed(double speed)
{
    m_speed = speed;
    for (ClassTrack& track : m_tracks)
        if (track.run() != nullptr)
            track.run()->setSpeed(speed);
    emit changed();
}

void LessonPlayer::replayOn()
{
    m_view += Duration{std::llround(double(m_since.restart()) * 1000.0 * m_speed)};
    const ClassTrack& track = m_track;
    int n = m_position;
    while (n < track.size() && track.event(n).t <= m_view)
        ++n;
    if (n >= track.size()) {
        m_replay.stop();
        const bool goOn = m_choice.kind() == LessonChoice::Kind::live && !track.isFinished();
        moveTo(n);
        if (goOn)
            setRunning(true);
        return;
    }
    moveTo(n);
}

// Carries out what is wanted of the run now, or once there is a run.
void LessonPlayer::live()
{
    if (!m_choice.isLive())
        return;
    if (m_track.run() == nullptr)
        emit runWanted();
    goLive();
    emit changed();
}

// Passes on what is wanted once all runs can take it.
void LessonPlayer::goLive()
{
    for (const ClassTrack& track : m_tracks)
        if (track.run() != nullptr && (track.isBusy() || track.playback() == nullptr))
            return;
    if (m_track.run() == nullptr || m_position < m_track.size())
        return;
    if (m_track.isFinished()) {
        m_wanted = 0;
        m_wantsRun = false;
        m_wantedTime.reset();
        return;
    }
    const auto each = [this](const std::function<void(LessonRun&)>& what, bool plays = false) {
        for (ClassTrack& track : m_tracks)
            if (track.run() != nullptr)
                track.ask(what, plays);
    };
    if (m_wantedTime) {
        each([t = *m_wantedTime](LessonRun& run) { run.runTo(t); });
        m_wantedTime.reset();
    } else if (m_wanted > 0) {
        --m_wanted;
        m_stepping = true;
        each([](LessonRun& run) { run.step(); });
    } else if (m_wantsRun) {
        m_wantsRun = false;
        m_stepping = false;
        each([this](LessonRun& run) { run.play(m_speed); }, true);
    }
}

void LessonPlayer::runTo(Duration t)
{
    setRunning(false);
    const ClassTrack& track = m_track;
    m_wanted = 0;
    int n = 0;
    while (n < track.size() && track.event(n).t <= t)
        ++n;
    if (n < track.size() || track.isFinished() || m_choice.kind() != LessonChoice::Kind::live)
        return moveTo(n);
    moveTo(track.size());
    if (t <= track.clock())
        return;
    m_stepping = false;
    m_wantedTime = t;
    live();
}

void LessonPlayer::grew(int firstNew)
{
    emit stepsChanged();
    if (m_repeating)
        return;
    if (m_position < std::min(firstNew, m_track.size()))
        return; // the user views the past
    if (!m_stepping)
        return moveTo(m_track.size());
    const int next = m_track.nextVisible(m_position);
    if (next > m_position && m_questions.askBefore(next - 1)) {
        m_wanted = 0;
        emit changed();
        return;
    }
    moveTo(next > m_position ? next : m_track.size());
}

void LessonPlayer::follow()
{
    // A lesson may end without a step of its own.
    if (m_track.isFinished() && m_stepping && !m_track.isBusy() && m_position < m_track.size()
        && m_track.nextVisible(m_position) == m_position)
        moveTo(m_track.size());
    goLive();
    emit changed();
    noteEnd();
}

void LessonPlayer::noteEnd()
{
    if (atEnd() && m_choice.kind() == LessonChoice::Kind::live && !std::exchange(m_endSeen, true))
        emit ended();
}

} // namespace lockdesk
