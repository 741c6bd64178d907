// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The current work of a silent worker is unknown.
#include "tests/widgets/program.h"
#include "tests/widgets/window_desk.h"
#include "widgets/sheets/action_flow.h"
#include "widgets/theme/theme.h"
#include "widgets/workers/workers_page.h"

#include <QApplication>
#include <QSettings>
#include <QTest>

#include <utility>

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
        QTest::addColumn<std::string>("doing");
        QTest::addColumn<QString>("why");
        QTest::addColumn<QString>("evidence");
        const std::string billing = "billing";
        QTest::newRow("live") << 0 << billing << QStringLiteral("It works on billing since ")
                              << QStringLiteral("bill-2/4471 works on billing");
        QTest::newRow("silent") << 240 << billing << QStringLiteral("At its last heartbeat it worked on billing, since ")
                                << QStringLiteral("bill-2/4471 worked on billing at its last heartbeat, ");
        QTest::newRow("live and idle") << 0 << std::string() << QStringLiteral("It works on nothing now.")
                                       << QStringLiteral("bill-2/4471 lives, and works on nothing");
        QTest::newRow("silent and idle") << 240 << std::string()
                                         << QStringLiteral("At its last heartbeat it worked on nothing.")
                                         << QStringLiteral("bill-2/4471 sent its last heartbeat at ");
    }
    void whatItDidLastIsNotWhatItDoes()
    {
        QFETCH(int, secondsSilent);
        QFETCH(std::string, doing);
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
        worker.doing = doing;
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
        ActionRequest pause = requestOf(actions::orderWorker(), desk.feed, std::vector{worker});
        pause.control.order = WorkerOrder::pause;
        QVERIFY(!page->flow()->start(pause));
        QStringList said;
        const auto hasEvidence = [&] {
            said.clear();
            for (const auto* label : page->flow()->sheet()->findChildren<ThemeLabel*>())
                said << label->text().remove(QChar(0x200B));
            return said.join(u'\n').contains(evidence);
        };
        QTRY_VERIFY2(hasEvidence(), qPrintable(said.join(u'\n')));
        // The open sheet keeps updating, and the detail shows why it takes nothing.
        worker.doing = "dunning";
        worker.state = "paused";
        worker.order = WorkerOrder::pause;
        worker.beat_at = test::wallNow();
        rows = desk.update();
        rows->workers = {std::make_shared<const WorkerRow>(worker)};
        rows->workers_read = test::wallNow();
        desk.feed->receive(rows);
        evidence = QStringLiteral("bill-2/4471 works on dunning");
        QTRY_VERIFY2(hasEvidence(), qPrintable(said.join(u'\n')));
        QTRY_VERIFY2(page->detail()->content().why.contains(QStringLiteral("It was told to pause")),
                     qPrintable(page->detail()->content().why));
        QVERIFY2(page->detail()->content().headline.startsWith(QStringLiteral("paused, ")),
                 qPrintable(page->detail()->content().headline));
    }

    // As the table of workers calls it: late after three periods, silent after ten.
    void aHolderIsLateBeforeItIsSilent()
    {
        QSettings().clear();
        WindowDesk desk(QStringLiteral("orders"));
        WorkerRow worker;
        worker.id = "bill-2/4471/c41be0729d53fa18";
        worker.host = "bill-2";
        worker.pid = 4471;
        LockRow lock;
        lock.name = "ledger";
        lock.owner = worker.id;
        for (const auto& [seconds, says] :
             {std::pair{0, "Holder lives: "}, {5, "Holder late: "}, {11, "Holder silent: "}}) {
            worker.beat_at = test::wallNow() - std::chrono::seconds{seconds};
            auto rows = desk.update();
            rows->snapshot = true;
            rows->workers = {std::make_shared<const WorkerRow>(worker)};
            rows->workers_read = test::wallNow();
            desk.feed->receive(rows);
            QTRY_VERIFY2(lockEvidence(*desk.feed, {lock}).front().text.startsWith(QLatin1String(says)),
                         qPrintable(lockEvidence(*desk.feed, {lock}).front().text));
        }
    }
};

static const lockdesk::test::Program silent_worker_test("silent_worker_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    app.setOrganizationName(QStringLiteral("lockdesk-silent-worker-test"));
    Theme::get().install(app);
    SilentWorkerTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "silent_worker_test.moc"
