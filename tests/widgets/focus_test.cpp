// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the focus goes: keys always reach something that uses them.
#include "tests/widgets/program.h"
#include "tests/widgets/window_desk.h"
#include "widgets/common/table_view.h"
#include "widgets/locks/locks_page.h"
#include "widgets/sheets/action_flow.h"
#include "widgets/sheets/action_sheet.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/page.h"
#include "widgets/theme/theme.h"
#include "widgets/workers/start_workers_sheet.h"
#include "widgets/workers/workers_page.h"

#include <QApplication>
#include <QDialog>
#include <QLineEdit>
#include <QLocale>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace lockdesk;
using test::WindowDesk;

class FocusTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_desk = std::make_unique<WindowDesk>();
        m_desk->fill({WindowDesk::held("billing"), WindowDesk::held("dunning")});
    }
    void cleanup() { m_desk.reset(); }

    // Not when its page, or one of its rows, is shown again meanwhile.
    void aCoveredPageNeverGetsTheFocus()
    {
        QVERIFY(m_desk->show());
        auto* locks = m_desk->page<LocksPage>("locks");
        const std::vector<LockRow> held{WindowDesk::held("billing")};
        QVERIFY(!locks->flow()->start(requestOf(actions::forceRelease(), m_desk->feed, held)));
        ActionSheet* sheet = locks->flow()->sheet();
        QTRY_VERIFY(sheet->reasonField()->hasFocus());
        QTest::keyClick(m_desk->window.get(), Qt::Key_2, Qt::ControlModifier);
        QVERIFY(sheet->reasonField()->hasFocus());
        QTest::keyClick(m_desk->window.get(), Qt::Key_3, Qt::ControlModifier);
        QTest::keyClick(m_desk->window.get(), Qt::Key_2, Qt::ControlModifier);
        QVERIFY(sheet->isAncestorOf(QApplication::focusWidget()));
        m_desk->window->showRow(QStringLiteral("lock"), m_desk->feed->info().id, QStringLiteral("billing"));
        QVERIFY(sheet->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(sheet, Qt::Key_Escape);
        QCOMPARE(QApplication::focusWidget(), locks->table());
    }

    // By the palette, or the menu of a page that is not shown.
    void aSheetOfAHiddenPageIsShown()
    {
        QVERIFY(m_desk->show());
        auto* workers = m_desk->page<WorkersPage>("workers");
        m_desk->window->showPage(QStringLiteral("locks"), {});
        workers->startWorkers();
        QCOMPARE(m_desk->window->currentPage(), workers);
        QVERIFY(workers->startSheet()->isVisible());
        QVERIFY(workers->startSheet()->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(m_desk->window.get(), Qt::Key_Escape);
        QCOMPARE(QApplication::focusWidget(), workers->table());
    }

    void anArrowLeadsIntoThePage()
    {
        QVERIFY(m_desk->show());
        auto* locks = m_desk->page<LocksPage>("locks");
        m_desk->window->centralWidget()->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QCOMPARE(QApplication::focusWidget(), locks->table());
    }

    // After a connect nothing that the user chose may lose the focus.
    void aConnectLeadsIntoThePage()
    {
        QVERIFY(m_desk->show());
        MainWindow* window = m_desk->window.get();
        auto* locks = m_desk->page<LocksPage>("locks");
        window->centralWidget()->setFocus();
        window->leadIntoPage();
        QCOMPARE(QApplication::focusWidget(), locks->table());
        locks->focusFilter();
        const QWidget* filter = QApplication::focusWidget();
        window->leadIntoPage();
        QCOMPARE(QApplication::focusWidget(), filter);
        QDialog dialog(window);
        window->centralWidget()->setFocus();
        dialog.open();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        window->leadIntoPage();
        dialog.accept();
        QTRY_COMPARE(QApplication::focusWidget(), locks->table());
    }

    // Tab only outlines it; a table of one row has no other row to come from.
    void theFirstArrowSelectsTheOutlinedRow()
    {
        QVERIFY(m_desk->show());
        m_desk->fill({WindowDesk::held("billing")});
        auto* table = m_desk->page<LocksPage>("locks")->table();
        QTRY_COMPARE(table->model()->rowCount(), 1);
        table->clearFocus();
        table->setFocus(Qt::TabFocusReason);
        QVERIFY(table->currentIndex().isValid() && !table->selectionModel()->hasSelection());
        for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Up}) {
            QTest::keyClick(table, key);
            QCOMPARE(table->selectedRows(), std::vector<int>{0});
            QTest::keyClick(m_desk->window.get(), Qt::Key_Escape);
            QVERIFY(!table->selectionModel()->hasSelection());
        }
    }

    // Each page's key leads to its content, also from that page itself.
    void thePagesKeyFocusesItsContent()
    {
        QVERIFY(m_desk->show());
        m_desk->fill({WindowDesk::held("billing", std::chrono::seconds{-60})});
        const auto& pages = m_desk->window->pages();
        QStringList lost;
        for (std::size_t i = 0; i < pages.size() && i < 9; ++i)
            for (int again = 0; again < 2; ++again) {
                m_desk->window->setFocus();
                QTest::keyClick(m_desk->window.get(), Qt::Key(int(Qt::Key_1) + int(i)), Qt::ControlModifier);
                const QWidget* focus = QApplication::focusWidget();
                const auto tables = pages[i]->findChildren<TableView*>();
                const bool rows = std::any_of(tables.begin(), tables.end(), [](const TableView* one) { return one->isVisible(); });
                if (rows ? focus == nullptr || !pages[i]->isAncestorOf(focus) : focus != pages[i] && !pages[i]->isAncestorOf(focus))
                    lost << pages[i]->key();
            }
        QVERIFY2(lost.isEmpty(), qPrintable(lost.join(u' ')));
    }

private:
    std::unique_ptr<WindowDesk> m_desk;
};

static const lockdesk::test::Program focus_test("focus_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    app.setOrganizationName(QStringLiteral("lockdesk-focus-test"));
    Theme::get().install(app);
    FocusTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "focus_test.moc"
