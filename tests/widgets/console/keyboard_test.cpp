// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keyboard operation with real key strokes of the X server, and accessible names for all that is reachable.
#include "tests/widgets/console/lab.h"

#include "tests/widgets/program.h"
#include "widgets/common/filter_box.h"
#include "widgets/common/table_view.h"
#include "widgets/detail/detail_panel.h"
#include "widgets/locks/locks_page.h"

#include <QAbstractSpinBox>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QMenuBar>

using namespace lockdesk;
using namespace lockdesk::test;

class KeyboardTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_lab = std::make_unique<Lab>();
        for (int i = 0; i < 6; ++i)
            m_lab->acquire(QStringLiteral("files"), "stock:" + std::to_string(i), "api-1/7719/04be11aa22bb33cc");
        m_lab->acquire(QStringLiteral("files"), "billing", "bill-2/4471/c41be0729d53fa18");
        m_lab->open({QStringLiteral("files")});
    }
    void cleanupTestCase()
    {
        m_lab->quit();
        m_lab.reset();
    }

    void pagesByNumber()
    {
        const auto& pages = m_lab->window()->pages();
        for (int i = int(pages.size()) - 1; i >= 0; --i) {
            pressKeys({QStringLiteral("ctrl+%1").arg(i + 1)});
            QTRY_COMPARE(m_lab->window()->currentPage(), pages[std::size_t(i)]);
        }
    }

    void forceUnlockByKeysAlone()
    {
        pressKeys({QStringLiteral("ctrl+2")});
        auto* page = qobject_cast<LocksPage*>(m_lab->window()->currentPage());
        QVERIFY(page != nullptr);
        QTRY_COMPARE_WITH_TIMEOUT(page->model()->rowCount(), 7, patience);

        // The filter, and from it into the table.
        pressKeys({QStringLiteral("slash")});
        QTRY_COMPARE(QApplication::focusWidget(), page->filterBox()->field());
        typeText(QStringLiteral("name~b"));
        QTRY_COMPARE(page->filterBox()->field()->text(), QStringLiteral("name~b"));
        QTRY_COMPARE_WITH_TIMEOUT(page->model()->rowCount(), 1, patience);
        pressKeys({QStringLiteral("Escape")});
        QTRY_COMPARE_WITH_TIMEOUT(page->model()->rowCount(), 7, patience);
        for (int i = 0; i < 20 && QApplication::focusWidget() != page->table(); ++i)
            pressKeys({QStringLiteral("Tab")});
        QTRY_COMPARE(QApplication::focusWidget(), page->table());

        // To a row and its detail.
        pressKeys({QStringLiteral("Home"), QStringLiteral("Down")});
        const int row = page->table()->currentIndex().row();
        pressKeys({QStringLiteral("Return")});
        QTRY_VERIFY(page->detail()->isVisible());
        const QString name = page->model()->index(row, 0).data(KeyRole).toString();
        QCOMPARE(page->detail()->content().name, name);

        // The sheet focuses its first field; Enter in it submits.
        pressKeys({QStringLiteral("shift+u")});
        QTRY_VERIFY(page->flow()->sheet() != nullptr);
        ActionSheet* sheet = page->flow()->sheet();
        QTRY_VERIFY(sheet->isAncestorOf(QApplication::focusWidget()));
        QVERIFY(QApplication::focusWidget() != sheet->actionButton());
        typeText(QStringLiteral("keys only"));
        QTRY_COMPARE(sheet->reason(), QStringLiteral("keys only"));
        QTRY_VERIFY_WITH_TIMEOUT(sheet->actionButton()->isEnabled(), patience);
        // Tab stays within the sheet.
        for (int i = 0; i < 12; ++i) {
            pressKeys({QStringLiteral("Tab")});
            QVERIFY(sheet->isAncestorOf(QApplication::focusWidget()));
        }
        for (int i = 0; i < 12 && QApplication::focusWidget() != sheet->reasonField(); ++i)
            pressKeys({QStringLiteral("Tab")});
        pressKeys({QStringLiteral("Return")});
        QTRY_VERIFY_WITH_TIMEOUT(!sheet->resultText().isEmpty(), patience);
        const auto found = need(m_lab->session(QStringLiteral("files")).locks().find(LockName::trusted(name.toStdString())));
        QVERIFY(found->owner.empty());

        // Esc closes the sheet, then the detail, then the selection.
        const QPointer<ActionSheet> open = sheet;
        pressKeys({QStringLiteral("Escape")});
        QTRY_VERIFY(open == nullptr || !open->isVisible());
        pressKeys({QStringLiteral("Escape")});
        QTRY_VERIFY(!page->detail()->isVisible());
        pressKeys({QStringLiteral("Escape")});
        QTRY_VERIFY(!page->table()->selectionModel()->hasSelection());
    }

    void everythingReachableHasAName()
    {
        QStringList nameless;
        const auto& pages = m_lab->window()->pages();
        for (const ConsolePage* page : pages) {
            m_lab->window()->showPage(page->key(), {});
            if (auto* locks = dynamic_cast<const LocksPage*>(page)) {
                QTRY_VERIFY_WITH_TIMEOUT(locks->model()->rowCount() > 0, patience);
                const_cast<LocksPage*>(locks)->showDetail(0);
            }
            collectNameless(m_lab->window(), page->key(), nameless);
        }
        nameless.removeDuplicates();
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QStringLiteral("; "))));
    }

    // Each menu has its own letter, so that Alt reaches it.
    void menusHaveTheirLetters()
    {
        QStringList letters;
        for (const QAction* menu : m_lab->window()->menuBar()->actions()) {
            const qsizetype at = menu->text().indexOf(u'&');
            QVERIFY2(at >= 0, qPrintable(menu->text()));
            letters << menu->text().mid(at + 1, 1).toLower();
        }
        const qsizetype all = letters.size();
        QVERIFY(letters.removeDuplicates() == 0 && all > 5);
    }

private:
    static void collectNameless(QWidget* within, const QString& where, QStringList& out)
    {
        for (QWidget* widget : within->findChildren<QWidget*>()) {
            const bool reachable = widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) != 0;
            if (!reachable || widget->focusProxy() != nullptr
                || qobject_cast<QAbstractSpinBox*>(widget->parentWidget()) != nullptr)
                continue;
            QAccessibleInterface* answer = QAccessible::queryAccessibleInterface(widget);
            if (answer == nullptr || answer->text(QAccessible::Name).trimmed().isEmpty())
                out << where + QStringLiteral(": ") + QString::fromLatin1(widget->metaObject()->className()) + u' '
                           + widget->objectName();
        }
    }

    std::unique_ptr<Lab> m_lab;
};

static const lockdesk::test::Program keyboard_test("keyboard_test", [](int argc, char** argv) {
    return runConsoleTest(argc, argv, [] { return std::make_unique<KeyboardTest>(); });
});

#include "keyboard_test.moc"
