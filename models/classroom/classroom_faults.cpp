// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Faults by hand, now and in the past.
#include "models/classroom/classroom.h"

#include "models/format/format.h"

#include <algorithm>
#include <utility>

namespace lockdesk {

namespace {

/// Returns the word of the event that stopped an actor in this state; empty: the actor works.
std::string stoppedBy(const scenarios::State& state, const std::string& actor)
{
    std::string word;
    for (const scenarios::Lane& lane : state.lanes)
        if (lane.spec.kind == "actor" && lane.spec.key == actor)
            for (const scenarios::Span& span : lane.spans)
                if (span.open && (span.kind == scenarios::SpanKind::stopped || span.kind == scenarios::SpanKind::dead))
                    word = span.word;
    return word;
}

} // namespace

QString Classroom::whyNoFault(const QString& fault, const QString& actor) const
{
    if (m_kind == Kind::recording)
        return tr("This is a recording, and nothing runs. Start the lesson again (R) to try that.");
    if (m_kind != Kind::live || m_lesson == nullptr)
        return tr("No lesson is open.");
    if (actor.isEmpty())
        return tr("Choose the lane of an actor first.");
    const scenarios::State* now = state(m_tracks[0]);
    if (now == nullptr || m_forking)
        return tr("The lesson is being made ready.");
    if (m_position >= m_tracks[0].size() && m_tracks[0].isFinished())
        return tr("The lesson is over. Step back to the moment at which that is to happen.");
    const bool past = m_position < m_tracks[0].size() || m_tracks[0].run() == nullptr;
    for (const ClassTrack& track : m_tracks)
        if (past && track.playback() != nullptr && track.hasGuests(track.size()))
            return tr("Somebody has joined from elsewhere, so that the past cannot be run again. Step to the end first.");
    const std::string stopped = stoppedBy(*now, actor.toStdString());
    const QString who = format::foreign(actor);
    if (stopped == "crashed" || stopped == "gone")
        return tr("%1 is not there any more.").arg(who);
    const bool frozen = stopped == "frozen", cut = stopped == "cut_off";
    if (fault == QLatin1String("thaw"))
        return frozen || stopped == "hung" ? QString() : tr("%1 is not frozen.").arg(who);
    if (fault == QLatin1String("reconnect"))
        return cut ? QString() : tr("%1 is not cut off.").arg(who);
    if (frozen && fault != QLatin1String("crash"))
        return tr("%1 is frozen. Thaw it first.").arg(who);
    return cut && fault == QLatin1String("cut_off") ? tr("%1 is cut off already.").arg(who) : QString();
}

void Classroom::inject(const QString& fault, const QString& actor, std::int64_t amount)
{
    if (const QString why = whyNoFault(fault, actor); !why.isEmpty()) {
        emit notice(why);
        return;
    }
    if (m_position < m_tracks[0].size() || m_tracks[0].run() == nullptr) {
        setRunning(false); // the recording may be playing
        return injectThere({clock(), m_position, fault.toStdString(), actor.toStdString(), amount});
    }
    m_stepping = false;
    // A run that plays is paused for the fault and then continues.
    const bool playing = isRunning();
    for (ClassTrack& track : m_tracks)
        if (track.run() != nullptr) {
            track.run()->pause();
            track.ask([&](LessonRun& run) { run.inject(fault, actor, amount); });
        }
    m_wantsRun = playing;
    emit changed();
}

void Classroom::injectThere(const scenarios::Choice& choice)
{
    m_forking = true;
    m_wanted = 0;
    m_wantsRun = false;
    m_wantedTime.reset();
    m_endSeen = false;
    m_revealed = m_position;
    // Questions after this position are asked again.
    m_asked.clear();
    for (int i = 0; i < m_position; ++i)
        if (!m_tracks[0].event(i).step.empty())
            m_asked.insert(format::exact(m_tracks[0].event(i).step));
    dismissProblem();
    start(m_tracks[0], m_store, &choice);
    if (!m_second.isEmpty() && m_tracks[1].playback() != nullptr)
        start(m_tracks[1], m_second, &choice);
    emit notice(tr("The lesson runs again up to here; what came after is dropped."));
    emit changed();
}

void Classroom::forked()
{
    if (!std::exchange(m_forking, false))
        return;
    m_position = m_revealed = m_tracks[0].size();
    emit questionChanged();
}

} // namespace lockdesk
