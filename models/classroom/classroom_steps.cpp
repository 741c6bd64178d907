// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Moving through a lesson: steps, running, time, questions.
#include "models/classroom/classroom.h"

#include "models/format/format.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockdesk {

bool Classroom::isRunning() const { return m_replay.isActive() || m_wantsRun || m_tracks[0].isPlaying(); }

bool Classroom::isPreparing() const
{
    return m_kind == Kind::live && (m_soon.isActive() || (m_tracks[0].run() != nullptr && !isReady()));
}

bool Classroom::atEnd() const { return isReady() && m_tracks[0].isFinished() && m_position >= m_tracks[0].size(); }

bool Classroom::canStep() const
{
    if (m_position < m_tracks[0].size())
        return true;
    return m_kind == Kind::live && m_lesson != nullptr && !m_tracks[0].isFinished() && m_problem != Problem::unsupported;
}

int Classroom::nextVisible(int from) const
{
    const auto& visible = m_tracks[0].visible();
    const auto it = std::lower_bound(visible.begin(), visible.end(), from);
    return it != visible.end() ? *it + 1 : from;
}

int Classroom::currentStep() const
{
    const auto& visible = m_tracks[0].visible();
    return int(std::lower_bound(visible.begin(), visible.end(), m_position) - visible.begin()) - 1;
}

int Classroom::totalSteps() const
{
    if (m_tracks[0].isFinished())
        return int(m_tracks[0].visible().size());
    // Faults by hand may change the number of steps.
    const bool byHand = m_tracks[0].playback() != nullptr && !m_tracks[0].playback()->file().choices().empty();
    const int known = byHand ? 0 : m_catalog.stepsOf(runKey());
    return known >= int(m_tracks[0].visible().size()) ? known : 0;
}

Duration Classroom::clock() const
{
    const ClassTrack& track = m_tracks[0];
    if (m_replay.isActive())
        return m_view;
    if (m_position >= track.size())
        return track.clock();
    return m_position > 0 ? track.event(m_position - 1).t : Duration{0};
}

Duration Classroom::length() const
{
    if (m_tracks[0].playback() != nullptr)
        return m_tracks[0].playback()->file().header.length;
    return m_lesson != nullptr ? m_lesson->length : Duration{0};
}

const scenarios::State* Classroom::state(const ClassTrack& track) const
{
    if (track.playback() == nullptr)
        return nullptr;
    const bool end = m_position >= m_tracks[0].size() && !m_replay.isActive();
    const int n = eventsShown(track);
    std::optional<Duration> at;
    if (end)
        at = track.clock();
    else if (m_replay.isActive())
        at = m_view;
    Known& known = m_known[&track == &m_tracks[0] ? 0 : 1];
    if (!known.state || known.events != n || known.clock != at || known.edition != track.edition()) {
        known.state = track.playback()->state(n, at);
        known.events = n;
        known.clock = at;
        known.edition = track.edition();
    }
    return &*known.state;
}

int Classroom::eventsShown(const ClassTrack& track) const
{
    const bool end = m_position >= m_tracks[0].size() && !m_replay.isActive();
    return end ? track.size() : std::min(m_position, track.size());
}

scenarios::Verdict Classroom::verdict(const ClassTrack& track) const
{
    return track.playback() != nullptr ? track.playback()->verdict(eventsShown(track)) : scenarios::Verdict{};
}

void Classroom::moveTo(int events)
{
    const auto before = question();
    m_position = std::clamp(events, 0, m_tracks[0].size());
    m_revealed = std::max(m_revealed, m_position);
    if (question() != before)
        emit questionChanged();
    emit changed();
    if (atEnd())
        ended();
}

void Classroom::ended()
{
    const ClassTrack& track = m_tracks[0];
    if (m_kind != Kind::live || std::exchange(m_endSeen, true))
        return;
    if (track.playback()->file().choices().empty())
        m_catalog.rememberSteps(runKey(), int(track.visible().size()));
    m_catalog.markDone(m_lessonId, m_variant);
}

void Classroom::step()
{
    if (!canStep())
        return;
    if (isRunning())
        setRunning(false);
    if (m_position < m_tracks[0].size()) {
        // Events that are only in the file and not listed are not worth a key press.
        m_wanted = 0;
        const int next = nextVisible(m_position);
        return moveTo(next > m_position ? next : m_tracks[0].size());
    }
    ++m_wanted;
    live();
}

void Classroom::stepBack()
{
    setRunning(false);
    m_wanted = 0;
    const int current = currentStep();
    moveTo(current > 0 ? m_tracks[0].visible()[std::size_t(current - 1)] + 1 : 0);
}

void Classroom::goTo(int events)
{
    setRunning(false);
    m_wanted = 0;
    moveTo(events);
}

void Classroom::setRunning(bool running)
{
    if (running == isRunning())
        return;
    if (!running) {
        m_wantsRun = false;
        stopReplay();
        for (ClassTrack& track : m_tracks)
            if (track.run() != nullptr)
                track.run()->pause();
        emit changed();
        return;
    }
    if (!canStep())
        return;
    dismissProblem();
    if (m_position < m_tracks[0].size()) {
        m_view = clock();
        m_since.start();
        m_replay.start();
        emit changed();
        return;
    }
    m_wantsRun = true;
    live();
}

void Classroom::setSpeed(double speed)
{
    m_speed = speed;
    for (ClassTrack& track : m_tracks)
        if (track.run() != nullptr)
            track.run()->setSpeed(speed);
    emit changed();
}

void Classroom::stopReplay() { m_replay.stop(); }

void Classroom::replayOn()
{
    m_view += Duration{std::llround(double(m_since.restart()) * 1000.0 * m_speed)};
    const ClassTrack& track = m_tracks[0];
    int n = m_position;
    while (n < track.size() && track.event(n).t <= m_view)
        ++n;
    if (n >= track.size()) {
        stopReplay();
        const bool goOn = m_kind == Kind::live && !track.isFinished();
        moveTo(n);
        if (goOn)
            setRunning(true);
        return;
    }
    moveTo(n);
}

/// Carries out what is wanted of the run now, or once there is a run.
void Classroom::live()
{
    if (m_kind != Kind::live || m_lesson == nullptr)
        return;
    if (m_tracks[0].run() == nullptr && !m_soon.isActive()) {
        dismissProblem();
        m_soon.start();
    }
    goLive();
    emit changed();
}

/// Passes on what is wanted once all runs can take it.
void Classroom::goLive()
{
    for (const ClassTrack& track : m_tracks)
        if (track.run() != nullptr && (track.isBusy() || track.playback() == nullptr))
            return;
    if (m_tracks[0].run() == nullptr || m_position < m_tracks[0].size())
        return;
    if (m_tracks[0].isFinished()) {
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

void Classroom::runTo(Duration t)
{
    setRunning(false);
    const ClassTrack& track = m_tracks[0];
    m_wanted = 0;
    int n = 0;
    while (n < track.size() && track.event(n).t <= t)
        ++n;
    if (n < track.size() || track.isFinished() || m_kind != Kind::live)
        return moveTo(n);
    moveTo(track.size());
    if (t <= track.clock())
        return;
    m_stepping = false;
    m_wantedTime = t;
    live();
}

void Classroom::grew(int firstNew)
{
    emit stepsChanged();
    const ClassTrack& track = m_tracks[0];
    if (m_forking)
        return;
    if (m_position < std::min(firstNew, track.size()) && m_position < firstNew)
        return; // the user views the past
    if (!m_stepping)
        return moveTo(track.size());
    const int next = nextVisible(m_position);
    if (next > m_position && heldBack(next - 1)) {
        m_asked.insert(format::exact(track.event(next - 1).step));
        m_wanted = 0;
        emit questionChanged();
        emit changed();
        return;
    }
    moveTo(next > m_position ? next : track.size());
}

void Classroom::trackChanged()
{
    const ClassTrack& track = m_tracks[0];
    // A lesson may end without a step of its own.
    if (track.isFinished() && m_stepping && !track.isBusy() && m_position < track.size()
        && nextVisible(m_position) == m_position)
        moveTo(track.size());
    goLive();
    emit changed();
    if (atEnd())
        ended();
}

bool Classroom::applies(const std::vector<std::string>& only) const
{
    return only.empty() || std::find(only.begin(), only.end(), m_variant.toStdString()) != only.end();
}

const scenarios::Question* Classroom::questionBefore(int event) const
{
    if (m_lesson == nullptr)
        return nullptr;
    const std::string& step = m_tracks[0].event(event).step;
    for (const scenarios::Question& q : m_lesson->questions)
        if (!q.before.empty() && q.before == step && applies(q.only))
            return &q;
    return nullptr;
}

bool Classroom::heldBack(int event) const
{
    return questionBefore(event) != nullptr && !m_asked.contains(format::exact(m_tracks[0].event(event).step));
}

const scenarios::Question* Classroom::question() const
{
    if (m_lesson == nullptr)
        return nullptr;
    const ClassTrack& track = m_tracks[0];
    // The question about the next step, else the last one asked.
    if (m_position < track.size())
        if (const int next = nextVisible(m_position); next > m_position)
            if (const scenarios::Question* q = questionBefore(next - 1))
                return q;
    if (const scenarios::Question* q = questionUntil(currentStep()))
        return q;
    for (const scenarios::Question& q : m_lesson->questions)
        if (q.before.empty() && q.after.empty() && applies(q.only))
            return &q;
    return nullptr;
}

const scenarios::Question* Classroom::questionUntil(int step) const
{
    const ClassTrack& track = m_tracks[0];
    if (step < 0 || track.playback() == nullptr)
        return nullptr;
    if (m_walked.edition != track.edition() || m_walked.variant != m_variant
        || m_walked.questions.size() > track.visible().size())
        m_walked = {track.edition(), m_variant, {}};
    auto& known = m_walked.questions;
    while (int(known.size()) <= step) {
        const std::string& of = track.event(track.visible()[known.size()]).step;
        const scenarios::Question* last = known.empty() ? nullptr : known.back();
        if (!of.empty())
            for (auto q = m_lesson->questions.rbegin(); q != m_lesson->questions.rend(); ++q)
                if ((q->after == of || q->before == of) && applies(q->only))
                    last = &*q;
        known.push_back(last);
    }
    return known[std::size_t(step)];
}

bool Classroom::answered() const
{
    const scenarios::Question* q = question();
    return q != nullptr && m_answered.contains(format::exact(q->ask.in("en")));
}

void Classroom::showAnswer()
{
    if (const scenarios::Question* q = question()) {
        m_answered.insert(format::exact(q->ask.in("en")));
        emit questionChanged();
    }
}

std::vector<const scenarios::Contrast*> Classroom::contrasts() const
{
    std::vector<const scenarios::Contrast*> found;
    const int current = currentStep();
    if (m_lesson == nullptr || current < 0)
        return found;
    const scenarios::Event& event = m_tracks[0].event(m_tracks[0].visible()[std::size_t(current)]);
    for (const scenarios::Contrast& c : m_lesson->contrasts)
        if (c.step == event.step && !event.step.empty() && c.variant != m_variant.toStdString() && applies(c.only))
            found.push_back(&c);
    return found;
}

int Classroom::firstDifference() const
{
    const ClassTrack& a = m_tracks[0];
    const ClassTrack& b = m_tracks[1];
    if (a.playback() == nullptr || b.playback() == nullptr)
        return 0;
    const std::size_t both = std::min(a.visible().size(), b.visible().size());
    if (a.edition() != m_compared.editions[0] || b.edition() != m_compared.editions[1] || m_compared.steps > both)
        m_compared = {{a.edition(), b.edition()}, 0};
    for (std::size_t& i = m_compared.steps; i < both; ++i) {
        const scenarios::Event& x = a.event(a.visible()[i]);
        const scenarios::Event& y = b.event(b.visible()[i]);
        if (x.actor != y.actor || x.event != y.event || x.step != y.step || x.t != y.t || x.result != y.result)
            return int(i) + 1;
    }
    return 0;
}

} // namespace lockdesk
