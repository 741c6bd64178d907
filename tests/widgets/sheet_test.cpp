// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/actions/actions.h"
#include "tests/widgets/focus_walk.h"
#include "widgets/common/chrome.h"
#include "widgets/sheets/action_points.h"
#include "widgets/sheets/action_sheet.h"
#include "widgets/sheets/command_layout.h"
#include "widgets/sheets/command_view.h"
#include "widgets/sheets/victim_list.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>
#include <QToolTip>
#include <QVBoxLayout>

using namespace lockdesk;

namespace {

SheetContent content(const QString& environment, bool needs_reason, const QString& must_type)
{
    SheetContent c;
    c.title = QStringLiteral("Force unlock 2 locks");
    c.verb = c.title;
    c.environment = environment;
    c.subtitle = QStringLiteral("orders · source lockdesk");
    c.victims = {{QStringLiteral("billing:invoice-run"),
                  QStringLiteral("bill-2/4471/c41be0729d53fa18"),
                  QStringLiteral("4181"),
                  {},
                  QStringLiteral("in 21 min")},
                 {QStringLiteral("billing:dunning"),
                  QStringLiteral("bill-2/4471/c41be0729d53fa18"),
                  QStringLiteral("977"),
                  {},
                  QStringLiteral("in 21 min")}};
    c.evidence = {{Glyph::diamond, Tone::expired, QStringLiteral("Holder silent for 4 min")}};
    c.consequences = {{Glyph::triangle, Tone::closing, QStringLiteral("Both runs may happen twice")}};
    c.needsReason = needs_reason;
    c.mustType = must_type;
    return c;
}

} // namespace

class SheetTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_host = std::make_unique<QWidget>();
        m_host->resize(1100, 700);
        m_host->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_host.get()));
        m_sheet = new ActionSheet(m_host.get());
    }
    void cleanup() { m_host.reset(); }

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

    void developmentIsOneClick()
    {
        m_sheet->setContent(content(QStringLiteral("development"), false, {}));
        QVERIFY2(!m_sheet->actionButton()->isEnabled(), "no preview yet");
        m_sheet->setPreview(QStringLiteral("UPDATE ..."), {QStringLiteral("lockdeskctl ...")});
        m_sheet->start();
        QSignalSpy submitted(m_sheet, &ActionSheet::submitted);
        QVERIFY(m_sheet->actionButton()->isEnabled());
        QTest::mouseClick(m_sheet->actionButton(), Qt::LeftButton);
        QCOMPARE(submitted.count(), 1);
    }

    // Its outline has the colour of its fill.
    void aFilledButtonShowsThatItHasTheKeyboard()
    {
        for (const bool danger : {true, false}) {
            SheetContent what = content(QStringLiteral("development"), false, {});
            what.danger = danger;
            m_sheet->setContent(what);
            m_sheet->setPreview(QStringLiteral("UPDATE ..."), {});
            m_sheet->start();
            QPushButton* button = m_sheet->actionButton();
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

    // It sends nothing, so only the error is shown.
    void aWrongDelayHasNoCommands()
    {
        m_sheet->setContent(content(QStringLiteral("development"), false, {}));
        m_sheet->setDelay({QStringLiteral("Hold off"), {QStringLiteral("5m")}, QStringLiteral("5m"), true, true});
        m_sheet->setPreview(QStringLiteral("UPDATE ..."), {QStringLiteral("lockdeskctl --hold-off 5m")});
        m_sheet->start();
        QVERIFY(!m_sheet->showsWrongDelay());
        m_sheet->delayBox()->setEditText(QStringLiteral("12x"));
        QVERIFY(m_sheet->showsWrongDelay());
        QCOMPARE(m_sheet->commandsText(), QStringLiteral("Write a number and a unit, such as 30s or 5m."));
        for (const auto* text : m_sheet->findChildren<QPlainTextEdit*>())
            QVERIFY2(!text->toPlainText().contains(QStringLiteral("--hold-off")), qPrintable(text->toPlainText()));
    }

    // Working on thousands of rows shows progress and can be stopped.
    void manyCanBeStopped()
    {
        m_sheet->setContent(content(QStringLiteral("development"), false, {}));
        m_sheet->setPreview(QStringLiteral("UPDATE ..."), {});
        m_sheet->start();
        QSignalSpy stopped(m_sheet, &ActionSheet::stopRequested), closed(m_sheet, &Sheet::closed);
        m_sheet->actionButton()->setFocus();
        m_sheet->setBusy(QStringLiteral("9,064 of 20,000 asked"), true);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(stopped.count() + closed.count(), 0);
        QPushButton* stop = nullptr;
        for (auto* button : m_sheet->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Stop"))
                stop = button;
        QVERIFY(stop != nullptr && stop->isEnabled());
        QTest::mouseClick(stop, Qt::LeftButton);
        QCOMPARE(stopped.count(), 1);
        QCOMPARE(closed.count(), 0);
    }

    // A low window shows one of the two at full height.
    void aLowWindowShowsStatementsOrCommandLines()
    {
        m_host->resize(1024, 600);
        m_sheet->setContent(content(QStringLiteral("production"), true, QStringLiteral("2 in orders")));
        m_sheet->setPreview(QStringLiteral("UPDATE ...\n").repeated(9),
                            {QStringLiteral("lockdeskctl a"), QStringLiteral("lockdeskctl b")});
        m_sheet->start();
        const auto* sql = m_sheet->findChildren<QPlainTextEdit*>().at(0);
        const auto* lines = m_sheet->findChildren<QPlainTextEdit*>().at(1);
        const auto whole = [](const QWidget* box) { return box->visibleRegion().boundingRect().height() == box->height(); };
        QTRY_VERIFY(whole(sql) && sql->height() >= 5 * sql->fontMetrics().lineSpacing());
        QVERIFY(!lines->isVisible());
        auto* which = m_sheet->findChild<Segmented*>();
        QVERIFY(which != nullptr && which->isVisible());
        // Tab follows reading order: from the switch to the view it switches, then to the reason.
        m_sheet->reasonField()->setFocus(Qt::TabFocusReason);
        std::vector<QWidget*> walk = test::focusWalk();
        std::rotate(walk.begin(), walk.begin() + 1, walk.end()); // it began with the reason
        const auto at = [&](const QWidget* widget) { return std::find(walk.begin(), walk.end(), widget) - walk.begin(); };
        const auto* chosen = which->findChild<QPushButton*>(); // arrow keys reach the other button
        QVERIFY(at(m_sheet->typedField()) < at(chosen));
        QVERIFY(at(chosen) < at(sql) && at(sql) < at(m_sheet->reasonField()));
        which->setCurrent(1);
        QTRY_VERIFY(lines->isVisible() && whole(lines));
        QVERIFY(!sql->isVisible());
    }

    // Nothing is cut beside unused space, and no line is cut at an edge.
    void roomThatIsLeftShowsWhatWouldBeCut()
    {
        SheetContent many = content(QStringLiteral("production"), true, QStringLiteral("2 in orders"));
        many.evidence.assign(9, {Glyph::diamond, Tone::expired, QStringLiteral("Holder silent for 4 min")});
        m_sheet->setContent(many);
        m_sheet->setPreview(QStringLiteral("UPDATE ...\n").repeated(60), {QStringLiteral("lockdeskctl a")});
        m_host->resize(1100, 840);
        m_sheet->start();
        const QScrollArea* points = nullptr;
        for (const auto* area : m_sheet->findChildren<QScrollArea*>())
            if (area->accessibleName() == QStringLiteral("Evidence"))
                points = area;
        QVERIFY(points != nullptr);
        const auto* sql = m_sheet->findChildren<QPlainTextEdit*>().at(0);
        const auto filled = [&] {
            const int line = sql->fontMetrics().lineSpacing();
            const int inside = sql->viewport()->height() - int(sql->document()->documentMargin());
            return m_sheet->spareHeight() < line && inside % line <= 3 && inside / line >= 5;
        };
        for (const int high : {840, 1000, 760}) {
            m_host->resize(1100, high);
            QTRY_VERIFY2(filled(), qPrintable(QStringLiteral("%1: %2 spare, statement %3")
                                                  .arg(high)
                                                  .arg(m_sheet->spareHeight())
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

    void oneResultIsWhole()
    {
        m_sheet->setContent(content(QStringLiteral("development"), false, {}));
        m_sheet->setPreview(QStringLiteral("UPDATE ..."), {});
        m_sheet->start();
        m_sheet->setResults({{QStringLiteral("vm/9612"), true, QStringLiteral("Told to pause.")}}, {});
        const ThemeLabel* line = nullptr;
        for (const auto* label : m_sheet->findChildren<ThemeLabel*>())
            if (label->text().contains(QStringLiteral("Told to pause.")))
                line = label;
        QVERIFY(line != nullptr);
        QTRY_VERIFY(line->isVisible() && line->visibleRegion().boundingRect().height() >= line->fontMetrics().height());
    }

    void productionWantsReasonAndTypedName()
    {
        m_sheet->setContent(content(QStringLiteral("production"), true, QStringLiteral("2 in orders")));
        m_sheet->setPreview(QStringLiteral("UPDATE ..."), {});
        m_sheet->start();
        QSignalSpy submitted(m_sheet, &ActionSheet::submitted);
        QTest::keyClicks(m_sheet->reasonField(), QStringLiteral("Node lost, INC-2291"));
        QVERIFY(!m_sheet->actionButton()->isEnabled());
        QTest::keyClicks(m_sheet->typedField(), QStringLiteral("2 in order"));
        QVERIFY(!m_sheet->actionButton()->isEnabled());
        QTest::mouseClick(m_sheet->actionButton(), Qt::LeftButton);
        QCOMPARE(submitted.count(), 0);
        QTest::keyClicks(m_sheet->typedField(), QStringLiteral("s"));
        QVERIFY(m_sheet->actionButton()->isEnabled());
        QTest::keyClick(m_sheet->typedField(), Qt::Key_Return);
        QCOMPARE(submitted.count(), 1);
        QCOMPARE(m_sheet->reason(), QStringLiteral("Node lost, INC-2291"));
    }

    // A bidirectional control would disguise a name; the name is typed or pasted as shown.
    void aDisguisedNameIsTypedAsItIsShown()
    {
        const ActionRequest request{
            .action = &actions::forceRelease(),
            .targets = {{.key = QStringLiteral("pay\u202egnp.exe\nx"), .owner = QStringLiteral("o")}}};
        const QString shown = confirmation(request, QStringLiteral("orders"));
        QCOMPARE(shown, QStringLiteral("pay\\u202egnp.exe\\nx"));
        m_sheet->setContent(content(QStringLiteral("production"), false, shown));
        m_sheet->setPreview(QStringLiteral("UPDATE ..."), {});
        m_sheet->start();
        QTest::keyClicks(m_sheet->typedField(), QStringLiteral("payexe.png"));
        QVERIFY(!m_sheet->actionButton()->isEnabled());
        m_sheet->typedField()->clear();
        QTest::keyClicks(m_sheet->typedField(), shown);
        QVERIFY(m_sheet->actionButton()->isEnabled());
        m_sheet->typedField()->clear();
        QGuiApplication::clipboard()->setText(shown);
        m_sheet->typedField()->paste();
        QVERIFY(m_sheet->actionButton()->isEnabled());
    }

    // Qt guesses whether a text is HTML: names from a store must never be rendered as such.
    void nothingThatIsShownIsGuessedToBeHtml()
    {
        const QString evil = QStringLiteral("<b>a</b><img src=x>&amp;");
        QLabel plain(evil, m_host.get());
        QMessageBox box(m_host.get());
        box.setText(evil);
        plain.show();
        box.show();
        QCOMPARE(plain.textFormat(), Qt::PlainText);
        const auto* inside = box.findChild<QLabel*>(QStringLiteral("qt_msgbox_label"));
        QVERIFY(inside != nullptr);
        QCOMPARE(inside->textFormat(), Qt::PlainText);
        QToolTip::showText(m_host->mapToGlobal(QPoint(5, 5)), evil, m_host.get());
        const QLabel* tip = nullptr;
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (widget->inherits("QTipLabel"))
                tip = static_cast<QLabel*>(widget);
        QVERIFY(tip != nullptr);
        QCOMPARE(tip->text(), evil);
        QCOMPARE(tip->textFormat(), Qt::PlainText);
        QToolTip::hideText();
        SheetContent c = content(QStringLiteral("production"), true, QStringLiteral("<b>x</b>"));
        c.title = c.verb = c.subtitle = c.footNote = c.evidence[0].text = evil;
        m_sheet->setContent(c);
        m_sheet->setPreview(evil, {evil});
        m_sheet->start();
        for (const QLabel* label : m_sheet->findChildren<QLabel*>())
            QVERIFY2(label->textFormat() == Qt::PlainText || label->text().contains(QStringLiteral("&lt;b&gt;x&lt;/b&gt;")),
                     qPrintable(label->text()));
        QVERIFY2(m_sheet->actionButton()->shortcut().isEmpty(), "an ampersand in a name makes no key");
        QVERIFY(m_sheet->actionButton()->text().contains(QStringLiteral("&&")));
    }

    void readOnlyStaysDead()
    {
        SheetContent c = content(QStringLiteral("development"), false, {});
        c.readOnly = true;
        m_sheet->setContent(c);
        m_sheet->setPreview(QStringLiteral("UPDATE ..."), {});
        QVERIFY(!m_sheet->actionButton()->isEnabled());
        QVERIFY(m_sheet->actionButton()->toolTip().contains(QStringLiteral("read-only")));
    }

    void delayIsReadAsADuration()
    {
        m_sheet->setContent(content(QStringLiteral("development"), false, {}));
        m_sheet->setPreview(QStringLiteral("x"), {});
        m_sheet->setDelay({QStringLiteral("Hold off: nobody may take them for"),
                           {QStringLiteral("5m")},
                           QStringLiteral("5m"),
                           true,
                           false});
        m_sheet->start();
        QVERIFY(!m_sheet->delay().has_value());
        m_sheet->delaySwitch()->setChecked(true);
        QCOMPARE(*m_sheet->delay(), std::int64_t{300'000'000});
        m_sheet->delayBox()->setEditText(QStringLiteral("90 s"));
        QCOMPARE(*m_sheet->delay(), std::int64_t{90'000'000});
        m_sheet->delayBox()->setEditText(QStringLiteral("ninety"));
        QVERIFY(!m_sheet->actionButton()->isEnabled());
    }

    // A token shared by several rows is shown once: never "token 1 or 1".
    void tokensAreNotToldTwice()
    {
        ActionPreview preview;
        preview.items.resize(3); // the same row protects each
        ActionRequest request{.action = &actions::forceRelease()};
        for (const char* name : {"a", "b", "c"})
            request.targets.push_back({QString::fromLatin1(name), QStringLiteral("x/1/2"), FencingToken{1}, {}});
        int said = 0;
        for (const ActionPoint& point : request.action->consequences(request, &preview)) {
            QVERIFY2(!point.text.contains(QStringLiteral(" or 1")), qPrintable(point.text));
            said += point.text.contains(QStringLiteral("token")) ? 1 : 0;
        }
        QCOMPARE(said, 1);
    }

    void keyboardStartsInAFieldAndStaysInside()
    {
        QLineEdit outside(m_host.get());
        outside.show();
        m_sheet->setContent(content(QStringLiteral("staging"), false, {}));
        m_sheet->setPreview(QStringLiteral("x"), {});
        m_host->activateWindow();
        m_sheet->start();
        QTRY_VERIFY(m_sheet->reasonField()->hasFocus());
        for (int i = 0; i < 12; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QVERIFY(QApplication::focusWidget() != &outside);
            QVERIFY(m_sheet->isAncestorOf(QApplication::focusWidget()));
        }
    }

    // Late content is as high as its placeholder: no field moves under the mouse.
    void nothingMovesWhenThePreviewComes()
    {
        m_sheet->setContent(content(QStringLiteral("production"), true, QStringLiteral("2 in orders")));
        m_sheet->setDelay({QStringLiteral("Hold off"), {QStringLiteral("5m")}, QStringLiteral("5m"), true, true});
        m_sheet->start();
        QTest::qWait(1);
        const std::vector<QWidget*> fields{m_sheet->reasonField(), m_sheet->typedField(), m_sheet->delayBox(),
                                           m_sheet->actionButton()};
        std::vector<QRect> before;
        for (const QWidget* field : fields)
            before.emplace_back(field->mapTo(m_host.get(), QPoint()), field->size());
        QStringList commands;
        for (int i = 0; i < 40; ++i)
            commands << QStringLiteral("UPDATE lockdesk_locks SET owner = NULL WHERE name = 'n%1' AND token = %1;").arg(i);
        m_sheet->setPreview(commands.join(u'\n'), commands);
        std::vector<SheetPoint> points(
            9, {Glyph::triangle, Tone::closing, QStringLiteral("Something that may happen ") + QString(60, u'x')});
        m_sheet->setPoints(points, points);
        m_sheet->setDelayNote(
            QStringLiteral("until 14:37:07 on the store's clock, and some more words that need a line of their own"));
        m_sheet->setNews({QStringLiteral("Changed hands: api-2 holds it now, token 4182. ") + QString(80, u'y'),
                          Tone::expired,
                          true,
                          {}});
        QTest::qWait(20);
        for (std::size_t i = 0; i < fields.size(); ++i)
            QCOMPARE(QRect(fields[i]->mapTo(m_host.get(), QPoint()), fields[i]->size()), before[i]);
    }

    // Tab moves from every field to the next and wraps around, also backwards: an editable combo box once trapped it.
    void tabLeavesEveryField()
    {
        m_sheet->setContent(content(QStringLiteral("production"), true, QStringLiteral("2 in orders")));
        m_sheet->setDelay({QStringLiteral("Due again in"),
                           {QStringLiteral("progressive"), QStringLiteral("90s")},
                           QStringLiteral("progressive"),
                           false,
                           true,
                           [](const QString&) { return std::optional<std::int64_t>(1); }});
        m_sheet->setPreview(QStringLiteral("x"), {QStringLiteral("y")});
        m_host->activateWindow();
        m_sheet->start();
        QTRY_VERIFY(m_sheet->delayBox()->hasFocus());
        for (const bool back : {false, true}) {
            m_sheet->delayBox()->setFocus();
            QList<QWidget*> visited;
            for (int i = 0; i < 20; ++i) {
                QTest::keyClick(QApplication::focusWidget(), back ? Qt::Key_Backtab : Qt::Key_Tab);
                QVERIFY(visited.isEmpty() || QApplication::focusWidget() != visited.last());
                visited << QApplication::focusWidget();
                if (visited.last() == m_sheet->delayBox())
                    break;
            }
            QVERIFY2(visited.size() > 4, qPrintable(QString::number(visited.size())));
            QCOMPARE(visited.last(), m_sheet->delayBox());
            QVERIFY(visited.contains(m_sheet->reasonField()) && visited.contains(m_sheet->typedField()));
            // From top to bottom, wrapping only once.
            int turns = 0;
            for (int i = 1; i < visited.size(); ++i) {
                const int above = visited[i - 1]->mapTo(m_host.get(), QPoint()).y(),
                          here = visited[i]->mapTo(m_host.get(), QPoint()).y();
                turns += back ? here > above + 20 : here < above - 20;
            }
            QVERIFY2(turns <= 1, qPrintable(QString::number(turns)));
        }
    }

    void wrongInputIsExplainedWhereItStands()
    {
        m_sheet->setContent(content(QStringLiteral("production"), true, QStringLiteral("2 in orders")));
        m_sheet->setDelay({QStringLiteral("Hold off"), {QStringLiteral("5m")}, QStringLiteral("5m"), true, true});
        m_sheet->setPreview(QStringLiteral("x"), {});
        m_sheet->setDelayNote(QStringLiteral("until 14:37:07"));
        m_sheet->start();
        QCOMPARE(m_sheet->delayNoteText(), QStringLiteral("until 14:37:07"));
        m_sheet->delayBox()->lineEdit()->selectAll();
        QTest::keyClicks(m_sheet->delayBox()->lineEdit(), QStringLiteral("ninety"));
        QVERIFY2(m_sheet->delayNoteText().contains(QStringLiteral("a number and a unit")),
                 qPrintable(m_sheet->delayNoteText()));
        m_sheet->delayBox()->lineEdit()->selectAll();
        QTest::keyClicks(m_sheet->delayBox()->lineEdit(), QStringLiteral("90s"));
        QCOMPARE(m_sheet->delayNoteText(), QStringLiteral("until 14:37:07"));
        QCOMPARE(m_sheet->missingText(), QStringLiteral("Write a reason."));
        QTest::keyClicks(m_sheet->reasonField(), QStringLiteral("because"));
        QCOMPARE(m_sheet->missingText(), QStringLiteral("Type 2 in orders."));
        QTest::keyClicks(m_sheet->typedField(), QStringLiteral("3"));
        QCOMPARE(m_sheet->missingText(), QStringLiteral("That is not it: type 2 in orders."));
        m_sheet->typedField()->clear();
        QTest::keyClicks(m_sheet->typedField(), QStringLiteral("2 in orders"));
        QCOMPARE(m_sheet->missingText(), QString());
        QVERIFY(m_sheet->actionButton()->isEnabled());
    }

    // With 20,000 victims in the lowest window only the list scrolls, and all controls stay visible.
    void manyVictimsScrollByThemselves()
    {
        m_host->resize(980, 600);
        SheetContent c = content(QStringLiteral("production"), true, QStringLiteral("20000 in orders"));
        c.victims.assign(20'000, c.victims.front());
        for (std::size_t i = 0; i < c.victims.size(); ++i)
            c.victims[i].name = QStringLiteral("lock-%1").arg(i);
        m_sheet->setContent(c);
        m_sheet->setDelay({QStringLiteral("Hold off"), {QStringLiteral("5m")}, QStringLiteral("5m"), true, true});
        m_sheet->setPreview(QStringLiteral("x"), QStringList(20'000, QStringLiteral("lockdeskctl ...")));
        m_sheet->start();
        QTest::qWait(20);
        const auto isOnScreen = [&](const QWidget* widget) {
            QRect seen(widget->mapTo(m_host.get(), QPoint()), widget->size());
            for (const QWidget* around = widget->parentWidget(); around != m_host.get(); around = around->parentWidget())
                seen &= QRect(around->mapTo(m_host.get(), QPoint()), around->size());
            return widget->isVisible() && (seen & m_host->rect()).size() == widget->size();
        };
        VictimList* list = m_sheet->victimList();
        QVERIFY(list->height() < 150);
        for (const QWidget* widget :
             {static_cast<QWidget*>(list), static_cast<QWidget*>(m_sheet->reasonField()),
              static_cast<QWidget*>(m_sheet->typedField()), static_cast<QWidget*>(m_sheet->actionButton())})
            QVERIFY(isOnScreen(widget));
        for (const auto* label : m_sheet->findChildren<ThemeLabel*>())
            if (label->text() == QStringLiteral("Evidence"))
                QVERIFY(isOnScreen(label));
        QCOMPARE(list->shown().first, std::size_t(0));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_End);
        QCOMPARE(list->shown().second, std::size_t(19'999));
        std::vector<SheetResult> results;
        for (const SheetVictim& victim : c.victims)
            results.push_back({victim.name, results.size() != 7,
                               results.size() == 7 ? QStringLiteral("Changed hands.") : QStringLiteral("Released.")});
        m_sheet->setResults(results, QStringLiteral("19999 done"));
        QTest::qWait(20);
        QVERIFY(m_sheet->resultText().startsWith(QStringLiteral("lock-7: Changed hands.")));
        QVERIFY(m_sheet->resultText().contains(QStringLiteral("all 20,000")));
        QVERIFY(isOnScreen(list) && isOnScreen(m_sheet->actionButton()));
    }

    // The deciding statement comes first, with one clause a line; only white space is added.
    void statementsAreLaidOutForReading()
    {
        const QString audit = QStringLiteral("INSERT INTO lockdesk_audit (at, who) SELECT 1, 'x AND y' FROM lockdesk_stamp");
        const QString update =
            QStringLiteral("UPDATE lockdesk_locks SET owner = NULL, requests = '' WHERE name = 'a WHERE b' AND "
                           "token = (SELECT 1 FROM t WHERE x AND y)");
        const QString text = transactionText({QStringLiteral("BEGIN IMMEDIATE"), audit, update, QStringLiteral("COMMIT")});
        const QStringList lines = text.split(u'\n');
        QCOMPARE(lines.mid(0, 4),
                 QStringList({QStringLiteral("UPDATE lockdesk_locks "), QStringLiteral("  SET owner = NULL, requests = '' "),
                              QStringLiteral("  WHERE name = 'a WHERE b' "),
                              QStringLiteral("    AND token = (SELECT 1 FROM t WHERE x AND y)")}));
        QCOMPARE(lines[4], QStringLiteral("-- before it, in the same transaction:"));
        QVERIFY(text.endsWith(QStringLiteral("-- after it:\nCOMMIT")));
        for (const QString& each : {audit, update})
            QCOMPARE(laidOut(each).remove(QRegularExpression(QStringLiteral("\\s"))),
                     QString(each).remove(QRegularExpression(QStringLiteral("\\s"))));
        QCOMPARE(laidOut(QStringLiteral("\"EVALSHA\" \"ab\" \"1\"")), QStringLiteral("\"EVALSHA\" \"ab\" \"1\""));
        ActionRequest request{.action = &actions::forceRelease(), .targets = {{.key = QStringLiteral("a")}}};
        ActionPreview preview;
        preview.items.emplace_back();
        const QString hash = QStringLiteral("0123456789").repeated(4);
        preview.items.back().commands = {QStringLiteral("\"EVALSHA\" \"%1\"").arg(hash)};
        preview.items.back().scripts = {{hash, QStringLiteral("redis.call('SET', 'x')")}};
        const QString shown = commandsText(request, preview);
        QVERIFY2(shown.startsWith(QStringLiteral("\"EVALSHA\""))
                     && shown.endsWith(QStringLiteral("-- the script 01234567:\nredis.call('SET', 'x')")),
                 qPrintable(shown));
        preview.items.back().commands = {QStringLiteral("\"FCALL\" \"lockdesk_renew\"")};
        preview.items.back().scripts = {{QStringLiteral("lockdesk_renew"), QStringLiteral("redis.call('SET', 'x')")}};
        QVERIFY(commandsText(request, preview).contains(QStringLiteral("-- the script lockdesk_renew:\n")));
    }

    // MongoDB's commands are single lines of thousands of characters.
    void documentsHaveALineAMember()
    {
        const QString update = QStringLiteral("{ \"findAndModify\" : \"lockdesk_locks\", \"new\" : true, \"query\" : "
                                               "{ \"_id\" : \"a, } \\\" { b\", \"token\" : 1 }, \"update\" : "
                                               "[ { \"$set\" : { \"token\" : 2, \"last_owner\" : \"$owner\", \"reason\" : "
                                               "{ \"$literal\" : \"Node of bill-2 lost, INC-2291\" } } } ] }");
        const QStringList lines{
            QStringLiteral("{ \"findAndModify\" : \"lockdesk_locks\","),
            QStringLiteral("  \"new\" : true,"),
            QStringLiteral("  \"query\" : { \"_id\" : \"a, } \\\" { b\", \"token\" : 1 },"),
            QStringLiteral("  \"update\" : ["),
            QStringLiteral("    { \"$set\" : {"),
            QStringLiteral("        \"token\" : 2,"),
            QStringLiteral("        \"last_owner\" : \"$owner\","),
            QStringLiteral("        \"reason\" : { \"$literal\" : \"Node of bill-2 lost, INC-2291\" } } } ] }"),
        };
        QCOMPARE(laidOut(update).split(u'\n'), lines);
        // Text from outside may be anything.
        const auto deep = [](const char* open, const char* close) {
            return QString::fromLatin1(open).repeated(3000) + u'1' + QString::fromLatin1(close).repeated(3000);
        };
        for (const QString& odd : {QStringLiteral("{ \"a"), QStringLiteral("{ ] }"), QStringLiteral("{ } }"), QStringLiteral("{"),
                                   QStringLiteral("}"), QString(), QStringLiteral("{ \"a\\"), deep("[", "]"),
                                   deep("{ \"a\" : ", "}")})
            QCOMPARE(laidOut(odd).remove(QRegularExpression(QStringLiteral("\\s"))),
                     QString(odd).remove(QRegularExpression(QStringLiteral("\\s"))));
        QCOMPARE(laidOut(QStringLiteral("{ \"ping\" : 1 }")), QStringLiteral("{ \"ping\" : 1 }"));
    }

    void newsKeepsTheButtonDeadUntilItIsTakenUp()
    {
        m_sheet->setContent(content(QStringLiteral("development"), false, {}));
        m_sheet->setPreview(QStringLiteral("x"), {});
        m_sheet->start();
        QVERIFY(m_sheet->actionButton()->isEnabled());
        m_sheet->setNews({QStringLiteral("Changed hands: api-2 holds it now, token 4182."), Tone::expired, true,
                          QStringLiteral("Take up api-2")});
        QVERIFY(!m_sheet->actionButton()->isEnabled());
        QVERIFY(m_sheet->takeUpButton()->isVisible());
        QSignalSpy taken(m_sheet, &ActionSheet::takeUpRequested);
        QTest::mouseClick(m_sheet->takeUpButton(), Qt::LeftButton);
        QCOMPARE(taken.count(), 1);
        m_sheet->setNews({});
        QVERIFY(m_sheet->actionButton()->isEnabled());
        QVERIFY(!m_sheet->takeUpButton()->isVisible());
    }

    void escapeClosesAndChangesNothing()
    {
        m_sheet->setContent(content(QStringLiteral("development"), false, {}));
        m_sheet->setPreview(QStringLiteral("x"), {});
        m_sheet->start();
        QSignalSpy closed(m_sheet, &Sheet::closed);
        QSignalSpy submitted(m_sheet, &ActionSheet::submitted);
        QTest::keyClick(m_sheet->reasonField(), Qt::Key_Escape);
        QCOMPARE(closed.count(), 1);
        QCOMPARE(submitted.count(), 0);
    }

    void resultsReplaceTheFields()
    {
        m_sheet->setContent(content(QStringLiteral("development"), false, {}));
        m_sheet->setPreview(QStringLiteral("x"), {});
        m_sheet->start();
        m_sheet->setResults({{QStringLiteral("a"), true, QStringLiteral("Released.")},
                             {QStringLiteral("b"), false,
                              QStringLiteral("Changed hands: api-2 holds it now, token 4182. Nothing was done.")}},
                            QStringLiteral("Watching for 60 s."));
        QVERIFY(m_sheet->resultText().contains(QStringLiteral("Changed hands: api-2")));
        QVERIFY(!m_sheet->reasonField()->isVisible());
        QSignalSpy closed(m_sheet, &Sheet::closed);
        QTest::mouseClick(m_sheet->actionButton(), Qt::LeftButton);
        QCOMPARE(closed.count(), 1);
    }

    // Of all dead messages: none of the rows shown is meant.
    void aResultOfAllIsNoRowsOwn()
    {
        m_sheet->setContent(content(QStringLiteral("development"), false, {}));
        m_sheet->setPreview(QStringLiteral("x"), {});
        m_sheet->start();
        const QImage before = m_sheet->victimList()->grab().toImage();
        m_sheet->setResults({{{}, true, QStringLiteral("3 pending again.")}}, QStringLiteral("1 done"));
        QCOMPARE(m_sheet->resultText(), QStringLiteral("3 pending again."));
        QCOMPARE(m_sheet->victimList()->grab().toImage(), before);
    }

    void noCommandLineIsNotCopied()
    {
        m_sheet->setContent(content(QStringLiteral("development"), false, {}));
        m_sheet->setPreview(QStringLiteral("x"), {});
        m_sheet->start();
        QPushButton* copy = nullptr;
        for (auto* button : m_sheet->findChildren<QPushButton*>())
            if (button->text() == QLatin1String("Copy all"))
                copy = button;
        QVERIFY(copy != nullptr);
        QVERIFY(!copy->isEnabled());
        m_sheet->setPreview(QStringLiteral("x"), {QStringLiteral("lockdeskctl list locks")});
        QVERIFY(copy->isEnabled());
        m_sheet->setPreview(QStringLiteral("x"), {});
        QVERIFY(!copy->isEnabled());
    }

private:
    std::unique_ptr<QWidget> m_host;
    ActionSheet* m_sheet = nullptr;
};

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    Theme::get().install(app);
    SheetTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "sheet_test.moc"
