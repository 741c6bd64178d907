// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/recording/recording_file.h"
#include "backends/observe/tracker.h"
#include "models/feed/feed_set.h"
#include "models/feed/recorded_series.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <memory>

namespace lockdesk {

/// A recording as a connection: its own feed reports at each instant what an observer reported then, so that tables,
/// charts and pages show it like a store. GUI thread.
class Replay final : public QObject
{
    Q_OBJECT

public:
    /// Adds its feed to the set, at the first instant and paused. Removes the feed on destruction.
    Replay(std::unique_ptr<RecordingFile> file, const QString& name, FeedSet* feeds, QObject* parent = nullptr);
    ~Replay() override;

    /// Fills the charts with the minutes before the instant shown.
    void chart(History* history);
    /// Reports every row again as of the instant shown: for a consumer that came later.
    void repeatRows();
    [[nodiscard]] Feed* feed() const { return m_feed; }
    [[nodiscard]] QString name() const { return m_name; }
    [[nodiscard]] QString damage() const; ///< what is wrong with the file; empty: nothing
    [[nodiscard]] bool hasReport() const { return m_report != nullptr; } ///< it is an incident bundle
    [[nodiscard]] bool isEmpty() const { return m_file->moments() == 0; }
    [[nodiscard]] TimePoint begin() const;
    [[nodiscard]] TimePoint end() const;
    [[nodiscard]] TimePoint position() const { return m_position; }
    [[nodiscard]] bool isPlaying() const { return m_playing; }
    [[nodiscard]] double speed() const { return m_speed; }
    [[nodiscard]] bool canStep(int direction) const;

public slots:
    void seek(lockdesk::TimePoint at);
    /// Moves to the next (1) or previous (-1) instant with a change. Pauses.
    void step(int direction);
    void play();
    void pause();
    void setSpeed(double speed);

signals:
    void moved();        ///< the position changed
    void stateChanged(); ///< playing, paused or speed changed

private:
    void advance();
    void fillCharts();
    void show(TimePoint at);
    void rewind(std::size_t moment);
    void forward(std::size_t moment);
    void tell(std::shared_ptr<Update> update, ChangeBatch batch, std::size_t moment, const RecordedState& rows, bool fresh);
    void tellClock();
    [[nodiscard]] ClockState clock(const RecordedState& rows) const;

    std::unique_ptr<RecordingFile> m_file;
    RecordedSeries m_series;
    QPointer<History> m_history;
    QString m_name;
    QPointer<FeedSet> m_feeds; ///< may be destroyed first at exit
    Feed* m_feed;
    std::shared_ptr<const Capabilities> m_capabilities;
    std::shared_ptr<const StoreReport> m_report; ///< null: not a bundle
    std::unique_ptr<Tracker> m_tracker;
    RecordedNumbers m_numbers;
    Health m_health;
    std::uint64_t m_number = 0;
    std::optional<std::size_t> m_moment;
    TimePoint m_position{};
    TimePoint m_playedFrom{};
    SteadyPoint m_playedAt{};
    bool m_playing = false;
    double m_speed = 1;
    QTimer m_timer, m_charting;
};

} // namespace lockdesk
