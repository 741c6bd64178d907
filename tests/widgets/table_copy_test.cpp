// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ctrl+C in a table copies text from outside exactly, as data, although it is shown escaped.
#include "models/tables/locks_model.h"
#include "tests/models/fixture.h"
#include "tests/widgets/program.h"
#include "widgets/common/table_view.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QTest>

using namespace lockdesk;

class TableCopyTest final : public QObject
{
    Q_OBJECT

private slots:
    void namesAreCopiedExactly_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("copied");
        QTest::newRow("plain") << QByteArray("billing run") << QByteArray("billing run");
        QTest::newRow("disguised") << QByteArray("a\u202egnp.exe") << QByteArray("a\u202egnp.exe");
        QTest::newRow("terminal") << QByteArray("a\x1b[31m\x07") << QByteArray("a\x1b[31m\x07");
        QTest::newRow("backslash") << QByteArray("a\\n") << QByteArray("a\\n");
        QTest::newRow("ends with dots") << QByteArray("shop…") << QByteArray("shop…");
        QTest::newRow("fields") << QByteArray("a\tb\nc \"d\"") << QByteArray("\"a\tb\nc \"\"d\"\"\"");
        QTest::newRow("no text") << QByteArray("a\xff")
                                 << QByteArray("a\\xff"); // no clipboard has such bytes: copied as shown
    }
    void namesAreCopiedExactly()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, copied);
        test::Tested<LocksModel> t;
        const std::string owner = "pay-1/77/aabb\u202e";
        t.feeding.locks(t.feed, {test::lock(name.toStdString(), owner)}, {}, true);
        QTRY_COMPARE(t.model.rowCount(), 1);
        TableView table(QStringLiteral("copy-test"));
        table.setModel(&t.model);
        table.show();
        for (int column = 0; column < t.model.columnCount(); ++column)
            table.setColumnHidden(column, column != LocksModel::Name && column != LocksModel::Owner);
        table.selectRow(0);
        QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text().toUtf8(), copied + '\t' + QByteArray::fromStdString(owner) + '\n');
    }

    // Our own words are copied as shown: they have no other form.
    void ourWordsAreCopiedAsShown()
    {
        test::Tested<LocksModel> t;
        t.feeding.locks(t.feed, {test::lock("free")}, {}, true);
        QTRY_COMPARE(t.model.rowCount(), 1);
        TableView table(QStringLiteral("copy-test"));
        table.setModel(&t.model);
        table.show();
        for (int column = 0; column < t.model.columnCount(); ++column)
            table.setColumnHidden(column, column != LocksModel::State && column != LocksModel::Owner);
        table.selectRow(0);
        QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), t.model.index(0, LocksModel::State).data().toString() + u'\t'
                                                           + t.model.index(0, LocksModel::Owner).data().toString() + u'\n');
    }
};

static const lockdesk::test::Program table_copy_test("table_copy_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    app.setOrganizationName(QStringLiteral("lockdesk-test"));
    Theme::get().install(app);
    TableCopyTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "table_copy_test.moc"
