// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/feed_set.h"

#include "backends/memory/memory_store.h"
#include "models/feed/reasons.h"
#include "models/tables/locks_model.h"
#include "tests/models/fixture.h"

#include <gtest/gtest.h>

namespace lockdesk::test {
namespace {

using namespace std::chrono_literals;

std::shared_ptr<Store> memory(const std::string& name)
{
    return std::shared_ptr<Store>(*open_memory_store(*StoreUrl::parse("memory:" + name)));
}

TEST(Feeds, UpdatesOfAFrameAreOneBatch)
{
    Feeding feeding;
    Feed* feed = feeding.add("orders");
    QSignalSpy updated(feed, &Feed::updated), batches(feed, &Feed::batchApplied);
    for (int i = 0; i < 50; ++i)
        feed->receive(feeding.update(feed));
    ASSERT_TRUE(await([&] { return updated.count() == 50; }));
    EXPECT_EQ(batches.count(), 1);
}

TEST(Feeds, RowsOfARealStoreReachTheTable)
{
    forget_memory_store("feeds");
    auto store = memory("feeds");
    auto session = *store->open({});
    const auto acquire = [&](const std::string& name) {
        return session->locks().acquire(
            {LockName::trusted(name), OwnerId::trusted("api-1/7/00ff"), 30s, RequestId::trusted("r" + name)});
    };
    ASSERT_TRUE(acquire("before"));
    FeedSet feeds;
    LocksModel model(&feeds);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.sort(LocksModel::Name);
    Feed* feed = feeds.add({.id = "demo", .name = "demo"});
    QSignalSpy events(feed, &Feed::eventsAppended);
    feed->observe(store, {});
    ASSERT_TRUE(await([&] { return keys(model) == QStringList{"before"}; }));
    EXPECT_EQ(feed->health().state, HealthState::live);
    EXPECT_LT(std::chrono::abs(feed->now() - std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now())), 1s);
    ASSERT_TRUE(acquire("later"));
    ASSERT_TRUE(await([&] { return keys(model) == QStringList({"before", "later"}); }));
    EXPECT_TRUE(await([&] { return events.count() > 0; }));
    EXPECT_EQ(feed->events().of(Entity::lock, "later").size(), 1U);
    EXPECT_EQ(whyStuck(*feed, *model.rowAt(0)).left(17), "Held by api-1/7. ");
    feeds.stopAll();
}

TEST(Feeds, AFilterFindsRowsThatAreNotLive)
{
    forget_memory_store("searched");
    auto store = memory("searched");
    auto session = *store->open({});
    for (int i = 100; i < 160; ++i) {
        const auto name = "order-" + std::to_string(i);
        ASSERT_TRUE(session->locks().acquire(
            {LockName::trusted(name), OwnerId::trusted("api-1/7/00ff"), 30s, RequestId::trusted("r" + name)}));
    }
    FeedSet feeds;
    LocksModel model(&feeds);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    Feed* feed = feeds.add({.id = "demo", .name = "demo"});
    ObserverOptions options;
    options.limit = 20;
    options.found_limit = 5;
    feed->observe(store, options);
    ASSERT_TRUE(await([&] { return model.rowCount() == 20 && model.aboutRows() > 0; }));
    const QStringList live = keys(model);
    QString hidden;
    for (int i = 100; hidden.isEmpty() && i < 160; ++i)
        if (const auto name = QStringLiteral("order-%1").arg(i); !live.contains(name))
            hidden = name;
    model.setHeld(true); // what the user searches for does not wait for the mouse
    EXPECT_TRUE(model.setFilterText(hidden.toUpper()));
    EXPECT_EQ(model.searchText(), "searching demo...");
    ASSERT_TRUE(await([&] { return keys(model) == QStringList{hidden}; }));
    EXPECT_EQ(model.searchText(), "");
    // More rows match than a search brings: it says so. The live ones that match are shown as well.
    EXPECT_TRUE(model.setFilterText("name~order"));
    ASSERT_TRUE(await([&] { return model.searchText() == "demo has more than the first 5 that match"; }));
    EXPECT_GE(model.rowCount(), 20);
    EXPECT_LE(model.rowCount(), 25);
    EXPECT_TRUE(model.setFilterText("-state:free"));
    EXPECT_EQ(model.searchText(), "") << "nearly all match: no search";
    ASSERT_TRUE(await([&] { return model.rowCount() == 20; }));
    feeds.stopAll();
}

} // namespace
} // namespace lockdesk::test
