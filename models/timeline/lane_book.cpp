// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/lane_book.h"

#include "backends/observe/spans.h"

#include <algorithm>
#include <utility>

namespace lockdesk {

namespace {

constexpr std::int64_t blink = 1000;       ///< length of a shown span that ended before it was seen
constexpr std::int64_t unread = 2'000'000; ///< between two signs of a lock, where no read is known: nobody watched meanwhile
constexpr std::size_t keptInLane = 10'000; ///< so that one busy worker does not displace all others

} // namespace

TimelineLane& LaneBook::lane(By by, int connection, const RareText& key)
{
    Lanes& lanes = m_lanes[int(by)];
    const std::string shorter = by == By::worker ? short_owner(key) : std::string();
    const std::string& name = by == By::worker ? shorter : key.str();
    if (const auto known = lanes.find(LaneView{connection, name}); known != lanes.end())
        return *known->second;
    auto made = std::make_unique<TimelineLane>();
    made->connection = connection;
    made->key = key;
    m_lanesChanged = true;
    return *lanes.emplace(LaneKey{connection, name == key.str() ? key : RareText(name)}, std::move(made)).first->second;
}

std::vector<TimelineLane*> LaneBook::lanesOf(const Key& key, const RareText& who)
{
    std::vector<TimelineLane*> out;
    if (key.entity == Entity::lock)
        out.push_back(&lane(By::lock, key.connection, key.what));
    if (!who.empty())
        out.push_back(&lane(By::worker, key.connection, who));
    return out;
}

void LaneBook::open(const Row& row, bool takenOver)
{
    closeBefore(row.key, row.token, row.from);
    for (TimelineLane* each : lanesOf(row.key, row.who))
        add(*each, {row.from, 0, TimelineSpan::Kind::works, row.key.entity, row.key.what, row.who, row.phase, row.token,
                    takenOver});
    m_held[row.key] = {row.who, row.token, row.from, row.from, row.from};
}

void LaneBook::close(const Key& key, std::int64_t at)
{
    const ReadTimes::Read read = m_reads.of(key.connection, key.entity);
    end(key, read.late && at >= read.at ? std::min(at, read.before) : at);
}

// Between two reads others may have held it: then its last holder is known up to the first of them. A grant that directly
// follows says that nobody else had it, but not for how long beyond a usual time between reads.
void LaneBook::closeBefore(const Key& key, FencingToken token, std::int64_t at)
{
    const auto found = m_held.find(key);
    if (found == m_held.end())
        return;
    const Held& held = found->second;
    const bool others = token.number() > held.token.next().number();
    const ReadTimes::Read read = m_reads.of(key.connection, key.entity);
    if (read.before == 0)
        end(key, others && at - held.seen > unread ? held.seen : at);
    else
        end(key, others || read.late ? std::min(at, read.before) : at);
}

void LaneBook::end(const Key& key, std::int64_t at)
{
    const auto found = m_held.find(key);
    if (found == m_held.end())
        return;
    for (TimelineLane* each : lanesOf(key, found->second.who))
        endSpan(*each, key, at);
    m_held.erase(found);
}

void LaneBook::see(const Key& key, std::int64_t at)
{
    if (const auto found = m_held.find(key); found != m_held.end())
        found->second.seen = std::max(found->second.seen, at);
}

void LaneBook::overdue(const Key& key, std::int64_t at)
{
    const auto found = m_held.find(key);
    if (found == m_held.end())
        return;
    std::int64_t from = found->second.from; // unchanged if already reported
    for (TimelineLane* each : lanesOf(key, found->second.who)) {
        TimelineSpan* span = openSpan(*each, key);
        if (span == nullptr || span->kind == TimelineSpan::Kind::overdue)
            continue;
        TimelineSpan past = *span;
        past.kind = TimelineSpan::Kind::overdue;
        past.from = from = std::max(at, span->from);
        endSpan(*each, key, at);
        const int row = past.row;
        add(*each, std::move(past), row);
    }
    found->second.from = from;
}

void LaneBook::moment(const Key& key, const Event& event)
{
    const std::int64_t at = to_us(event.at);
    const RareText who = event.actor, phase = event.detail;
    for (TimelineLane* each : lanesOf(key, who))
        add(*each, {at - blink, at, TimelineSpan::Kind::works, key.entity, key.what, who, phase, event.token, false});
}

void LaneBook::mark(const Key& key, const Event& event)
{
    const Rare<Event> shared = event;
    for (TimelineLane* each : lanesOf(key, event.actor))
        addMark(*each, shared, rowOfSpan(*each, key.entity, key.what));
}

void LaneBook::add(TimelineLane& lane, TimelineSpan span, std::optional<int> row)
{
    placeSpan(lane, span, row);
    for (RareText* text : {&span.what, &span.who, &span.phase})
        if (*text == lane.key)
            *text = lane.key;
        else
            m_texts.share(*text);
    span.id = ++m_lastId;
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
void LaneBook::trim(TimelineLane& lane)
{
    if (lane.spans.size() <= std::max(keptInLane, lane.trimmed + lane.trimmed / 4))
        return;
    const std::size_t before = lane.spans.size();
    const std::int64_t until = lane.spans[before / 4].from;
    std::erase_if(lane.spans, [&](const TimelineSpan& each) { return each.to != 0 && each.from < until; });
    m_size -= before - lane.spans.size();
    lane.trimmed = lane.spans.size() > keptInLane ? lane.spans.size() : 0;
}

TimelineSpan* LaneBook::openSpan(TimelineLane& lane, const Key& key)
{
    const auto is = [&](const TimelineSpan& span) {
        return span.to == 0 && span.entity == key.entity && span.what == key.what;
    };
    if (const auto known = m_held.find(key); known != m_held.end()) {
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

void LaneBook::endSpan(TimelineLane& lane, const Key& key, std::int64_t at)
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

void LaneBook::addMark(TimelineLane& lane, const Rare<Event>& event, int row)
{
    const std::int64_t at = to_us(event->at);
    if (!lane.marks.empty() && at < lane.marks.back().at && !std::exchange(lane.unsorted, true))
        m_unsorted.push_back(&lane);
    lane.marks.push_back({at, event->kind, event, row, ++m_lastId});
    lane.revision = ++m_revision;
    ++m_size;
}

// Once for all events of an update: a search may find twenty thousand leases that have ended, at instants of any order.
void LaneBook::sortMarks()
{
    for (TimelineLane* lane : m_unsorted) {
        std::stable_sort(lane->marks.begin(), lane->marks.end(),
                         [](const TimelineMark& a, const TimelineMark& b) { return a.at < b.at; });
        lane->unsorted = false;
    }
    m_unsorted.clear();
}

} // namespace lockdesk
