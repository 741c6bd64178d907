// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an action sheet asks for, allows and shows afterwards.
#include "tests/widgets/focus_walk.h"
#include "tests/widgets/program.h"
#include "tests/widgets/sheet_desk.h"
#include "widgets/sheets/action_points.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace lockdesk;
using test::sheetContent;

class SheetTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_desk = std::make_unique<test::SheetDesk>();
        QVERIFY(m_desk->shown);
    }
    void cleanup() { m_desk.reset(); }

    void developmentIsOneClick()
    {
        m_desk->sheet->setContent(sheetContent(QStringLiteral("development"), false, {}));
        QVERIFY2(!m_desk->sheet->actionButton()->isEnabled(), "no preview yet");
        m_desk->sheet->setPreview(QStringLiteral("UPDATE ..."), {QStringLiteral("lockdeskctl ...")});
        m_desk->sheet->start();
        QSignalSpy submitted(m_desk->sheet, &ActionSheet::submitted);
        QVERIFY(m_desk->sheet->actionButton()->isEnabled());
        QTest::mouseClick(m_desk->sheet->actionButton(), Qt::LeftButton);
        QCOMPARE(submitted.count(), 1);
    }

    // It sends nothing, so only the error is shown.
    void aWrongDelayHasNoCommands()
    {
        m_desk->sheet->setContent(sheetContent(QStringLiteral("development"), false, {}));
        m_desk->sheet->setDelay({QStringLiteral("Hold off"), {QStringLiteral("5m")}, QStringLiteral("5m"), true, true});
        m_desk->sheet->setPreview(QStringLiteral("UPDATE ..."), {QStringLiteral("lockdeskctl --hold-off 5m")});
        m_desk->sheet->start();
        QVERIFY(!m_desk->sheet->showsWrongDelay());
        m_desk->sheet->delayBox()->setEditText(QStringLiteral("12x"));
        QVERIFY(m_desk->sheet->showsWrongDelay());
        QCOMPARE(m_desk->sheet->commandsText(), QStringLiteral("Write a number and a unit, such as 30s or 5m."));
        for (const auto* text : m_desk->sheet->findChildren<QPlainTextEdit*>())
            QVERIFY2(!text->toPlainText().contains(QStringLiteral("--hold-off")), qPrintable(text->toPlainText()));
    }

    // Working on thousands of rows shows progress and can be stopped.
    void manyCanBeStopped()
    {
        m_desk->sheet->setContent(sheetContent(QStringLiteral("development"), false, {}));
        m_desk->sheet->setPreview(QStringLiteral("UPDATE ..."), {});
        m_desk->sheet->start();
        QSignalSpy stopped(m_desk->sheet, &ActionSheet::stopRequested), closed(m_desk->sheet, &Sheet::closed);
        m_desk->sheet->actionButton()->setFocus();
        m_desk->sheet->setBusy(QStringLiteral("9,064 of 20,000 asked"), true);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QCOMPARE(stopped.count() + closed.count(), 0);
        QPushButton* stop = nullptr;
        for (auto* button : m_desk->sheet->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Stop"))
                stop = button;
        QVERIFY(stop != nullptr && stop->isEnabled());
        QTest::mouseClick(stop, Qt::LeftButton);
        QCOMPARE(stopped.count(), 1);
        QCOMPARE(closed.count(), 0);
    }

    void oneResultIsWhole()
    {
        m_desk->sheet->setContent(sheetContent(QStringLiteral("development"), false, {}));
        m_desk->sheet->setPreview(QStringLiteral("UPDATE ..."), {});
        m_desk->sheet->start();
        m_desk->sheet->setResults({{QStringLiteral("vm/9612"), true, QStringLiteral("Told to pause.")}}, {});
        const ThemeLabel* line = nullptr;
        for (const auto* label : m_desk->sheet->findChildren<ThemeLabel*>())
            if (label->text().contains(QStringLiteral("Told to pause.")))
                line = label;
        QVERIFY(line != nullptr);
        QTRY_VERIFY(line->isVisible() && line->visibleRegion().boundingRect().height() >= line->fontMetrics().height());
    }

    void productionWantsReasonAndTypedName()
    {
        m_desk->sheet->setContent(sheetContent(QStringLiteral("production"), true, QStringLiteral("2 in orders")));
        m_desk->sheet->setPreview(QStringLiteral("UPDATE ..."), {});
        m_desk->sheet->start();
        QSignalSpy submitted(m_desk->sheet, &ActionSheet::submitted);
        QTest::keyClicks(m_desk->sheet->reasonField(), QStringLiteral("Node lost, INC-2291"));
        QVERIFY(!m_desk->sheet->actionButton()->isEnabled());
        QTest::keyClicks(m_desk->sheet->typedField(), QStringLiteral("2 in order"));
        QVERIFY(!m_desk->sheet->actionButton()->isEnabled());
        QTest::mouseClick(m_desk->sheet->actionButton(), Qt::LeftButton);
        QCOMPARE(submitted.count(), 0);
        QTest::keyClicks(m_desk->sheet->typedField(), QStringLiteral("s"));
        QVERIFY(m_desk->sheet->actionButton()->isEnabled());
        QTest::keyClick(m_desk->sheet->typedField(), Qt::Key_Return);
        QCOMPARE(submitted.count(), 1);
        QCOMPARE(m_desk->sheet->reason(), QStringLiteral("Node lost, INC-2291"));
    }

    void readOnlyStaysDead()
    {
        SheetContent c = sheetContent(QStringLiteral("development"), false, {});
        c.readOnly = true;
        m_desk->sheet->setContent(c);
        m_desk->sheet->setPreview(QStringLiteral("UPDATE ..."), {});
        QVERIFY(!m_desk->sheet->actionButton()->isEnabled());
        QVERIFY(m_desk->sheet->actionButton()->toolTip().contains(QStringLiteral("read-only")));
    }

    void delayIsReadAsADuration()
    {
        m_desk->sheet->setContent(sheetContent(QStringLiteral("development"), false, {}));
        m_desk->sheet->setPreview(QStringLiteral("x"), {});
        m_desk->sheet->setDelay({QStringLiteral("Hold off: nobody may take them for"),
                           {QStringLiteral("5m")},
                           QStringLiteral("5m"),
                           true,
                           false});
        m_desk->sheet->start();
        QVERIFY(!m_desk->sheet->delay().has_value());
        m_desk->sheet->delaySwitch()->setChecked(true);
        QCOMPARE(*m_desk->sheet->delay(), std::int64_t{300'000'000});
        m_desk->sheet->delayBox()->setEditText(QStringLiteral("90 s"));
        QCOMPARE(*m_desk->sheet->delay(), std::int64_t{90'000'000});
        m_desk->sheet->delayBox()->setEditText(QStringLiteral("ninety"));
        QVERIFY(!m_desk->sheet->actionButton()->isEnabled());
    }

    void wrongInputIsExplainedWhereItStands()
    {
        m_desk->sheet->setContent(sheetContent(QStringLiteral("production"), true, QStringLiteral("2 in orders")));
        m_desk->sheet->setDelay({QStringLiteral("Hold off"), {QStringLiteral("5m")}, QStringLiteral("5m"), true, true});
        m_desk->sheet->setPreview(QStringLiteral("x"), {});
        m_desk->sheet->setDelayNote(QStringLiteral("until 14:37:07"));
        m_desk->sheet->start();
        QCOMPARE(m_desk->sheet->delayNoteText(), QStringLiteral("until 14:37:07"));
        m_desk->sheet->delayBox()->lineEdit()->selectAll();
        QTest::keyClicks(m_desk->sheet->delayBox()->lineEdit(), QStringLiteral("ninety"));
        QVERIFY2(m_desk->sheet->delayNoteText().contains(QStringLiteral("a number and a unit")),
                 qPrintable(m_desk->sheet->delayNoteText()));
        m_desk->sheet->delayBox()->lineEdit()->selectAll();
        QTest::keyClicks(m_desk->sheet->delayBox()->lineEdit(), QStringLiteral("90s"));
        QCOMPARE(m_desk->sheet->delayNoteText(), QStringLiteral("until 14:37:07"));
        QCOMPARE(m_desk->sheet->missingText(), QStringLiteral("Write a reason."));
        QTest::keyClicks(m_desk->sheet->reasonField(), QStringLiteral("because"));
        QCOMPARE(m_desk->sheet->missingText(), QStringLiteral("Type 2 in orders."));
        QTest::keyClicks(m_desk->sheet->typedField(), QStringLiteral("3"));
        QCOMPARE(m_desk->sheet->missingText(), QStringLiteral("That is not it: type 2 in orders."));
        m_desk->sheet->typedField()->clear();
        QTest::keyClicks(m_desk->sheet->typedField(), QStringLiteral("2 in orders"));
        QCOMPARE(m_desk->sheet->missingText(), QString());
        QVERIFY(m_desk->sheet->actionButton()->isEnabled());
    }

    void newsKeepsTheButtonDeadUntilItIsTakenUp()
    {
        m_desk->sheet->setContent(sheetContent(QStringLiteral("development"), false, {}));
        m_desk->sheet->setPreview(QStringLiteral("x"), {});
        m_desk->sheet->start();
        QVERIFY(m_desk->sheet->actionButton()->isEnabled());
        m_desk->sheet->setNews({QStringLiteral("Changed hands: api-2 holds it now, token 4182."), Tone::expired, true,
                          QStringLiteral("Take up api-2")});
        QVERIFY(!m_desk->sheet->actionButton()->isEnabled());
        QVERIFY(m_desk->sheet->takeUpButton()->isVisible());
        QSignalSpy taken(m_desk->sheet, &ActionSheet::takeUpRequested);
        QTest::mouseClick(m_desk->sheet->takeUpButton(), Qt::LeftButton);
        QCOMPARE(taken.count(), 1);
        m_desk->sheet->setNews({});
        QVERIFY(m_desk->sheet->actionButton()->isEnabled());
        QVERIFY(!m_desk->sheet->takeUpButton()->isVisible());
    }

    void escapeClosesAndChangesNothing()
    {
        m_desk->sheet->setContent(sheetContent(QStringLiteral("development"), false, {}));
        m_desk->sheet->setPreview(QStringLiteral("x"), {});
        m_desk->sheet->start();
        QSignalSpy closed(m_desk->sheet, &Sheet::closed);
        QSignalSpy submitted(m_desk->sheet, &ActionSheet::submitted);
        QTest::keyClick(m_desk->sheet->reasonField(), Qt::Key_Escape);
        QCOMPARE(closed.count(), 1);
        QCOMPARE(submitted.count(), 0);
    }

    void resultsReplaceTheFields()
    {
        m_desk->sheet->setContent(sheetContent(QStringLiteral("development"), false, {}));
        m_desk->sheet->setPreview(QStringLiteral("x"), {});
        m_desk->sheet->start();
        m_desk->sheet->setResults({{QStringLiteral("a"), true, QStringLiteral("Released.")},
                             {QStringLiteral("b"), false,
                              QStringLiteral("Changed hands: api-2 holds it now, token 4182. Nothing was done.")}},
                            QStringLiteral("Watching for 60 s."));
        // The list has what was done; what was not is said below it, too, where there is room for the sentence.
        QCOMPARE(m_desk->sheet->resultText(),
                 QStringLiteral("b: Changed hands: api-2 holds it now, token 4182. Nothing was done."));
        QVERIFY(!m_desk->sheet->reasonField()->isVisible());
        QSignalSpy closed(m_desk->sheet, &Sheet::closed);
        QTest::mouseClick(m_desk->sheet->actionButton(), Qt::LeftButton);
        QCOMPARE(closed.count(), 1);
    }

    // Of all dead messages: none of the rows shown is meant.
    void aResultOfAllIsNoRowsOwn()
    {
        m_desk->sheet->setContent(sheetContent(QStringLiteral("development"), false, {}));
        m_desk->sheet->setPreview(QStringLiteral("x"), {});
        m_desk->sheet->start();
        const QImage before = m_desk->sheet->victimList()->grab().toImage();
        m_desk->sheet->setResults({{{}, true, QStringLiteral("3 pending again.")}}, QStringLiteral("1 done"));
        QCOMPARE(m_desk->sheet->resultText(), QStringLiteral("3 pending again."));
        QCOMPARE(m_desk->sheet->victimList()->grab().toImage(), before);
    }

    void noCommandLineIsNotCopied()
    {
        m_desk->sheet->setContent(sheetContent(QStringLiteral("development"), false, {}));
        m_desk->sheet->setPreview(QStringLiteral("x"), {});
        m_desk->sheet->start();
        QPushButton* copy = nullptr;
        for (auto* button : m_desk->sheet->findChildren<QPushButton*>())
            if (button->text() == QLatin1String("Copy all"))
                copy = button;
        QVERIFY(copy != nullptr);
        QVERIFY(!copy->isEnabled());
        m_desk->sheet->setPreview(QStringLiteral("x"), {QStringLiteral("lockdeskctl list locks")});
        QVERIFY(copy->isEnabled());
        m_desk->sheet->setPreview(QStringLiteral("x"), {});
        QVERIFY(!copy->isEnabled());
    }

private:
    std::unique_ptr<test::SheetDesk> m_desk;
};

static const lockdesk::test::Program sheet_test("sheet_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    Theme::get().install(app);
    SheetTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "sheet_test.moc"
