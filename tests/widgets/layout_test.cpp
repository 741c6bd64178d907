// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Columns as the user has arranged them, for each set of connections, and as wide as the window allows.
#include "models/tables/locks_model.h"
#include "models/tables/roles.h"
#include "tests/widgets/program.h"
#include "tests/widgets/window_desk.h"
#include "widgets/common/lane_view.h"
#include "widgets/common/splitter_keeper.h"
#include "widgets/common/table_view.h"
#include "widgets/detail/detail_panel.h"
#include "widgets/locks/locks_page.h"
#include "widgets/outbox/outbox_page.h"
#include "widgets/shell/main_window.h"
#include "widgets/tasks/tasks_page.h"
#include "widgets/theme/theme.h"
#include "widgets/timeline/timeline_page.h"
#include "widgets/workers/workers_page.h"

#include <QApplication>
#include <QHeaderView>
#include <QMenu>
#include <QMenuBar>
#include <QScrollBar>
#include <QSettings>
#include <QSplitter>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace lockdesk;
using test::WindowDesk;
using namespace std::chrono_literals;

namespace {

constexpr auto longOwner = "orders-api-7/22119/9f3a12bc45de7788";

int columnOf(const TableView* table, const char* header)
{
    for (int i = 0; i < table->model()->columnCount(); ++i)
        if (table->model()->headerData(i, Qt::Horizontal).toString() == QLatin1String(header))
            return i;
    return -1;
}

} // namespace

class LayoutTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QSettings().clear();
        open();
    }
    void cleanup() { m_desk.reset(); }

    void columnsBelongToTheirConnections()
    {
        auto* table = locks();
        const int name = LocksModel::Name, token = LocksModel::Token;
        use("orders");
        const int usual = table->columnWidth(LocksModel::State);
        drag(table, LocksModel::State, 40);
        QCOMPARE(table->columnWidth(LocksModel::State), usual + 40);
        clickHeader(table, token); // sorts
        QCOMPARE(m_desk->page<LocksPage>("locks")->model()->sortColumn(), token);
        table->horizontalHeader()->moveSection(table->horizontalHeader()->visualIndex(token), 0);
        use("cache"); // it has what was arranged last
        QCOMPARE(table->columnWidth(LocksModel::State), usual + 40);
        drag(table, LocksModel::State, -20);
        table->setColumnHidden(token, false);
        clickHeader(table, name);
        use("orders");
        QCOMPARE(table->columnWidth(LocksModel::State), usual + 40);
        QCOMPARE(table->horizontalHeader()->visualIndex(token), 0);
        QCOMPARE(m_desk->page<LocksPage>("locks")->model()->sortColumn(), token);
        use("cache");
        QCOMPARE(table->columnWidth(LocksModel::State), usual + 20);
        QCOMPARE(m_desk->page<LocksPage>("locks")->model()->sortColumn(), name);
        // In the next run, too.
        m_desk.reset();
        open();
        table = locks();
        use("orders");
        QCOMPARE(table->columnWidth(LocksModel::State), usual + 40);
        QCOMPARE(m_desk->page<LocksPage>("locks")->model()->sortColumn(), token);
        use("cache");
        QCOMPARE(table->columnWidth(LocksModel::State), usual + 20);
    }

    void resetMakesItAsAtTheFirstStart()
    {
        auto* table = locks();
        use("orders");
        const int usual = table->columnWidth(LocksModel::State), sort = m_desk->page<LocksPage>("locks")->model()->sortColumn();
        drag(table, LocksModel::State, 60);
        clickHeader(table, LocksModel::Name);
        table->horizontalHeader()->moveSection(table->horizontalHeader()->visualIndex(LocksModel::Owner), 0);
        QAction* reset = nullptr;
        for (QMenu* menu : m_desk->window->menuBar()->findChildren<QMenu*>())
            for (QAction* action : menu->actions())
                if (action->text().contains(QStringLiteral("Reset Layout")))
                    reset = action;
        QVERIFY(reset != nullptr);
        reset->trigger();
        QCOMPARE(table->columnWidth(LocksModel::State), usual);
        QCOMPARE(table->horizontalHeader()->visualIndex(LocksModel::State), 0);
        QCOMPARE(m_desk->page<LocksPage>("locks")->model()->sortColumn(), sort);
        m_desk.reset();
        open();
        use("orders");
        QCOMPARE(locks()->columnWidth(LocksModel::State), usual);
    }

    void theDetailKeepsItsWidth()
    {
        auto* page = m_desk->page<LocksPage>("locks");
        auto* table = locks();
        use("orders");
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(0, LocksModel::Name)).center());
        QTest::keyClick(table, Qt::Key_Return);
        auto* detail = page->findChild<DetailPanel*>();
        QTRY_VERIFY(detail->isVisible());
        auto* splitter = qobject_cast<QSplitter*>(page->findChild<SplitterKeeper*>()->parent());
        const int before = detail->width();
        QSplitterHandle* handle = splitter->handle(1);
        const QPoint at(0, handle->height() / 2);
        QTest::mousePress(handle, Qt::LeftButton, {}, at);
        QTest::mouseMove(handle, at - QPoint(90, 0));
        QTest::mouseRelease(handle, Qt::LeftButton, {}, at - QPoint(90, 0));
        QTRY_VERIFY(detail->width() > before + 40);
        const int wide = detail->width();
        m_desk.reset();
        open();
        page = m_desk->page<LocksPage>("locks");
        table = locks();
        use("orders");
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(table->model()->index(0, LocksModel::Name)).center());
        QTest::keyClick(table, Qt::Key_Return);
        detail = page->findChild<DetailPanel*>();
        QTRY_VERIFY(detail->isVisible());
        QTRY_VERIFY2(std::abs(detail->width() - std::min(wide, page->width() - 200)) <= 2, // the table keeps its room
                      qPrintable(QStringLiteral("%1 of %2, saved %3").arg(detail->width()).arg(wide).arg(QSettings().value(QStringLiteral("locks/detail")).toString())));
        page->findChild<SplitterKeeper*>()->reset();
        QTRY_VERIFY(std::abs(detail->width() - before) <= 2);
    }

    // What settings say may be anything.
    void foreignSettingsAreHarmless()
    {
        m_desk.reset();
        QSettings().setValue(QStringLiteral("locks/columns"),
                             QStringLiteral("[{\"sort\":\"no such column\"},7,{\"column\":\"state\",\"width\":-5},{\"sort\":{}},[]]"));
        QSettings().setValue(QStringLiteral("locks/detail"), QStringLiteral("-900"));
        open();
        use("orders");
        QVERIFY(locks()->columnWidth(LocksModel::State) > 40);
    }

    // Whose row it is must be seen at every width.
    void theTimelineHasRoomForWholeOwnersInAWideWindow()
    {
        auto* page = m_desk->page<TimelinePage>("timeline");
        m_desk->window->showPage(page->key(), {});
        const auto room = [&](int width) {
            m_desk->window->resize(width, 700);
            return Theme::get().px(page->view()->nameWidth()) - Theme::get().px(16);
        };
        const int wanted = QFontMetrics(Theme::get().fixed()).horizontalAdvance(QLatin1String(longOwner));
        QTRY_VERIFY(room(1920) > wanted);
        QTRY_VERIFY(room(1024) < wanted); // the lanes need it
    }
    void theStoreIsSeenAtEveryWidth()
    {
        for (const QSize size : {QSize(1024, 700), QSize(1280, 800), QSize(1920, 1080)}) {
            m_desk->window->resize(size);
            for (LiveTablePage* page : {static_cast<LiveTablePage*>(m_desk->page<LocksPage>("locks")),
                                        static_cast<LiveTablePage*>(m_desk->page<TasksPage>("tasks")),
                                        static_cast<LiveTablePage*>(m_desk->page<OutboxPage>("outbox")),
                                        static_cast<LiveTablePage*>(m_desk->page<WorkersPage>("workers"))}) {
                m_desk->window->showPage(page->key(), {});
                QTest::qWait(0);
                const int store = columnOf(page->table(), "store");
                QVERIFY2(store >= 0 && !page->table()->isColumnHidden(store), qPrintable(page->key()));
                QVERIFY(page->table()->columnWidth(store) >= 60);
            }
        }
    }

    void aWideTableShowsWholeOwnersAndLongBars()
    {
        auto* table = locks();
        m_desk->window->resize(1280, 800);
        QTest::qWait(0);
        const int narrow = table->columnWidth(LocksModel::LeaseLeft);
        m_desk->window->resize(1920, 1080);
        QTRY_VERIFY2(table->columnWidth(LocksModel::LeaseLeft) >= narrow + 100, qPrintable(QString::number(narrow)));
        const int whole = QFontMetrics(Theme::get().fixed()).horizontalAdvance(QLatin1String(longOwner));
        QVERIFY2(table->columnWidth(LocksModel::Owner) >= whole + 16, qPrintable(QString::number(table->columnWidth(LocksModel::Owner))));
        QVERIFY(table->horizontalScrollBar()->maximum() == 0);
        m_desk->window->resize(1280, 800);
        QTRY_COMPARE(table->columnWidth(LocksModel::LeaseLeft), narrow);
    }

private:
    void open()
    {
        m_desk = std::make_unique<WindowDesk>(QStringLiteral("orders"));
        LockRow row = WindowDesk::held("stock");
        row.owner = longOwner;
        m_desk->fill({row, WindowDesk::held("billing")});
        QVERIFY(m_desk->show());
        m_desk->window->showPage(QStringLiteral("locks"), {});
    }
    TableView* locks() { return m_desk->page<LocksPage>("locks")->table(); }
    void use(const char* connections)
    {
        m_desk->context.shown->setLayout(QLatin1String(connections));
        QTRY_COMPARE(m_desk->page<LocksPage>("locks")->model()->rowCount(), 2);
    }
    /// Drags the right end of a column's header.
    static void drag(TableView* table, int column, int by)
    {
        QHeaderView* header = table->horizontalHeader();
        const QPoint from(header->sectionViewportPosition(column) + header->sectionSize(column) - 1, header->height() / 2);
        QTest::mouseMove(header->viewport(), from);
        QTest::mousePress(header->viewport(), Qt::LeftButton, {}, from);
        QTest::mouseMove(header->viewport(), from + QPoint(by / 2, 0));
        QTest::mouseMove(header->viewport(), from + QPoint(by, 0));
        QTest::mouseRelease(header->viewport(), Qt::LeftButton, {}, from + QPoint(by, 0));
    }
    static void clickHeader(TableView* table, int column)
    {
        QHeaderView* header = table->horizontalHeader();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          QPoint(header->sectionViewportPosition(column) + header->sectionSize(column) / 2, header->height() / 2));
    }

    std::unique_ptr<WindowDesk> m_desk;
};

static const lockdesk::test::Program layout_test("layout_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    app.setOrganizationName(QStringLiteral("lockdesk-layout-test"));
    Theme::get().install(app);
    LayoutTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "layout_test.moc"
