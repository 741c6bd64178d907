// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_words.h"

#include "models/format/format.h"

namespace lockdesk {

QString barText(const TimelineSpan& span, Timeline::By by)
{
    if (span.entity == Entity::worker)
        return TimelineLaneTexts::tr("silent");
    QString text = by == Timeline::By::lock ? format::ownerShort(span.who) : format::foreign(span.what);
    if (by == Timeline::By::worker && span.entity == Entity::task && !span.phase.empty())
        text += u' ' + format::foreign(span.phase);
    return span.takenOver ? TimelineLaneTexts::tr("%1, taken over").arg(text) : text;
}

QString tipOf(const TimelineSpan& span)
{
    if (span.entity == Entity::worker)
        return TimelineLaneTexts::tr("%1 sends no heartbeats").arg(format::owner(span.who));
    QString text = TimelineLaneTexts::tr("%1 %2, %3")
                       .arg(format::entity(span.entity), format::foreign(span.what), format::owner(span.who));
    if (span.token.number() != 0)
        text += TimelineLaneTexts::tr(", token %1").arg(span.token.number());
    if (span.kind == TimelineSpan::Kind::overdue)
        text += TimelineLaneTexts::tr(": past its lease");
    return text;
}

QString tipOf(const TimelineMark& mark)
{
    const QString what = format::event(*mark.event);
    return mark.event->actor.empty() ? what : format::ownerShort(mark.event->actor) + QStringLiteral(": ") + what;
}

LaneMark markOf(const TimelineMark& from)
{
    LaneMark mark{from.at};
    mark.row = from.row;
    mark.id = from.id;
    switch (from.kind) {
    case EventKind::taken_over: mark.glyph = Glyph::play, mark.tone = Tone::closing; break;
    case EventKind::expired:
    case EventKind::timed_out:
        mark.glyph = Glyph::quarter, mark.tone = Tone::closing, mark.text = TimelineLaneTexts::tr("lease ran out");
        break;
    case EventKind::refused:
        mark.glyph = Glyph::diamond, mark.tone = Tone::expired;
        mark.text = TimelineLaneTexts::tr("%1 refused").arg(from.event->token.number());
        break;
    case EventKind::forced:
        mark.glyph = Glyph::cross, mark.tone = Tone::expired, mark.text = TimelineLaneTexts::tr("forced");
        break;
    case EventKind::failed:
        mark.glyph = Glyph::triangle, mark.tone = Tone::closing, mark.text = TimelineLaneTexts::tr("failed");
        break;
    case EventKind::dead:
        mark.glyph = Glyph::diamond, mark.tone = Tone::expired, mark.text = TimelineLaneTexts::tr("dead");
        break;
    case EventKind::silent:
        mark.glyph = Glyph::cross, mark.tone = Tone::expired, mark.text = TimelineLaneTexts::tr("silent");
        break;
    case EventKind::left:
        mark.glyph = Glyph::ring, mark.tone = Tone::free, mark.text = TimelineLaneTexts::tr("ended");
        break;
    case EventKind::started:
        mark.glyph = Glyph::disc, mark.tone = Tone::live, mark.text = TimelineLaneTexts::tr("started");
        break;
    case EventKind::ordered:
        mark.glyph = Glyph::bars, mark.tone = Tone::closing, mark.text = format::foreign(from.event->detail);
        break;
    default: break; // renewals: a tick
    }
    return mark;
}

QString killedText(bool byUser)
{
    return byUser ? TimelineLaneTexts::tr("killed by you") : TimelineLaneTexts::tr("killed, not from this window");
}

QString faultText(const OwnFault& fault)
{
    switch (fault.what) {
    case OwnFault::What::frozen: return TimelineLaneTexts::tr("frozen by you");
    case OwnFault::What::killed: return killedText(fault.byUser);
    case OwnFault::What::cutOff: break;
    }
    return TimelineLaneTexts::tr("cut off by you");
}

} // namespace lockdesk
