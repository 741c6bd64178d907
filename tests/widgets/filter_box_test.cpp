// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The filter box by real clicks and keys: clear button, completion, saved filters, help; and the sheet of all keys.
#include "tests/widgets/program.h"
#include "tests/widgets/window_desk.h"
#include "widgets/common/filter_box.h"
#include "widgets/common/filter_completer.h"
#include "widgets/common/help_dialog.h"
#include "widgets/common/saved_filters.h"
#include "widgets/common/table_view.h"
#include "widgets/locks/locks_page.h"
#include "widgets/shell/page.h"
#include "widgets/theme/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QTest>
#include <QWindow>

#include <algorithm>
#include <memory>

using namespace lockdesk;
using test::WindowDesk;

class FilterBoxTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QSettings().clear();
        m_desk = std::make_unique<WindowDesk>(QStringLiteral("orders"));
        LockRow free = WindowDesk::held("payments of friday");
        free.owner.clear();
        m_desk->fill({WindowDesk::held("billing"), WindowDesk::held("dun\nning"), free});
        QVERIFY(m_desk->show());
        m_locks = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE(m_locks->model()->rowCount(), 2);
        field()->setFocus();
        field()->selectAll();
    }
    void cleanup() { m_desk.reset(); }

    void theCrossClears()
    {
        QVERIFY(box()->clearButton()->isVisible());
        QTest::mouseClick(box()->clearButton(), Qt::LeftButton);
        QCOMPARE(field()->text(), QString());
        QVERIFY(!box()->clearButton()->isVisible());
        QCOMPARE(QApplication::focusWidget(), field());
        QTRY_COMPARE(m_locks->model()->rowCount(), 3);
        type(QStringLiteral("x"));
        QVERIFY(box()->clearButton()->isVisible());
    }

    void keysAndValuesAreCompleted()
    {
        type(QStringLiteral("sta"));
        QCOMPARE(words(), QStringList{QStringLiteral("state:")});
        press(Qt::Key_Tab);
        QCOMPARE(field()->text(), QStringLiteral("state:"));
        QCOMPARE(QApplication::focusWidget(), field());
        QCOMPARE(words(), (QStringList{QStringLiteral("state:free"), QStringLiteral("state:held"), // the hidden one, too
                                       QStringLiteral("state:closing"), QStringLiteral("state:expired"),
                                       QStringLiteral("state:cooling")})); // that no row has now
        press(Qt::Key_Down);
        press(Qt::Key_Return);
        QCOMPARE(field()->text(), QStringLiteral("state:free"));
        QVERIFY(!box()->completer()->isOpen());
        QTRY_COMPARE(m_locks->model()->rowCount(), 1);
        type(QStringLiteral(" -store:"));
        QCOMPARE(words(), QStringList{QStringLiteral("-store:orders")});
        QTest::mouseClick(box()->completer()->list()->viewport(), Qt::LeftButton, {},
                          box()->completer()->list()->visualItemRect(box()->completer()->list()->item(0)).center());
        QCOMPARE(field()->text(), QStringLiteral("state:free -store:orders"));
        QCOMPARE(QApplication::focusWidget(), field());
        QTRY_COMPARE(m_locks->model()->rowCount(), 0);
    }

    // Said below the field, and the rows stay.
    void aValueThatCannotBeIsSaid()
    {
        type(QStringLiteral("state:hold"));
        QTRY_COMPARE(box()->error(), QStringLiteral("no row can be state:hold. Use one of: free, held, closing, expired, cooling."));
        QCOMPARE(m_locks->model()->rowCount(), 2);
        field()->selectAll();
        type(QStringLiteral("lease>30s"));
        QTRY_COMPARE(box()->error(), QString());
        QTRY_COMPARE(m_locks->model()->rowCount(), 2);
        field()->selectAll();
        type(QStringLiteral("renewals:many"));
        QTRY_VERIFY(box()->error().contains(QStringLiteral("a number or a span of time")));
    }

    // What stands above a column can be typed on every page.
    void everyPageCompletesItsOwnWords_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("tab");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("offered");
        QTest::newRow("worker's heartbeat") << "workers" << "" << "hear" << "heartbeat:";
        QTest::newRow("jobs") << "jobs" << "" << "state:mi" << "state:missed";
        QTest::newRow("events") << "activity" << "" << "event:tak" << "event:\"taken over\"";
        QTest::newRow("audit") << "activity" << "Audit" << "rea" << "reason:";
        QTest::newRow("audit's places") << "activity" << "Audit" << "where:co" << "where:computer";
        QTest::newRow("waits") << "activity" << "Waits" << "kind:da" << "kind:database";
        QTest::newRow("timeline") << "timeline" << "By lock" << "bil" << "billing";
    }
    void everyPageCompletesItsOwnWords()
    {
        QFETCH(QString, page);
        QFETCH(QString, tab);
        QFETCH(QString, typed);
        QFETCH(QString, offered);
        if (page == QLatin1String("timeline")) {
            auto update = m_desk->update();
            update->events = {{.kind = EventKind::acquired, .key = "billing", .actor = "bill-2/1/aa", .at = test::wallNow()}};
            m_desk->feed->receive(update);
        }
        m_desk->window->showPage(page);
        ConsolePage* shown = m_desk->window->currentPage();
        QCOMPARE(shown->key(), page);
        if (!tab.isEmpty()) {
            QAbstractButton* choice = nullptr;
            QStringList all;
            for (auto* each : shown->findChildren<QAbstractButton*>()) {
                all << each->text();
                if (each->text() == tab)
                    choice = each;
            }
            QVERIFY2(choice != nullptr, qPrintable(all.join(u'|')));
            QTest::mouseClick(choice, Qt::LeftButton);
        }
        auto* filter = shown->findChild<FilterBox*>();
        QVERIFY(filter != nullptr);
        filter->field()->setFocus();
        const auto offers = [&] {
            filter->field()->clear();
            QTest::keyClicks(filter->field(), typed);
            return filter->completer()->isOpen();
        };
        QTRY_VERIFY2(offers(), "nothing is offered"); // a lane comes with the next update
        QCOMPARE(filter->completer()->list()->item(0)->text(), offered);
        QTest::keyClick(filter->field(), Qt::Key_Tab);
        QCOMPARE(filter->field()->text(), offered);
        if (!offered.endsWith(u':')) {
            QTRY_COMPARE(filter->error(), QString());
        }
    }

    void eachTableOfActivitySaysWhatIsWrongForIt()
    {
        m_desk->window->showPage(QStringLiteral("activity"));
        ConsolePage* page = m_desk->window->currentPage();
        auto* filter = page->findChild<FilterBox*>();
        filter->field()->setFocus();
        QTest::keyClicks(filter->field(), QStringLiteral("who:ada"));
        QTest::keyClick(filter->field(), Qt::Key_Return);
        QTRY_COMPARE(filter->error(), QString());
        filter->field()->selectAll();
        QTest::keyClicks(filter->field(), QStringLiteral("reason~x"));
        QTest::keyClick(filter->field(), Qt::Key_Return);
        QTRY_VERIFY2(filter->error().startsWith(QStringLiteral("Unknown key \"reason\"")), qPrintable(filter->error()));
        for (auto* each : page->findChildren<QAbstractButton*>())
            if (each->text() == QLatin1String("Audit"))
                QTest::mouseClick(each, Qt::LeftButton);
        QTRY_COMPARE(filter->error(), QString());
    }

    // A value with spaces is quoted; one that cannot be typed is not offered.
    void namesAreWhole()
    {
        type(QStringLiteral("name:"));
        QCOMPARE(words(), (QStringList{QStringLiteral("name:billing"), QStringLiteral("name:\"payments of friday\"")}));
        type(QStringLiteral("pay"));
        press(Qt::Key_Tab);
        QTRY_COMPARE(m_locks->model()->rowCount(), 1);
        QCOMPARE(box()->error(), QString());
    }

    void theListIsNeverInTheWay()
    {
        type(QStringLiteral("na"));
        QVERIFY(box()->completer()->isOpen());
        press(Qt::Key_Return); // nothing was chosen
        QCOMPARE(field()->text(), QStringLiteral("na"));
        QVERIFY(!box()->completer()->isOpen());
        type(QStringLiteral("m"));
        QVERIFY(box()->completer()->isOpen());
        press(Qt::Key_Escape);
        QVERIFY(!box()->completer()->isOpen());
        QCOMPARE(field()->text(), QStringLiteral("nam"));
        press(Qt::Key_Escape);
        QCOMPARE(field()->text(), QString());
        type(QStringLiteral("name~b"));
        QVERIFY(!box()->completer()->isOpen());
        QTRY_COMPARE(m_locks->model()->rowCount(), 1);
        press(Qt::Key_Down);
        QCOMPARE(QApplication::focusWidget(), m_locks->table());
        field()->setFocus();
        field()->selectAll();
        type(QStringLiteral("st"));
        QVERIFY(box()->completer()->isOpen());
        m_locks->table()->setFocus();
        QVERIFY(!box()->completer()->isOpen());
    }

    void filtersAreSavedChosenAndDeletedByKeys()
    {
        type(QStringLiteral("name~bill"));
        save(QStringLiteral("bi&ll"));
        QTRY_COMPARE(savedFilters(QStringLiteral("locks")).size(), std::size_t(1));
        QCOMPARE(savedFilters(QStringLiteral("locks")).front().text, QStringLiteral("name~bill"));
        press(Qt::Key_Escape);
        QTRY_COMPARE(m_locks->model()->rowCount(), 3);
        QMenu* menu = openMenu();
        QVERIFY(menu != nullptr);
        QCOMPARE(menu->activeAction()->text(), QStringLiteral("bi&&ll"));
        QTest::keyClick(menu, Qt::Key_Return);
        QCOMPARE(field()->text(), QStringLiteral("name~bill"));
        QTRY_COMPARE(m_locks->model()->rowCount(), 1);
        menu = openMenu();
        QVERIFY(menu != nullptr);
        QTest::keyClick(menu, Qt::Key_D); // Delete Saved Filter
        QTRY_VERIFY(QApplication::activePopupWidget() != menu);
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Return);
        QVERIFY(savedFilters(QStringLiteral("locks")).empty());
        QCOMPARE(field()->text(), QStringLiteral("name~bill"));
    }

    void filtersAreChosenByMouse()
    {
        saveFilter(QStringLiteral("locks"), {QStringLiteral("all of billing"), QStringLiteral("name:billing")});
        saveFilter(QStringLiteral("tasks"), {QStringLiteral("of another page"), QStringLiteral("name:x")});
        QTest::mouseClick(box()->menuButton(), Qt::LeftButton);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu != nullptr);
        QStringList texts;
        for (const QAction* action : menu->actions())
            texts << action->text();
        QVERIFY2(!texts.contains(QStringLiteral("of another page")), qPrintable(texts.join(u'|')));
        QCOMPARE(texts.value(0), QStringLiteral("all of billing"));
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(menu->actions().constFirst()).center());
        QCOMPARE(field()->text(), QStringLiteral("name:billing"));
    }

    void aTakenNameIsSaid()
    {
        saveFilter(QStringLiteral("locks"), {QStringLiteral("mine"), QStringLiteral("name:x")});
        type(QStringLiteral("name~bill"));
        QDialog* dialog = askName();
        QVERIFY(dialog != nullptr);
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("mine"));
        const auto labels = dialog->findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(),
                            [](const QLabel* one) { return one->text().startsWith(QStringLiteral("This name is taken.")); }));
        QTest::keyClick(dialog, Qt::Key_Return);
        QVERIFY(dialog->isVisible());
        QCOMPARE(savedFilters(QStringLiteral("locks")).front().text, QStringLiteral("name:x"));
        QTest::keyClick(dialog, Qt::Key_Escape);
        QTRY_VERIFY(QApplication::activeModalWidget() == nullptr);
    }

    void foreignSettingsAreNoFilters()
    {
        QSettings().setValue(QStringLiteral("filters/locks"), QStringLiteral("[{\"name\":7},3,{\"name\":\"a\",\"text\":\"b\"},null"));
        QVERIFY(savedFilters(QStringLiteral("locks")).empty()); // cut off
        QSettings().setValue(QStringLiteral("filters/locks"), QStringLiteral("[{\"name\":7},3,{\"name\":\"a\",\"text\":\"b\"}]"));
        QCOMPARE(savedFilters(QStringLiteral("locks")).size(), std::size_t(1));
    }

    void helpNamesTheKeysOfTheTable()
    {
        QMenu* menu = openMenu();
        QVERIFY(menu != nullptr);
        QTest::keyClick(menu, Qt::Key_H);
        HelpDialog* help = nullptr;
        QTRY_VERIFY((help = shown()) != nullptr);
        const QStringList texts = textsOf(help);
        for (const QString& key : m_locks->model()->filterKeys())
            QVERIFY2(texts.contains(key), qPrintable(key));
        QVERIFY2(texts.contains(QStringLiteral("free, held, closing, expired, cooling")), qPrintable(texts.join(u'|')));
        QVERIFY(QTest::qWaitForWindowActive(help));
        QTest::keyClick(help, Qt::Key_Escape);
        QTRY_VERIFY(shown() == nullptr);
    }

    // Every key of an entry of the menus is on the sheet.
    void theSheetOfKeysIsOfTheRealActions()
    {
        m_locks->table()->setFocus();
        QTest::keyClick(m_desk->window->windowHandle(), Qt::Key_Question);
        HelpDialog* sheet = nullptr;
        QTRY_VERIFY((sheet = shown()) != nullptr);
        const QStringList texts = textsOf(sheet);
        for (const char* key : {"Ctrl+K", "Ctrl+1", "Ctrl+F, /", "Ctrl+C", "Ctrl+Shift+C", "Ctrl+Shift+E", "Shift+U", "F5", "?", "Esc"})
            QVERIFY2(texts.contains(QLatin1String(key)), qPrintable(QLatin1String(key) + u' ' + texts.join(u'|')));
        int count = 0;
        for (const QAction* action : m_desk->window->findChildren<QAction*>())
            if (!action->shortcut().isEmpty()) {
                ++count;
                const QString keys = action->shortcut().toString(QKeySequence::NativeText);
                QVERIFY2(std::any_of(texts.begin(), texts.end(), [&](const QString& one) { return one.split(QStringLiteral(", ")).contains(keys); }),
                         qPrintable(keys + u' ' + action->text()));
            }
        QVERIFY(count > 15);
        QVERIFY(QTest::qWaitForWindowActive(sheet));
        QTest::keyClick(sheet, Qt::Key_Escape);
        QTRY_VERIFY(shown() == nullptr);
        // In a field it is a letter.
        field()->setFocus();
        field()->selectAll();
        type(QStringLiteral("?"));
        QCOMPARE(field()->text(), QStringLiteral("?"));
        QVERIFY(shown() == nullptr);
    }

private:
    [[nodiscard]] FilterBox* box() const { return m_locks->filterBox(); }
    [[nodiscard]] QLineEdit* field() const { return box()->field(); }
    void press(Qt::Key key, Qt::KeyboardModifiers with = {}) { QTest::keyClick(m_desk->window->windowHandle(), key, with); }
    void type(const QString& text)
    {
        for (const QChar c : text)
            QTest::keyClick(m_desk->window->windowHandle(), c.toLatin1());
    }
    [[nodiscard]] QStringList words() const
    {
        QStringList out;
        if (box()->completer()->isOpen())
            for (int i = 0; i < box()->completer()->list()->count(); ++i)
                out << box()->completer()->list()->item(i)->text();
        return out;
    }
    QMenu* openMenu()
    {
        press(Qt::Key_Down, Qt::AltModifier);
        return qobject_cast<QMenu*>(QApplication::activePopupWidget());
    }
    QDialog* askName()
    {
        QMenu* menu = openMenu();
        if (menu == nullptr)
            return nullptr;
        QTest::keyClick(menu, Qt::Key_S);
        auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
        return dialog != nullptr && QTest::qWaitForWindowActive(dialog) ? dialog : nullptr;
    }
    void save(const QString& name)
    {
        QDialog* dialog = askName();
        QVERIFY(dialog != nullptr);
        QTest::keyClicks(QApplication::focusWidget(), name);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(QApplication::activeModalWidget() == nullptr);
        m_desk->window->activateWindow();
        QTRY_COMPARE(QApplication::focusWidget(), field());
    }
    [[nodiscard]] HelpDialog* shown() const
    {
        for (auto* one : m_desk->window->findChildren<HelpDialog*>())
            if (one->isVisible())
                return one;
        return nullptr;
    }
    static QStringList textsOf(const HelpDialog* help)
    {
        QStringList out;
        for (const auto* label : help->findChildren<QLabel*>())
            out << label->text();
        return out;
    }

    std::unique_ptr<WindowDesk> m_desk;
    LocksPage* m_locks = nullptr;
};

static const lockdesk::test::Program filter_box_test("filter_box_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    app.setOrganizationName(QStringLiteral("lockdesk-test"));
    app.setApplicationName(QStringLiteral("filter-box"));
    Theme::get().install(app);
    FilterBoxTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "filter_box_test.moc"
