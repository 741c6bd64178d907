// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/feed_set.h"

#include <QObject>
#include <QPointF>
#include <QTimer>

#include <array>
#include <map>
#include <vector>

namespace lockdesk {

/// Ten minutes of numbers for charts, one point a second. x is this computer's clock, in milliseconds since 1970. Seconds
/// without an answer leave a gap. A recording has the minutes before the instant shown, on its own clock.
class History final : public QObject
{
    Q_OBJECT

public:
    enum Series {
        LocksHeld,
        AcquiredRate,
        ExpiredRate,
        ClaimedRate,
        OutboxPending,
        OutboxOldest,
        OutboxIn,
        OutboxOut,
        LockHoldP50,
        LockHoldP99,
        LockWaitP50,
        LockWaitP99,
        TaskHoldP50,
        TaskHoldP99,
        TasksWaiting,
        TasksDue,
        TasksHeld,
        TasksFailed,
        TasksDone,
        SeriesCount
    };
    Q_ENUM(Series)
    static constexpr int capacity = 600;

    /// The numbers at one instant.
    struct Sample
    {
        double x = 0; ///< milliseconds since 1970
        std::array<std::optional<double>, SeriesCount> values;
        std::map<std::pair<std::string, std::string>, double> phases; ///< by kind and phase
    };
    static Sample sampleOf(const Summary& summary, const Rates& rates, const std::optional<Backlog>& backlog,
                           const MeasuredTimes& times, const std::vector<PhaseSummary>& phases);

    explicit History(FeedSet* feeds, QObject* parent = nullptr);

    /// Points of the last `seconds`, oldest first. OutboxOldest in seconds, hold and wait times in milliseconds, each of
    /// the minute before, from the samples themselves.
    [[nodiscard]] std::vector<QPointF> points(int connection, Series series, int seconds = capacity) const;
    /// Instant shown of a recording, on its own clock, at which its charts end. nullopt: now.
    [[nodiscard]] std::optional<double> instant(int connection) const;
    /// False: the source does not provide this series ("not available here").
    [[nodiscard]] bool available(int connection, Series series) const;
    /// Number of tasks in a phase.
    [[nodiscard]] std::vector<QPointF> phasePoints(int connection, const QString& kind, const QString& phase,
                                                   int seconds = capacity) const;
    /// Takes a sample now. The built-in timer calls this every second.
    void sample(qint64 wallMs);
    /// Sets all samples of a recording that charts may show, oldest first, x on its own clock.
    void setRecorded(int connection, std::vector<Sample> samples);
    /// Sets the instant shown of a recording; later samples are hidden.
    void setInstant(int connection, double x);

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
    struct Recorded
    {
        std::vector<Sample> samples;
        double instant = 0;
    };
    void sampleFeed(const Feed& feed, double x);
    template <class Value> static std::vector<QPointF> pointsOf(const Recorded& recorded, int seconds, Value&& value);

    FeedSet* m_feeds;
    QTimer m_timer;
    std::map<int, Track> m_tracks;
    std::map<int, Recorded> m_recorded;
};

} // namespace lockdesk
