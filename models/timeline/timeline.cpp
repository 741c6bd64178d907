// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/timeline.h"

#include "backends/observe/spans.h"

#include <QDateTime>

#include <algorithm>
#include <utility>

namespace lockdesk {

namespace {

constexpr std::size_t keptHappenings = 100'000;
constexpr std::int64_t blink = 1000; ///< length of a shown span that ended before it was seen
constexpr int tellEvery = 100;

// Row of the newest span of that entity: marks arrive with their span, so recent spans suffice.
int rowOf(const TimelineLane& lane, Entity entity, const std::string& what)
{
    constexpr std::ptrdiff_t looked = 200;
    const auto end = lane.spans.rbegin() + std::min<std::ptrdiff_t>(looked, std::ptrdiff_t(lane.spans.size()));
    const auto span = std::find_if(lane.spans.rbegin(), end,
                                   [&](const TimelineSpan& each) { return each.entity == entity && each.what == what; });
    return span == end ? 0 : span->row;
}

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
    if (update.rewind) // the clock was set back: nothing of the old state may show on it
        announce();
    else if (!m_tell.isActive())
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
    is.key = event.key;
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
    // A guard's run and a leader's term have their own owners: all of a process share one lane.
    auto& slot = m_groups[int(by)].lanes[{connection, by == By::worker ? short_owner(key) : key}];
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

// The lease has ended without a release.
void Timeline::overdue(const Key& key, std::int64_t at)
{
    const auto found = m_open.find(key);
    if (found == m_open.end())
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

// Taken and released between two polls.
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
        addMark(*each, event, rowOf(*each, key.entity, key.what));
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
        const auto gone = std::exchange(m_gone, {}); // lives until all receivers have dropped them
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
