// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/timeline.h"

#include "models/timeline/lane_events.h"

#include <QDateTime>

namespace lockdesk {

namespace {

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
        announce();
    });
}

Timeline::Window Timeline::extent() const
{
    std::int64_t oldest = 0;
    for (const auto& order : m_order) {
        for (const TimelineLane* lane : order) {
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

std::int64_t Timeline::unreadSince(int connection) const
{
    const Feed* feed = m_feeds->at(connection);
    if (feed == nullptr || !feed->clock().known)
        return 0;
    return m_book.reads().unreadSince(connection, feed->isStale(), to_us(feed->now()));
}

void Timeline::take(const Feed& feed, const Update& update)
{
    const int connection = feed.index();
    if (update.rewind)
        forget(connection);
    m_book.reads().take(connection, update);
    for (const Event& event : update.events) {
        m_log.add(connection, event);
        addEvent(m_book, connection, event);
    }
    m_book.sortMarks();
    if (update.snapshot && update.clock.known)
        addRows(m_book, connection, update, to_us(update.clock.store));
    else if (update.polled && update.clock.known)
        correctRows(m_book, connection, update, to_us(update.clock.store));
    if (update.events.empty() && !update.snapshot && !update.rewind)
        return;
    if (m_book.isFull()) {
        m_book.prune(now());
        if (m_book.lanesChanged())
            announce();
    }
    if (update.rewind) // the clock was set back: nothing of the old state may show on it
        announce();
    else if (!m_tell.isActive())
        m_tell.start();
}

void Timeline::forget(int connection)
{
    m_book.forget(connection);
    m_log.forget(connection);
}

void Timeline::announce()
{
    m_tell.stop();
    if (m_book.lanesChanged()) {
        for (const By by : {By::worker, By::lock}) {
            auto& order = m_order[int(by)];
            order.clear();
            for (const auto& [key, lane] : m_book.lanes(by))
                order.push_back(lane.get());
        }
        const auto removed = m_book.takeRemoved(); // lives until all receivers have dropped them
        emit lanesChanged();
    }
    emit changed();
}

void Timeline::select(std::optional<Window> window)
{
    if (window == m_selection)
        return;
    m_selection = window;
    m_moved = window ? m_log.between(window->first, window->second) : nullptr;
    emit selectionChanged();
}

} // namespace lockdesk
