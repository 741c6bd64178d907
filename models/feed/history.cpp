// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/history.h"

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
    connect(feeds, &FeedSet::removed, this, [this](int index) {
        m_tracks.erase(index);
        m_recorded.erase(index);
    });
    connect(feeds, &FeedSet::updated, this, [this](Feed* feed, const UpdatePtr& update) {
        if (update->rewind)
            m_tracks.erase(feed->index());
    });
    connect(&m_timer, &QTimer::timeout, this, [this] { sample(QDateTime::currentMSecsSinceEpoch()); });
    m_timer.start(1000);
}

void History::sample(qint64 wallMs)
{
    for (const Feed* feed : m_feeds->feeds())
        // A stopped clock has nothing new; a recording provides its own numbers.
        if (!feed->info().recording && feed->health().state == HealthState::live && feed->clock().rate != 0)
            sampleFeed(*feed, static_cast<double>(wallMs));
    emit sampled();
}

History::Sample History::sampleOf(const Summary& summary, const Rates& rates, const std::optional<Backlog>& backlog,
                                  const MeasuredTimes& times, const std::vector<PhaseSummary>& phases)
{
    const auto of = [](std::int64_t n) { return static_cast<double>(n); };
    const auto seconds = [](Duration d) { return std::chrono::duration<double>(d).count(); };
    const auto millis = [](Duration d) { return std::chrono::duration<double, std::milli>(d).count(); };
    Sample out;
    out.values[LocksHeld] = of(summary.held);
    out.values[AcquiredRate] = rates.acquired;
    out.values[ExpiredRate] = rates.expired;
    out.values[ClaimedRate] = rates.claimed;
    out.values[TasksWaiting] = of(summary.tasks_waiting);
    out.values[TasksDue] = of(summary.tasks_due);
    out.values[TasksHeld] = of(summary.tasks_held);
    out.values[TasksFailed] = of(summary.tasks_failed);
    out.values[TasksDone] = of(summary.tasks_done);
    if (backlog) {
        out.values[OutboxPending] = of(backlog->pending);
        out.values[OutboxOldest] = seconds(backlog->oldest.value_or(Duration{0}));
        out.values[OutboxIn] = backlog->in_rate;
        out.values[OutboxOut] = backlog->out_rate;
    }
    const auto put = [&](const std::optional<Percentiles>& from, Series p50, Series p99) {
        if (from) {
            out.values[p50] = millis(from->p50);
            out.values[p99] = millis(from->p99);
        }
    };
    put(times.lock_holds, LockHoldP50, LockHoldP99);
    put(times.lock_waits, LockWaitP50, LockWaitP99);
    put(times.task_holds, TaskHoldP50, TaskHoldP99);
    for (const PhaseSummary& phase : phases)
        out.phases[{phase.kind, phase.phase}] = of(phase.total);
    return out;
}

void History::sampleFeed(const Feed& feed, double x)
{
    if (feed.facts().summary().at == TimePoint{})
        return; // no numbers reported yet, and zeros would be false
    Track& track = m_tracks[feed.index()];
    const StoreFacts& facts = feed.facts();
    const MeasuredTimes times =
        feed.measuredIfFree([&feed](const LeaseBook& book) { return book.times(feed.now()); }).value_or(MeasuredTimes{});
    const Sample now = sampleOf(facts.summary(), facts.rates(), facts.backlog(), times, facts.phases());
    for (std::size_t series = 0; series < now.values.size(); ++series) {
        track.absent[series] = !now.values[series];
        if (now.values[series])
            track.rings[series].add({x, *now.values[series]});
    }
    for (const auto& [phase, total] : now.phases)
        track.phases[phase].add({x, total});
}

void History::setRecorded(int connection, std::vector<Sample> samples)
{
    m_recorded[connection].samples = std::move(samples);
    emit sampled();
}

void History::setInstant(int connection, double x) { m_recorded[connection].instant = x; }

std::optional<double> History::instant(int connection) const
{
    const auto recorded = m_recorded.find(connection);
    return recorded == m_recorded.end() ? std::nullopt : std::optional(recorded->second.instant);
}

template <class Value> std::vector<QPointF> History::pointsOf(const Recorded& recorded, int seconds, Value&& value)
{
    std::vector<QPointF> out;
    for (const Sample& sample : recorded.samples)
        if (sample.x <= recorded.instant && sample.x >= recorded.instant - seconds * 1000.0)
            if (const std::optional<double> y = value(sample))
                out.emplace_back(sample.x, *y);
    return out;
}

std::vector<QPointF> History::points(int connection, Series series, int seconds) const
{
    if (const auto recorded = m_recorded.find(connection); recorded != m_recorded.end())
        return pointsOf(recorded->second, seconds, [series](const Sample& sample) { return sample.values[series]; });
    std::vector<QPointF> out;
    const auto track = m_tracks.find(connection);
    if (track == m_tracks.end())
        return out;
    track->second.rings[series].copySince(static_cast<double>(QDateTime::currentMSecsSinceEpoch()) - seconds * 1000.0, out);
    return out;
}

bool History::available(int connection, Series series) const
{
    if (const auto recorded = m_recorded.find(connection); recorded != m_recorded.end())
        return recorded->second.samples.empty() || recorded->second.samples.back().values[series].has_value();
    const auto track = m_tracks.find(connection);
    return track == m_tracks.end() || !track->second.absent[series];
}

std::vector<QPointF> History::phasePoints(int connection, const QString& kind, const QString& phase, int seconds) const
{
    const std::pair key{kind.toStdString(), phase.toStdString()};
    if (const auto recorded = m_recorded.find(connection); recorded != m_recorded.end())
        return pointsOf(recorded->second, seconds, [&key](const Sample& sample) {
            const auto found = sample.phases.find(key);
            return found == sample.phases.end() ? std::nullopt : std::optional(found->second);
        });
    std::vector<QPointF> out;
    const auto track = m_tracks.find(connection);
    if (track == m_tracks.end())
        return out;
    const auto ring = track->second.phases.find(key);
    if (ring != track->second.phases.end())
        ring->second.copySince(static_cast<double>(QDateTime::currentMSecsSinceEpoch()) - seconds * 1000.0, out);
    return out;
}

} // namespace lockdesk
