// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/rare.h"
#include "backends/observe/event.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace lockdesk {

/// A lease in a lane of the timeline. Times are the store's, in microseconds since 1970. A store may have a hundred thousand of
/// them, each in two lanes: they share their texts.
struct TimelineSpan
{
    enum class Kind : std::uint8_t { works, overdue, silent };
    std::int64_t from = 0;
    std::int64_t to = 0; ///< 0: open
    Kind kind = Kind::works;
    Entity entity = Entity::lock;
    RareText what; ///< lock, task or message
    RareText who;  ///< owner
    RareText phase;
    FencingToken token;
    bool takenOver = false;
    int row = 0; ///< row of its lane; spans of one row do not overlap, except in the last row
    std::uint64_t id = 0; ///< in its book, and of no other span or mark; 0: none
};

struct TimelineMark
{
    std::int64_t at = 0;
    EventKind kind = EventKind::renewed;
    Rare<Event> event;
    int row = 0; ///< of the span to which it belongs
    std::uint64_t id = 0; ///< as of a span
};

struct TimelineLane
{
    int connection = -1;
    RareText key;                    ///< lock name; for a process its worker id, else the first owner seen
    RareText role;                   ///< of a worker
    bool beats = false;              ///< of a worker with a heartbeat: `key` is its id
    std::vector<TimelineSpan> spans; ///< ascending by begin
    std::vector<TimelineMark> marks; ///< ascending, unless `unsorted`
    std::int64_t longest = 0;        ///< upper bound of the length of a finished span
    std::size_t trimmed = 0;         ///< number of spans left when too many were held; else 0
    int alarms = 0;                  ///< open spans that need attention: past their lease, or silent
    /// The end of each row; at most `mostRows`.
    struct Row
    {
        std::int64_t end = 0; ///< of the last finished span
        int open = 0;         ///< open spans
    };
    static constexpr std::size_t mostRows = 6;
    std::vector<Row> rows = {};
    std::uint64_t revision = 0; ///< changes with each change; unique among all lanes
    bool unsorted = false;      ///< marks were added out of order, until LaneBook::sortMarks
};

/// Puts a new span into a row of its lane: the given one, else the first that is free from its begin on, else the last
/// one, where spans then overlap.
void placeSpan(TimelineLane& lane, TimelineSpan& span, std::optional<int> row);
/// Places all spans of a lane again, in order. A span past its lease stays in its row.
void placeSpans(TimelineLane& lane);
/// Row of the newest span of that entity; 0: none of the newest spans is of it.
[[nodiscard]] int rowOfSpan(const TimelineLane& lane, Entity entity, std::string_view what);

} // namespace lockdesk
