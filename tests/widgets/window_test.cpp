// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the window shows and answers: menus, filters, states and the keyboard.
#include "models/tables/roles.h"
#include "tests/widgets/focus_walk.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"
#include "tests/widgets/window_desk.h"
#include "widgets/common/table_view.h"
#include "widgets/detail/row_page.h"
#include "widgets/locks/locks_page.h"
#include "widgets/sheets/action_flow.h"
#include "widgets/sheets/action_sheet.h"
#include "widgets/sheets/victim_list.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/page.h"
#include "widgets/tasks/tasks_page.h"
#include "widgets/theme/theme.h"
#include "widgets/workers/start_workers_sheet.h"
#include "widgets/workers/workers_page.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QLocale>
#include <QPaintEvent>
#include <QPushButton>
#include <QRegion>
#include <QTest>

#include <ctime>
#include <functional>
#include <memory>

using namespace lockdesk;
using test::WindowDesk;
using namespace std::chrono_literals;

class WindowTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_desk = std::make_unique<WindowDesk>();
        m_desk->fill({WindowDesk::held("billing"), WindowDesk::held("dunning")});
    }
    void cleanup()
    {
        m_desk.reset();
        Theme::get().setScale(1.0);
    }

    // The reason for the disabled button, and errors, are shown below the fields.
    void startingWorkersSaysWhatIsMissing()
    {
        m_desk->window->resize(1280, 800);
        m_desk->window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_desk->window.get()));
        auto* sheet = new StartWorkersSheet(&m_desk->feeds, &m_desk->workers, m_desk->window.get());
        sheet->start();
        const auto says = [&](const QString& text) {
            for (const auto* label : sheet->findChildren<ThemeLabel*>())
                if (label->isVisible() && label->text().remove(QChar(0x200B)).contains(text))
                    return true;
            return false;
        };
        QVERIFY(says(QStringLiteral("Give a reason.")));
        const auto fieldOf = [&](const QString& placeholder) {
            for (auto* field : sheet->findChildren<QLineEdit*>())
                if (field->placeholderText() == placeholder)
                    return field;
            return static_cast<QLineEdit*>(nullptr);
        };
        fieldOf(QStringLiteral("why, for the audit"))->setText(QStringLiteral("INC-1"));
        QVERIFY(says(QStringLiteral("Type orders of the whole company.")));
        fieldOf(QStringLiteral("orders of the whole company"))->setText(QStringLiteral("orders of the whole company"));
        sheet->findChildren<QComboBox*>().at(2)->setEditText(QStringLiteral("gateway"));
        fieldOf(QStringLiteral("Creating=Starting, Starting=Created"))->setText(QStringLiteral("Creating"));
        for (auto* button : sheet->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Start workers"))
                QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(sheet->isVisible());
        QVERIFY(says(QStringLiteral("Creating is no move to a next phase: write it as Creating=Starting.")));
    }

    // What a sheet covers gets no keys, wherever the sheet was clicked.
    void aClickBesideTheFieldsLeavesTheKeyboardInTheSheet()
    {
        MainWindow* window = m_desk->window.get();
        window->resize(1280, 800);
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window));
        auto* locks = m_desk->page<LocksPage>("locks");
        const std::vector<LockRow> held{WindowDesk::held("billing")};
        QVERIFY(!locks->flow()->start(requestOf(actions::forceRelease(), m_desk->feed, held)));
        ActionSheet* sheet = locks->flow()->sheet();
        QTRY_VERIFY(sheet->isAncestorOf(QApplication::focusWidget()));
        for (auto* label : sheet->findChildren<ThemeLabel*>())
            if (label->isVisible() && label->text() == QStringLiteral("Evidence"))
                QTest::mouseClick(label, Qt::LeftButton);
        QCOMPARE(QApplication::focusWidget(), sheet);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY(sheet->isAncestorOf(QApplication::focusWidget()));
    }

    void sameTasksOfTwoStoresAreTold()
    {
        const auto fill = [&](Feed* feed) {
            auto out = m_desk->update();
            WindowDesk::addTask(*out);
            feed->receive(out);
        };
        Feed* cache = m_desk->addStore(QStringLiteral("cache"), QStringLiteral("staging"));
        m_desk->window->show();
        auto* tasks = m_desk->page<TasksPage>("tasks");
        fill(m_desk->feed);
        const auto notes = [&] {
            QStringList all;
            for (const PhaseColumn& column : tasks->board()->columns())
                for (const PhaseEntry& entry : column.entries)
                    all << entry.note;
            all.sort();
            return all.join(u',');
        };
        QTRY_COMPARE(tasks->board()->columns().size(), std::size_t(1));
        QTRY_COMPARE(tasks->board()->columns().front().entries.size(), std::size_t(1));
        QCOMPARE(notes(), QString());
        fill(cache);
        QTRY_COMPARE(notes(), QStringLiteral("cache,orders of the whole company"));
    }

    // The detail's buttons do what those of the tool row do.
    void theButtonsUnderTheDetailWork()
    {
        MainWindow* window = m_desk->window.get();
        window->resize(1280, 800);
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window));
        auto* locks = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE(locks->model()->rowCount(), 2);
        locks->showDetail(0);
        const auto button = [&](const char* text) {
            for (auto* each : locks->detail()->findChildren<QPushButton*>())
                if (each->text() == QString::fromUtf8(text) && each->isVisible())
                    return each;
            return static_cast<QPushButton*>(nullptr);
        };
        QVERIFY(button("Copy command") != nullptr);
        QTest::mouseClick(button("Copy command"), Qt::LeftButton);
        const QString line = QGuiApplication::clipboard()->text();
        QVERIFY2(line.startsWith(QStringLiteral("lockdeskctl ")) && line.contains(QStringLiteral("lock force-release ")),
                 qPrintable(line));
        QVERIFY2(line.contains(QStringLiteral("--reason=-")), "nobody has written one");
        for (const char* text : {"Force unlock…", "Hold off…"}) {
            QVERIFY2(button(text) != nullptr, text);
            QTest::mouseClick(button(text), Qt::LeftButton);
            QTRY_VERIFY(locks->flow()->sheet() != nullptr);
            QVERIFY(locks->flow()->escape());
            QTRY_VERIFY(locks->flow()->sheet() == nullptr);
        }
    }

    // Rows are formatted when they come into view: neither time nor memory depends on their number much.
    void twentyThousandVictimsOpenASheetAtOnce()
    {
        std::vector<LockRow> many;
        for (int i = 0; i < 20'000; ++i)
            many.push_back(WindowDesk::held("billing-" + std::to_string(i)));
        m_desk->fill(std::move(many));
        MainWindow* window = m_desk->window.get();
        window->resize(1024, 700);
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window));
        auto* locks = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE_WITH_TIMEOUT(locks->model()->rowCount(), 20'000, 30'000);
        locks->table()->selectAll();
        const std::clock_t before = std::clock(); // of this process: the machine may be busy
        locks->rowActions().front()->trigger();
        ActionSheet* sheet = locks->flow()->sheet();
        QVERIFY(sheet != nullptr);
        QTRY_VERIFY(m_desk->actions.previewed.action != nullptr);
        const double seconds = double(std::clock() - before) / CLOCKS_PER_SEC;
        QVERIFY2(seconds < 1.0, qPrintable(QString::number(seconds)));
        QCOMPARE(m_desk->actions.previewed.targets.size(), std::size_t(20'000));
        QCOMPARE(confirmation(m_desk->actions.previewed, QStringLiteral("orders")), QStringLiteral("20,000 in orders"));
        const auto* list = sheet->findChild<VictimList*>();
        QVERIFY(list != nullptr);
        QVERIFY2(list->height() < 400, "it scrolls by itself");
        QVERIFY(locks->flow()->escape());
    }

    void aPausedWorkerIsResumed()
    {
        MainWindow* window = m_desk->window.get();
        window->resize(1280, 800);
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window));
        auto* workers = m_desk->page<WorkersPage>("workers");
        auto paused = m_desk->update();
        WorkerRow worker;
        worker.id = "demo-1/4471/c41be0729d53fa18";
        worker.host = "demo-1";
        worker.started_at = worker.beat_at = test::wallNow();
        worker.order = WorkerOrder::pause;
        paused->workers.push_back(std::make_shared<const WorkerRow>(worker));
        m_desk->feed->receive(paused);
        QTRY_COMPARE(workers->model()->rowCount(), 1);
        workers->table()->selectRow(0);
        QPushButton* resume = nullptr;
        const auto found = [&] {
            for (auto* each : workers->findChildren<QPushButton*>())
                if (each->text() == QStringLiteral("Resume") && each->isVisible())
                    resume = each;
            return resume != nullptr && resume->isEnabled();
        };
        QTRY_VERIFY(found());
        QTest::mouseClick(resume, Qt::LeftButton);
        QTRY_VERIFY(m_desk->actions.previewed.action != nullptr);
        QCOMPARE(m_desk->actions.previewed.control.order, WorkerOrder::run);
        QVERIFY(workers->flow()->escape());
    }

    // Rows hidden by the filter still exist and are counted, with digits grouped as elsewhere.
    void aFilterThatNothingFitsSaysSo()
    {
        MainWindow* window = m_desk->window.get();
        window->show();
        auto out = m_desk->update();
        for (int i = 0; i < 1200; ++i) {
            Event event;
            event.at = test::wallNow();
            event.kind = EventKind::acquired;
            event.entity = Entity::lock;
            event.key = "billing";
            event.actor = "bill-2/4471/c41be0729d53fa18";
            out->events.push_back(event);
        }
        m_desk->feed->receive(out);
        for (const auto& [key, others] :
             {std::pair{"locks", "2 other"}, {"workers", "1 other"}, {"activity", "1,200 other"}}) {
            window->showPage(QString::fromLatin1(key), {});
            ConsolePage* page = window->currentPage();
            TableView* table = nullptr;
            for (auto* each : page->findChildren<TableView*>())
                if (each->isVisible() && table == nullptr)
                    table = each;
            QVERIFY(table != nullptr);
            QTRY_VERIFY(table->model()->rowCount() > 0);
            page->applyFilter(QStringLiteral("name~nobody has this"));
            if (QLatin1String(key) == QLatin1String("activity"))
                page->applyFilter(QStringLiteral("nobody-has-this"));
            QTRY_COMPARE(table->model()->rowCount(), 0);
            QTRY_COMPARE(table->emptyTexts().sentence, QStringLiteral("Nothing fits the filter."));
            QVERIFY2(table->emptyTexts().what.startsWith(QLatin1String(others)), qPrintable(table->emptyTexts().what));
        }
    }

    // An empty table says that there is nothing only when the store has said so.
    void anEmptyTableOfASilentStoreSaysThatItIsNotKnown()
    {
        WindowDesk desk(QStringLiteral("orders"));
        desk.window->show();
        auto out = desk.update();
        out->polled = false;
        out->health.state = HealthState::stale;
        out->health.cause = "no answer";
        desk.feed->receive(out);
        QTRY_VERIFY(desk.feed->isStale());
        for (const char* key : {"locks", "tasks", "outbox", "workers", "activity", "jobs"}) {
            desk.window->showPage(QString::fromLatin1(key), {});
            QStringList said;
            for (const auto* table : desk.window->currentPage()->findChildren<TableView*>())
                if (table->isVisible() && !table->emptyTexts().sentence.isEmpty())
                    said << table->emptyTexts().sentence;
            QVERIFY2(said.contains(QStringLiteral("The store has not answered.")), qPrintable(QLatin1String(key) + said.join(u'|')));
        }
    }

    // Tab leaves every field of every page, reaches each, and follows reading order.
    void tabFollowsTheEye()
    {
        MainWindow* window = m_desk->window.get();
        window->resize(1280, 800);
        window->show();
        window->activateWindow();
        auto task = std::make_shared<Update>(*m_desk->update());
        TaskRow row;
        row.id = "gw-1";
        row.kind = "gateway";
        row.phase = "Starting";
        task->tasks.push_back(std::make_shared<const TaskRow>(row));
        PhaseSummary phase;
        phase.kind = row.kind;
        phase.phase = row.phase;
        phase.total = 1;
        task->phases = std::make_shared<const std::vector<PhaseSummary>>(1, phase);
        m_desk->feed->receive(task);
        QStringList wrong;
        for (ConsolePage* page : window->pages()) {
            window->showPage(page->key(), {});
            QTest::qWait(60);
            if (auto* rows = qobject_cast<RowPage*>(page); rows != nullptr && rows->model()->rowCount() > 0) {
                rows->table()->selectRow(0); // enables its buttons
                rows->showDetail(0);
            }
            page->focusFilter();
            if (!page->isAncestorOf(QApplication::focusWidget()))
                page->focusContent();
            if (!page->isAncestorOf(QApplication::focusWidget()))
                continue;
            for (const QString& one : test::wrongFocus(window, page))
                wrong << page->key() + QStringLiteral(": ") + one;
        }
        for (const QString& one : wrong)
            qInfo().noquote() << one;
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.value(0)));
    }

    // A selected row gets no update when its lease runs out, but its state changes anyway.
    void theStateOfASelectedRowIsNeverOld()
    {
        MainWindow* window = m_desk->window.get();
        window->resize(1280, 800);
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window));
        auto* page = m_desk->page<LocksPage>("locks");
        m_desk->fill({WindowDesk::held("short", 1500ms)}, false);
        QTRY_VERIFY(page->model()->rowOfKey(m_desk->feed->index(), QStringLiteral("short")) >= 0);
        const QModelIndex cell =
            page->model()->index(page->model()->rowOfKey(m_desk->feed->index(), QStringLiteral("short")), 0);
        QTest::mouseClick(page->table()->viewport(), Qt::LeftButton, {}, page->table()->visualRect(cell).center());
        QTest::qWait(1);
        const auto row = [&] { return page->model()->rowOfKey(m_desk->feed->index(), QStringLiteral("short")); };
        const auto stateNow = [&] { return page->model()->index(row(), 0).data(StateRole).toString(); };
        struct Painted final : QObject
        {
            std::function<void(const QRegion&)> painted;
            bool eventFilter(QObject*, QEvent* event) override
            {
                if (event->type() == QEvent::Paint)
                    painted(static_cast<QPaintEvent*>(event)->region());
                return false;
            }
        } painted;
        QString shown = stateNow();
        painted.painted = [&](const QRegion& region) {
            if (region.contains(page->table()->visualRect(page->model()->index(row(), 0)).center()))
                shown = stateNow();
        };
        page->table()->viewport()->installEventFilter(&painted);
        QVERIFY(shown != QStringLiteral("expired"));
        QTRY_COMPARE(stateNow(), QStringLiteral("expired"));
        QTRY_COMPARE(shown, QStringLiteral("expired"));
        page->table()->viewport()->removeEventFilter(&painted);
    }

    // Waiting changes are applied once the mouse has been still; requested ones never wait.
    void changesThatWaitAreShownWhenTheMouseIsStill()
    {
        MainWindow* window = m_desk->window.get();
        window->resize(1280, 800);
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window));
        auto* page = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE(page->model()->rowCount(), 2);
        page->table()->setStillTime(700);
        QTest::mouseClick(page->table()->viewport(), Qt::LeftButton, {},
                          page->table()->visualRect(page->model()->index(0, 1)).center());
        QVERIFY(page->model()->isHeld());
        m_desk->fill({WindowDesk::held("came")}, false);
        QTRY_COMPARE(page->model()->pendingChanges(), 1);
        for (int i = 0; i < 5; ++i) { // while it moves, they wait
            QTest::qWait(300);
            QTest::mouseMove(page->table()->viewport(), QPoint(30 + 7 * i, 60));
            QCOMPARE(page->model()->pendingChanges(), 1);
        }
        QTRY_COMPARE(page->model()->rowCount(), 3);
        QVERIFY(page->table()->selectionModel()->hasSelection());
        // Another store: at once.
        ConnectionInfo info;
        info.id = info.name = QStringLiteral("another");
        page->table()->setStillTime(60'000);
        m_desk->feed = m_desk->feeds.add(info);
        m_desk->fill({WindowDesk::held("of the other")});
        QTRY_COMPARE(page->model()->rowCount(), 4);
        QVERIFY(page->model()->isHeld());
    }

private:
    std::unique_ptr<WindowDesk> m_desk;
};

static const lockdesk::test::Program window_test("window_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); // the C locale does not group digits
    app.setOrganizationName(QStringLiteral("lockdesk-window-test"));
    Theme::get().install(app);
    WindowTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "window_test.moc"
