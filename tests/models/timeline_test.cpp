// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backends/observe/recording/line_writer.h"
#include "models/feed/history.h"
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

#include <QDateTime>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

using namespace lockdesk;
using namespace lockdesk::test;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t second = 1'000'000;
const TimePoint start = time_from_us(1'790'000'000 * second);

Event event(EventKind kind, Duration at, const std::string& key, const std::string& actor, std::int64_t token = 1,
            Entity entity = Entity::lock, const std::string& detail = {})
{
    return {kind, entity, key, actor, FencingToken{token}, start + at, detail};
}

struct TimelineTest : ::testing::Test
{
    Feeding feeding;
    Feed* feed = feeding.add(QStringLiteral("orders"));
    Timeline timeline{&feeding.feeds};

    void tell(std::vector<Event> events)
    {
        auto update = feeding.update(feed);
        update->events = std::move(events);
        QSignalSpy changed(&timeline, &Timeline::changed);
        feed->receive(update);
        ASSERT_TRUE(await([&] { return changed.count() > 0; }));
    }
    /// A read of these rows at an instant of the store, with the events that follow from it.
    void read(Duration at, std::vector<LockRow> rows, bool first = false)
    {
        auto update = feeding.update(feed);
        update->snapshot = first;
        update->clock.store = start + at;
        update->cost.interval = 1s;
        ChangeBatch batch;
        batch.locks = std::move(rows);
        tracker.apply(std::move(batch), Entities::all(), first ? Entities::all() : Entities{}, start + at, *update);
        QSignalSpy changed(&feeding.feeds, &FeedSet::updated);
        feed->receive(update);
        ASSERT_TRUE(await([&] { return changed.count() > 0; }));
    }
    static LockRow held(const std::string& owner, std::int64_t token, Duration since, Duration lease = 5s)
    {
        LockRow row = lockdesk::test::lock("ledger", owner, token);
        row.lease = lease;
        row.acquired_at = start + since;
        row.expires_at = start + since + lease;
        return row;
    }
    std::vector<std::pair<Duration, Duration>> spans() const
    {
        std::vector<std::pair<Duration, Duration>> out;
        const TimelineLane* is = lane(Timeline::By::lock, "ledger");
        for (const TimelineSpan& span : is == nullptr ? std::vector<TimelineSpan>{} : is->spans)
            out.emplace_back(time_from_us(span.from) - start, span.to == 0 ? Duration::max() : time_from_us(span.to) - start);
        return out;
    }
    Tracker tracker;
    const TimelineLane* lane(Timeline::By by, const std::string& key) const
    {
        for (const TimelineLane* each : timeline.lanes(by))
            if (each->key == key)
                return each;
        return nullptr;
    }
};

} // namespace

TEST_F(TimelineTest, ALeaseIsABarOnBothLanes)
{
    tell({event(EventKind::acquired, 0s, "ledger", "a"), event(EventKind::renewed, 3s, "ledger", "a"),
          event(EventKind::released, 9s, "ledger", "a")});
    for (const auto by : {Timeline::By::worker, Timeline::By::lock}) {
        const TimelineLane* is = lane(by, by == Timeline::By::lock ? "ledger" : "a");
        ASSERT_NE(is, nullptr);
        ASSERT_EQ(is->spans.size(), 1u);
        EXPECT_EQ(is->spans[0].from, to_us(start));
        EXPECT_EQ(is->spans[0].to, to_us(start + 9s));
        ASSERT_EQ(is->marks.size(), 1u);
        EXPECT_EQ(is->marks[0].kind, EventKind::renewed);
        EXPECT_GE(is->longest, 9 * second);
    }
}

TEST_F(TimelineTest, PastItsLeaseAndTakenOver)
{
    tell({event(EventKind::acquired, 0s, "ledger", "a"), event(EventKind::expired, 5s, "ledger", "a"),
          event(EventKind::taken_over, 7s, "ledger", "b", 2),
          event(EventKind::refused, 8s, "ledger", "a", 1, Entity::refusal)});
    const TimelineLane* lock = lane(Timeline::By::lock, "ledger");
    ASSERT_NE(lock, nullptr);
    ASSERT_EQ(lock->spans.size(), 3u);
    EXPECT_EQ(lock->spans[1].kind, TimelineSpan::Kind::overdue);
    EXPECT_EQ(lock->spans[1].from, to_us(start + 5s));
    EXPECT_EQ(lock->spans[1].to, to_us(start + 7s));
    EXPECT_TRUE(lock->spans[2].takenOver);
    EXPECT_EQ(lock->spans[2].to, 0) << "still held";
    const TimelineLane* a = lane(Timeline::By::worker, "a");
    ASSERT_NE(a, nullptr);
    EXPECT_EQ(a->marks.back().kind, EventKind::refused);
}

TEST_F(TimelineTest, WhatOverlapsHasRowsOfItsOwn)
{
    tell({event(EventKind::acquired, 0s, "ledger", "a"), event(EventKind::acquired, 1s, "mailer", "a"),
          event(EventKind::claimed, 2s, "gw-1", "a", 1, Entity::task, "Starting"),
          event(EventKind::renewed, 3s, "mailer", "a"), event(EventKind::expired, 4s, "ledger", "a"),
          event(EventKind::released, 5s, "mailer", "a"), event(EventKind::acquired, 6s, "third", "a")});
    const TimelineLane* is = lane(Timeline::By::worker, "a");
    ASSERT_NE(is, nullptr);
    EXPECT_EQ(is->rows.size(), 3u);
    EXPECT_EQ(is->alarms, 1);
    std::map<std::string, std::set<int>> rows;
    for (const TimelineSpan& span : is->spans)
        rows[span.what].insert(span.row);
    EXPECT_EQ(rows["ledger"], std::set<int>{0}) << "past its lease it stays in its row";
    EXPECT_EQ(rows["mailer"], std::set<int>{1});
    EXPECT_EQ(rows["gw-1"], std::set<int>{2});
    EXPECT_EQ(rows["third"], std::set<int>{1}) << "the first row that is free";
    ASSERT_EQ(is->marks.size(), 2u);
    EXPECT_EQ(is->marks[0].row, 1) << "a renewal lies on its lock";
    tell({event(EventKind::taken_over, 9s, "ledger", "b", 2)});
    EXPECT_EQ(lane(Timeline::By::worker, "a")->alarms, 0);
    EXPECT_EQ(lane(Timeline::By::lock, "ledger")->rows.size(), 1u) << "one after the other is one row";
}

TEST_F(TimelineTest, RowsOfOneOwnerThatAreThereAtFirstDoNotOverlap)
{
    std::vector<LockRow> rows;
    for (int i = 0; i < 40; ++i) {
        rows.push_back(lock("lock-" + std::to_string(i), "a", i + 1));
        rows.back().acquired_at = store_now - std::chrono::seconds{100 - i};
        if (i % 3 == 0)
            rows.back().expires_at = store_now - 10s;
    }
    QSignalSpy changed(&timeline, &Timeline::changed);
    feeding.locks(feed, rows, {}, true);
    ASSERT_TRUE(await([&] { return changed.count() > 0; }));
    const TimelineLane* is = lane(Timeline::By::worker, "a");
    ASSERT_NE(is, nullptr);
    EXPECT_EQ(is->rows.size(), TimelineLane::mostRows);
    EXPECT_EQ(is->alarms, 14);
    std::map<int, std::int64_t> end;
    for (const TimelineSpan& span : is->spans) {
        if (span.row == int(TimelineLane::mostRows) - 1)
            continue; // the last row, where spans may overlap
        EXPECT_TRUE(!end.contains(span.row) || end[span.row] <= span.from) << span.what;
        end[span.row] = span.to == 0 ? INT64_MAX : span.to;
    }
}

// A removed lane stays valid until all receivers were notified.
TEST_F(TimelineTest, AnotherStoryIsToldAtOnce)
{
    tell({event(EventKind::acquired, 0s, "ledger", "a")});
    const TimelineLane* before = lane(Timeline::By::lock, "ledger");
    std::string seen;
    QObject::connect(&timeline, &Timeline::lanesChanged, &timeline, [&] { seen = before->key; });
    auto update = feeding.update(feed);
    update->rewind = update->snapshot = true;
    update->events = {event(EventKind::acquired, 0s, "mailer", "b")};
    QObject::connect(&feeding.feeds, &FeedSet::updated, &timeline, [&] {
        EXPECT_EQ(lane(Timeline::By::lock, "ledger"), nullptr);
        EXPECT_NE(lane(Timeline::By::lock, "mailer"), nullptr);
    });
    feed->receive(update);
    ASSERT_TRUE(await([&] { return !seen.empty(); }));
    EXPECT_EQ(seen, "ledger");
}

TEST_F(TimelineTest, TasksShowTheirPhasesOnTheWorkersLane)
{
    tell({event(EventKind::claimed, 0s, "gw-1", "w", 1, Entity::task, "Creating"),
          event(EventKind::advanced, 2s, "gw-1", "w", 1, Entity::task, "Starting"),
          event(EventKind::claimed, 3s, "gw-1", "w", 2, Entity::task, "Starting"),
          event(EventKind::timed_out, 33s, "gw-1", "w", 2, Entity::task),
          event(EventKind::silent, 30s, "w", "w", 0, Entity::worker)});
    const TimelineLane* w = lane(Timeline::By::worker, "w");
    ASSERT_NE(w, nullptr);
    ASSERT_EQ(w->spans.size(), 4u);
    EXPECT_EQ(w->spans[0].phase, "Creating");
    EXPECT_EQ(w->spans[2].kind, TimelineSpan::Kind::silent);
    EXPECT_TRUE(timeline.lanes(Timeline::By::lock).empty());
}

TEST_F(TimelineTest, WhatIsHeldWhenItOpensIsThere)
{
    feeding.locks(feed, {lock("ledger", "a", 4)}, {}, true);
    ASSERT_TRUE(await([&] { return lane(Timeline::By::lock, "ledger") != nullptr; }));
    EXPECT_EQ(lane(Timeline::By::lock, "ledger")->spans.size(), 1u);
    // A complete poll without the lock: it was released between polls.
    feeding.locks(feed, {}, {}, true);
    ASSERT_TRUE(await([&] { return lane(Timeline::By::lock, "ledger")->spans[0].to != 0; }));
    feeding.feeds.remove(feed);
    EXPECT_TRUE(timeline.lanes(Timeline::By::lock).empty());
}

TEST_F(TimelineTest, WhatExpiredTwiceStillEnds)
{
    tell({event(EventKind::acquired, 1s, "ledger", "w"), event(EventKind::expired, 5s, "ledger", "w"),
          event(EventKind::renewed, 6s, "ledger", "w"), event(EventKind::expired, 9s, "ledger", "w"),
          event(EventKind::released, 11s, "ledger", "w")});
    for (const TimelineLane* each : {lane(Timeline::By::lock, "ledger"), lane(Timeline::By::worker, "w")}) {
        ASSERT_EQ(each->spans.size(), 2u);
        EXPECT_EQ(each->spans[1].from, to_us(start + 5s));
        EXPECT_EQ(each->spans[1].to, to_us(start + 11s));
    }
}

using Spans = std::vector<std::pair<Duration, Duration>>;

// The store did not answer, or this program stood still: what happened meanwhile nobody saw.
TEST_F(TimelineTest, NothingIsDrawnWhereNobodyLooked)
{
    read(0s, {held("a", 4, 0s)}, true);
    read(1s, {held("a", 4, 0s)});
    read(17s, {held("a", 12, 16s)});
    ASSERT_TRUE(await([&] { return spans().size() == 2; }));
    EXPECT_EQ(spans(), (Spans{{0s, 1s}, {16s, Duration::max()}})) << "it changed hands several times";
    EXPECT_EQ(timeline.size(), 4u) << "no mark says that its lease ran out, or who took it over";
    read(18s, {held("b", 13, 18s)});
    EXPECT_EQ(spans().at(1), std::make_pair(Duration(16s), Duration(18s))) << "one after the other";
    read(40s, {held("b", 14, 39s)});
    EXPECT_EQ(spans().at(2), std::make_pair(Duration(18s), Duration(18s + 1us))) << "whenever its own lease ended";
    read(60s, {held("b", 14, 39s, 1min)});
    EXPECT_EQ(spans().size(), 4u) << "one hold all the time, as the record says";
}

TEST_F(TimelineTest, AReleaseEndsTheHoldThatWasReleased)
{
    read(0s, {held("a", 4, 0s)}, true);
    LockRow free = lock("ledger", {}, 9);
    free.last_owner = "b";
    free.released_at = start + 15s;
    read(16s, {free});
    ASSERT_TRUE(await([&] { return spans().size() == 2; }));
    EXPECT_EQ(spans().at(0), std::make_pair(Duration(0s), Duration(1us))) << "seen once";
    EXPECT_EQ(spans().at(1).second, Duration(15s));
    read(17s, {held("c", 10, 17s)});
    free.token = FencingToken{10};
    free.last_owner = "c";
    free.released_at = start + 30s;
    read(50s, {free});
    EXPECT_EQ(spans().back(), std::make_pair(Duration(17s), Duration(30s))) << "the record has the instant of its release";
}

TEST_F(TimelineTest, ARecordThatVanishedUnseenWasHeldAtTheLastRead)
{
    LockRow row = held("a", 0, 0s, 1h);
    row.source = "redisson";
    read(0s, {row}, true);
    read(1s, {row});
    row.acquired_at = start + 20s;
    read(21s, {row});
    ASSERT_TRUE(await([&] { return spans().size() == 2; }));
    EXPECT_EQ(spans(), (Spans{{0s, 1s}, {20s, Duration::max()}})) << "without a token, the instant of the grant tells";
    auto update = feeding.update(feed);
    update->clock.store = start + 60s;
    update->gone = {{Entity::lock, "ledger"}};
    update->events = {event(EventKind::released, 60s, "ledger", "a", 0)};
    feed->receive(update);
    ASSERT_TRUE(await([&] { return spans().back().second != Duration::max(); }));
    EXPECT_EQ(spans().back().second, Duration(21s));
}

TEST_F(TimelineTest, ARecordWithoutTokenAndGrantIsOneHoldWhileItIsRenewed)
{
    LockRow row = held("a", 0, 0s);
    row.source = "dist_lock";
    row.acquired_at.reset();
    read(0s, {row}, true);
    for (int i = 1; i <= 4; ++i) {
        row.expires_at = start + 5s + std::chrono::seconds{i};
        read(std::chrono::seconds{i}, {row});
    }
    ASSERT_TRUE(await([&] { return spans().size() == 1; }));
    EXPECT_EQ(spans(), (Spans{{0s, Duration::max()}}));
}

TEST_F(TimelineTest, ATaskThatIsClaimedAgainIsHeld)
{
    tell({event(EventKind::claimed, 0s, "gw-1", "w", 1, Entity::task, "Creating")});
    tell({event(EventKind::claimed, 5s, "gw-1", "w", 2, Entity::task, "Creating"),
          event(EventKind::advanced, 4s, "gw-1", "w", 2, Entity::task, "Starting")});
    EXPECT_EQ(lane(Timeline::By::worker, "w")->spans.back().to, 0) << "the step before that claim ended";
}

TEST_F(TimelineTest, WhatWasNotReadForLongIsUnknown)
{
    read(0s, {held("a", 4, 0s)}, true);
    auto update = feeding.update(feed); // standing clocks are read by a steady clock
    feed->receive(update);
    ASSERT_TRUE(await([&] { return timeline.unreadSince(feed->index()) == 0; }));
    const auto last = to_us(update->clock.store);
    update = feeding.update(feed);
    update->polled = false;
    update->health.state = HealthState::stale;
    feed->receive(update);
    ASSERT_TRUE(await([&] { return feed->isStale(); }));
    EXPECT_EQ(timeline.unreadSince(feed->index()), last);
    update = feeding.update(feed);
    update->polled = false;
    update->clock.store += 10s; // thawed: live as far as known, and not read since
    feed->receive(update);
    ASSERT_TRUE(await([&] { return !feed->isStale(); }));
    EXPECT_EQ(timeline.unreadSince(feed->index()), last);
    feed->receive(feeding.update(feed));
    ASSERT_TRUE(await([&] { return timeline.unreadSince(feed->index()) == 0; }));
}

TEST_F(TimelineTest, MarksThatComeInAnyOrderAreAscending)
{
    constexpr int many = 20'000;
    std::vector<Event> events;
    for (int i = 0; i < many; ++i)
        events.push_back(event(EventKind::expired, std::chrono::milliseconds{i * 7919 % many}, "l" + std::to_string(i), "w"));
    tell(std::move(events));
    const auto ascending = [&] {
        const auto& marks = lane(Timeline::By::worker, "w")->marks;
        return std::is_sorted(marks.begin(), marks.end(), [](const TimelineMark& a, const TimelineMark& b) { return a.at < b.at; });
    };
    EXPECT_EQ(lane(Timeline::By::worker, "w")->marks.size(), std::size_t{many});
    EXPECT_TRUE(ascending());
    tell({event(EventKind::expired, 5s, "late", "w")});
    EXPECT_EQ(lane(Timeline::By::worker, "w")->marks.size(), std::size_t{many} + 1);
    EXPECT_TRUE(ascending());
}

TEST_F(TimelineTest, ManyRowsOfOneOwnerAreInOrderAndEndOneByOne)
{
    constexpr int many = 30'000;
    std::vector<LockRow> rows;
    int late = 0;
    for (int i = 0; i < many; ++i) {
        const auto left = std::chrono::seconds{i * 7919 % many - many / 4};
        late += left <= 0s ? 1 : 0;
        rows.push_back(lock("l" + std::to_string(i), "w", 1, left, 10h));
    }
    feeding.locks(feed, std::move(rows), {}, true);
    ASSERT_TRUE(await([&] { return lane(Timeline::By::worker, "w") != nullptr; }));
    const auto& spans = lane(Timeline::By::worker, "w")->spans;
    const auto held = [&] { return std::count_if(spans.begin(), spans.end(), [](const auto& s) { return s.to == 0; }); };
    EXPECT_TRUE(std::is_sorted(spans.begin(), spans.end(), [](const auto& a, const auto& b) { return a.from < b.from; }));
    EXPECT_EQ(held(), many);
    EXPECT_GT(late, many / 5);
    EXPECT_EQ(lane(Timeline::By::lock, "l0")->spans.size(), 2u) << "its lease was over, and nobody had given it back";
    EXPECT_EQ(lane(Timeline::By::lock, "l1")->spans.size(), 1u);
    tell({event(EventKind::released, 1s, "l0", "w"), event(EventKind::released, 1s, "l1", "w")});
    EXPECT_EQ(held(), many - 2);
    EXPECT_NE(lane(Timeline::By::lock, "l0")->spans.back().to, 0);
    EXPECT_NE(lane(Timeline::By::lock, "l1")->spans.back().to, 0);
}

TEST_F(TimelineTest, MemoryIsBounded)
{
    timeline.setCapacity(1000);
    for (int round = 0; round < 10; ++round) {
        std::vector<Event> events;
        for (int i = 0; i < 200; ++i) {
            const auto at = std::chrono::seconds{round * 200 + i};
            events.push_back(
                event(EventKind::acquired, at, "l" + std::to_string(i % 50), "w" + std::to_string(i % 7), round * 200 + i));
            events.push_back(event(EventKind::released, at + 500ms, "l" + std::to_string(i % 50),
                                   "w" + std::to_string(i % 7), round * 200 + i));
        }
        tell(std::move(events));
        EXPECT_LE(timeline.size(), 1000u);
    }
    EXPECT_GT(timeline.size(), 100u);
    EXPECT_LE(timeline.lanes(Timeline::By::worker).size(), 7u);
}

// Tens of thousands of bars of a day name the same few owners, locks and phases.
TEST_F(TimelineTest, BarsShareTheirTexts)
{
    std::vector<Event> events;
    for (int i = 0; i < 4; ++i) {
        const auto at = std::chrono::seconds{10 * i};
        events.push_back(event(EventKind::acquired, at, "stock:sku-149", "api-1", i + 1));
        events.push_back(event(EventKind::released, at + 1s, "stock:sku-149", "api-1", i + 1));
        events.push_back(event(EventKind::claimed, at + 2s, "task-" + std::to_string(i), "api-1", 1, Entity::task, "gateway Creating"));
        events.push_back(event(EventKind::advanced, at + 3s, "task-" + std::to_string(i), "api-1", 1, Entity::task, "Starting"));
    }
    tell(std::move(events));
    std::map<std::string, std::set<const std::string*>> kept;
    for (const auto by : {Timeline::By::worker, Timeline::By::lock})
        for (const TimelineLane* each : timeline.lanes(by))
            for (const TimelineSpan& span : each->spans)
                for (const RareText* text : {&span.what, &span.who, &span.phase})
                    kept[text->str()].insert(&text->str());
    EXPECT_EQ(kept.count("gateway Creating"), 1u);
    for (const auto& [text, copies] : kept)
        EXPECT_LE(copies.size(), 2u) << text; // one of the lane that it names
}

TEST_F(TimelineTest, HeldLeasesDoNotDisplaceWhatEnded)
{
    timeline.setCapacity(1000);
    std::vector<Event> events;
    for (int i = 0; i < 300; ++i)
        events.push_back(event(EventKind::acquired, 0s, "held-" + std::to_string(i), "w" + std::to_string(i % 7), 1));
    tell(std::exchange(events, {}));
    for (int i = 0; i < 450; ++i) {
        const auto at = std::chrono::seconds{1 + i};
        events.push_back(event(EventKind::acquired, at, "job", "v", i + 1));
        events.push_back(event(EventKind::released, at + 500ms, "job", "v", i + 1));
        if (i % 90 == 89)
            tell(std::exchange(events, {}));
    }
    EXPECT_EQ(lane(Timeline::By::lock, "job")->spans.size(), 450u);
    EXPECT_EQ(timeline.size(), 2 * 300u + 2 * 450u);
}

TEST_F(TimelineTest, ASelectedSpanKeepsOnlyWhatMoved)
{
    Tested<LocksModel> locks;
    Tested<ActivityModel> activity;
    locks.feeding.locks(locks.feed, {lock("a", "x"), lock("b", "y"), lock("c")}, {}, true);
    ASSERT_TRUE(await([&] { return locks.model.rowCount() == 3; }));
    auto update = activity.feeding.update(activity.feed);
    update->events = {event(EventKind::acquired, 1s, "a", "x"), event(EventKind::acquired, 20s, "b", "y")};
    activity.feed->receive(update);
    ASSERT_TRUE(await([&] { return activity.model.rowCount() == 2; }));

    tell({event(EventKind::acquired, 1s, "a", "x"), event(EventKind::acquired, 20s, "b", "y")});
    timeline.select(Timeline::Window{to_us(start + 15s), to_us(start + 30s)});
    ASSERT_NE(timeline.moved(), nullptr);
    locks.model.setMoved(timeline.moved());
    activity.model.setMoved(timeline.moved());
    EXPECT_TRUE(locks.shows({QStringLiteral("b")}));
    EXPECT_TRUE(await([&] { return activity.model.rowCount() == 1; }));
    timeline.select(std::nullopt);
    locks.model.setMoved(timeline.moved());
    EXPECT_TRUE(await([&] { return locks.model.rowCount() == 3; }));
}
