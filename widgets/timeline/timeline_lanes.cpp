// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline_lanes.h"

#include "models/format.h"
#include "widgets/shell/own_workers.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockdesk {

namespace {

struct TimelineLaneTexts
{
    Q_DECLARE_TR_FUNCTIONS(Timeline)
};

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

LaneSpan::Kind kindOf(TimelineSpan::Kind kind)
{
    switch (kind) {
    case TimelineSpan::Kind::works: return LaneSpan::Kind::works;
    case TimelineSpan::Kind::overdue: return LaneSpan::Kind::overdue;
    case TimelineSpan::Kind::silent: break;
    }
    return LaneSpan::Kind::notRunning;
}

LaneMark markOf(const TimelineMark& from)
{
    LaneMark mark{from.at};
    mark.tip = format::event(from.event);
    if (!from.event.actor.empty())
        mark.tip = format::ownerShort(from.event.actor) + QStringLiteral(": ") + mark.tip;
    switch (from.kind) {
    case EventKind::taken_over: mark.glyph = Glyph::play, mark.tone = Tone::closing; break;
    case EventKind::expired:
    case EventKind::timed_out:
        mark.glyph = Glyph::quarter, mark.tone = Tone::closing, mark.text = TimelineLaneTexts::tr("lease ran out");
        break;
    case EventKind::refused:
        mark.glyph = Glyph::diamond, mark.tone = Tone::expired;
        mark.text = TimelineLaneTexts::tr("%1 refused").arg(from.event.token.number());
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
        mark.glyph = Glyph::bars, mark.tone = Tone::closing, mark.text = format::foreign(from.event.detail);
        break;
    default: break; // renewals: a tick
    }
    return mark;
}

template <class T> void sortBy(std::vector<T>& all, std::int64_t T::*at)
{
    std::stable_sort(all.begin(), all.end(), [at](const T& a, const T& b) { return a.*at < b.*at; });
}

} // namespace

TimelineLanes::TimelineLanes(const PageContext& context) : m_context(context) { refresh(); }

void TimelineLanes::setBy(Timeline::By by)
{
    m_by = by;
    refresh();
}

QString TimelineLanes::nameOf(const TimelineLane& lane) const
{
    return m_by == Timeline::By::lock ? format::foreign(lane.key) : format::owner(lane.key);
}

void TimelineLanes::refresh()
{
    m_shown.clear();
    for (const TimelineLane* lane : m_context.timeline->lanes(m_by))
        if (m_context.shown->shows(lane->connection)
            && (m_filter.isEmpty() || nameOf(*lane).contains(m_filter, Qt::CaseInsensitive)))
            m_shown.push_back(lane);
    std::unordered_map<const TimelineLane*, Made> kept;
    for (const TimelineLane* lane : m_shown)
        if (const auto made = m_made.find(lane); made != m_made.end())
            kept.insert(m_made.extract(made));
    m_made = std::move(kept);
}

const Lane& TimelineLanes::lane(int index) const
{
    const TimelineLane& from = *m_shown[std::size_t(index)];
    Made& made = m_made[&from];
    const Feed* feed = m_context.feeds->at(from.connection);
    std::int64_t own = 0;
    if (m_by == Timeline::By::worker && feed != nullptr)
        for (const OwnWorker& worker : m_context.workers->workers())
            if (worker.connection == feed->info().id && worker.workerId.toStdString() == from.key)
                own = std::int64_t(worker.lane.size()) + worker.stateSince;
    if (made.revision == from.revision && made.own == own)
        return made.lane;
    made.revision = from.revision;
    made.own = own;
    make(from, made.lane);
    if (own != 0)
        addOwn(from, made.lane);
    return made.lane;
}

void TimelineLanes::make(const TimelineLane& from, Lane& lane) const
{
    lane = {};
    lane.name = nameOf(from);
    const Feed* feed = m_context.feeds->at(from.connection);
    lane.caption = feed != nullptr ? feed->info().name : QString();
    if (!from.role.empty())
        lane.caption += QStringLiteral(" · ") + format::foreign(from.role);
    lane.longest = std::max<std::int64_t>(from.longest, 1);
    lane.spans.reserve(from.spans.size());
    for (const TimelineSpan& span : from.spans) {
        lane.spans.push_back({span.from, span.to, kindOf(span.kind), barText(span, m_by), {}, tipOf(span), {}});
        if (span.to == 0 && (lane.openSince == 0 || span.from < lane.openSince))
            lane.openSince = span.from;
    }
    lane.marks.reserve(from.marks.size());
    for (const TimelineMark& mark : from.marks)
        lane.marks.push_back(markOf(mark));
}

// What this window did to a process of its own is known to the instant, on this computer's clock.
void TimelineLanes::addOwn(const TimelineLane& from, Lane& lane) const
{
    const Feed* feed = m_context.feeds->at(from.connection);
    const std::int64_t ahead = to_us(feed->clock().offset);
    for (const OwnWorker& worker : m_context.workers->workers()) {
        if (worker.connection != feed->info().id || worker.workerId.toStdString() != from.key)
            continue;
        for (const WorkerLaneEvent& event : worker.lane) {
            const std::int64_t at = event.from + ahead, end = event.to == 0 ? 0 : event.to + ahead;
            if (event.kind == WorkerLaneEvent::Kind::crashed)
                lane.marks.push_back({at, Glyph::cross, Tone::expired, TimelineLaneTexts::tr("crashed"),
                                      TimelineLaneTexts::tr("killed from this window")});
            if (event.kind != WorkerLaneEvent::Kind::frozen)
                continue;
            lane.spans.push_back({at,
                                  end,
                                  LaneSpan::Kind::notRunning,
                                  TimelineLaneTexts::tr("frozen"),
                                  {},
                                  TimelineLaneTexts::tr("frozen from this window"),
                                  {}});
            lane.longest = std::max(lane.longest, end - at);
            if (end == 0 && (lane.openSince == 0 || at < lane.openSince))
                lane.openSince = at;
        }
    }
    sortBy(lane.spans, &LaneSpan::from);
    sortBy(lane.marks, &LaneMark::at);
}

} // namespace lockdesk
