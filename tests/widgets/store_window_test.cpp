// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Locks page over a store with more rows than are live: a click on a header, then real scrolling through all of its rows.
#include "backends/memory/memory_store.h"
#include "models/tables/live_table_model.h"
#include "models/tables/locks_model.h"
#include "models/tables/roles.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"
#include "tests/widgets/window_desk.h"
#include "widgets/common/table_view.h"
#include "widgets/locks/locks_page.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QHeaderView>
#include <QScrollBar>
#include <QSettings>
#include <QTest>
#include <QWheelEvent>

#include <algorithm>
#include <memory>
#include <string>

using namespace lockdesk;
using test::patience;
using test::WindowDesk;
using namespace std::chrono_literals;

namespace {

constexpr int many = 600, live = 100, window = 160;
} // namespace

class StoreWindowTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QSettings().clear();
        forget_memory_store("windowed");
        auto store = std::shared_ptr<Store>(*open_memory_store(*StoreUrl::parse("memory:windowed")));
        m_session = *store->open({.without_schema = true});
        QVERIFY(m_session->admin().create_schema().is_result());
        m_names.clear();
        for (int i = 0; i < many; ++i) {
            const std::string name = "job-" + std::to_string(i * 7 % many);
            QVERIFY(m_session->locks()
                        .acquire({LockName::trusted(name), OwnerId::trusted("o/1/aa"), 1h, RequestId::trusted("r" + name)})
                        .is_result());
            m_names << QString::fromStdString(name);
        }
        m_names.sort();
        m_desk = std::make_unique<WindowDesk>(QStringLiteral("orders"));
        ObserverOptions options;
        options.limit = live;
        options.found_limit = window;
        options.interval = 50ms;
        m_desk->feed->observe(store, options);
        QVERIFY(m_desk->show());
        m_page = m_desk->page<LocksPage>("locks");
        QVERIFY(m_page != nullptr);
        m_page->applyFilter({});
        QTRY_COMPARE(m_page->model()->rowCount(), live);
    }
    void cleanup()
    {
        m_desk->feeds.stopAll();
        m_desk.reset();
        m_session.reset();
    }

    void theWheelPassesEveryRowInOrder()
    {
        LOCKDESK_REQUIRED(sortByName());
        QStringList seen = onScreen();
        QCOMPARE(seen.first(), m_names.first());
        for (int turns = 0; seen.last() != m_names.last(); ++turns) {
            QVERIFY2(turns < 400, qPrintable(seen.last()));
            const QString last = onScreen().last();
            wheel(-1);
            // At the end of the window the next one comes, and the rows on screen stay.
            if (onScreen().last() == last)
                QTRY_VERIFY_WITH_TIMEOUT(bar()->value() < bar()->maximum() || onScreen().last() == m_names.last(), patience);
            const QStringList now = onScreen();
            const auto from = m_names.indexOf(now.first());
            QCOMPARE(now, m_names.mid(from, now.size()));
            QVERIFY2(from <= m_names.indexOf(seen.last()) + 1, "a gap");
            seen += m_names.mid(m_names.indexOf(seen.last()) + 1, m_names.indexOf(now.last()) - m_names.indexOf(seen.last()));
        }
        QCOMPARE(seen, m_names);
        QVERIFY2(m_page->model()->countText().endsWith(QStringLiteral("the last")), qPrintable(m_page->model()->countText()));
        for (int turns = 0; onScreen().first() != m_names.first(); ++turns) {
            QVERIFY2(turns < 400, qPrintable(onScreen().first()));
            const QString first = onScreen().first();
            wheel(1);
            if (onScreen().first() == first)
                QTRY_VERIFY_WITH_TIMEOUT(bar()->value() > 0 || onScreen().first() == m_names.first(), patience);
            const QStringList now = onScreen();
            QCOMPARE(now, m_names.mid(m_names.indexOf(now.first()), now.size()));
        }
    }

    void rowsOnScreenStayWhileTheWindowMoves()
    {
        LOCKDESK_REQUIRED(sortByName());
        TableView* table = m_page->table();
        QStringList before, after;
        int at = 0, moved = 0;
        connect(m_page->model(), &LiveTableModel::windowAboutToMove, this, [&] {
            before = onScreen();
            at = table->rowViewportPosition(table->rowAt(0));
        });
        // Connected after the view: it has put the rows back.
        connect(m_page->model(), &LiveTableModel::windowMoved, this, [&] {
            after = onScreen();
            ++moved;
            QCOMPARE(after, before);
            QCOMPARE(table->rowViewportPosition(table->rowAt(0)), at);
        });
        bar()->setValue(bar()->maximum() - 7); // not at a row's edge
        QTRY_COMPARE(moved, 1);
        QVERIFY(!before.isEmpty());
        bar()->setValue(3);
        QTRY_COMPARE(moved, 2);
    }

    void selectionSurvivesWhileItsRowIsInTheWindow()
    {
        LOCKDESK_REQUIRED(sortByName());
        TableView* table = m_page->table();
        const QString name = m_names[window - 10];
        table->selectRow(m_page->model()->rowOfKey(0, name));
        QTRY_VERIFY(m_page->model()->rowOfKey(0, name) < window / 2 + 10); // selecting scrolls there: the window moves
        QCOMPARE(table->selectedRows(), std::vector<int>{m_page->model()->rowOfKey(0, name)});
    }

private:
    QScrollBar* bar() const { return m_page->table()->verticalScrollBar(); }
    void sortByName()
    {
        auto* header = m_page->table()->horizontalHeader();
        const QPoint at(header->sectionViewportPosition(LocksModel::Name) + 20, header->height() / 2);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, at);
        QTRY_COMPARE(m_page->model()->sortColumn(), int(LocksModel::Name));
        if (m_page->model()->sortOrder() == Qt::DescendingOrder)
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, at);
        QTRY_COMPARE(m_page->model()->rowCount(), window);
        QTRY_COMPARE(onScreen().value(0), m_names.first());
    }
    void wheel(int notches)
    {
        QWidget* viewport = m_page->table()->viewport();
        const QPointF at = viewport->rect().center();
        QWheelEvent event(at, viewport->mapToGlobal(at), {}, {0, notches * 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(viewport, &event);
        QCoreApplication::processEvents();
    }
    [[nodiscard]] QStringList onScreen() const
    {
        const TableView* table = m_page->table();
        QStringList out;
        for (int row = std::max(0, table->rowAt(0)); row < m_page->model()->rowCount(); ++row) {
            if (table->rowViewportPosition(row) >= table->viewport()->height())
                break;
            out << m_page->model()->index(row, 0).data(KeyRole).toString();
        }
        return out;
    }

    std::unique_ptr<Session> m_session;
    std::unique_ptr<WindowDesk> m_desk;
    LocksPage* m_page = nullptr;
    QStringList m_names;
};

static const lockdesk::test::Program store_window_test("store_window_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("lockdesk-test"));
    QApplication::setApplicationName(QStringLiteral("store-window"));
    Theme::get().install(app);
    StoreWindowTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "store_window_test.moc"
