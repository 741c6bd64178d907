// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A table over a store with more rows than are live, in the order of the store.
#include "backends/engine/rules/row_order.h"
#include "backends/memory/memory_store.h"
#include "models/tables/locks_model.h"
#include "models/tables/tasks_model.h"
#include "tests/models/fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk::test {
namespace {

using namespace std::chrono_literals;

constexpr int many = 400, live = 60, window = 80;

/// A store with 400 locks and tasks, of which 60 of each are live; windows are 80 rows long.
template <class Model> struct Windowed : Tested<Model>
{
    std::shared_ptr<Store> store;
    std::unique_ptr<Session> session;

    Windowed()
    {
        forget_memory_store("windowed");
        store = std::shared_ptr<Store>(*open_memory_store(*StoreUrl::parse("memory:windowed")));
        session = *store->open({.without_schema = true});
        (void)session->admin().create_schema();
        std::vector<NewTask> tasks;
        for (int i = 0; i < many; ++i) {
            const std::string name = "job-" + std::to_string(i * 7 % many);
            (void)session->locks().acquire({LockName::trusted(name), OwnerId::trusted("o" + std::to_string(i % 9)), 1h + 1s * (i % 50),
                                            RequestId::trusted("r" + name)});
            tasks.push_back({TaskId::trusted(name), TaskKind::trusted("k"), Phase::trusted("p")});
        }
        (void)session->tasks().add(tasks);
        observe(*this->feed);
    }
    void observe(Feed& feed) const
    {
        ObserverOptions options;
        options.limit = live;
        options.found_limit = window;
        options.interval = 20ms;
        options.reconcile = 100ms;
        feed.observe(store, options);
    }
    ~Windowed() { this->feeding.feeds.stopAll(); }

    [[nodiscard]] QStringList expected(const std::string& column, bool descending)
    {
        auto rows = (*session->locks().list({{}, 10 * many})).rows;
        std::sort(rows.begin(), rows.end(),
                  [&](const LockRow& a, const LockRow& b) { return comes_before(a, b, {column, descending}); });
        QStringList out;
        for (const LockRow& row : rows)
            out << QString::fromStdString(row.name);
        return out;
    }
    /// Sorts by a column and waits for the store's order.
    [[nodiscard]] bool sorts(int column, Qt::SortOrder order)
    {
        if (!await([&] { return this->model.rowCount() == live; }))
            return false;
        this->model.sort(column, order);
        return await([&] { return this->model.rowCount() == window && this->model.orderText().isEmpty(); });
    }
    /// Scrolls to the end and collects the rows as they come, without a row twice.
    QStringList scrolled()
    {
        QStringList seen = keys(this->model);
        while (true) {
            const QString last = keys(this->model).last();
            this->model.showRows(this->model.rowCount() - 5, this->model.rowCount() - 1);
            if (!QTest::qWaitFor([&] { return !this->model.isAsking() && keys(this->model).last() != last; }, 600))
                return seen;
            const QStringList now = keys(this->model);
            const auto from = now.indexOf(last);
            EXPECT_GE(from, 0) << "the row at the end of the last window is in the next one";
            seen += now.mid(from + 1);
        }
    }
};

TEST(StoreWindow, ShowsTheWholeStoreInItsOrderWithoutAGap)
{
    for (const auto& [column, word] : {std::pair{LocksModel::Name, "name"}, std::pair{LocksModel::Owner, "owner"},
                                       std::pair{LocksModel::LeaseLeft, "expires"}})
        for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            Windowed<LocksModel> w;
            const QStringList all = w.expected(word, order == Qt::DescendingOrder);
            ASSERT_TRUE(w.sorts(column, order)) << word << w.model.orderText().toStdString();
            EXPECT_EQ(keys(w.model), all.mid(0, window)) << word;
            EXPECT_EQ(w.model.countText(), "1 to 80 of about 400");
            EXPECT_EQ(w.scrolled(), all) << word;
            EXPECT_TRUE(w.model.countText().endsWith(", the last")) << w.model.countText().toStdString();
            EXPECT_LE(w.model.rowCount(), window);
            for (int steps = 0; keys(w.model).first() != all.first(); ++steps) {
                ASSERT_LT(steps, 20);
                const QString first = keys(w.model).first();
                w.model.showRows(0, 5);
                ASSERT_TRUE(await([&] { return keys(w.model).first() != first; }));
                EXPECT_EQ(keys(w.model), all.mid(all.indexOf(keys(w.model).first()), w.model.rowCount()));
            }
            EXPECT_EQ(w.resets.size(), 0);
        }
}

TEST(StoreWindow, RowsInItStayLiveAndWhereTheyAre)
{
    Windowed<LocksModel> w;
    ASSERT_TRUE(w.sorts(LocksModel::Name, Qt::DescendingOrder));
    const QStringList before = keys(w.model);
    const QString name = before[40];
    const int row = w.model.rowOfKey(0, name);
    const auto seen = *w.session->locks().find(LockName::trusted(name.toStdString()));
    (void)w.session->locks().release(LockName::trusted(seen->name), OwnerId::trusted(seen->owner), seen->token);
    ASSERT_TRUE(await([&] { return w.model.index(row, 0).data(StateRole).toString() == "free"; }));
    EXPECT_EQ(keys(w.model), before);
    // A new row appears in its place with the next full read.
    (void)w.session->locks().acquire({LockName::trusted(name.toStdString() + "!"), OwnerId::trusted("o"), 1h, RequestId::trusted("r")});
    ASSERT_TRUE(await([&] { return w.model.rowOfKey(0, name + "!") >= 0; }));
    EXPECT_EQ(w.model.rowOfKey(0, name + "!"), w.model.rowOfKey(0, name) - 1);
    EXPECT_EQ(w.model.rowCount(), window);
}

// As the tables of two windows of the program: neither takes the rows of the other away.
TEST(StoreWindow, TwoTablesOfOneStoreEachHaveTheirOrderAndFilter)
{
    Windowed<LocksModel> w;
    ASSERT_TRUE(w.sorts(LocksModel::Name, Qt::DescendingOrder));
    const QStringList descending = keys(w.model), all = w.expected("name", true);
    QStringList ascending = w.expected("name", false);
    auto other = std::make_unique<LocksModel>(&w.feeding.feeds);
    w.feed->observer()->repeat_rows();
    other->sort(LocksModel::Name, Qt::AscendingOrder);
    ASSERT_TRUE(await([&] { return other->orderText().isEmpty() && keys(*other) == ascending.mid(0, window); }));
    EXPECT_EQ(keys(w.model), descending);
    EXPECT_EQ(w.scrolled(), all) << "scrolling asks again and again";
    EXPECT_EQ(keys(*other), ascending.mid(0, window));
    ASSERT_TRUE(other->setFilterText("owner:o3"));
    QStringList wanted;
    for (const LockRow& row : (*w.session->locks().list({{}, 10 * many})).rows)
        if (row.owner == "o3")
            wanted << QString::fromStdString(row.name);
    wanted.sort();
    ASSERT_TRUE(await([&] { return keys(*other) == wanted; })) << other->searchText().toStdString();
    EXPECT_EQ(keys(w.model).last(), all.last());
    other.reset(); // its window is closed: the store is not searched for it any more
    w.model.sort(LocksModel::Name, Qt::AscendingOrder);
    ASSERT_TRUE(await([&] { return keys(w.model) == ascending.mid(0, window); }));
}

TEST(StoreWindow, FilterAndOrderAreTheStoresTogether)
{
    Windowed<LocksModel> w;
    ASSERT_TRUE(w.sorts(LocksModel::Name, Qt::AscendingOrder));
    ASSERT_TRUE(w.model.setFilterText("owner:o3"));
    QStringList wanted;
    for (const LockRow& row : (*w.session->locks().list({{}, 10 * many})).rows)
        if (row.owner == "o3")
            wanted << QString::fromStdString(row.name);
    wanted.sort();
    ASSERT_TRUE(w.shows(wanted)) << w.model.searchText().toStdString();
    EXPECT_EQ(w.model.countText(), QStringLiteral("1 to %1, the last").arg(wanted.size()));
    ASSERT_TRUE(w.model.setFilterText({}));
    ASSERT_TRUE(await([&] { return w.model.rowCount() == window; }));
    w.model.sort(-1);
    ASSERT_TRUE(await([&] { return w.model.countText().startsWith("first "); })) << "live rows again";
    EXPECT_EQ(w.model.orderText(), "");
}

TEST(StoreWindow, SaysWhatOnlyLoadedRowsAreSortedBy)
{
    Windowed<LocksModel> w;
    ASSERT_TRUE(await([&] { return w.model.rowCount() == live; }));
    w.model.sort(LocksModel::Waiting);
    EXPECT_EQ(w.model.orderText(), "only loaded rows are sorted; orders has no order by this column");
    EXPECT_EQ(w.model.searchText(), w.model.orderText());
    const auto hint = [&](int column) { return w.model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString(); };
    EXPECT_EQ(hint(LocksModel::Waiting), "orders has no order by this column: only loaded rows are sorted. It sorts all of its rows by: "
                                         "state, name, lease left, owner, token, acquired, renewals. A filter searches all of them.");
    EXPECT_EQ(hint(LocksModel::Name), "orders sorts all of its rows by this column.");
    Feed* other = w.feeding.add(QStringLiteral("others"));
    w.observe(*other);
    w.model.sort(LocksModel::Name);
    EXPECT_EQ(w.model.orderText(), "only loaded rows are sorted; choose one store to sort all of its rows");
    EXPECT_EQ(hint(LocksModel::Name), "Only loaded rows are sorted. Choose one store to sort all of its rows.");
    w.model.setShownConnections({other->index()});
    ASSERT_TRUE(await([&] { return w.model.rowCount() == window && w.model.orderText().isEmpty(); }));
    EXPECT_EQ(keys(w.model), w.expected("name", false).mid(0, window));
}

TEST(StoreWindow, StateIsSortedByTheEndOfTheLease)
{
    Windowed<LocksModel> w;
    ASSERT_TRUE(w.sorts(LocksModel::State, Qt::AscendingOrder));
    EXPECT_EQ(keys(w.model), w.expected("expires", false).mid(0, window));
    EXPECT_EQ(w.model.orderText(), "");
    EXPECT_TRUE(w.model.headerData(LocksModel::State, Qt::Horizontal, Qt::ToolTipRole).toString().startsWith(
        "orders sorts all of its rows by the end of the lease: expired first"));
}

TEST(StoreWindow, SaysThatAStoreHasNoOrderOfTheseRows)
{
    Tested<TasksModel> w;
    auto update = std::make_shared<Update>();
    update->number = 1;
    update->polled = update->snapshot = true;
    update->covered = update->truncated = Entities(Entity::task);
    update->about[Entity::task] = many;
    update->orders = std::make_shared<const std::map<Entity, std::vector<std::string>>>();
    TaskRow task;
    task.id = "t";
    update->tasks = {std::make_shared<const TaskRow>(task)};
    w.feed->receive(update);
    ASSERT_TRUE(await([&] { return w.model.rowCount() == 1; }));
    w.model.sort(TasksModel::Failures);
    EXPECT_EQ(w.model.orderText(), "only loaded rows are sorted; orders has no order of these rows");
    EXPECT_EQ(w.model.headerData(TasksModel::Failures, Qt::Horizontal, Qt::ToolTipRole).toString(),
              "orders has no order of these rows: only the loaded ones are sorted. A filter searches all of them.");
}

// What a search or a window brought into view may be twenty thousand rows.
TEST(StoreWindow, RowsThatLeftTakeNoMemory)
{
    Tested<LocksModel> t;
    std::vector<std::weak_ptr<const LockRow>> left;
    auto update = t.feeding.update(t.feed);
    for (const char* name : {"a", "b", "c", "d"}) {
        update->locks.push_back(std::make_shared<const LockRow>(lock(name, "x/1/1")));
        left.emplace_back(update->locks.back());
    }
    t.feed->receive(std::exchange(update, nullptr));
    ASSERT_TRUE(t.shows({"a", "b", "c", "d"}));
    t.feeding.locks(t.feed, {}, {"b", "c", "d"});
    ASSERT_TRUE(t.shows({"a"}));
    t.feeding.locks(t.feed, {lock("e", "x/1/1")});
    ASSERT_TRUE(t.shows({"a", "e"}));
    EXPECT_FALSE(left[0].expired());
    EXPECT_TRUE(await([&] { return left[1].expired() && left[2].expired() && left[3].expired(); }));
}

TEST(StoreWindow, TasksToo)
{
    Windowed<TasksModel> w;
    ASSERT_TRUE(w.sorts(TasksModel::Id, Qt::AscendingOrder));
    QStringList all = w.expected("name", false); // the tasks have the names of the locks
    EXPECT_EQ(w.scrolled(), all);
}

} // namespace
} // namespace lockdesk::test
