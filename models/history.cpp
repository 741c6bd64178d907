// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history.h"

#include <QDateTime>

#include <algorithm>

namespace lockdesk {

void History::Ring::add(QPointF point)
{
    if (points.size() < static_cast<std::size_t>(capacity)) {
        points.push_back(point);
        return;
    }
    points[next] = point;
    next = (next + 1) % points.size();
}

void History::Ring::copySince(double x, std::vector<QPointF>& out) const
{
    out.reserve(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const QPointF& point = points[(next + i) % points.size()];
        if (point.x() >= x)
            out.push_back(point);
    }
}

History::History(FeedSet* feeds, QObject* parent) : QObject(parent), m_feeds(feeds)
{
    connect(feeds, &FeedSet::removed, this, [this](int index) { m_tracks.erase(index); });
    connect(feeds, &FeedSet::updated, this, [this](Feed* feed, const UpdatePtr& update) {
        if (update->rewind)
            m_tracks.erase(feed->index());
    });
    connect(&m_timer, &QTimer::timeout, this, [this] { sample(QDateTime::currentMSecsSinceEpoch()); });
    m_timer.start(1000);
}

void History::add(Track& track, Series series, double x, std::optional<double> value)
{
    track.absent[series] = !value;
    if (value)
        track.rings[series].add({x, *value});
}

void History::sample(qint64 wallMs)
{
    for (const Feed* feed : m_feeds->feeds())
        if (feed->health().state == HealthState::live && feed->clock().rate != 0) // a clock that stands still has nothing new
            sampleFeed(*feed, static_cast<double>(wallMs));
    emit sampled();
}

void History::sampleFeed(const Feed& feed, double x)
{
    Track& track = m_tracks[feed.index()];
    const auto& backlog = feed.backlog();
    const auto of = [](std::int64_t n) { return static_cast<double>(n); };
    const auto seconds = [](Duration d) { return std::chrono::duration<double>(d).count(); };
    add(track, LocksHeld, x, of(feed.summary().held));
    add(track, AcquiredRate, x, feed.rates().acquired);
    add(track, ExpiredRate, x, feed.rates().expired);
    add(track, ClaimedRate, x, feed.rates().claimed);
    add(track, OutboxPending, x, backlog ? std::optional(of(backlog->pending)) : std::nullopt);
    add(track, OutboxOldest, x, backlog ? std::optional(seconds(backlog->oldest.value_or(Duration{0}))) : std::nullopt);
    add(track, OutboxIn, x, backlog ? std::optional(backlog->in_rate) : std::nullopt);
    add(track, OutboxOut, x, backlog ? std::optional(backlog->out_rate) : std::nullopt);
    // The middle of the workers' own medians.
    std::vector<std::int64_t> waits, holds;
    for (const auto& [id, row] : feed.workers()) {
        if (row->counters.wait_p50_us >= 0)
            waits.push_back(row->counters.wait_p50_us);
        if (row->counters.hold_p50_us >= 0)
            holds.push_back(row->counters.hold_p50_us);
    }
    const auto middle = [](std::vector<std::int64_t>& values) -> std::optional<double> {
        if (values.empty())
            return std::nullopt;
        const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
        std::nth_element(values.begin(), at, values.end());
        return static_cast<double>(*at) / 1000;
    };
    add(track, WaitTime, x, middle(waits));
    add(track, HoldTime, x, middle(holds));
    for (const PhaseSummary& phase : feed.phases())
        track.phases[{phase.kind, phase.phase}].add({x, of(phase.total)});
}

std::vector<QPointF> History::points(int connection, Series series, int seconds) const
{
    std::vector<QPointF> out;
    const auto track = m_tracks.find(connection);
    if (track == m_tracks.end())
        return out;
    track->second.rings[series].copySince(static_cast<double>(QDateTime::currentMSecsSinceEpoch()) - seconds * 1000.0, out);
    return out;
}

bool History::available(int connection, Series series) const
{
    const auto track = m_tracks.find(connection);
    return track == m_tracks.end() || !track->second.absent[series];
}

std::vector<QPointF> History::phasePoints(int connection, const QString& kind, const QString& phase, int seconds) const
{
    std::vector<QPointF> out;
    const auto track = m_tracks.find(connection);
    if (track == m_tracks.end())
        return out;
    const auto ring = track->second.phases.find({kind.toStdString(), phase.toStdString()});
    if (ring != track->second.phases.end())
        ring->second.copySince(static_cast<double>(QDateTime::currentMSecsSinceEpoch()) - seconds * 1000.0, out);
    return out;
}

} // namespace lockdesk
