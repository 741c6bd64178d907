// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every page with a large and a small zoom: nothing is cut, and nothing covers its neighbour.
#include "tests/widgets/cut_texts.h"
#include "tests/widgets/program.h"
#include "tests/widgets/window_desk.h"
#include "widgets/common/chrome.h"
#include "widgets/shell/sidebar.h"
#include "widgets/shell/sidebar_list.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QSettings>
#include <QTest>

using namespace lockdesk;
using test::WindowDesk;

namespace {

/// Neighbours in tool rows that cover each other, one pair a line.
QStringList overlaps(const QWidget* page)
{
    QStringList out;
    for (const ToolRow* row : page->findChildren<ToolRow*>()) {
        if (!row->isVisible())
            continue;
        const auto all = row->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
        for (qsizetype i = 0; i < all.size(); ++i) {
            if (!all[i]->isVisible())
                continue;
            if (all[i]->geometry().right() > row->width())
                out << all[i]->accessibleName() + QStringLiteral(" leaves its row");
            for (qsizetype k = i + 1; k < all.size(); ++k)
                if (all[k]->isVisible() && all[i]->geometry().intersects(all[k]->geometry()))
                    out << QStringLiteral("%1 %2 and %3 %4")
                               .arg(QLatin1String(all[i]->metaObject()->className()), all[i]->accessibleName(),
                                    QLatin1String(all[k]->metaObject()->className()), all[k]->accessibleName());
        }
    }
    return out;
}

} // namespace

class ZoomTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { QSettings().clear(); }
    void cleanup() { Theme::get().setZoom(100); }

    void nothingIsCutAndNothingCovers_data()
    {
        QTest::addColumn<int>("zoom");
        QTest::addColumn<QString>("store");
        QTest::newRow("small") << 80 << QStringLiteral("orders");
        QTest::newRow("large") << 150 << QStringLiteral("orders");
        QTest::newRow("large, first start") << 150 << QStringLiteral("demo");
    }
    void nothingIsCutAndNothingCovers()
    {
        QFETCH(int, zoom);
        QFETCH(QString, store);
        WindowDesk desk(store);
        QVERIFY(desk.show());
        Theme::get().setZoom(zoom);
        auto rows = desk.update();
        rows->snapshot = true;
        rows->locks = {std::make_shared<const LockRow>(WindowDesk::held("billing"))};
        WindowDesk::addTask(*rows);
        desk.feed->receive(rows);
        QStringList wrong;
        for (ConsolePage* page : desk.window->pages()) {
            desk.window->showPage(page->key(), {});
            const auto found = [page] { return test::cutTexts(page) + overlaps(page); };
            // Columns and tool rows find their widths in a few rounds.
            if (!QTest::qWaitFor([&] { return found().isEmpty(); }, 2000))
                wrong << page->key() + QStringLiteral(": ") + found().join(QStringLiteral("; "));
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
    }

    void titlesOfLessonsAreWhole()
    {
        for (const int zoom : {80, 90, 100, 110, 120}) {
            Theme::get().setZoom(zoom);
            for (const bool current : {false, true})
                for (const char* title : {"Three pods, one cron", "Waiting for a certificate", "First come, first served",
                                          "Deadlock by foreign key", "Zombie and fencing"}) {
                    SidebarEntryButton button;
                    SidebarEntry entry;
                    entry.text = QString::fromLatin1(title);
                    entry.current = current;
                    button.setEntry(entry);
                    button.resize(Theme::get().px(180) - 1, Theme::get().px(24));
                    QVERIFY2(button.shownTitle() == entry.text, qPrintable(QStringLiteral("%1 % \"%2\"").arg(zoom).arg(button.shownTitle())));
                }
        }
    }

    // At 150 % the pages of a window of 1280 have as little room as those of 853: the sidebar yields.
    void aLargeZoomMakesTheSidebarNarrow()
    {
        WindowDesk desk(QStringLiteral("orders"));
        QVERIFY(desk.show());
        auto* sidebar = desk.window->findChild<Sidebar*>();
        QVERIFY(sidebar != nullptr);
        const int wide = sidebar->width();
        Theme::get().setZoom(150);
        QTRY_VERIFY(sidebar->width() < wide);
        Theme::get().setZoom(100);
        QTRY_COMPARE(sidebar->width(), wide);
    }
};

static const lockdesk::test::Program zoom_test("zoom_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    app.setOrganizationName(QStringLiteral("lockdesk-zoom-test"));
    Theme::get().install(app);
    ZoomTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "zoom_test.moc"
