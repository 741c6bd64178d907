// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format/format.h"
#include "models/tables/locks_model.h"
#include "tests/models/fixture.h"

#include <gtest/gtest.h>

#include <QItemSelectionModel>

#include <random>

namespace lockdesk::test {
namespace {

using namespace std::chrono_literals;

using Table = Tested<LocksModel>;

void sortByName(Table& t)
{
    t.model.sort(LocksModel::Name);
    ASSERT_TRUE(await([&] { return t.model.sortColumn() == LocksModel::Name; }));
}

TEST(LiveTable, RowsComeChangeAndGoWithFewSignals)
{
    Table t;
    sortByName(t);
    t.feeding.locks(t.feed, {lock("c"), lock("a"), lock("b")}, {}, true);
    ASSERT_TRUE(t.shows({"a", "b", "c"}));
    EXPECT_EQ(t.inserted.count(), 1);
    t.forget();
    t.feeding.locks(t.feed, {lock("b", "x/1/1", 2)});
    ASSERT_TRUE(await([&] { return t.changed.count() > 0; }));
    EXPECT_EQ(t.changed.count(), 1);
    EXPECT_EQ(t.changed[0][0].toModelIndex().row(), 1);
    EXPECT_EQ(t.changed[0][1].toModelIndex().row(), 1);
    EXPECT_EQ(cell(t.model, 1, LocksModel::Token), "2");
    t.forget();
    t.feeding.locks(t.feed, {lock("bb")}, {"a"});
    ASSERT_TRUE(t.shows({"b", "bb", "c"}));
    EXPECT_EQ(t.removed.count(), 1);
    EXPECT_EQ(t.inserted.count(), 1);
    EXPECT_EQ(t.moved.count(), 0);
    EXPECT_EQ(t.resets.count(), 0);
}

TEST(LiveTable, RowsOfConnectionsThatItDoesNotTakeAreNotHere)
{
    Table t;
    sortByName(t);
    t.model.takeOnly([&](const Feed& feed) { return &feed == t.feed; });
    Feed* other = t.feeding.add("other");
    t.feeding.locks(other, {lock("x"), lock("y")}, {}, true);
    t.feeding.locks(t.feed, {lock("a")}, {}, true);
    ASSERT_TRUE(t.shows({"a"}));
    int rows = 0;
    t.model.forEachEntry([&](const TableEntry&) { ++rows; });
    EXPECT_EQ(rows, 1);
}

TEST(LiveTable, SnapshotRemovesWhatItDoesNotName)
{
    Table t;
    sortByName(t);
    t.feeding.locks(t.feed, {lock("a"), lock("b")}, {}, true);
    ASSERT_TRUE(t.shows({"a", "b"}));
    t.feeding.locks(t.feed, {lock("b"), lock("c")}, {}, true);
    ASSERT_TRUE(t.shows({"b", "c"}));
    EXPECT_EQ(t.resets.count(), 0);
}

TEST(LiveTable, FirstRowsAreToldAsNotAll)
{
    Table t;
    sortByName(t);
    auto first = t.feeding.update(t.feed);
    first->partial = true;
    first->truncated = Entity::lock;
    for (const char* name : {"b", "d"})
        first->locks.push_back(std::make_shared<const LockRow>(lock(name)));
    t.feed->receive(first);
    ASSERT_TRUE(t.shows({"b", "d"}));
    EXPECT_EQ(t.model.countText(), "2 so far");
    EXPECT_TRUE(t.model.setFilterText("b"));
    ASSERT_TRUE(t.shows({"b"}));
    EXPECT_EQ(t.model.countText(), "1 of 2 so far");
    EXPECT_TRUE(t.model.setFilterText(""));
    ASSERT_TRUE(t.shows({"b", "d"}));
    t.model.setHeld(true);
    t.feeding.locks(t.feed, {lock("a"), lock("b"), lock("c")}, {}, true);
    ASSERT_TRUE(t.shows({"a", "b", "c"})) << "d has gone meanwhile, and the rest does not wait for the mouse";
    EXPECT_EQ(t.model.countText(), "3");
    EXPECT_FALSE(t.model.isComing());
}

TEST(LiveTable, FirstRowsOfANewStoreDoNotWaitForTheMouse)
{
    Table t;
    sortByName(t);
    t.feeding.locks(t.feed, {lock("b"), lock("d")}, {}, true);
    ASSERT_TRUE(t.shows({"b", "d"}));
    t.model.setHeld(true);
    Feed* const other = t.feeding.add("other");
    auto first = t.feeding.update(other);
    first->partial = true;
    first->truncated = Entity::lock;
    first->locks.push_back(std::make_shared<const LockRow>(lock("c")));
    other->receive(first);
    ASSERT_TRUE(t.shows({"b", "c", "d"}));
    EXPECT_EQ(t.model.pendingChanges(), 0);
    t.feeding.locks(other, {lock("a"), lock("c")}, {}, true);
    ASSERT_TRUE(t.shows({"a", "b", "c", "d"})) << "the rest of them neither";
    t.feeding.locks(other, {lock("e")});
    EXPECT_TRUE(await([&] { return t.model.pendingChanges() == 1; })) << "what changes later does";
}

TEST(LiveTable, ManyScatteredChangesAreThreeSignals)
{
    Table t;
    sortByName(t);
    std::vector<LockRow> even, odd;
    std::vector<std::string> gone;
    for (int i = 0; i < 400; ++i) {
        (i % 2 == 0 ? even : odd).push_back(lock("n" + std::to_string(i)));
        if (i % 4 == 0)
            gone.push_back("n" + std::to_string(i));
    }
    t.feeding.locks(t.feed, even, {}, true);
    ASSERT_TRUE(await([&] { return t.model.rowCount() == 200; }));
    t.forget();
    t.feeding.locks(t.feed, odd, gone);
    ASSERT_TRUE(await([&] { return t.model.rowCount() == 300; }));
    EXPECT_EQ(t.inserted.count(), 1);
    EXPECT_EQ(t.moved.count(), 1);
    EXPECT_EQ(t.removed.count(), 1);
    EXPECT_LE(t.changed.count(), 1);
    EXPECT_EQ(keys(t.model).mid(0, 4), (QStringList{"n1", "n2", "n3", "n5"})) << "natural order";
}

TEST(LiveTable, SelectionAndCurrentRowFollowTheirKeys)
{
    Table t;
    QItemSelectionModel selection(&t.model);
    t.model.sort(LocksModel::Token);
    t.feeding.locks(t.feed, {lock("a", {}, 1), lock("b", {}, 2), lock("c", {}, 3)}, {}, true);
    ASSERT_TRUE(t.shows({"a", "b", "c"}));
    selection.select(t.model.index(1, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    selection.setCurrentIndex(t.model.index(2, 0), QItemSelectionModel::NoUpdate);
    t.feeding.locks(t.feed, {lock("a", {}, 9), lock("d", {}, 0), lock("e", {}, 1)});
    ASSERT_TRUE(t.shows({"e", "b", "c", "a", "d"})) << keys(t.model).join(' ').toStdString();
    ASSERT_EQ(selection.selectedRows().size(), 1);
    EXPECT_EQ(selection.selectedRows()[0].data(KeyRole).toString(), "b");
    EXPECT_EQ(selection.currentIndex().data(KeyRole).toString(), "c");
    EXPECT_EQ(t.resets.count(), 0);
}

TEST(LiveTable, HeldRowsChangeInPlaceAndWaitWithTheirMoves)
{
    Table t;
    t.model.sort(LocksModel::Token);
    t.feeding.locks(t.feed, {lock("a", {}, 1), lock("b", {}, 2), lock("c", {}, 3)}, {}, true);
    ASSERT_TRUE(t.shows({"a", "b", "c"}));
    t.forget();
    t.model.setHeld(true);
    t.feeding.locks(t.feed, {lock("a", {}, 9), lock("d", {}, 4)}, {"b"});
    ASSERT_TRUE(await([&] { return t.model.pendingChanges() == 3; })) << t.model.pendingChanges();
    EXPECT_EQ(keys(t.model), (QStringList{"a", "b", "c"}));
    EXPECT_EQ(cell(t.model, 0, LocksModel::Token), "9") << "texts change where they stand";
    EXPECT_EQ(cell(t.model, 1, LocksModel::Token), "2") << "the row that went is still read";
    EXPECT_EQ(t.moved.count() + t.inserted.count() + t.removed.count(), 0);
    t.feeding.locks(t.feed, {lock("a", {}, 0 + 1)});
    ASSERT_TRUE(await([&] { return t.model.pendingChanges() == 2; })) << "a would stand where it stands";
    t.model.setHeld(false);
    EXPECT_EQ(keys(t.model), (QStringList{"a", "c", "d"}));
    EXPECT_EQ(t.model.pendingChanges(), 0);
}

// Rows waiting to appear or vanish are counted when they do, so that "10 of 9" never shows.
TEST(LiveTable, HeldRowsAreCountedAsTheyStand)
{
    Table t;
    sortByName(t);
    t.feeding.locks(t.feed, {lock("a"), lock("b"), lock("c")}, {}, true);
    ASSERT_TRUE(t.shows({"a", "b", "c"}));
    t.model.setHeld(true);
    t.feeding.locks(t.feed, {}, {"b"});
    ASSERT_TRUE(await([&] { return t.model.pendingChanges() == 1; }));
    EXPECT_EQ(t.model.countText(), "3");
    t.feeding.locks(t.feed, {lock("d"), lock("e")});
    ASSERT_TRUE(await([&] { return t.model.pendingChanges() == 3; }));
    EXPECT_EQ(t.model.countText(), "3");
    t.model.applyPending();
    ASSERT_TRUE(t.shows({"a", "c", "d", "e"}));
    EXPECT_EQ(t.model.countText(), "4");
    EXPECT_EQ(format::shownOf(1234, 5404, -1).toStdString(), "1,234 of 5,404");
}

TEST(LiveTable, AskedOrderIsShownEvenWhileHeld)
{
    Table t;
    sortByName(t);
    t.feeding.locks(t.feed, {lock("a", {}, 1), lock("b", {}, 2)}, {}, true);
    ASSERT_TRUE(t.shows({"a", "b"}));
    t.model.setHeld(true);
    t.model.sort(LocksModel::Name, Qt::DescendingOrder);
    EXPECT_TRUE(t.shows({"b", "a"}));
    EXPECT_TRUE(t.model.setFilterText("name:a"));
    EXPECT_TRUE(t.shows({"a"}));
}

TEST(LiveTable, LastQuestionWins)
{
    Table t;
    QSignalSpy arranged(&t.model, &LiveTableModel::arranged);
    std::vector<LockRow> rows;
    for (int i = 0; i < 2000; ++i)
        rows.push_back(lock("n" + std::to_string(i), i % 3 == 0 ? "o" + std::to_string(i % 7) : "", i * 31 % 977));
    t.feeding.locks(t.feed, rows, {}, true);
    for (int i = 0; i < 20; ++i)
        t.model.sort(i % 2 == 0 ? LocksModel::Owner : LocksModel::Token,
                     i % 3 == 0 ? Qt::AscendingOrder : Qt::DescendingOrder);
    t.model.sort(LocksModel::Name, Qt::DescendingOrder);
    ASSERT_TRUE(await([&] { return t.model.rowCount() == 2000 && cell(t.model, 0, LocksModel::Name) == "n1999"; }));
    EXPECT_EQ(cell(t.model, 1999, LocksModel::Name), "n0");
    EXPECT_GE(arranged.count(), 1);
}

TEST(LiveTable, SortingIsTotalAndUnknownComesLast)
{
    Table t;
    std::mt19937 random(7);
    std::vector<LockRow> rows;
    for (int i = 0; i < 300; ++i) {
        auto row = lock("n" + std::to_string(i), random() % 2 ? "owner" + std::to_string(random() % 5) : "",
                        static_cast<std::int64_t>(random() % 6), std::chrono::seconds{random() % 100});
        row.waiters = static_cast<std::int64_t>(random() % 3);
        rows.push_back(row);
    }
    t.feeding.locks(t.feed, rows, {}, true);
    ASSERT_TRUE(await([&] { return t.model.rowCount() == 300; }));
    QSignalSpy arranged(&t.model, &LiveTableModel::arranged);
    for (int column = 0; column < LocksModel::ColumnCount; ++column) {
        for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            arranged.clear();
            t.model.sort(column, order);
            ASSERT_TRUE(await([&] { return arranged.count() > 0; }));
            bool unknown = false;
            for (int row = 0; row + 1 < 300; ++row) {
                const auto a = t.model.index(row, column).data(RawRole), b = t.model.index(row + 1, column).data(RawRole);
                unknown = unknown || !a.isValid();
                ASSERT_FALSE(unknown && b.isValid()) << "column " << column << " row " << row;
                if (a.isValid() && b.isValid() && a.typeId() == QMetaType::LongLong && column != LocksModel::State) {
                    ASSERT_TRUE(order == Qt::AscendingOrder ? a.toLongLong() <= b.toLongLong()
                                                            : a.toLongLong() >= b.toLongLong());
                }
            }
        }
    }
}

TEST(LiveTable, ColumnBeforeBreaksTies)
{
    Table t;
    t.feeding.locks(t.feed, {lock("a", "x", 1), lock("b", "y", 1), lock("c", "x", 2), lock("d", "y", 2)}, {}, true);
    t.model.sort(LocksModel::Token, Qt::DescendingOrder);
    t.model.sort(LocksModel::Owner);
    EXPECT_TRUE(t.shows({"c", "a", "d", "b"}));
}

TEST(LiveTable, FilterLanguage)
{
    Table t;
    sortByName(t);
    auto waiting = lock("late", "pod-7/1/a", 3, -5s);
    t.feeding.locks(t.feed, {lock("order:1", "pod-7/1/a", 1), lock("order:2", "pod-8/1/a", 2), lock("free"), waiting}, {},
                    true);
    ASSERT_TRUE(await([&] { return t.model.rowCount() == 4; }));
    EXPECT_TRUE(t.model.setFilterText("state:expired"));
    EXPECT_TRUE(t.shows({"late"}));
    EXPECT_TRUE(t.model.setFilterText("name~ORDER -owner:pod-8/1/a"));
    EXPECT_TRUE(t.shows({"order:1"}));
    EXPECT_TRUE(t.model.setFilterText("token>1 store:orders env:development"));
    EXPECT_TRUE(t.shows({"late", "order:2"}));
    EXPECT_TRUE(t.model.setFilterText("pod-7"));
    EXPECT_TRUE(t.shows({"late", "order:1"}));
    EXPECT_EQ(t.model.countText(), "2 of 4");
    EXPECT_FALSE(t.model.setFilterText("stat:x"));
    EXPECT_EQ(t.model.filterError(), "Unknown key \"stat\" (at character 1). Try state:expired.");
    EXPECT_EQ(t.model.filterText(), "pod-7");
    EXPECT_TRUE(t.model.setFilterText("age>30m -state:free"));
    EXPECT_TRUE(t.shows({"late"})) << "acquired an hour before it expired 5 s ago; the others just now";
    EXPECT_TRUE(t.model.setFilterText(""));
    EXPECT_TRUE(await([&] { return t.model.rowCount() == 4; }));
}

// What no row can have is refused; what the eye sees can be typed.
TEST(LiveTable, FilterWords)
{
    Table t;
    sortByName(t);
    auto cooling = lock("cool");
    cooling.cooling_until = store_now + 1h;
    t.feeding.locks(t.feed, {lock("order:1", "pod-7/1/a", 1, 10min, 20min), lock("order:2", "pod-8/1/a", 2), lock("free"), cooling},
                    {}, true);
    ASSERT_TRUE(await([&] { return t.model.rowCount() == 4; }));
    EXPECT_FALSE(t.model.setFilterText("state:hold"));
    EXPECT_EQ(t.model.filterError(), "no row can be state:hold. Use one of: free, held, closing, expired, cooling.");
    EXPECT_TRUE(t.model.setFilterText("state~hel"));
    EXPECT_TRUE(t.shows({"order:1", "order:2"})) << "a part of a word may be any text";
    for (const QString& state : t.model.valuesSeen("state"))
        EXPECT_TRUE(t.model.setFilterText("state:" + state)) << state.toStdString();
    EXPECT_TRUE(t.shows({})) << "none is " << t.model.valuesSeen("state").constLast().toStdString();
    EXPECT_FALSE(t.model.setFilterText("env:prod"));
    EXPECT_FALSE(t.model.setFilterText("token:abc"));
    EXPECT_EQ(t.model.filterError(), "no row can be token:abc: that is a number or a span of time.");
    EXPECT_TRUE(t.model.setFilterText("lease>20m -state:cooling"));
    EXPECT_TRUE(t.shows({"order:2"})) << "by a column that no key is about";
    EXPECT_TRUE(t.model.setFilterText("acquired>5m"));
    EXPECT_TRUE(t.shows({"order:1"}));
    EXPECT_TRUE(t.model.setFilterText("holds<5 renewals:0 waiting:0 token:2"));
    EXPECT_TRUE(t.shows({"order:2"}));
}

TEST(LiveTable, TimeAloneMovesRows)
{
    Table t;
    t.feeding.locks(t.feed,
                    {lock("short", "x/1/1", 1,
                          1200ms + std::chrono::duration_cast<Duration>(std::chrono::system_clock::now() - store_now), 1h),
                     lock("long", "x/1/1", 1)},
                    {}, true);
    EXPECT_TRUE(t.model.setFilterText("state:expired"));
    ASSERT_TRUE(await([&] { return t.model.totalRows() == 2; }));
    EXPECT_TRUE(t.shows({"short"}));
    EXPECT_EQ(t.model.index(0, 0).data(StateRole).toString(), "expired");
    EXPECT_TRUE(t.model.index(0, 0).data(AlarmRole).toBool());
}

TEST(LiveTable, ConnectionsAreMergedChosenAndRemoved)
{
    Table t;
    sortByName(t);
    Feed* cache = t.feeding.add("cache", "staging");
    t.feeding.locks(t.feed, {lock("a"), lock("b")}, {}, true);
    t.feeding.locks(cache, {lock("a")}, {}, true);
    ASSERT_TRUE(t.shows({"a", "a", "b"}));
    EXPECT_EQ(cell(t.model, 0, LocksModel::StoreName), "orders");
    EXPECT_EQ(cell(t.model, 1, LocksModel::StoreName), "cache");
    EXPECT_EQ(cell(t.model, 1, LocksModel::Name, EnvironmentRole), "staging");
    EXPECT_EQ(t.model.rowOfKey(cache->index(), "a"), 1);
    t.model.setShownConnections({cache->index()});
    EXPECT_TRUE(t.shows({"a"}));
    t.model.setShownConnections({});
    EXPECT_TRUE(t.shows({"a", "a", "b"}));
    t.feeding.locks(cache, {}, {"a"});
    EXPECT_TRUE(t.shows({"a", "b"})) << "only its own";
    t.feeding.feeds.remove(t.feed);
    EXPECT_TRUE(t.shows({}));
}

TEST(LiveTable, InactiveTakesRowsInAndArrangesNothing)
{
    Table t;
    sortByName(t);
    ASSERT_TRUE(await([&] { return !t.model.isArranging(); })) << "what was asked for before is delivered";
    t.model.setActive(false);
    t.feeding.locks(t.feed, {lock("a")}, {}, true);
    EXPECT_FALSE(QTest::qWaitFor([&] { return t.model.rowCount() > 0; }, 200));
    t.model.setActive(true);
    EXPECT_TRUE(t.shows({"a"}));
}

TEST(LiveTable, IsArrangingUntilFirstRowsAreOnScreen)
{
    Table t;
    EXPECT_TRUE(await([&] { return !t.model.isArranging(); }));
    std::vector<LockRow> many;
    for (int i = 0; i < 2000; ++i)
        many.push_back(lock("lock-" + std::to_string(i)));
    bool asked = false;
    // The model has the rows while its thread sorts them: a text of an empty table would be wrong.
    QObject::connect(
        &t.feeding.feeds, &FeedSet::updated, &t.model,
        [&] {
            EXPECT_EQ(t.model.rowCount(), 0);
            EXPECT_TRUE(t.model.isArranging());
            asked = true;
        },
        Qt::SingleShotConnection);
    t.feeding.locks(t.feed, std::move(many), {}, true);
    EXPECT_TRUE(await([&] { return t.model.rowCount() == 2000; }));
    EXPECT_TRUE(asked);
    EXPECT_TRUE(await([&] { return !t.model.isArranging(); }));
}

TEST(LiveTable, StaleStoreGreysItsRows)
{
    Table t;
    t.feeding.locks(t.feed, {lock("a")}, {}, true);
    ASSERT_TRUE(t.shows({"a"}));
    EXPECT_FALSE(t.model.index(0, 0).data(StaleRole).toBool());
    auto stale = t.feeding.update(t.feed);
    stale->polled = false;
    stale->health = {.state = HealthState::stale, .cause = "connect timed out after 2 s"};
    t.feed->receive(stale);
    EXPECT_TRUE(await([&] { return t.model.index(0, 0).data(StaleRole).toBool(); }));
    EXPECT_EQ(t.model.rowCount(), 1);
}

// Random changes under the tester; the table must end like a plain sorted map.
TEST(LiveTable, Soak)
{
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Table t;
    QItemSelectionModel selection(&t.model);
    t.model.sort(LocksModel::Token);
    std::map<std::string, std::int64_t> truth;
    for (int round = 0; round < 150; ++round) {
        std::vector<LockRow> rows;
        std::vector<std::string> gone;
        for (unsigned i = random() % 40; i > 0; --i) {
            const std::string name = "n" + std::to_string(random() % 300);
            if (random() % 4 == 0
                && std::none_of(rows.begin(), rows.end(), [&](const LockRow& r) { return r.name == name; })) {
                gone.push_back(name);
                truth.erase(name);
            } else if (std::find(gone.begin(), gone.end(), name) == gone.end()) {
                const auto token = static_cast<std::int64_t>(1 + random() % 50);
                rows.push_back(lock(name, {}, token));
                truth[name] = token;
            }
        }
        t.feeding.locks(t.feed, rows, gone, false);
        if (random() % 5 == 0)
            t.model.setHeld(!t.model.isHeld());
        if (random() % 10 == 0)
            t.model.sort(LocksModel::Token, random() % 2 ? Qt::AscendingOrder : Qt::DescendingOrder);
        if (random() % 10 == 0)
            t.model.setFilterText(random() % 2 ? "token<25" : "");
        if (t.model.rowCount() > 3)
            selection.select(t.model.index(static_cast<int>(random() % 3), 0),
                             QItemSelectionModel::Toggle | QItemSelectionModel::Rows);
        QTest::qWait(static_cast<int>(random() % 4) * 6);
    }
    t.model.setHeld(false);
    t.model.setFilterText("");
    t.model.sort(LocksModel::Name);
    t.model.sort(LocksModel::Token);
    std::vector<std::pair<std::int64_t, std::string>> wanted;
    for (const auto& [name, token] : truth)
        wanted.emplace_back(token, name);
    std::sort(wanted.begin(), wanted.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first < b.first : compareNatural(a.second, b.second) < 0;
    });
    QStringList order;
    for (const auto& [token, name] : wanted)
        order << QString::fromStdString(name);
    EXPECT_TRUE(t.shows(order));
    EXPECT_EQ(t.resets.count(), 0);
}

TEST(LiveTable, SoonestTellsThePace)
{
    Table t;
    sortByName(t);
    const auto passed = std::chrono::duration_cast<Duration>(std::chrono::system_clock::now() - store_now);
    t.feeding.locks(t.feed, {lock("a", "x", 1, 1h), lock("b", "x", 1, 30s + passed), lock("c")}, {}, true);
    ASSERT_TRUE(t.shows({"a", "b", "c"}));
    ASSERT_TRUE(t.model.soonest(0, 2));
    EXPECT_LT(*t.model.soonest(0, 2), 60s);
    EXPECT_GT(*t.model.soonest(0, 0), 60s);
    EXPECT_FALSE(t.model.soonest(2, 2));
}

} // namespace
} // namespace lockdesk::test
