// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ctrl+K: actions, pages, stores and locks by name, with the keyboard alone.
#include "models/tables/roles.h"
#include "tests/widgets/program.h"
#include "tests/widgets/window_desk.h"
#include "widgets/common/filter_box.h"
#include "widgets/common/table_view.h"
#include "widgets/locks/locks_page.h"
#include "widgets/sheets/action_flow.h"
#include "widgets/shell/palette.h"
#include "widgets/shell/status_line.h"
#include "widgets/shell/strip.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QListView>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>
#include <QWindow>

#include <ctime>
#include <memory>

using namespace lockdesk;
using test::WindowDesk;

class PaletteTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        QSettings().clear();
        m_desk = std::make_unique<WindowDesk>(QStringLiteral("orders"));
        LockRow free = WindowDesk::held("payments-of-friday");
        free.owner.clear();
        m_desk->fill({WindowDesk::held("billing"), WindowDesk::held("dun\nning"), free});
        QVERIFY(m_desk->show());
    }
    void cleanup() { m_desk.reset(); }

    void aPageIsFound()
    {
        type(QStringLiteral("activ"));
        QCOMPARE(palette()->found().value(0), QStringLiteral("Activity"));
        press(Qt::Key_Return);
        QCOMPARE(m_desk->window->currentPage()->key(), QStringLiteral("activity"));
        QTRY_VERIFY(palette() == nullptr);
    }

    // A free lock is hidden by the filter; the palette finds and shows it.
    void aLockIsFoundAndShown()
    {
        auto* locks = qobject_cast<LocksPage*>(m_desk->window->page(QStringLiteral("locks")));
        QTRY_COMPARE(locks->model()->rowCount(), 2);
        type(QStringLiteral("pay fri"));
        QCOMPARE(palette()->found(), QStringList{QStringLiteral("payments-of-friday")});
        press(Qt::Key_Return);
        QTRY_COMPARE(locks->table()->selectedRows().size(), std::size_t(1));
        QCOMPARE(locks->model()->index(locks->table()->selectedRows().front(), 0).data(KeyRole).toString(),
                 QStringLiteral("payments-of-friday"));
    }

    void foreignNamesAreShownSafely()
    {
        auto* locks = qobject_cast<LocksPage*>(m_desk->window->page(QStringLiteral("locks")));
        QTRY_COMPARE(locks->model()->rowCount(), 2);
        type(QStringLiteral("ning"));
        QVERIFY2(palette()->found().contains(QStringLiteral("dun\\nning")), qPrintable(palette()->found().join(u'|')));
    }

    void anActionRunsOrSaysWhyNot()
    {
        auto* locks = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE(locks->model()->rowCount(), 2);
        type(QStringLiteral("force unlock"));
        QCOMPARE(palette()->found().value(0), QStringLiteral("Force unlock…"));
        press(Qt::Key_Return);
        QVERIFY2(says(QStringLiteral("Select a row first.")), "the reason is shown");
        QVERIFY(locks->flow()->sheet() == nullptr);
        locks->table()->selectRow(0);
        type(QStringLiteral("force unlock"));
        press(Qt::Key_Return);
        QTRY_VERIFY(locks->flow()->sheet() != nullptr);
        QVERIFY(locks->flow()->escape());
    }

    void aStoreIsFound()
    {
        m_desk->addStore(QStringLiteral("cache"), QStringLiteral("staging"));
        QSignalSpy chosen(m_desk->window->strip(), &Strip::chosenChanged);
        type(QStringLiteral("cache"));
        QCOMPARE(palette()->found().value(0), QStringLiteral("Show only cache"));
        press(Qt::Key_Return);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.front().front().toString(), QStringLiteral("cache"));
    }

    void arrowsChooseAndEscLeavesEverythingAsItWas()
    {
        auto* locks = m_desk->page<LocksPage>("locks");
        locks->table()->setFocus();
        type({});
        const int rows = palette()->list()->model()->rowCount();
        QVERIFY(rows > 20);
        press(Qt::Key_Down);
        press(Qt::Key_Down);
        QCOMPARE(palette()->list()->currentIndex().row(), 2);
        press(Qt::Key_PageDown);
        QCOMPARE(palette()->list()->currentIndex().row(), 14);
        press(Qt::Key_Up);
        QCOMPARE(palette()->list()->currentIndex().row(), 13);
        press(Qt::Key_Escape);
        QTRY_VERIFY(palette() == nullptr);
        QCOMPARE(QApplication::focusWidget(), locks->table());
        QCOMPARE(locks->filterBox()->text(), QStringLiteral("-state:free"));
    }

    void nothingFitsSaysSo()
    {
        type(QStringLiteral("qqqq zzzz"));
        QVERIFY(palette()->found().isEmpty());
        QVERIFY(!palette()->list()->isVisible());
        press(Qt::Key_Return); // does nothing
        QVERIFY(palette() != nullptr);
        press(Qt::Key_Escape);
    }

    void aHundredThousandLocksAreSearchedWhileTyping()
    {
        std::vector<LockRow> many;
        for (int i = 0; i < 100'000; ++i)
            many.push_back(WindowDesk::held("stock:warehouse:" + std::to_string(i)));
        m_desk->fill(std::move(many));
        auto* locks = m_desk->page<LocksPage>("locks");
        QTRY_COMPARE_WITH_TIMEOUT(locks->model()->rowCount(), 100'000, 30'000);
        type({});
        const std::clock_t before = std::clock(); // of this process: the machine may be busy
        palette()->field()->setText(QStringLiteral("house 99999"));
        const double seconds = double(std::clock() - before) / CLOCKS_PER_SEC;
        QCOMPARE(palette()->found().value(0), QStringLiteral("stock:warehouse:99999"));
        QVERIFY2(seconds < 0.5, qPrintable(QString::number(seconds)));
        press(Qt::Key_Escape);
    }

private:
    Palette* palette() const
    {
        for (auto* one : m_desk->window->findChildren<Palette*>())
            if (one->isVisible())
                return one;
        return nullptr;
    }
    void type(const QString& text)
    {
        QTest::keyClick(m_desk->window->windowHandle(), Qt::Key_K, Qt::ControlModifier);
        QVERIFY(palette() != nullptr);
        QCOMPARE(QApplication::focusWidget(), palette()->field());
        for (const QChar c : text)
            QTest::keyClick(m_desk->window->windowHandle(), c.toLatin1());
        QCOMPARE(palette()->field()->text(), text);
    }
    void press(Qt::Key key) { QTest::keyClick(m_desk->window->windowHandle(), key); }
    bool says(const QString& text) const
    {
        return m_desk->window->statusLine()->accessibleName().contains(text);
    }

    std::unique_ptr<WindowDesk> m_desk;
};

static const lockdesk::test::Program palette_test("palette_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    app.setOrganizationName(QStringLiteral("lockdesk-test"));
    app.setApplicationName(QStringLiteral("palette"));
    Theme::get().install(app);
    PaletteTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "palette_test.moc"
