// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed.h"

#include <QObject>
#include <QPointF>
#include <QTimer>

#include <array>
#include <map>
#include <vector>

namespace lockdesk {

/// Ten minutes of numbers at one a second, for charts. x of a point: this computer's clock, milliseconds since 1970. Points
/// of seconds without an answer are left out: a gap.
class History final : public QObject
{
    Q_OBJECT

public:
    enum Series { LocksHeld, AcquiredRate, ExpiredRate, ClaimedRate, OutboxPending, OutboxOldest, OutboxIn, OutboxOut, WaitTime,
                  HoldTime, SeriesCount };
    Q_ENUM(Series)
    static constexpr int capacity = 600;

    explicit History(FeedSet* feeds, QObject* parent = nullptr);

    /// Oldest first, of the last `seconds`. OutboxOldest in seconds, wait and hold times (p50) in milliseconds.
    [[nodiscard]] std::vector<QPointF> points(int connection, Series series, int seconds = capacity) const;
    /// False: this source cannot tell ("not available here").
    [[nodiscard]] bool available(int connection, Series series) const;
    /// Tasks of a phase that are in it.
    [[nodiscard]] std::vector<QPointF> phasePoints(int connection, const QString& kind, const QString& phase,
                                                   int seconds = capacity) const;
    /// Takes a sample now. The history's own timer does this every second.
    void sample(qint64 wallMs);

signals:
    void sampled();

private:
    struct Ring
    {
        std::vector<QPointF> points;
        std::size_t next = 0;
        void add(QPointF point);
        void copySince(double x, std::vector<QPointF>& out) const;
    };
    struct Track
    {
        std::array<Ring, SeriesCount> rings;
        std::map<std::pair<std::string, std::string>, Ring> phases;
        std::array<bool, SeriesCount> absent{};
    };
    void sampleFeed(const Feed& feed, double x);
    static void add(Track& track, Series series, double x, std::optional<double> value);

    FeedSet* m_feeds;
    QTimer m_timer;
    std::map<int, Track> m_tracks;
};

} // namespace lockdesk
