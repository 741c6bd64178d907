// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Of a worker that is silent nobody knows what it does now.
#include "tests/widgets/window_desk.h"
#include "widgets/sheets/action_flow.h"
#include "widgets/theme/theme.h"
#include "widgets/workers/workers_page.h"

#include <QApplication>
#include <QSettings>
#include <QTest>

using namespace lockdesk;
using test::WindowDesk;
using namespace std::chrono_literals;

class SilentWorkerTest final : public QObject
{
    Q_OBJECT

private slots:
    void whatItDidLastIsNotWhatItDoes_data()
    {
        QTest::addColumn<int>("secondsSilent");
        QTest::addColumn<QString>("why");
        QTest::addColumn<QString>("evidence");
        QTest::newRow("live") << 0 << QStringLiteral("It works on billing since ")
                              << QStringLiteral("bill-2/4471 works on billing");
        QTest::newRow("silent") << 240 << QStringLiteral("At its last heartbeat it worked on billing, since ")
                                << QStringLiteral("bill-2/4471 worked on billing at its last heartbeat, ");
    }
    void whatItDidLastIsNotWhatItDoes()
    {
        QFETCH(int, secondsSilent);
        QFETCH(QString, why);
        QFETCH(QString, evidence);
        QSettings().clear();
        WindowDesk desk(QStringLiteral("orders"));
        desk.window->resize(1280, 800);
        desk.window->show();
        QVERIFY(QTest::qWaitForWindowExposed(desk.window.get()));
        WorkerRow worker;
        worker.id = "bill-2/4471/c41be0729d53fa18";
        worker.host = "bill-2";
        worker.pid = 4471;
        worker.doing = "billing";
        worker.started_at = worker.doing_since.emplace(test::wallNow() - 900s);
        worker.beat_at = test::wallNow() - std::chrono::seconds{secondsSilent};
        auto rows = desk.update();
        rows->snapshot = true;
        rows->workers = {std::make_shared<const WorkerRow>(worker)};
        rows->workers_read = test::wallNow();
        desk.feed->receive(rows);
        auto* page = desk.page<WorkersPage>("workers");
        QTRY_COMPARE(page->model()->rowCount(), 1);
        page->showDetail(0);
        QVERIFY2(page->detail()->content().why.startsWith(why), qPrintable(page->detail()->content().why));
        QCOMPARE(page->flow()->orderWorkers(desk.feed->index(), {worker}, {WorkerOrder::pause, {}}), QString());
        QStringList said;
        const auto hasEvidence = [&] {
            said.clear();
            for (const auto* label : page->flow()->sheet()->findChildren<ThemeLabel*>())
                said << label->text().remove(QChar(0x200B));
            return said.join(u'\n').contains(evidence);
        };
        QTRY_VERIFY2(hasEvidence(), qPrintable(said.join(u'\n')));
    }
};

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    app.setOrganizationName(QStringLiteral("lockdesk-silent-worker-test"));
    Theme::get().install(app);
    SilentWorkerTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "silent_worker_test.moc"
