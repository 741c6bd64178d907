// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline.h"

#include <QDateTime>

#include <algorithm>

namespace lockdesk {

namespace {

constexpr std::size_t keptHappenings = 100'000;
constexpr std::size_t keptInLane = 20'000; ///< so that one busy worker does not push all others out
constexpr std::int64_t blink = 1000;       ///< how long something is shown that was over before it was seen
constexpr int tellEvery = 100;

} // namespace

Timeline::Timeline(FeedSet* feeds, QObject* parent) : QObject(parent), m_feeds(feeds)
{
    m_tell.setSingleShot(true);
    m_tell.setInterval(tellEvery);
    connect(&m_tell, &QTimer::timeout, this, &Timeline::announce);
    connect(feeds, &FeedSet::updated, this, [this](Feed* feed, const UpdatePtr& update) { take(*feed, *update); });
    connect(feeds, &FeedSet::removed, this, [this](int index) {
        forget(index);
        m_lanesDirty = true;
        announce();
    });
}

Timeline::Window Timeline::extent() const
{
    std::int64_t oldest = 0;
    for (const Group& group : m_groups) {
        for (const TimelineLane* lane : group.order) {
            if (!m_shown.isEmpty() && !m_shown.contains(lane->connection))
                continue;
            for (const std::int64_t at :
                 {lane->spans.empty() ? 0 : lane->spans.front().from, lane->marks.empty() ? 0 : lane->marks.front().at})
                if (at != 0 && (oldest == 0 || at < oldest))
                    oldest = at;
        }
    }
    const std::int64_t until = now();
    return {oldest == 0 ? until : oldest, until};
}

std::int64_t Timeline::now() const
{
    for (const Feed* feed : m_feeds->feeds())
        if (feed->clock().known && (m_shown.isEmpty() || m_shown.contains(feed->index())))
            return to_us(feed->now());
    return QDateTime::currentMSecsSinceEpoch() * 1000;
}

void Timeline::take(const Feed& feed, const Update& update)
{
    const int connection = feed.index();
    if (update.rewind)
        forget(connection);
    for (const Event& event : update.events)
        happen(connection, event);
    if (update.snapshot && update.clock.known)
        takeRows(connection, update, to_us(update.clock.store));
    if (update.events.empty() && !update.snapshot && !update.rewind)
        return;
    m_dirty = true;
    if (m_size > std::max(m_capacity, m_pruned + m_pruned / 4))
        prune();
    if (!m_tell.isActive())
        m_tell.start();
}

void Timeline::happen(int connection, const Event& event)
{
    const Entity of = event.entity == Entity::refusal ? Entity::lock : event.entity;
    m_log.push_back({to_us(event.at), connection, of, event.key});
    if (m_log.size() > keptHappenings)
        m_log.pop_front();
    const Key key{connection, of, event.key};
    switch (event.entity) {
    case Entity::lock: lockEvent(connection, event, key); break;
    case Entity::task: taskEvent(connection, event, key); break;
    case Entity::message: messageEvent(connection, event, key); break;
    case Entity::worker: workerEvent(connection, event); break;
    case Entity::refusal: mark(key, event.actor, event); break;
    case Entity::waiter:
    case Entity::audit: break;
    }
}

void Timeline::lockEvent(int, const Event& event, const Key& key)
{
    const std::int64_t at = to_us(event.at);
    switch (event.kind) {
    case EventKind::acquired: open(key, event.actor, event.token, at, {}, false); break;
    case EventKind::taken_over:
        open(key, event.actor, event.token, at, {}, true);
        mark(key, event.actor, event);
        break;
    case EventKind::renewed: mark(key, event.actor, event); break;
    case EventKind::expired:
        overdue(key, at);
        mark(key, event.actor, event);
        break;
    case EventKind::released:
    case EventKind::collected:
        if (m_open.contains(key))
            close(key, at);
        else if (event.kind == EventKind::released)
            moment(key, event);
        break;
    case EventKind::forced:
        close(key, at);
        mark(key, event.actor, event);
        break;
    default: break;
    }
}

void Timeline::taskEvent(int, const Event& event, const Key& key)
{
    const std::int64_t at = to_us(event.at);
    switch (event.kind) {
    case EventKind::claimed: open(key, event.actor, event.token, at, event.detail, false); break;
    case EventKind::taken_over:
        open(key, event.actor, event.token, at, event.detail, true);
        mark(key, event.actor, event);
        break;
    case EventKind::timed_out:
        overdue(key, at);
        mark(key, event.actor, event);
        break;
    case EventKind::failed:
    case EventKind::forced: mark(key, event.actor, event); [[fallthrough]];
    case EventKind::advanced:
    case EventKind::unlocked:
    case EventKind::relocked:
    case EventKind::removed:
        if (m_open.contains(key))
            close(key, at);
        else if (!event.actor.empty())
            moment(key, event);
        break;
    default: break;
    }
}

void Timeline::messageEvent(int, const Event& event, const Key& key)
{
    switch (event.kind) {
    case EventKind::sending: open(key, event.actor, event.token, to_us(event.at), event.detail, false); break;
    case EventKind::dead: mark(key, event.actor, event); [[fallthrough]];
    case EventKind::sent:
    case EventKind::retry:
    case EventKind::retried:
    case EventKind::removed: close(key, to_us(event.at)); break;
    default: break;
    }
}

void Timeline::workerEvent(int connection, const Event& event)
{
    const Key key{connection, Entity::worker, event.key};
    const std::int64_t at = to_us(event.at);
    TimelineLane& is = lane(By::worker, connection, event.key);
    switch (event.kind) {
    case EventKind::silent:
        endSpan(is, key, at);
        add(is, {at, 0, TimelineSpan::Kind::silent, Entity::worker, event.key, event.key, {}, {}, false});
        addMark(is, event);
        break;
    case EventKind::beating: endSpan(is, key, at); break;
    case EventKind::left:
        endSpan(is, key, at);
        addMark(is, event);
        break;
    case EventKind::started:
    case EventKind::ordered: addMark(is, event); break;
    default: break;
    }
}

TimelineLane& Timeline::lane(By by, int connection, const std::string& key)
{
    auto& slot = m_groups[int(by)].lanes[{connection, key}];
    if (!slot) {
        slot = std::make_unique<TimelineLane>();
        slot->connection = connection;
        slot->key = key;
        m_lanesDirty = true;
    }
    return *slot;
}

std::vector<TimelineLane*> Timeline::lanesOf(const Key& key, const std::string& who)
{
    std::vector<TimelineLane*> out;
    if (key.entity == Entity::lock)
        out.push_back(&lane(By::lock, key.connection, key.what));
    if (!who.empty())
        out.push_back(&lane(By::worker, key.connection, who));
    return out;
}

void Timeline::open(const Key& key, const std::string& who, FencingToken token, std::int64_t at, const std::string& phase,
                    bool takenOver)
{
    close(key, at);
    for (TimelineLane* each : lanesOf(key, who))
        add(*each, {at, 0, TimelineSpan::Kind::works, key.entity, key.what, who, phase, token, takenOver});
    m_open[key] = {who, token, at};
}

void Timeline::close(const Key& key, std::int64_t at)
{
    const auto found = m_open.find(key);
    if (found == m_open.end())
        return;
    for (TimelineLane* each : lanesOf(key, found->second.who))
        endSpan(*each, key, at);
    m_open.erase(found);
}

// The lease is over and nobody has given it back.
void Timeline::overdue(const Key& key, std::int64_t at)
{
    const auto found = m_open.find(key);
    if (found == m_open.end())
        return;
    std::int64_t from = found->second.from; // as it is if this was told before
    for (TimelineLane* each : lanesOf(key, found->second.who)) {
        TimelineSpan* span = openSpan(*each, key);
        if (span == nullptr || span->kind == TimelineSpan::Kind::overdue)
            continue;
        TimelineSpan past = *span;
        past.kind = TimelineSpan::Kind::overdue;
        past.from = from = std::max(at, span->from);
        endSpan(*each, key, at);
        add(*each, std::move(past));
    }
    found->second.from = from;
}

// Taken and given back between two looks.
void Timeline::moment(const Key& key, const Event& event)
{
    const std::int64_t at = to_us(event.at);
    for (TimelineLane* each : lanesOf(key, event.actor))
        add(*each, {at - blink, at, TimelineSpan::Kind::works, key.entity, key.what, event.actor, event.detail, event.token,
                    false});
}

void Timeline::mark(const Key& key, const std::string& who, const Event& event)
{
    for (TimelineLane* each : lanesOf(key, who))
        addMark(*each, event);
}

void Timeline::add(TimelineLane& lane, TimelineSpan span)
{
    const auto at = std::upper_bound(lane.spans.begin(), lane.spans.end(), span.from,
                                     [](std::int64_t from, const TimelineSpan& each) { return from < each.from; });
    if (span.to != 0)
        lane.longest = std::max(lane.longest, span.to - span.from);
    lane.spans.insert(at, std::move(span));
    lane.revision = ++m_revision;
    ++m_size;
    trim(lane);
}

// What is held stays. Where that is most of a lane it is not gone through again until the lane has grown by a quarter.
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
    lane.revision = ++m_revision;
}

void Timeline::addMark(TimelineLane& lane, const Event& event)
{
    const std::int64_t at = to_us(event.at);
    const auto place = std::upper_bound(lane.marks.begin(), lane.marks.end(), at,
                                        [](std::int64_t t, const TimelineMark& each) { return t < each.at; });
    lane.marks.insert(place, {at, event.kind, event});
    lane.revision = ++m_revision;
    ++m_size;
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
            it = group.lanes.erase(it);
            m_lanesDirty = true;
        }
        if (m_lanesDirty)
            group.order.clear();
    }
    std::erase_if(m_open, [&](const auto& each) { return each.first.connection == connection; });
    std::erase_if(m_log, [&](const Happened& each) { return each.connection == connection; });
    if (m_lanesDirty)
        for (Group& group : m_groups) {
            group.order.clear();
            for (const auto& [key, lane] : group.lanes)
                group.order.push_back(lane.get());
        }
}

// A quarter of the time that is kept goes, until there is room.
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
                lane.revision = ++m_revision;
                const bool empty = lane.spans.empty() && lane.marks.empty();
                m_lanesDirty = m_lanesDirty || empty;
                it = empty ? group.lanes.erase(it) : std::next(it);
            }
        }
        m_size = 0;
        for (const Group& group : m_groups)
            for (const auto& [key, lane] : group.lanes)
                m_size += lane->spans.size() + lane->marks.size();
        if (m_size == before) // only what is held for all that time is left
            break;
    }
    m_pruned = m_size > m_capacity ? m_size : 0;
    if (m_lanesDirty)
        announce();
}

void Timeline::announce()
{
    m_tell.stop();
    if (m_lanesDirty) {
        m_lanesDirty = false;
        for (Group& group : m_groups) {
            group.order.clear();
            for (const auto& [key, lane] : group.lanes)
                group.order.push_back(lane.get());
        }
        emit lanesChanged();
    }
    m_dirty = false;
    emit changed();
}

void Timeline::select(std::optional<Window> window)
{
    if (window == m_selection)
        return;
    m_selection = window;
    computeMoved();
    emit selectionChanged();
}

void Timeline::computeMoved()
{
    m_moved.reset();
    if (!m_selection)
        return;
    auto moved = std::make_shared<MovedRows>();
    moved->from = time_from_us(m_selection->first);
    moved->to = time_from_us(m_selection->second);
    for (const Happened& each : m_log)
        if (each.at >= m_selection->first && each.at <= m_selection->second)
            moved->rows[each.entity].insert({each.connection, each.key});
    m_moved = std::move(moved);
}

} // namespace lockdesk
