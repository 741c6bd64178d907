// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What changes many rows of a book at once: the rows of a store that is opened, its removal, and the bound.
#include "models/timeline/lane_book.h"

#include <algorithm>
#include <utility>

namespace lockdesk {

void LaneBook::append(const std::vector<Row>& rows, std::int64_t now)
{
    std::vector<TimelineLane*> grown;
    for (const Row& row : rows)
        append(row, now, grown);
    arrange(grown);
}

// Appends to its lanes, which are unsorted until all rows are added.
void LaneBook::append(const Row& row, std::int64_t now, std::vector<TimelineLane*>& grown)
{
    const bool late = row.until <= now;
    const std::int64_t lateFrom = std::max(row.until, row.from);
    for (TimelineLane* each : lanesOf(row.key, row.who)) {
        TimelineSpan span{row.from, 0,       TimelineSpan::Kind::works, row.key.entity, row.key.what,
                          row.who,  row.phase, row.token,                 false};
        if (late) {
            span.to = std::max(row.until, row.from + 1);
            each->longest = std::max(each->longest, span.to - span.from);
            span.id = ++m_lastId;
            each->spans.push_back(span);
            ++m_size;
            span.kind = TimelineSpan::Kind::overdue;
            span.from = lateFrom;
            span.to = 0;
        }
        span.id = ++m_lastId;
        if (each->spans.empty())
            each->spans.reserve(1); // most locks have this one
        each->spans.push_back(std::move(span));
        ++m_size;
        grown.push_back(each);
    }
    m_held[row.key] = {row.who, row.token, late ? lateFrom : row.from, row.from, row.from};
}

void LaneBook::arrange(std::vector<TimelineLane*>& grown)
{
    std::sort(grown.begin(), grown.end());
    grown.erase(std::unique(grown.begin(), grown.end()), grown.end());
    for (TimelineLane* each : grown) {
        std::stable_sort(each->spans.begin(), each->spans.end(),
                         [](const TimelineSpan& a, const TimelineSpan& b) { return a.from < b.from; });
        placeSpans(*each);
        each->revision = ++m_revision;
        trim(*each);
    }
}

// Views may use the lane by address until they have read the set of lanes.
LaneBook::Lanes::iterator LaneBook::drop(Lanes& lanes, Lanes::iterator lane)
{
    m_removed.push_back(std::move(lane->second));
    m_lanesChanged = true;
    return lanes.erase(lane);
}

void LaneBook::forget(int connection)
{
    for (Lanes& lanes : m_lanes) {
        for (auto it = lanes.begin(); it != lanes.end();) {
            if (it->first.connection != connection) {
                ++it;
                continue;
            }
            m_size -= it->second->spans.size() + it->second->marks.size();
            it = drop(lanes, it);
        }
    }
    std::erase_if(m_held, [&](const auto& each) { return each.first.connection == connection; });
    m_reads.forget(connection);
    m_lanesChanged = true;
}

void LaneBook::prune(std::int64_t now)
{
    while (m_size > room()) {
        std::int64_t oldest = 0;
        for (const Lanes& lanes : m_lanes)
            for (const auto& [key, lane] : lanes)
                if (!lane->spans.empty() && (oldest == 0 || lane->spans.front().from < oldest))
                    oldest = lane->spans.front().from;
        const std::size_t before = m_size;
        const std::int64_t until = oldest + (now - oldest) / 4 + 1;
        for (Lanes& lanes : m_lanes) {
            for (auto it = lanes.begin(); it != lanes.end();) {
                TimelineLane& lane = *it->second;
                std::erase_if(lane.spans, [&](const TimelineSpan& span) { return span.to != 0 && span.to < until; });
                std::erase_if(lane.marks, [&](const TimelineMark& mark) { return mark.at < until; });
                placeSpans(lane);
                lane.revision = ++m_revision;
                const bool empty = lane.spans.empty() && lane.marks.empty();
                it = empty ? drop(lanes, it) : std::next(it);
            }
        }
        m_size = 0;
        for (const Lanes& lanes : m_lanes)
            for (const auto& [key, lane] : lanes)
                m_size += lane->spans.size() + lane->marks.size();
        if (m_size == before) // only spans held all that time are left
            break;
    }
    m_pruned = m_size > room() ? m_size : 0;
}

LaneBook::Removed LaneBook::takeRemoved()
{
    m_lanesChanged = false;
    return std::exchange(m_removed, {});
}

bool LaneBook::isFull() const { return m_size > std::max(room(), m_pruned + m_pruned / 4); }

} // namespace lockdesk
