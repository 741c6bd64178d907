// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The manager of connections with nothing in it, and its buttons.
#include "tests/widgets/program.h"
#include "widgets/common/empty_texts.h"
#include "widgets/connect/connections_dialog.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QImage>
#include <QPushButton>
#include <QTest>
#include <QTreeWidget>

using namespace lockdesk;

class ConnectionsDialogTest final : public QObject
{
    Q_OBJECT

private slots:
    void anEmptyOneSaysWhatWillBeThere()
    {
        ConnectionsDialog dialog;
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QVERIFY(!ConnectionsDialog::emptyTexts().sentence.isEmpty() && !ConnectionsDialog::emptyTexts().what.isEmpty());
        QVERIFY2(inked(dialog) > 200, "the texts are painted");
        dialog.setConnections({{QStringLiteral("a"), QStringLiteral("a"), QStringLiteral("sqlite:a.db"),
                                QStringLiteral("development"), {}, false, false}});
        QCOMPARE(inked(dialog), 0);
    }

    void allButtonsHaveOneWidth()
    {
        ConnectionsDialog dialog;
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
        QSet<int> widths;
        for (const QPushButton* button : dialog.findChildren<QPushButton*>())
            if (button->isVisible())
                widths.insert(button->width());
        QCOMPARE(widths.size(), 1);
    }

private:
    /// Number of pixels in the middle of the list that are not its ground.
    static int inked(const ConnectionsDialog& dialog)
    {
        const QWidget* area = dialog.list()->viewport();
        const QImage image = dialog.list()->viewport()->grab().toImage();
        const QColor ground = image.pixelColor(3, image.height() - 3);
        int count = 0;
        for (int y = image.height() / 3; y < image.height() * 2 / 3; ++y)
            for (int x = 0; x < area->width(); ++x)
                count += image.pixelColor(x, y) != ground;
        return count;
    }
};

static const lockdesk::test::Program connections_dialog_test("connections_dialog_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    app.setOrganizationName(QStringLiteral("lockdesk-connections-dialog-test"));
    Theme::get().install(app);
    ConnectionsDialogTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "connections_dialog_test.moc"
