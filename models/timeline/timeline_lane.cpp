// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/timeline_lane.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace lockdesk {

void placeSpan(TimelineLane& lane, TimelineSpan& span, std::optional<int> row)
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

void placeSpans(TimelineLane& lane)
{
    lane.rows.clear();
    lane.alarms = 0;
    std::map<std::string_view, int> ended; // last row by what was in it, since the next span may be of the same thing
    for (TimelineSpan& span : lane.spans) {
        const bool late = span.kind == TimelineSpan::Kind::overdue;
        const auto known = late ? ended.find(span.what.str()) : ended.end();
        placeSpan(lane, span, known == ended.end() ? std::nullopt : std::optional(known->second));
        lane.alarms += span.to == 0 && span.kind != TimelineSpan::Kind::works;
        ended.insert_or_assign(span.what.str(), span.row);
    }
}

// Marks arrive with their span, so recent spans suffice.
int rowOfSpan(const TimelineLane& lane, Entity entity, std::string_view what)
{
    constexpr std::ptrdiff_t looked = 200;
    const auto end = lane.spans.rbegin() + std::min<std::ptrdiff_t>(looked, std::ptrdiff_t(lane.spans.size()));
    const auto span = std::find_if(lane.spans.rbegin(), end, [&](const TimelineSpan& each) {
        return each.entity == entity && each.what.str() == what;
    });
    return span == end ? 0 : span->row;
}

} // namespace lockdesk
