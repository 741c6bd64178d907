// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A table while stores are chosen: its selection, scroll position and counts.
#include "models/feed/history.h"
#include "models/tables/countdown_timer.h"
#include "models/tables/locks_model.h"
#include "tests/models/fixture.h"
#include "tests/widgets/program.h"
#include "tests/widgets/stubs.h"
#include "widgets/common/choice_keeper.h"
#include "widgets/common/filter_box.h"
#include "widgets/common/table_view.h"
#include "widgets/locks/locks_page.h"
#include "widgets/sheets/action_flow.h"
#include "widgets/shell/page_context.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QLineEdit>
#include <QScrollBar>
#include <QTest>

using namespace lockdesk;

namespace {

constexpr int locksOfEach = 200;

struct TwoStores
{
    test::Feeding feeding;
    Feed* orders = feeding.add(QStringLiteral("orders"));
    Feed* cache = feeding.add(QStringLiteral("cache"));
    void fill()
    {
        for (const auto& [feed, prefix] : {std::pair{orders, "o"}, std::pair{cache, "c"}}) {
            std::vector<LockRow> rows;
            for (int i = 0; i < locksOfEach; ++i)
                rows.push_back(test::lock(prefix + std::to_string(1000 + i), i % 2 == 0 ? "ann/1/2" : ""));
            feeding.locks(feed, std::move(rows), {}, true);
        }
    }
};

} // namespace

class ChoiceTest final : public QObject
{
    Q_OBJECT

private slots:
    void scrollAndSelectionSurviveAChoiceOfStores()
    {
        TwoStores stores;
        LocksModel model(&stores.feeding.feeds);
        TableView table(QStringLiteral("choice-test"));
        table.setModel(&model);
        new ChoiceKeeper(&table, &model);
        table.resize(700, 400);
        table.show();
        stores.fill();
        QTRY_COMPARE(model.rowCount(), 2 * locksOfEach);
        model.sort(LocksModel::Name, Qt::AscendingOrder); // all of cache, then all of orders
        QTRY_COMPARE(model.rowOfKey(stores.orders->index(), QStringLiteral("o1050")), locksOfEach + 50);
        const int row = locksOfEach + 50;
        table.selectRow(row);
        table.verticalScrollBar()->setValue(table.rowHeight(0) * (row - 3) + 7);
        const int y = table.rowViewportPosition(row);
        const auto selected = [&] {
            const auto rows = table.selectedRows();
            return rows.size() == 1 ? model.index(rows[0], 0).data(KeyRole).toString() : QString();
        };

        model.setShownConnections({stores.orders->index()});
        QTRY_COMPARE(model.rowCount(), locksOfEach);
        QTRY_COMPARE(table.rowViewportPosition(model.rowOfKey(stores.orders->index(), QStringLiteral("o1050"))), y);
        QCOMPARE(selected(), QStringLiteral("o1050"));

        model.setShownConnections({stores.cache->index()});
        QTRY_COMPARE(model.index(0, 0).data(KeyRole).toString(), QStringLiteral("c1000"));
        QCOMPARE(selected(), QString());
        model.setShownConnections({});
        QTRY_COMPARE(model.rowCount(), 2 * locksOfEach);
        QTRY_COMPARE(selected(), QStringLiteral("o1050"));
        QCOMPARE(table.rowViewportPosition(table.selectedRows().front()), y);
    }

    // Counts rows, not lines of evidence: 14 locks never give "21 more".
    void evidenceOfManyCountsThem()
    {
        TwoStores stores;
        std::vector<LockRow> rows;
        std::vector<Finding> found;
        for (int i = 0; i < 14; ++i) {
            rows.push_back(test::lock("o" + std::to_string(i), "ann/" + std::to_string(i) + "/1"));
            found.push_back({FindingKind::expired_and_held,
                             Severity::act,
                             Entity::lock,
                             rows.back().name,
                             {say(SayingCode::expired_ago).since(test::store_now)},
                             test::store_now,
                             NextStep::force_release,
                             {}});
        }
        auto update = stores.feeding.update(stores.orders);
        update->findings = std::make_shared<const Findings>(found);
        stores.orders->receive(update);
        QTRY_COMPARE(stores.orders->facts().findings().size(), std::size_t(14));
        QStringList texts;
        for (const SheetPoint& point : lockEvidence(*stores.orders, rows))
            texts << point.text;
        QVERIFY2(texts.front().startsWith(QStringLiteral("expired and held: 14")), qPrintable(texts.join(u'|')));
        QVERIFY2(texts.back().startsWith(QStringLiteral("and 10 more")), qPrintable(texts.join(u'|')));
        QCOMPARE(texts.size(), 6);
        QCOMPARE(lockEvidence(*stores.orders, {rows.front()}).size(), std::size_t(2));
        // Two findings of one kind name their rows.
        WorkerRow worker;
        worker.id = "ann/1/2";
        worker.beat_at = test::store_now;
        for (Finding& finding : found)
            finding.rows = {{Entity::worker, worker.id}};
        update = stores.feeding.update(stores.orders);
        update->findings = std::make_shared<const Findings>(std::vector(found.begin(), found.begin() + 2));
        stores.orders->receive(update);
        QTRY_COMPARE(stores.orders->facts().findings().size(), std::size_t(2));
        texts.clear();
        for (const SheetPoint& point : workerEvidence(*stores.orders, {worker}))
            texts << point.text;
        QVERIFY2(texts[0].startsWith(QStringLiteral("o0: expired")) && texts[1].startsWith(QStringLiteral("o1: expired")),
                 qPrintable(texts.join(u'|')));
        // Facts shared by the runs of one process are shown once.
        for (std::size_t i = 0; i < rows.size(); ++i)
            rows[i].owner = "ann/1/" + std::to_string(i);
        QCOMPARE(lockEvidence(*stores.orders, rows).size(), std::size_t(2));
    }

    // After a filter change the first row, the worst match, is visible, wherever the current row was.
    void anotherFilterBeginsAtTheTop()
    {
        TwoStores stores;
        CountdownTimer countdown;
        History history(&stores.feeding.feeds);
        test::NoActions actions;
        test::NoWorkers workers;
        ShownConnections shown;
        LocksPage page(PageContext{&stores.feeding.feeds, &countdown, &history, &actions, &workers, &shown});
        page.resize(1000, 600);
        page.show();
        page.setActive(true);
        stores.fill();
        page.applyFilter({});
        QTRY_COMPARE(page.model()->rowCount(), 2 * locksOfEach);
        TableView* table = page.table();
        const int cache = stores.cache->index();
        const auto rowOf = [&page, cache](const char* key) { return page.model()->rowOfKey(cache, QLatin1String(key)); };
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                          table->visualRect(page.model()->index(rowOf("c1004"), 1)).center());
        QCOMPARE(table->selectedRows().size(), std::size_t(1));
        for (const char* text : {"name~o1", "name~o11", "name~o1"}) {
            page.applyFilter(QLatin1String(text));
            QTRY_VERIFY(page.model()->rowCount() < 2 * locksOfEach && rowOf("c1004") < 0 && page.model()->rowCount() > 0);
            QTRY_COMPARE(table->rowAt(0), 0);
        }
        // Down moves the focus from there to the rows.
        QTest::keyClick(page.filterBox()->field(), Qt::Key_Down);
        QCOMPARE(page.focusWidget(), table);
        QCOMPARE(table->currentIndex().row(), 0);
        // A selected row that still matches stays visible.
        table->selectRow(page.model()->rowCount() - 1);
        const QString chosen = page.model()->index(page.model()->rowCount() - 1, 0).data(KeyRole).toString();
        page.applyFilter({});
        QTRY_COMPARE(page.model()->rowCount(), 2 * locksOfEach);
        const auto isInSight = [&] {
            const std::vector<int> rows = table->selectedRows();
            return rows.size() == 1 && page.model()->index(rows[0], 0).data(KeyRole).toString() == chosen &&
                   table->viewport()->rect().contains(table->visualRect(page.model()->index(rows[0], 1)).center());
        };
        QTRY_VERIFY(isInSight());
        // Also if the rows of the previous filter arrive after the new one was typed.
        bool came = false;
        page.applyFilter(QStringLiteral("name~o"));
        QObject::connect(page.model(), &LiveTableModel::countsChanged, &page, [&] {
            if (page.model()->rowCount() == locksOfEach && !std::exchange(came, true))
                page.applyFilter({});
        });
        QTRY_VERIFY(came);
        QTRY_COMPARE(page.model()->rowCount(), 2 * locksOfEach);
        QTRY_VERIFY(isInSight());
    }

    void whatIsClearedStaysCleared()
    {
        TwoStores stores;
        LocksModel model(&stores.feeding.feeds);
        TableView table(QStringLiteral("choice-test"));
        table.setModel(&model);
        new ChoiceKeeper(&table, &model);
        table.show();
        stores.fill();
        QTRY_COMPARE(model.rowCount(), 2 * locksOfEach);
        table.selectRow(3);
        table.clearSelection();
        model.setShownConnections({stores.orders->index()});
        QTRY_COMPARE(model.rowCount(), locksOfEach);
        QVERIFY(table.selectedRows().empty());
    }

    // The sidebar counts the rows of the store, not those that match a filter.
    void theSidebarCountsTheStore()
    {
        TwoStores stores;
        CountdownTimer countdown;
        History history(&stores.feeding.feeds);
        test::NoActions actions;
        test::NoWorkers workers;
        ShownConnections shown;
        LocksPage page(PageContext{&stores.feeding.feeds, &countdown, &history, &actions, &workers, &shown});
        page.resize(1000, 600);
        page.show();
        page.setActive(true);
        stores.fill();
        QTRY_COMPARE(page.countText(), QStringLiteral("400"));
        page.applyFilter(QStringLiteral("name:o1001"));
        QTRY_COMPARE(page.model()->rowCount(), 1);
        QCOMPARE(page.countText(), QStringLiteral("400"));
        shown.set({stores.cache->index()});
        QTRY_COMPARE(page.model()->rowCount(), 0);
        QTRY_COMPARE(page.countText(), QStringLiteral("200"));
    }
};

static const lockdesk::test::Program choice_test("choice_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    Theme::get().install(app);
    ChoiceTest test;
    return QTest::qExec(&test, argc, argv);
});
#include "choice_test.moc"
