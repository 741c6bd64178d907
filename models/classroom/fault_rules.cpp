// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/classroom/fault_rules.h"

#include "models/classroom/classroom.h"
#include "models/format/format.h"

#include <QCoreApplication>

namespace lockdesk {

namespace {

/// Translation context.
struct FaultRules
{
    Q_DECLARE_TR_FUNCTIONS(FaultRules)
};

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

QString whyNoFault(const Classroom& room, const QString& fault, const QString& actor)
{
    const LessonChoice& choice = room.choice();
    const LessonPlayer& player = room.player();
    if (choice.kind() == LessonChoice::Kind::recording)
        return FaultRules::tr("This is a recording, and nothing runs. Start the lesson again (R) to try that.");
    if (!choice.isLive())
        return FaultRules::tr("No lesson is open.");
    if (actor.isEmpty())
        return FaultRules::tr("Choose the lane of an actor first.");
    const scenarios::State* now = room.picture().state(room.track());
    if (now == nullptr || player.isRepeating())
        return FaultRules::tr("The lesson is being made ready.");
    if (player.atEnd())
        return FaultRules::tr("The lesson is over. Step back to the moment at which that is to happen.");
    for (const ClassTrack* track : {&room.track(), &room.secondTrack()})
        if (player.isInPast() && track->playback() != nullptr && track->hasGuests(track->size()))
            return FaultRules::tr(
                "Somebody has joined from elsewhere, so that the past cannot be run again. Step to the end first.");
    const std::string stopped = stoppedBy(*now, actor.toStdString());
    const QString who = format::foreign(actor);
    if (stopped == "crashed" || stopped == "gone")
        return FaultRules::tr("%1 is not there any more.").arg(who);
    const bool frozen = stopped == "frozen", cut = stopped == "cut_off";
    if (fault == QLatin1String("thaw"))
        return frozen || stopped == "hung" ? QString() : FaultRules::tr("%1 is not frozen.").arg(who);
    if (fault == QLatin1String("reconnect"))
        return cut ? QString() : FaultRules::tr("%1 is not cut off.").arg(who);
    if (frozen && fault != QLatin1String("crash"))
        return FaultRules::tr("%1 is frozen. Thaw it first.").arg(who);
    return cut && fault == QLatin1String("cut_off") ? FaultRules::tr("%1 is cut off already.").arg(who) : QString();
}

} // namespace lockdesk
