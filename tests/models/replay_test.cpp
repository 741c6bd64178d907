// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backends/observe/recording/line_writer.h"
#include "models/feed/history.h"
#include "models/feed/recorded_series.h"
#include "models/feed/replay.h"
#include "models/format/format.h"
#include "models/tables/activity_model.h"
#include "models/tables/locks_model.h"
#include "models/tables/roles.h"
#include "models/tables/stores_model.h"
#include "models/tables/tasks_model.h"
#include "models/timeline/timeline.h"
#include "tests/models/fixture.h"
#include "tests/support/temp_dir.h"

#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QDateTime>

#include <algorithm>
#include <fstream>

using namespace lockdesk;
using namespace lockdesk::test;
using namespace std::chrono_literals;

namespace {


const TimePoint begun = time_from_us(1'790'000'000'000'000);

/// A store with three locks that change hands, and a task.
std::unique_ptr<RecordingFile> recordingOf(const std::string& path, int seconds)
{
    RecordingHeader header;
    header.name = "orders";
    header.environment = "production";
    header.capabilities.store = "sqlite";
    header.begun = begun;
    LineWriter writer(header);
    std::string text = writer.begin();
    Tracker tracker;
    for (int i = 0; i < seconds; ++i) {
        const TimePoint now = begun + std::chrono::seconds{i};
        const SteadyPoint steady{std::chrono::hours{1} + std::chrono::seconds{i}};
        ChangeBatch batch;
        batch.snapshot = i == 0;
        LockRow row;
        row.name = "lock-" + std::to_string(i % 3);
        row.token = FencingToken{i + 1};
        row.owner = i % 2 == 0 ? "host/1/aa" : "";
        row.acquired_at = now;
        row.released_at = now;
        row.expires_at = now + 4s;
        row.lease = 4s;
        batch.locks = {row};
        TaskRow task;
        task.id = "gw-1";
        task.kind = "gateway";
        task.phase = i < 30 ? "Creating" : "Starting";
        task.updated_at = now;
        if (i % 10 == 0)
            batch.tasks = {task};
        Update update;
        update.number = static_cast<std::uint64_t>(i) + 1;
        update.polled = true;
        update.snapshot = i == 0;
        update.health.state = HealthState::live;
        update.clock = {true, now, steady, 1, 0ms, 1ms, false};
        Backlog backlog;
        backlog.pending = i;
        backlog.oldest = std::chrono::seconds{i};
        tracker.set_backlog(backlog);
        tracker.apply(std::move(batch), Entities::all(), i == 0 ? Entities::all() : Entities{}, now, update);
        tracker.tick(now, steady, update);
        update.rates = update.rates.value_or(Rates{}); // so that numbers are recorded each second
        text += writer.lines(update, steady);
    }
    std::ofstream(path) << text << writer.end();
    auto file = RecordingFile::open(path);
    return file ? std::move(file).value() : nullptr;
}

std::unique_ptr<RecordingFile> aMinute(const std::string& path) { return recordingOf(path, 60); }

} // namespace

TEST(Replay, EveryInstantIsInAllModels)
{
    const TempDir dir;
    FeedSet feeds;
    LocksModel locks(&feeds);
    TasksModel tasks(&feeds);
    ActivityModel activity(&feeds);
    QAbstractItemModelTester first(&locks, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QAbstractItemModelTester second_(&tasks, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QAbstractItemModelTester third(&activity, QAbstractItemModelTester::FailureReportingMode::Fatal);
    Timeline timeline(&feeds);
    auto file = aMinute((dir / "a.ldrec").string());
    ASSERT_NE(file, nullptr);
    Replay replay(std::move(file), QStringLiteral("orders"), &feeds);
    EXPECT_TRUE(replay.feed()->info().readOnly);
    EXPECT_EQ(replay.feed()->info().environment, QStringLiteral("production"));
    ASSERT_TRUE(await([&] { return locks.rowCount() == 1 && tasks.rowCount() == 1; }));
    EXPECT_EQ(activity.rowCount(), 0);

    replay.seek(begun + 45s);
    ASSERT_TRUE(await([&] { return locks.rowCount() == 3 && activity.rowCount() > 20; }));
    EXPECT_EQ(to_us(replay.feed()->now()), to_us(begun + 45s)) << "the clock stands still";
    ASSERT_TRUE(await([&] { return timeline.lanes(Timeline::By::lock).size() == 3; }));
    const int later = activity.rowCount();

    replay.seek(begun + 10s); // back: later events are gone
    ASSERT_TRUE(await([&] { return activity.rowCount() < later / 2; }));
    EXPECT_EQ(locks.rowCount(), 3);
    EXPECT_EQ(timeline.extent().second, to_us(begun + 10s));

    replay.step(1);
    EXPECT_EQ(to_us(replay.position()), to_us(begun + 11s));
    replay.step(-1);
    replay.step(-1);
    EXPECT_EQ(to_us(replay.position()), to_us(begun + 9s));
    replay.seek(begun);
    EXPECT_FALSE(replay.canStep(-1));
    ASSERT_TRUE(await([&] { return locks.rowCount() == 1; }));
}

TEST(Replay, ChartsHaveTheMinutesBeforeTheInstantShown)
{
    const TempDir dir;
    FeedSet feeds;
    History history(&feeds);
    auto file = aMinute((dir / "a.ldrec").string());
    ASSERT_NE(file, nullptr);
    Replay replay(std::move(file), QStringLiteral("orders"), &feeds);
    replay.chart(&history);
    const int index = replay.feed()->index();
    const auto at = [](Duration after) { return static_cast<double>(to_us(begun + after)) / 1000; };
    const auto pending = [&](int seconds = History::capacity) {
        return history.points(index, History::OutboxPending, seconds);
    };
    replay.seek(begun + 45s);
    ASSERT_TRUE(await([&] { return pending().size() == 46; }));
    EXPECT_DOUBLE_EQ(pending().front().y(), 0);
    EXPECT_DOUBLE_EQ(pending().back().y(), 45);
    EXPECT_EQ(history.instant(index), at(45s)) << "the instant shown is where charts end";
    EXPECT_DOUBLE_EQ(pending().back().x(), at(45s));
    EXPECT_DOUBLE_EQ(pending().front().x(), at(0s));
    EXPECT_EQ(pending(10).size(), 11u);
    const auto held = history.points(index, History::LocksHeld);
    ASSERT_EQ(held.size(), 46u);
    EXPECT_GT(std::max_element(held.begin(), held.end(), [](QPointF a, QPointF b) { return a.y() < b.y(); })->y(), 0);
    EXPECT_EQ(history.phasePoints(index, "gateway", "Starting").size(), 16u);
    EXPECT_TRUE(history.available(index, History::OutboxIn));

    replay.seek(begun + 10s); // back: later points are gone
    EXPECT_EQ(pending().size(), 11u);
    EXPECT_DOUBLE_EQ(pending().back().y(), 10);
    history.sample(QDateTime::currentMSecsSinceEpoch()); // as every second; a recording is not sampled
    EXPECT_EQ(pending().size(), 11u);
    replay.seek(begun + 59s);
    ASSERT_TRUE(await([&] { return pending().size() == 60; }));

    replay.seek(begun);
    replay.setSpeed(100);
    replay.play();
    ASSERT_TRUE(await([&] { return !replay.isPlaying() && pending().size() == 60; }));
    EXPECT_DOUBLE_EQ(pending().back().y(), 59);
}

TEST(Replay, IsARecordingInTheTableOfStores)
{
    const TempDir dir;
    FeedSet feeds;
    StoresModel stores(&feeds);
    auto file = aMinute((dir / "a.ldrec").string());
    ASSERT_NE(file, nullptr);
    Replay replay(std::move(file), QStringLiteral("orders"), &feeds);
    ConnectionInfo info = replay.feed()->info();
    info.url = QStringLiteral("/records/night.ldrec");
    replay.feed()->setInfo(info);
    replay.seek(begun + 45s);
    const auto cell = [&](int column) { return stores.index(0, column).data().toString(); };
    ASSERT_TRUE(
        await([&] { return stores.rowCount() == 1 && cell(StoresModel::HealthName).contains(format::clock(begun + 45s)); }));
    EXPECT_TRUE(cell(StoresModel::HealthName).startsWith(QStringLiteral("recorded ")))
        << cell(StoresModel::HealthName).toStdString();
    EXPECT_EQ(cell(StoresModel::Kind), QStringLiteral("night.ldrec"));
    EXPECT_NE(stores.index(0, 0).data(StateRole).toString(), QStringLiteral("live"));
}

TEST(Replay, PlaysToTheEndAndStops)
{
    const TempDir dir;
    FeedSet feeds;
    LocksModel locks(&feeds);
    QAbstractItemModelTester tester(&locks, QAbstractItemModelTester::FailureReportingMode::Fatal);
    auto file = aMinute((dir / "a.ldrec").string());
    ASSERT_NE(file, nullptr);
    Replay replay(std::move(file), QStringLiteral("orders"), &feeds);
    replay.setSpeed(100);
    replay.play();
    EXPECT_TRUE(replay.isPlaying());
    ASSERT_TRUE(await([&] { return !replay.isPlaying(); }));
    EXPECT_EQ(replay.position(), replay.end());
    ASSERT_TRUE(await([&] { return locks.rowCount() == 3; }));
    EXPECT_EQ(feeds.feeds().size(), 1u);
}

// A day that is played must not need more memory with every hour.
TEST(RecordedSeries, SamplesFarFromTheInstantAreForgotten)
{
    const TempDir dir;
    constexpr int seconds = 4000;
    const auto file = recordingOf((dir / "a.ldrec").string(), seconds);
    ASSERT_NE(file, nullptr);
    const auto moment = [&](int at) { return file->moment_at(begun + std::chrono::seconds{at}); };
    const auto never = SteadyPoint::max();
    RecordedSeries played(*file);
    for (int at = 0; at < seconds; at += 10)
        ASSERT_TRUE(played.fill(moment(at), never));
    EXPECT_LE(played.kept(), 3U * History::capacity);
    const auto pending = [&](RecordedSeries& series, int at) {
        EXPECT_TRUE(series.fill(moment(at), never));
        std::vector<double> out;
        for (const History::Sample& sample : series.samples(moment(at)))
            out.push_back(sample.values.at(History::OutboxPending).value_or(-1));
        return out;
    };
    for (const int at : {3990, 700, 2500, 0, 3999}) {
        RecordedSeries fresh(*file);
        const auto is = pending(played, at);
        EXPECT_EQ(is, pending(fresh, at)) << at;
        EXPECT_EQ(is.size(), static_cast<std::size_t>(std::min(at, History::capacity)) + 1);
        EXPECT_DOUBLE_EQ(is.back(), at);
        EXPECT_LE(played.kept(), 3U * History::capacity);
    }
}
