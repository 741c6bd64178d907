// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a timeline stores its lanes: spans in rows, marks, and pruning. Events are in timeline.cpp.
#include "models/timeline/timeline.h"

#include <algorithm>
#include <string_view>

namespace lockdesk {

namespace {

constexpr std::size_t keptInLane = 20'000; ///< so that one busy worker does not displace all others

} // namespace

void Timeline::add(TimelineLane& lane, TimelineSpan span, std::optional<int> row)
{
    place(lane, span, row);
    if (span.to == 0 && span.kind != TimelineSpan::Kind::works)
        ++lane.alarms;
    const auto at = std::upper_bound(lane.spans.begin(), lane.spans.end(), span.from,
                                     [](std::int64_t from, const TimelineSpan& each) { return from < each.from; });
    if (span.to != 0)
        lane.longest = std::max(lane.longest, span.to - span.from);
    lane.spans.insert(at, std::move(span));
    lane.revision = ++m_revision;
    ++m_size;
    trim(lane);
}

// Keeps held spans. If they are most of a lane, it is not trimmed again until it has grown by a quarter.
void Timeline::trim(TimelineLane& lane)
{
    if (lane.spans.size() <= std::max(keptInLane, lane.trimmed + lane.trimmed / 4))
        return;
    const std::size_t before = lane.spans.size();
    const std::int64_t until = lane.spans[before / 4].from;
    std::erase_if(lane.spans, [&](const TimelineSpan& each) { return each.to != 0 && each.from < until; });
    m_size -= before - lane.spans.size();
    lane.trimmed = lane.spans.size() > keptInLane ? lane.spans.size() : 0;
}

// Takes the first row that is free from then on; if none is, the last one, where spans then overlap.
void Timeline::place(TimelineLane& lane, TimelineSpan& span, std::optional<int> row)
{
    if (span.entity == Entity::worker) // spans all rows
        return;
    if (!row) {
        const auto free = std::find_if(lane.rows.begin(), lane.rows.end(), [&](const TimelineLane::Row& each) {
            return each.open == 0 && each.end <= span.from;
        });
        row = int(free - lane.rows.begin());
        if (free == lane.rows.end() && lane.rows.size() < TimelineLane::mostRows)
            lane.rows.emplace_back();
        row = std::min(*row, int(TimelineLane::mostRows) - 1);
    }
    span.row = *row;
    TimelineLane::Row& is = lane.rows[std::size_t(*row)];
    if (span.to == 0)
        ++is.open;
    else
        is.end = std::max(is.end, span.to);
}

// Places all spans again, in order. A span past its lease stays in its row.
void Timeline::placeAll(TimelineLane& lane)
{
    lane.rows.clear();
    lane.alarms = 0;
    std::map<std::string_view, int> ended; // last row by what was in it, since the next span may be of the same thing
    for (TimelineSpan& span : lane.spans) {
        const bool late = span.kind == TimelineSpan::Kind::overdue;
        const auto known = late ? ended.find(span.what) : ended.end();
        place(lane, span, known == ended.end() ? std::nullopt : std::optional(known->second));
        lane.alarms += span.to == 0 && span.kind != TimelineSpan::Kind::works;
        ended.insert_or_assign(span.what, span.row);
    }
}

TimelineSpan* Timeline::openSpan(TimelineLane& lane, const Key& key)
{
    const auto is = [&](const TimelineSpan& span) {
        return span.to == 0 && span.entity == key.entity && span.what == key.what;
    };
    if (const auto known = m_open.find(key); known != m_open.end()) {
        auto span = std::lower_bound(lane.spans.begin(), lane.spans.end(), known->second.from,
                                     [](const TimelineSpan& each, std::int64_t from) { return each.from < from; });
        for (; span != lane.spans.end() && span->from == known->second.from; ++span)
            if (is(*span))
                return &*span;
        return nullptr;
    }
    const auto span = std::find_if(lane.spans.rbegin(), lane.spans.rend(), is);
    return span == lane.spans.rend() ? nullptr : &*span;
}

void Timeline::endSpan(TimelineLane& lane, const Key& key, std::int64_t at)
{
    TimelineSpan* span = openSpan(lane, key);
    if (span == nullptr)
        return;
    span->to = std::max(at, span->from + 1);
    lane.longest = std::max(lane.longest, span->to - span->from);
    lane.alarms -= span->kind != TimelineSpan::Kind::works;
    if (span->entity != Entity::worker) {
        TimelineLane::Row& row = lane.rows[std::size_t(span->row)];
        --row.open;
        row.end = std::max(row.end, span->to);
    }
    lane.revision = ++m_revision;
}

void Timeline::addMark(TimelineLane& lane, const Event& event, int row)
{
    const std::int64_t at = to_us(event.at);
    const auto place = std::upper_bound(lane.marks.begin(), lane.marks.end(), at,
                                        [](std::int64_t t, const TimelineMark& each) { return t < each.at; });
    lane.marks.insert(place, {at, event.kind, event, row});
    lane.revision = ++m_revision;
    ++m_size;
}

// Views may use the lane by address until `lanesChanged` has been emitted.
Timeline::Lanes::iterator Timeline::drop(Group& group, Lanes::iterator lane)
{
    m_gone.push_back(std::move(lane->second));
    m_lanesDirty = true;
    return group.lanes.erase(lane);
}

void Timeline::forget(int connection)
{
    for (Group& group : m_groups) {
        for (auto it = group.lanes.begin(); it != group.lanes.end();) {
            if (it->first.first != connection) {
                ++it;
                continue;
            }
            m_size -= it->second->spans.size() + it->second->marks.size();
            it = drop(group, it);
        }
    }
    std::erase_if(m_open, [&](const auto& each) { return each.first.connection == connection; });
    std::erase_if(m_log, [&](const Happened& each) { return each.connection == connection; });
}

// Drops a quarter of the stored time, until there is room.
void Timeline::prune()
{
    while (m_size > m_capacity) {
        std::int64_t oldest = 0;
        for (const Group& group : m_groups)
            for (const auto& [key, lane] : group.lanes)
                if (!lane->spans.empty() && (oldest == 0 || lane->spans.front().from < oldest))
                    oldest = lane->spans.front().from;
        const std::size_t before = m_size;
        const std::int64_t until = oldest + (now() - oldest) / 4 + 1;
        for (Group& group : m_groups) {
            for (auto it = group.lanes.begin(); it != group.lanes.end();) {
                TimelineLane& lane = *it->second;
                std::erase_if(lane.spans, [&](const TimelineSpan& span) { return span.to != 0 && span.to < until; });
                std::erase_if(lane.marks, [&](const TimelineMark& mark) { return mark.at < until; });
                placeAll(lane);
                lane.revision = ++m_revision;
                const bool empty = lane.spans.empty() && lane.marks.empty();
                it = empty ? drop(group, it) : std::next(it);
            }
        }
        m_size = 0;
        for (const Group& group : m_groups)
            for (const auto& [key, lane] : group.lanes)
                m_size += lane->spans.size() + lane->marks.size();
        if (m_size == before) // only spans held all that time are left
            break;
    }
    m_pruned = m_size > m_capacity ? m_size : 0;
    if (m_lanesDirty)
        announce();
}

} // namespace lockdesk
