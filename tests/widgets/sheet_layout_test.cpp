// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An action sheet fits its window, keeps its places, and leads the keyboard.
#include "tests/widgets/focus_walk.h"
#include "tests/widgets/program.h"
#include "tests/widgets/sheet_desk.h"
#include "widgets/common/chrome.h"
#include "widgets/sheets/action_points.h"
#include "widgets/sheets/command_layout.h"
#include "widgets/sheets/command_view.h"
#include "widgets/sheets/victim_list.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>
#include <QVBoxLayout>

using namespace lockdesk;
using test::sheetContent;

class SheetLayoutTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_desk = std::make_unique<test::SheetDesk>();
        QVERIFY(m_desk->shown);
    }
    void cleanup() { m_desk.reset(); }

    // A warning is shown in full, however narrow the window is.
    void aBannerGetsTheLinesThatItNeeds()
    {
        QWidget page;
        auto* column = new QVBoxLayout(&page);
        auto* banner = new Banner;
        column->addWidget(banner);
        column->addStretch(1);
        page.resize(1200, 400);
        page.show();
        const QString text =
            QStringLiteral("/home/teacher/lessons/") + QString(120, u'x')
            + QStringLiteral(".yaml did not come with Lockdesk. It sends commands and SQL of its own to a sandbox.");
        banner->showMessage(Glyph::triangle, Tone::closing, QStringLiteral("Somebody else's lesson."), text,
                            QStringLiteral("Run it"));
        QCOMPARE(banner->text(), QStringLiteral("Somebody else's lesson. ") + text);
        for (const int width : {1200, 700, 480}) {
            page.resize(width, 400);
            QTRY_COMPARE(banner->width(), width - column->contentsMargins().left() - column->contentsMargins().right());
            for (const auto* label : banner->findChildren<ThemeLabel*>())
                if (label->text().contains(QStringLiteral("did not come")))
                    QTRY_VERIFY2(label->height() >= label->heightForWidth(label->width()),
                                 qPrintable(QStringLiteral("%1: %2 high").arg(width).arg(label->height())));
            QVERIFY(banner->button()->isVisible() && banner->button()->geometry().right() <= banner->width());
        }
    }

    // Its outline has the colour of its fill.
    void aFilledButtonShowsThatItHasTheKeyboard()
    {
        for (const bool danger : {true, false}) {
            SheetContent what = sheetContent(QStringLiteral("development"), false, {});
            what.danger = danger;
            m_desk->sheet->setContent(what);
            m_desk->sheet->setPreview(QStringLiteral("UPDATE ..."), {});
            m_desk->sheet->start();
            QPushButton* button = m_desk->sheet->actionButton();
            const QImage without = button->grab().toImage();
            for (int i = 0; i < 20 && !button->hasFocus(); ++i)
                QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QVERIFY(button->hasFocus());
            const QImage with = button->grab().toImage();
            int changed = 0;
            for (int y = 0; y < with.height(); ++y)
                for (int x = 0; x < with.width(); ++x)
                    changed += std::abs(qGray(with.pixel(x, y)) - qGray(without.pixel(x, y))) > 60;
            QVERIFY2(changed > with.width(), qPrintable(QStringLiteral("%1: %2 dots").arg(danger).arg(changed)));
        }
    }

    // A low window shows one of the two at full height.
    void aLowWindowShowsStatementsOrCommandLines()
    {
        m_desk->host.resize(1024, 600);
        m_desk->sheet->setContent(sheetContent(QStringLiteral("production"), true, QStringLiteral("2 in orders")));
        m_desk->sheet->setPreview(QStringLiteral("UPDATE ...\n").repeated(9),
                            {QStringLiteral("lockdeskctl a"), QStringLiteral("lockdeskctl b")});
        m_desk->sheet->start();
        const auto* sql = m_desk->sheet->findChildren<QPlainTextEdit*>().at(0);
        const auto* lines = m_desk->sheet->findChildren<QPlainTextEdit*>().at(1);
        const auto whole = [](const QWidget* box) { return box->visibleRegion().boundingRect().height() == box->height(); };
        QTRY_VERIFY(whole(sql) && sql->height() >= 5 * sql->fontMetrics().lineSpacing());
        QVERIFY(!lines->isVisible());
        auto* which = m_desk->sheet->findChild<Segmented*>();
        QVERIFY(which != nullptr && which->isVisible());
        // Tab follows reading order: from the switch to the view it switches, then to the reason.
        m_desk->sheet->reasonField()->setFocus(Qt::TabFocusReason);
        std::vector<QWidget*> walk = test::focusWalk();
        std::rotate(walk.begin(), walk.begin() + 1, walk.end()); // it began with the reason
        const auto at = [&](const QWidget* widget) { return std::find(walk.begin(), walk.end(), widget) - walk.begin(); };
        const auto* chosen = which->findChild<QPushButton*>(); // arrow keys reach the other button
        QVERIFY(at(m_desk->sheet->typedField()) < at(chosen));
        QVERIFY(at(chosen) < at(sql) && at(sql) < at(m_desk->sheet->reasonField()));
        which->setCurrent(1);
        QTRY_VERIFY(lines->isVisible() && whole(lines));
        QVERIFY(!sql->isVisible());
    }

    // Nothing is cut beside unused space, and no line is cut at an edge.
    void roomThatIsLeftShowsWhatWouldBeCut()
    {
        SheetContent many = sheetContent(QStringLiteral("production"), true, QStringLiteral("2 in orders"));
        many.evidence.assign(9, {Glyph::diamond, Tone::expired, QStringLiteral("Holder silent for 4 min")});
        m_desk->sheet->setContent(many);
        m_desk->sheet->setPreview(QStringLiteral("UPDATE ...\n").repeated(60), {QStringLiteral("lockdeskctl a")});
        m_desk->host.resize(1100, 840);
        m_desk->sheet->start();
        const QScrollArea* points = nullptr;
        for (const auto* area : m_desk->sheet->findChildren<QScrollArea*>())
            if (area->accessibleName() == QStringLiteral("Evidence"))
                points = area;
        QVERIFY(points != nullptr);
        const auto* sql = m_desk->sheet->findChildren<QPlainTextEdit*>().at(0);
        const auto filled = [&] {
            const int line = sql->fontMetrics().lineSpacing();
            const int inside = sql->viewport()->height() - int(sql->document()->documentMargin());
            return m_desk->sheet->spareHeight() < line && inside % line <= 3 && inside / line >= 5;
        };
        for (const int high : {840, 1000, 760}) {
            m_desk->host.resize(1100, high);
            QTRY_VERIFY2(filled(), qPrintable(QStringLiteral("%1: %2 spare, statement %3")
                                                  .arg(high)
                                                  .arg(m_desk->sheet->spareHeight())
                                                  .arg(sql->viewport()->height())));
            if (high > 800)
                QTRY_COMPARE(points->verticalScrollBar()->maximum(), 0);
        }
    }

    // Content that fits does not scroll, even if a line of text is wrapped into two.
    void whatFitsDoesNotScroll()
    {
        for (const QString& text : {QStringLiteral("a\nb"), QStringLiteral("lockdeskctl --store @orders ").repeated(2)}) {
            CommandView view(CommandView::Language::plain);
            view.setFixedLines(2);
            view.resize(view.fontMetrics().horizontalAdvance(u'm') * 36, view.height());
            view.setText(text);
            view.show();
            QVERIFY(QTest::qWaitForWindowExposed(&view));
            int lines = 0;
            for (auto block = view.document()->begin(); block.isValid(); block = block.next())
                lines += block.layout()->lineCount();
            QCOMPARE(lines, 2);
            QCOMPARE(view.verticalScrollBar()->maximum(), 0);
            view.setText(text + QStringLiteral("\nc"));
            QVERIFY(view.verticalScrollBar()->maximum() > 0);
        }
    }

    void keyboardStartsInAFieldAndStaysInside()
    {
        QLineEdit outside(&m_desk->host);
        outside.show();
        m_desk->sheet->setContent(sheetContent(QStringLiteral("staging"), false, {}));
        m_desk->sheet->setPreview(QStringLiteral("x"), {});
        m_desk->host.activateWindow();
        m_desk->sheet->start();
        QTRY_VERIFY(m_desk->sheet->reasonField()->hasFocus());
        for (int i = 0; i < 12; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QVERIFY(QApplication::focusWidget() != &outside);
            QVERIFY(m_desk->sheet->isAncestorOf(QApplication::focusWidget()));
        }
    }

    // Late content is as high as its placeholder: no field moves under the mouse.
    void nothingMovesWhenThePreviewComes()
    {
        m_desk->sheet->setContent(sheetContent(QStringLiteral("production"), true, QStringLiteral("2 in orders")));
        m_desk->sheet->setDelay({QStringLiteral("Hold off"), {QStringLiteral("5m")}, QStringLiteral("5m"), true, true});
        m_desk->sheet->start();
        QTest::qWait(1);
        const std::vector<QWidget*> fields{m_desk->sheet->reasonField(), m_desk->sheet->typedField(), m_desk->sheet->delayBox(),
                                           m_desk->sheet->actionButton()};
        std::vector<QRect> before;
        for (const QWidget* field : fields)
            before.emplace_back(field->mapTo(&m_desk->host, QPoint()), field->size());
        QStringList commands;
        for (int i = 0; i < 40; ++i)
            commands << QStringLiteral("UPDATE lockdesk_locks SET owner = NULL WHERE name = 'n%1' AND token = %1;").arg(i);
        m_desk->sheet->setPreview(commands.join(u'\n'), commands);
        std::vector<SheetPoint> points(
            9, {Glyph::triangle, Tone::closing, QStringLiteral("Something that may happen ") + QString(60, u'x')});
        m_desk->sheet->setPoints(points, points);
        m_desk->sheet->setDelayNote(
            QStringLiteral("until 14:37:07 on the store's clock, and some more words that need a line of their own"));
        m_desk->sheet->setNews({QStringLiteral("Changed hands: api-2 holds it now, token 4182. ") + QString(80, u'y'),
                          Tone::expired,
                          true,
                          {}});
        QTest::qWait(20);
        for (std::size_t i = 0; i < fields.size(); ++i)
            QCOMPARE(QRect(fields[i]->mapTo(&m_desk->host, QPoint()), fields[i]->size()), before[i]);
    }

    // Tab moves from every field to the next and wraps around, also backwards: an editable combo box once trapped it.
    void tabLeavesEveryField()
    {
        m_desk->sheet->setContent(sheetContent(QStringLiteral("production"), true, QStringLiteral("2 in orders")));
        m_desk->sheet->setDelay({QStringLiteral("Due again in"),
                           {QStringLiteral("progressive"), QStringLiteral("90s")},
                           QStringLiteral("progressive"),
                           false,
                           true,
                           [](const QString&) { return std::optional<std::int64_t>(1); }});
        m_desk->sheet->setPreview(QStringLiteral("x"), {QStringLiteral("y")});
        m_desk->host.activateWindow();
        m_desk->sheet->start();
        QTRY_VERIFY(m_desk->sheet->delayBox()->hasFocus());
        for (const bool back : {false, true}) {
            m_desk->sheet->delayBox()->setFocus();
            QList<QWidget*> visited;
            for (int i = 0; i < 20; ++i) {
                QTest::keyClick(QApplication::focusWidget(), back ? Qt::Key_Backtab : Qt::Key_Tab);
                QVERIFY(visited.isEmpty() || QApplication::focusWidget() != visited.last());
                visited << QApplication::focusWidget();
                if (visited.last() == m_desk->sheet->delayBox())
                    break;
            }
            QVERIFY2(visited.size() > 4, qPrintable(QString::number(visited.size())));
            QCOMPARE(visited.last(), m_desk->sheet->delayBox());
            QVERIFY(visited.contains(m_desk->sheet->reasonField()) && visited.contains(m_desk->sheet->typedField()));
            // From top to bottom, wrapping only once.
            int turns = 0;
            for (int i = 1; i < visited.size(); ++i) {
                const int above = visited[i - 1]->mapTo(&m_desk->host, QPoint()).y(),
                          here = visited[i]->mapTo(&m_desk->host, QPoint()).y();
                turns += back ? here > above + 20 : here < above - 20;
            }
            QVERIFY2(turns <= 1, qPrintable(QString::number(turns)));
        }
    }

    // The column is as wide as the longest name, and leaves the owner and the token.
    void aLongNameOfAVictimIsWhole()
    {
        SheetContent c = sheetContent(QStringLiteral("production"), true, QStringLiteral("2 in orders"));
        const auto widthOf = [&](int letters) {
            c.victims.front().name = QString(letters, u'n');
            m_desk->sheet->setContent(c);
            m_desk->sheet->start();
            return m_desk->sheet->victimList()->nameWidth();
        };
        const QFontMetrics fixed(Theme::get().fixed());
        const int usual = widthOf(8);
        QVERIFY(widthOf(34) >= fixed.horizontalAdvance(QString(34, u'n')) + Theme::get().px(14));
        const int width = m_desk->sheet->victimList()->viewport()->width();
        QVERIFY(widthOf(300) <= width * 0.66 - fixed.horizontalAdvance(c.victims.front().token) - Theme::get().px(110));
        QCOMPARE(widthOf(8), usual);
    }

    // With 20,000 victims in the lowest window only the list scrolls, and all controls stay visible.
    void manyVictimsScrollByThemselves()
    {
        m_desk->host.resize(980, 600);
        SheetContent c = sheetContent(QStringLiteral("production"), true, QStringLiteral("20000 in orders"));
        c.victims.assign(20'000, c.victims.front());
        for (std::size_t i = 0; i < c.victims.size(); ++i)
            c.victims[i].name = QStringLiteral("lock-%1").arg(i);
        m_desk->sheet->setContent(c);
        m_desk->sheet->setDelay({QStringLiteral("Hold off"), {QStringLiteral("5m")}, QStringLiteral("5m"), true, true});
        m_desk->sheet->setPreview(QStringLiteral("x"), QStringList(20'000, QStringLiteral("lockdeskctl ...")));
        m_desk->sheet->start();
        QTest::qWait(20);
        const auto isOnScreen = [&](const QWidget* widget) {
            QRect seen(widget->mapTo(&m_desk->host, QPoint()), widget->size());
            for (const QWidget* around = widget->parentWidget(); around != &m_desk->host; around = around->parentWidget())
                seen &= QRect(around->mapTo(&m_desk->host, QPoint()), around->size());
            return widget->isVisible() && (seen & m_desk->host.rect()).size() == widget->size();
        };
        VictimList* list = m_desk->sheet->victimList();
        QVERIFY(list->height() < 150);
        for (const QWidget* widget :
             {static_cast<QWidget*>(list), static_cast<QWidget*>(m_desk->sheet->reasonField()),
              static_cast<QWidget*>(m_desk->sheet->typedField()), static_cast<QWidget*>(m_desk->sheet->actionButton())})
            QVERIFY(isOnScreen(widget));
        for (const auto* label : m_desk->sheet->findChildren<ThemeLabel*>())
            if (label->text() == QStringLiteral("Evidence"))
                QVERIFY(isOnScreen(label));
        QCOMPARE(list->shown().first, std::size_t(0));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_End);
        QCOMPARE(list->shown().second, std::size_t(19'999));
        std::vector<SheetResult> results;
        for (const SheetVictim& victim : c.victims)
            results.push_back({victim.name, results.size() % 2'000 != 7,
                               results.size() % 2'000 == 7 ? QStringLiteral("Changed hands.") : QStringLiteral("Released.")});
        m_desk->sheet->setResults(results, QStringLiteral("19,990 done, 10 changed hands"));
        QTest::qWait(20);
        QVERIFY(m_desk->sheet->resultText().startsWith(QStringLiteral("lock-7: Changed hands.")));
        QVERIFY(!m_desk->sheet->resultText().contains(QStringLiteral("Released.")));
        QVERIFY(m_desk->sheet->resultText().contains(QStringLiteral("all 20,000")));
        QVERIFY(isOnScreen(list) && isOnScreen(m_desk->sheet->actionButton()));
    }

private:
    std::unique_ptr<test::SheetDesk> m_desk;
};

static const lockdesk::test::Program sheet_layout_test("sheet_layout_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    Theme::get().install(app);
    SheetLayoutTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "sheet_layout_test.moc"
