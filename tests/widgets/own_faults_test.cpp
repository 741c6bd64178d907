// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A worker of this window that the user froze or killed is shown as that wherever its missing heartbeats are seen.
#include "models/format/format.h"
#include "models/tables/findings_model.h"
#include "models/tables/workers_model.h"
#include "tests/widgets/program.h"
#include "tests/widgets/window_desk.h"
#include "widgets/common/number_field.h"
#include "widgets/common/table_view.h"
#include "widgets/locks/locks_page.h"
#include "widgets/sheets/action_flow.h"
#include "widgets/theme/theme.h"
#include "widgets/timeline/timeline_lanes.h"
#include "widgets/workers/start_workers_sheet.h"
#include "widgets/workers/workers_page.h"

#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

using namespace lockdesk;
using test::WindowDesk;
using namespace std::chrono_literals;

namespace {

const std::string worker_id = "demo-2/4471/c41be0729d53fa18";

/// A store on which a worker of this window holds a lock and has been silent for 20 s.
struct FaultsDesk
{
    WindowDesk desk{QStringLiteral("orders")};

    FaultsDesk()
    {
        OwnWorker own;
        own.label = QStringLiteral("demo-2");
        own.connection = QStringLiteral("orders");
        own.workerId = QString::fromStdString(worker_id);
        own.pid = 4471;
        own.state = OwnWorker::State::running;
        desk.workers.own = {own};
    }
    void put(OwnWorker::State state, bool byUser = true)
    {
        OwnWorker& own = desk.workers.own.front();
        own.state = state;
        own.stateSince = to_us(test::wallNow() - 18s);
        own.killedByUser = byUser;
        emit desk.workers.changed();
    }
    [[nodiscard]] static WorkerRow worker()
    {
        WorkerRow row;
        row.id = worker_id;
        row.host = "demo-2";
        row.pid = 4471;
        row.started_at = test::wallNow() - 900s;
        row.beat_at = test::wallNow() - 20s;
        return row;
    }
    [[nodiscard]] static LockRow lock()
    {
        LockRow row = WindowDesk::held("ledger");
        row.owner = "demo-2/4471/a7a7a7a7a7a7a7a7"; // a run of a guard in that process
        return row;
    }
    void fill()
    {
        auto rows = desk.update();
        rows->snapshot = true;
        rows->workers = {std::make_shared<const WorkerRow>(worker())};
        rows->workers_read = test::wallNow();
        rows->locks = {std::make_shared<const LockRow>(lock())};
        Finding silent{FindingKind::holder_silent,
                       Severity::act,
                       Entity::lock,
                       "ledger",
                       {say(SayingCode::owner_silent).owner(lock().owner).since(worker().beat_at)},
                       worker().beat_at,
                       NextStep::force_release,
                       {{Entity::lock, "ledger"}, {Entity::worker, worker_id}}};
        rows->findings = std::make_shared<const Findings>(std::vector{silent});
        desk.feed->receive(rows);
    }
    [[nodiscard]] QString at() const { return format::clock(time_from_us(desk.workers.own.front().stateSince)); }
};

QString cell(const LiveTableModel& model, int column) { return model.index(0, column).data().toString(); }

} // namespace

class OwnFaultsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { QSettings().clear(); }

    void theTableNamesTheFaultAndWhen()
    {
        FaultsDesk d;
        auto* page = d.desk.page<WorkersPage>("workers");
        d.fill();
        QTRY_COMPARE(page->model()->rowCount(), 1);
        QTRY_COMPARE(cell(*page->model(), WorkersModel::State), QStringLiteral("silent"));
        d.put(OwnWorker::State::frozen);
        QCOMPARE(cell(*page->model(), WorkersModel::State), QStringLiteral("frozen"));
        QCOMPARE(cell(*page->model(), WorkersModel::Heartbeat), QStringLiteral("by you, ") + d.at());
        QVERIFY(!page->model()->index(0, 0).data(AlarmRole).toBool());
        page->showDetail(0);
        QVERIFY2(page->detail()->content().headline.startsWith(QStringLiteral("frozen by you at ") + d.at()),
                 qPrintable(page->detail()->content().headline));
        QVERIFY(page->model()->setFilterText(QStringLiteral("state:frozen")));
        QTRY_COMPARE(page->model()->rowCount(), 1);
        QVERIFY(page->model()->setFilterText(QStringLiteral("state:silent")));
        QTRY_COMPARE(page->model()->rowCount(), 0);
        QVERIFY(page->model()->setFilterText({}));
        QTRY_COMPARE(page->model()->rowCount(), 1);
        d.put(OwnWorker::State::crashed);
        QCOMPARE(cell(*page->model(), WorkersModel::State), QStringLiteral("killed"));
        d.put(OwnWorker::State::crashed, false);
        // Thawed: what is left is what the heartbeat says.
        d.put(OwnWorker::State::running);
        QCOMPARE(cell(*page->model(), WorkersModel::State), QStringLiteral("silent"));
    }

    void anotherProgramsKillIsNotTheUsers()
    {
        FaultsDesk d;
        auto* page = d.desk.page<WorkersPage>("workers");
        d.fill();
        QTRY_COMPARE(page->model()->rowCount(), 1);
        d.put(OwnWorker::State::crashed, false);
        QCOMPARE(cell(*page->model(), WorkersModel::State), QStringLiteral("killed"));
        QCOMPARE(cell(*page->model(), WorkersModel::Heartbeat), QStringLiteral("not by you, ") + d.at());
    }

    // The window forgets an ended process; its row in the store is there for longer.
    void aKilledWorkerStaysKilled()
    {
        FaultsDesk d;
        auto* page = d.desk.page<WorkersPage>("workers");
        d.fill();
        QTRY_COMPARE(page->model()->rowCount(), 1);
        d.put(OwnWorker::State::crashed);
        d.desk.workers.own.clear();
        emit d.desk.workers.changed();
        QCOMPARE(cell(*page->model(), WorkersModel::State), QStringLiteral("killed"));
    }

    // Nobody takes an order that is given to a process that has ended.
    void aKilledWorkerTakesNoOrders()
    {
        FaultsDesk d;
        auto* page = d.desk.page<WorkersPage>("workers");
        d.fill();
        QTRY_COMPARE(page->model()->rowCount(), 1);
        page->table()->selectRow(0);
        QPushButton* pause = nullptr;
        for (auto* button : page->findChildren<QPushButton*>())
            if (button->text() == QLatin1String("Pause") && pause == nullptr)
                pause = button;
        QVERIFY(pause != nullptr);
        QTRY_VERIFY(pause->isEnabled());
        d.put(OwnWorker::State::crashed);
        QTRY_VERIFY(!pause->isEnabled());
        QCOMPARE(pause->toolTip(), QStringLiteral("demo-2 has ended."));
        d.put(OwnWorker::State::frozen);
        QTRY_VERIFY2(pause->isEnabled(), "a frozen one does what it was told once it is thawed");
    }

    // A wrong number is explained where it stands and starts nothing; 99999 became 9.
    void aWrongNumberOfWorkersIsExplained()
    {
        FaultsDesk d;
        auto* page = d.desk.page<WorkersPage>("workers");
        page->startWorkers();
        StartWorkersSheet* sheet = page->startSheet();
        QVERIFY(sheet != nullptr);
        sheet->reasonField()->setText(QStringLiteral("a test"));
        sheet->typedField()->setText(QStringLiteral("orders"));
        auto* count = sheet->findChild<NumberField*>();
        QVERIFY(count != nullptr && sheet->startButton()->isEnabled());
        for (const char* wrong : {"99999", "0", "abc", "-3", ""}) {
            count->setFocus();
            count->selectAll();
            QTest::keyClick(count, Qt::Key_Delete);
            QTest::keyClicks(count, QLatin1String(wrong));
            QCOMPARE(count->text(), QLatin1String(wrong));
            QCOMPARE(count->problem(), QStringLiteral("A number from 1 to 32."));
            QVERIFY2(!sheet->startButton()->isEnabled(), wrong);
            QCOMPARE(sheet->startButton()->toolTip(), count->problem());
        }
        count->selectAll();
        QTest::keyClicks(count, QStringLiteral("12"));
        QCOMPARE(count->value(), 12);
        QVERIFY(sheet->startButton()->isEnabled());
    }

    void findingsAndReasonsNameIt()
    {
        FaultsDesk d;
        FindingsModel findings(&d.desk.feeds, nullptr);
        auto* locks = d.desk.page<LocksPage>("locks");
        d.fill();
        QTRY_COMPARE(findings.rowCount(), 1);
        QCOMPARE(cell(findings, FindingsModel::KindName), QStringLiteral("holder silent"));
        d.put(OwnWorker::State::frozen);
        QCOMPARE(cell(findings, FindingsModel::KindName), QStringLiteral("holder frozen"));
        const QString evidence = cell(findings, FindingsModel::Evidence);
        QVERIFY2(evidence.startsWith(QStringLiteral("demo-2/4471 frozen by you at %1; ").arg(d.at())), qPrintable(evidence));
        QTRY_COMPARE(locks->model()->rowCount(), 1);
        locks->showDetail(0);
        const QString why = locks->detail()->content().why;
        QVERIFY2(why.startsWith(QStringLiteral("demo-2/4471 was frozen by you at %1. ").arg(d.at())), qPrintable(why));
        const auto points = lockEvidence(*d.desk.feed, {FaultsDesk::lock()});
        QVERIFY2(points.front().text.contains(QStringLiteral("frozen by you at ") + d.at()), qPrintable(points.front().text));
        d.put(OwnWorker::State::crashed);
        QCOMPARE(cell(findings, FindingsModel::KindName), QStringLiteral("holder killed"));
    }

    // A process that got the number of a killed one is another process.
    void aLaterProcessWithItsNumberIsNotTheKilledOne()
    {
        OwnFaults faults;
        const TimePoint at = test::wallNow();
        faults.set(worker_id, OwnFault{OwnFault::What::killed, at});
        QVERIFY(faults.of("demo-2/4471/1", at - 1s) != nullptr);
        QVERIFY(faults.of("demo-2/4471/1", at + 1s) == nullptr);
        QVERIFY(faults.of("demo-2/4472/1") == nullptr);
        QVERIFY(faults.of("demo-2") == nullptr);
    }

    void theTimelineNamesItAndWhen()
    {
        FaultsDesk d;
        d.fill();
        QTRY_VERIFY(!d.desk.timeline.lanes(Timeline::By::worker).empty());
        d.put(OwnWorker::State::frozen);
        OwnWorker& own = d.desk.workers.own.front();
        auto silent = d.desk.update();
        silent->events = {{EventKind::silent, Entity::worker, worker_id, worker_id, {}, time_from_us(own.stateSince + 500'000), {}}};
        d.desk.feed->receive(silent);
        QSignalSpy applied(d.desk.feed, &Feed::batchApplied);
        QVERIFY(applied.wait());
        own.lane = {{WorkerLaneEvent::Kind::frozen, own.stateSince, own.stateSince + 1'000'000},
                    {WorkerLaneEvent::Kind::crashed, own.stateSince + 2'000'000}};
        own.killedByUser = true;
        TimelineLanes lanes(d.desk.context);
        lanes.setBy(Timeline::By::worker);
        QVERIFY(lanes.laneCount() > 0);
        const Lane& lane = lanes.lane(0);
        const auto span = std::find_if(lane.spans.begin(), lane.spans.end(),
                                       [](const LaneSpan& s) { return s.text == QLatin1String("frozen by you"); });
        QVERIFY(span != lane.spans.end());
        QVERIFY2(span->tip.startsWith(QStringLiteral("frozen by you from %1 to ").arg(d.at())), qPrintable(span->tip));
        QVERIFY(!lane.marks.empty());
        QCOMPARE(lane.marks.back().text, QStringLiteral("killed by you"));
        QStringList texts;
        for (const LaneMark& mark : lane.marks)
            texts << mark.text;
        QVERIFY2(texts.contains(QStringLiteral("frozen by you")) && !texts.contains(QStringLiteral("silent")),
                 qPrintable(texts.join(u'|')));
    }
};

static const lockdesk::test::Program own_faults_test("own_faults_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    app.setOrganizationName(QStringLiteral("lockdesk-own-faults-test"));
    Theme::get().install(app);
    OwnFaultsTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "own_faults_test.moc"
