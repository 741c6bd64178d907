// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts of an action sheet: names, tokens and statements as they are read.
#include "models/actions/actions.h"
#include "tests/widgets/program.h"
#include "tests/widgets/sheet_desk.h"
#include "widgets/sheets/action_points.h"
#include "widgets/sheets/command_layout.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolTip>

using namespace lockdesk;
using test::sheetContent;

class SheetTextTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_desk = std::make_unique<test::SheetDesk>();
        QVERIFY(m_desk->shown);
    }
    void cleanup() { m_desk.reset(); }

    // A bidirectional control would disguise a name; the name is typed or pasted as shown.
    void aDisguisedNameIsTypedAsItIsShown()
    {
        const ActionRequest request{
            .action = &actions::forceRelease(),
            .targets = {{.key = QStringLiteral("pay\u202egnp.exe\nx"), .owner = QStringLiteral("o")}}};
        const QString shown = confirmation(request, QStringLiteral("orders"));
        QCOMPARE(shown, QStringLiteral("pay\\u202egnp.exe\\nx"));
        m_desk->sheet->setContent(sheetContent(QStringLiteral("production"), false, shown));
        m_desk->sheet->setPreview(QStringLiteral("UPDATE ..."), {});
        m_desk->sheet->start();
        QTest::keyClicks(m_desk->sheet->typedField(), QStringLiteral("payexe.png"));
        QVERIFY(!m_desk->sheet->actionButton()->isEnabled());
        m_desk->sheet->typedField()->clear();
        QTest::keyClicks(m_desk->sheet->typedField(), shown);
        QVERIFY(m_desk->sheet->actionButton()->isEnabled());
        m_desk->sheet->typedField()->clear();
        QGuiApplication::clipboard()->setText(shown);
        m_desk->sheet->typedField()->paste();
        QVERIFY(m_desk->sheet->actionButton()->isEnabled());
    }

    // Qt guesses whether a text is HTML: names from a store must never be rendered as such.
    void nothingThatIsShownIsGuessedToBeHtml()
    {
        const QString evil = QStringLiteral("<b>a</b><img src=x>&amp;");
        QLabel plain(evil, &m_desk->host);
        QMessageBox box(&m_desk->host);
        box.setText(evil);
        plain.show();
        box.show();
        QCOMPARE(plain.textFormat(), Qt::PlainText);
        const auto* inside = box.findChild<QLabel*>(QStringLiteral("qt_msgbox_label"));
        QVERIFY(inside != nullptr);
        QCOMPARE(inside->textFormat(), Qt::PlainText);
        QToolTip::showText(m_desk->host.mapToGlobal(QPoint(5, 5)), evil, &m_desk->host);
        const QLabel* tip = nullptr;
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (widget->inherits("QTipLabel"))
                tip = static_cast<QLabel*>(widget);
        QVERIFY(tip != nullptr);
        QCOMPARE(tip->text(), evil);
        QCOMPARE(tip->textFormat(), Qt::PlainText);
        QToolTip::hideText();
        SheetContent c = sheetContent(QStringLiteral("production"), true, QStringLiteral("<b>x</b>"));
        c.title = c.verb = c.subtitle = c.footNote = c.evidence[0].text = evil;
        m_desk->sheet->setContent(c);
        m_desk->sheet->setPreview(evil, {evil});
        m_desk->sheet->start();
        for (const QLabel* label : m_desk->sheet->findChildren<QLabel*>())
            QVERIFY2(label->textFormat() == Qt::PlainText || label->text().contains(QStringLiteral("&lt;b&gt;x&lt;/b&gt;")),
                     qPrintable(label->text()));
        QVERIFY2(m_desk->sheet->actionButton()->shortcut().isEmpty(), "an ampersand in a name makes no key");
        QVERIFY(m_desk->sheet->actionButton()->text().contains(QStringLiteral("&&")));
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
        for (const QString& odd :
             {QStringLiteral("{ \"a"), QStringLiteral("{ ] }"), QStringLiteral("{ } }"), QStringLiteral("{"),
              QStringLiteral("}"), QString(), QStringLiteral("{ \"a\\"), deep("[", "]"), deep("{ \"a\" : ", "}")})
            QCOMPARE(laidOut(odd).remove(QRegularExpression(QStringLiteral("\\s"))),
                     QString(odd).remove(QRegularExpression(QStringLiteral("\\s"))));
        QCOMPARE(laidOut(QStringLiteral("{ \"ping\" : 1 }")), QStringLiteral("{ \"ping\" : 1 }"));
    }

private:
    std::unique_ptr<test::SheetDesk> m_desk;
};

static const lockdesk::test::Program sheet_text_test("sheet_text_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    Theme::get().install(app);
    SheetTextTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "sheet_text_test.moc"
