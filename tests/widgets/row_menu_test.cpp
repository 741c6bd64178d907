// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Context menus of every table, by real right clicks, and the keys of the Edit menu.
#include "models/feed/row_link.h"
#include "models/tables/locks_model.h"
#include "models/tables/roles.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"
#include "tests/widgets/window_desk.h"
#include "widgets/activity/activity_page.h"
#include "widgets/common/export_table.h"
#include "widgets/common/filter_box.h"
#include "widgets/common/table_view.h"
#include "widgets/locks/locks_page.h"
#include "widgets/sheets/action_flow.h"
#include "widgets/shell/status_line.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFile>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QWindow>

#include <functional>

using namespace lockdesk;
using test::WindowDesk;
using namespace std::chrono_literals;

class RowMenuTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QSettings().clear();
        m_desk = std::make_unique<WindowDesk>(QStringLiteral("orders"));
        m_desk->fill({WindowDesk::held("billing"), WindowDesk::held("=dunning", -30s)});
        m_desk->feed->receive(everything());
        QVERIFY(m_desk->show());
    }
    void cleanup() { m_desk.reset(); }

    void everyTableHasARowMenu_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("table");
        QTest::addColumn<QStringList>("wanted");
        const QStringList filters{QStringLiteral("Only "), QStringLiteral("Without ")};
        QTest::newRow("findings") << "overview" << "Findings" << QStringList{"Force unlock…", "Go to the Row", "Copy Command Line", "Copy Link"};
        QTest::newRow("stores") << "overview" << "Stores" << QStringList{"Copy as CSV"};
        QTest::newRow("locks") << "locks" << "Locks"
                               << QStringList{"Open Detail", "Force unlock…", "Hold off…", "End hold-off…", "Extend…",
                                              "Hold off for maintenance…", "Copy Link"} + filters;
        QTest::newRow("tasks") << "tasks" << "Tasks" << QStringList{"Open Detail", "Relock…", "Unlock…", "Advance…"} + filters;
        QTest::newRow("outbox") << "outbox" << "Outbox" << QStringList{"Open Detail", "Retry dead…", "Requeue…"} + filters;
        QTest::newRow("workers") << "workers" << "Workers" << QStringList{"Open Detail", "Pause", "Stop"} + filters;
        QTest::newRow("events") << "activity" << "Events" << QStringList{"Go to the Row"} + filters;
        QTest::newRow("audit") << "activity" << "Audit" << QStringList{"Go to the Row", "Copy Command Line"};
    }
    void everyTableHasARowMenu()
    {
        QFETCH(QString, page);
        QFETCH(QString, table);
        QFETCH(QStringList, wanted);
        TableView* view = nullptr;
        QTRY_VERIFY((view = tableOf(page, table)) != nullptr); // an empty one may be hidden
        QTRY_VERIFY(view->model()->rowCount() > 0);
        QStringList texts;
        rightClick(view, 0, firstColumn(view), [&](QMenu& menu) { texts = textsOf(menu); });
        for (const QString& text : wanted)
            QVERIFY2(std::any_of(texts.begin(), texts.end(), [&](const QString& one) { return one.startsWith(text); }),
                     qPrintable(text + QStringLiteral(" in ") + texts.join(u'|')));
        for (const char* text : {"Copy Cell", "Copy as CSV", "Copy as JSON", "Select All"})
            QVERIFY2(texts.contains(QLatin1String(text)), qPrintable(texts.join(u'|')));
    }

    void onlyOneEntryCopiesTheCommand()
    {
        TableView* view = nullptr;
        QTRY_VERIFY((view = tableOf("locks", "Locks")) != nullptr);
        QTRY_VERIFY(view->model()->rowCount() > 0);
        QStringList texts;
        rightClick(view, 0, firstColumn(view), [&](QMenu& menu) { texts = textsOf(menu); });
        QCOMPARE(texts.filter(QStringLiteral("command"), Qt::CaseInsensitive), QStringList{QStringLiteral("Copy Command Line")});
    }

    // Panels of the same ground lie below it.
    void aMenuHasAnEdge()
    {
        TableView* view = nullptr;
        QTRY_VERIFY((view = tableOf("locks", "Locks")) != nullptr);
        QTRY_VERIFY(view->model()->rowCount() > 0);
        for (const Scheme scheme : {Scheme::dark, Scheme::light}) {
            Theme::get().setScheme(scheme);
            QImage image;
            rightClick(view, 0, firstColumn(view), [&](QMenu& menu) { image = menu.grab().toImage(); });
            QVERIFY(!image.isNull());
            for (const QPoint at : {QPoint(0, image.height() / 2), QPoint(image.width() / 2, 0)})
                QCOMPARE(image.pixelColor(at).name(), Theme::get().tokens().buttonEdge.name());
        }
    }

    void aCellNarrowsTheTable()
    {
        auto* locks = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE(locks->model()->rowCount(), 2);
        const int row = locks->model()->rowOfKey(m_desk->feed->index(), QStringLiteral("billing"));
        LOCKDESK_REQUIRED(choose(locks->table(), row, 1, QStringLiteral("Without name:billing")));
        QCOMPARE(locks->filterBox()->text(), QStringLiteral("-state:free -name:billing"));
        QTRY_COMPARE(locks->model()->rowCount(), 1);
        LOCKDESK_REQUIRED(choose(locks->table(), 0, 0, QStringLiteral("Only state:expired")));
        QCOMPARE(locks->filterBox()->text(), QStringLiteral("-state:free -name:billing state:expired"));
    }

    // A right click on a row that is not selected acts on that row alone.
    void theMenuActsOnTheRowUnderTheMouse()
    {
        auto* locks = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE(locks->model()->rowCount(), 2);
        locks->table()->selectRow(0);
        LOCKDESK_REQUIRED(choose(locks->table(), 1, 1, QStringLiteral("Copy Command Line")));
        const QString name = locks->model()->index(1, 0).data(KeyRole).toString();
        QVERIFY2(clipboard().endsWith(QStringLiteral("lock show ") + name)
                     || clipboard().endsWith(QStringLiteral("lock show '") + name + u'\''),
                 qPrintable(clipboard()));
        QCOMPARE(locks->table()->selectedRows(), std::vector<int>{1});
        LOCKDESK_REQUIRED(choose(locks->table(), 1, 1, QStringLiteral("Copy Link")));
        QCOMPARE(readRowLink(clipboard().toUtf8()).link, (RowLink{m_desk->feed->info().name, Entity::lock, name}));
        LOCKDESK_REQUIRED(choose(locks->table(), 1, 1, QStringLiteral("Force unlock…")));
        QTRY_VERIFY(m_desk->actions.previewed.action != nullptr);
        QCOMPARE(m_desk->actions.previewed.targets.front().key, name);
        QVERIFY(locks->flow()->escape());
    }

    void theMenuKeyOpensItAtTheCurrentRow()
    {
        auto* locks = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE(locks->model()->rowCount(), 2);
        locks->table()->setFocus();
        locks->table()->setCurrentIndex(locks->model()->index(1, 1));
        QStringList texts;
        onMenu([&](QMenu& menu) { texts = textsOf(menu); });
        QContextMenuEvent event(QContextMenuEvent::Keyboard, {}, {});
        QApplication::sendEvent(locks->table()->viewport(), &event);
        QVERIFY2(texts.contains(QStringLiteral("Open Detail")), qPrintable(texts.join(u'|')));
        QCOMPARE(locks->table()->selectedRows(), std::vector<int>{1});
    }

    void anEventLeadsToItsRow()
    {
        TableView* events = tableOf(QStringLiteral("activity"), QStringLiteral("Events"));
        QTRY_COMPARE(events->model()->rowCount(), 1);
        LOCKDESK_REQUIRED(choose(events, 0, 0, QStringLiteral("Go to the Row")));
        QCOMPARE(m_desk->window->currentPage()->key(), QStringLiteral("locks"));
        auto* locks = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE(locks->table()->selectedRows().size(), std::size_t(1));
        QCOMPARE(locks->model()->index(locks->table()->selectedRows().front(), 0).data(KeyRole).toString(),
                 QStringLiteral("billing"));
    }

    void keysOfTheEditMenu()
    {
        auto* locks = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE(locks->model()->rowCount(), 2);
        MainWindow* window = m_desk->window.get();
        window->activateWindow();
        locks->table()->setFocus();
        QTest::keyClick(window, Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(locks->table()->selectedRows().size(), std::size_t(2));
        QTest::keyClick(window, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(clipboard().count(u'\n'), 2);
        const int row = locks->model()->rowOfKey(m_desk->feed->index(), QStringLiteral("=dunning"));
        locks->table()->selectionModel()->setCurrentIndex(locks->model()->index(row, 1),
                                                          QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        QTest::keyClick(window, Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(clipboard(), QStringLiteral("=dunning"));
        QTest::keyClick(window, Qt::Key_F, Qt::ControlModifier);
        QCOMPARE(QApplication::focusWidget(), locks->filterBox()->field());
        // In a field the keys are the field's.
        locks->filterBox()->field()->setText(QStringLiteral("name~x"));
        locks->filterBox()->field()->selectAll();
        QTest::keyClick(window->windowHandle(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(clipboard(), QStringLiteral("name~x"));
        locks->table()->setFocus();
        QTest::keyClick(window, Qt::Key_Slash);
        QCOMPARE(QApplication::focusWidget(), locks->filterBox()->field());
    }

    void theEditMenuCopiesAsCsvAndJson()
    {
        auto* locks = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE(locks->model()->rowCount(), 2);
        locks->table()->selectAll();
        QAction* json = nullptr;
        QAction* csv = nullptr;
        for (QAction* action : m_desk->window->actions()) {
            json = action->text() == QStringLiteral("Copy as &JSON") ? action : json;
            csv = action->text() == QStringLiteral("Copy as C&SV") ? action : csv;
        }
        QVERIFY(json != nullptr && csv != nullptr);
        json->trigger();
        const QJsonArray rows = QJsonDocument::fromJson(clipboard().toUtf8()).array();
        QCOMPARE(rows.size(), 2);
        QVERIFY(rows[0].toObject().contains(QStringLiteral("owner")));
        csv->trigger();
        QVERIFY2(clipboard().contains(QStringLiteral("\"'=dunning\"")), qPrintable(clipboard()));
    }

    // Ctrl+Shift+E, a name, Enter: what is shown is in the file, with the columns of the screen.
    void whatIsShownIsExported()
    {
        QTemporaryDir folder;
        QSettings().setValue(QStringLiteral("files/folder"), folder.path());
        auto* locks = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE(locks->model()->rowCount(), 2);
        locks->table()->setColumnHidden(LocksModel::Owner, true);
        locks->table()->setFocus();
        for (const char* name : {"shown.csv", "shown.json"}) {
            m_desk->window->activateWindow(); // the last dialog was active
            QTRY_COMPARE(QApplication::activeWindow(), m_desk->window.get());
            locks->table()->setFocus();
            QTest::keyClick(m_desk->window->windowHandle(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
            QFileDialog* dialog = nullptr;
            QTRY_VERIFY((dialog = m_desk->window->findChild<QFileDialog*>()) != nullptr && dialog->isVisible());
            auto* field = dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
            QVERIFY(field != nullptr);
            QVERIFY2(field->text().startsWith(QStringLiteral("locks-")), qPrintable(field->text()));
            field->setText(QLatin1String(name));
            QTest::keyClick(field, Qt::Key_Return);
            QTRY_VERIFY(QFile::exists(folder.filePath(QLatin1String(name))));
            QTRY_VERIFY2(m_desk->window->statusLine()->accessibleName().startsWith(QStringLiteral("Exported 2 row")),
                         qPrintable(m_desk->window->statusLine()->accessibleName()));
            QTRY_VERIFY(m_desk->window->findChild<QFileDialog*>() == nullptr);
        }
        QFile csv(folder.filePath(QStringLiteral("shown.csv")));
        QVERIFY(csv.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(csv.readAll());
        QVERIFY2(text.contains(QStringLiteral("\"'=dunning\"")) && !text.contains(QStringLiteral("bill-2")), qPrintable(text));
        QFile json(folder.filePath(QStringLiteral("shown.json")));
        QVERIFY(json.open(QIODevice::ReadOnly));
        const QJsonArray rows = QJsonDocument::fromJson(json.readAll()).array();
        QCOMPARE(rows.size(), 2);
        QVERIFY(!rows[0].toObject().contains(QStringLiteral("owner")));
        QVERIFY(rows[0].toObject().contains(QStringLiteral("name")));
        const QString problem = writeTable(*locks->table(), folder.filePath(QStringLiteral("no/such/folder.csv")));
        QVERIFY2(problem.contains(QStringLiteral("was not written")), qPrintable(problem));
    }

private:
    std::shared_ptr<Update> everything()
    {
        auto out = m_desk->update();
        WindowDesk::addTask(*out);
        MessageRow message;
        message.id = "m-1";
        message.topic = "mail";
        message.state = MessageState::dead;
        message.created_at = test::wallNow();
        out->messages = {std::make_shared<const MessageRow>(message)};
        Event event;
        event.at = test::wallNow();
        event.kind = EventKind::acquired;
        event.entity = Entity::lock;
        event.key = "billing";
        event.actor = "bill-2/4471/c41be0729d53fa18";
        out->events = {event};
        AuditRow audit;
        audit.seq = 1;
        audit.at = test::wallNow();
        audit.who = "ada@desk";
        audit.action = "force-release";
        audit.entity = "lock";
        audit.key = "billing";
        audit.command = "lockdeskctl lock force-release billing";
        out->audit = std::make_shared<const std::vector<AuditRow>>(1, audit);
        Finding finding;
        finding.kind = FindingKind::expired_and_held;
        finding.severity = Severity::act;
        finding.entity = Entity::lock;
        finding.key = "=dunning";
        finding.next = NextStep::force_release;
        finding.since = test::wallNow();
        finding.rows = {{Entity::lock, "=dunning"}};
        out->findings = std::make_shared<const Findings>(std::vector{finding});
        out->summary = Summary{};
        out->summary->at = test::wallNow();
        return out;
    }
    TableView* tableOf(const QString& page, const QString& name)
    {
        m_desk->window->showPage(page, {});
        if (page == QStringLiteral("tasks") || name == QStringLiteral("Audit"))
            for (auto* button : m_desk->window->currentPage()->findChildren<QAbstractButton*>())
                if (button->text() == QStringLiteral("Audit") || button->text() == QStringLiteral("Table"))
                    button->click();
        for (auto* table : m_desk->window->currentPage()->findChildren<TableView*>())
            if (table->accessibleName() == name && table->isVisible())
                return table;
        return nullptr;
    }
    // The time of an event is no filter.
    static int firstColumn(const TableView* view) { return view->accessibleName() == QStringLiteral("Events") ? 2 : view->columnAt(4); }
    static QStringList textsOf(const QMenu& menu)
    {
        QStringList texts;
        for (const QAction* action : menu.actions())
            if (!action->isSeparator())
                texts << action->text().remove(u'&');
        return texts;
    }
    void onMenu(std::function<void(QMenu&)> see)
    {
        auto* timer = new QTimer(this);
        timer->setInterval(5);
        connect(timer, &QTimer::timeout, this, [timer, see = std::move(see)] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            if (menu == nullptr)
                return;
            timer->deleteLater();
            see(*menu);
            menu->close();
        });
        timer->start();
    }
    void rightClick(TableView* view, int row, int column, std::function<void(QMenu&)> see)
    {
        onMenu(std::move(see));
        const QPoint at = view->visualRect(view->model()->index(row, column)).center();
        QTest::mouseClick(m_desk->window->windowHandle(), Qt::RightButton, {},
                          view->viewport()->mapTo(m_desk->window.get(), at));
    }
    void choose(TableView* view, int row, int column, const QString& text)
    {
        bool found = false;
        rightClick(view, row, column, [&](QMenu& menu) {
            for (QAction* action : menu.actions())
                if (action->text().remove(u'&') == text) {
                    found = true;
                    menu.setActiveAction(action);
                    QTest::keyClick(&menu, Qt::Key_Return);
                    return;
                }
        });
        QVERIFY2(found, qPrintable(text));
    }
    static QString clipboard() { return QGuiApplication::clipboard()->text(); }

    std::unique_ptr<WindowDesk> m_desk;
};

static const lockdesk::test::Program row_menu_test("row_menu_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    app.setOrganizationName(QStringLiteral("lockdesk-test"));
    app.setApplicationName(QStringLiteral("row-menu"));
    Theme::get().install(app);
    RowMenuTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "row_menu_test.moc"
