// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backends/observe/maintenance.h"
#include "models/tables/findings_model.h"
#include "models/tables/jobs_table_model.h"
#include "models/tables/waits_table_model.h"
#include "tests/widgets/program.h"
#include "tests/widgets/window_desk.h"
#include "widgets/activity/activity_page.h"
#include "widgets/common/chart_view.h"
#include "widgets/common/chrome.h"
#include "widgets/common/table_view.h"
#include "widgets/jobs/jobs_charts.h"
#include "widgets/jobs/jobs_page.h"
#include "widgets/locks/locks_page.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QDateTime>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <algorithm>
#include <chrono>
#include <string>

using namespace lockdesk;
using namespace std::chrono_literals;
using test::WindowDesk;

namespace {

LockRow freed(LockRow row, TimePoint at)
{
    row.last_owner = row.owner;
    row.owner.clear();
    row.acquired_at.reset();
    row.expires_at.reset();
    row.released_at = at;
    return row;
}

QString cell(const QAbstractItemModel* model, int row, int column) { return model->index(row, column).data().toString(); }

// Five runs a minute apart, of 4 s each, the last one `ago`.
void fillRuns(WindowDesk& desk, const std::string& name, Duration ago)
{
    const TimePoint last = test::wallNow() - ago;
    for (int i = 0; i < 5; ++i) {
        const TimePoint at = last - (4 - i) * 60s;
        LockRow row = WindowDesk::held(name);
        row.token = FencingToken{i + 1};
        row.acquired_at = at;
        row.expires_at = at + 60s;
        auto held = desk.update();
        held->locks.push_back(std::make_shared<const LockRow>(row));
        desk.feed->receive(held);
        auto free = desk.update();
        free->locks.push_back(std::make_shared<const LockRow>(freed(row, at + 4s)));
        desk.feed->receive(free);
    }
}

QLabel* labelWith(QWidget* in, const QString& text)
{
    for (QLabel* label : in->findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(text))
            return label;
    return nullptr;
}

} // namespace

/// What the console shows of what it has measured: jobs, waits, advice about leases.
class MeasuredTest final : public QObject
{
    Q_OBJECT

private slots:
    void jobsByKeys()
    {
        WindowDesk desk;
        desk.window->resize(1280, 800);
        desk.window->show();
        QVERIFY(QTest::qWaitForWindowActive(desk.window.get()));
        fillRuns(desk, "nightly", 10s);
        fillRuns(desk, "stopped", 300s);
        desk.fill({WindowDesk::held("plain")}, false);
        QTest::keyClick(desk.window.get(), Qt::Key_9, Qt::ControlModifier);
        auto* page = dynamic_cast<JobsPage*>(desk.window->currentPage());
        QVERIFY2(page != nullptr, "Ctrl+9 shows the jobs");
        const QAbstractItemModelTester tester(page->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        using C = JobsTableModel;
        QTRY_COMPARE(page->model()->rowCount(), 2);
        // Missed runs stand on top.
        QCOMPARE(cell(page->model(), 0, C::Name), QStringLiteral("stopped"));
        QCOMPARE(cell(page->model(), 0, C::State), QStringLiteral("missed"));
        QCOMPARE(cell(page->model(), 0, C::Missed), QStringLiteral("4"));
        QCOMPARE(cell(page->model(), 1, C::Name), QStringLiteral("nightly"));
        QCOMPARE(cell(page->model(), 1, C::State), QStringLiteral("waiting"));
        QCOMPARE(cell(page->model(), 1, C::Period), QStringLiteral("1 min 0 s"));
        QCOMPARE(cell(page->model(), 1, C::Missed), QStringLiteral("0"));
        QCOMPARE(cell(page->model(), 1, C::Took), QStringLiteral("4.0 s"));
        QCOMPARE(cell(page->model(), 1, C::P50), QStringLiteral("4.0 s"));
        QCOMPARE(page->countText(), QStringLiteral("1"));
        QVERIFY(page->countAlarms());
        // A click tells what was measured.
        const QRect row = page->table()->visualRect(page->model()->index(1, C::Name));
        QTest::mouseClick(page->table()->viewport(), Qt::LeftButton, {}, row.center());
        QVERIFY2(page->adviceText().contains(QStringLiteral(": 5, holds measured: 5;")), qPrintable(page->adviceText()));
        // Typing narrows, Esc widens.
        QTest::keyClick(page->table(), Qt::Key_Escape);
        QTest::keyClick(desk.window.get(), Qt::Key_Slash);
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("night"));
        QTRY_COMPARE(page->model()->rowCount(), 1);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QTRY_COMPARE(page->model()->rowCount(), 2);
    }

    // Percentiles of two stores are those of all their samples.
    void chartsMergeSamples()
    {
        WindowDesk desk;
        Feed* other = desk.addStore(QStringLiteral("other"), QStringLiteral("staging"));
        const auto hold = [&](Feed* feed, int holds, Duration work) {
            const TimePoint now = test::wallNow();
            for (int i = 0; i < holds; ++i) {
                LockRow row = WindowDesk::held("work");
                row.token = FencingToken{i + 1};
                row.acquired_at = now - work;
                row.expires_at = now + 60s;
                for (const LockRow& state : {row, freed(row, now)}) {
                    auto update = desk.update();
                    update->locks.push_back(std::make_shared<const LockRow>(state));
                    feed->receive(update);
                }
            }
        };
        hold(desk.feed, 90, 1s);
        hold(other, 10, 9s);
        desk.window->resize(1280, 800);
        desk.window->show();
        auto* page = desk.page<JobsPage>("jobs");
        QVERIFY(page != nullptr);
        QTRY_COMPARE(desk.feed->health().state, HealthState::live);
        QTRY_COMPARE(other->health().state, HealthState::live);
        desk.history.sample(QDateTime::currentMSecsSinceEpoch());
        QTRY_VERIFY(!page->charts()->holds()->points(0).isEmpty());
        QCOMPARE(page->charts()->holds()->points(0).last().y(), 1000.0);
        QCOMPARE(page->charts()->holds()->points(1).last().y(), 9000.0);
    }

    void whoSkippedIsSaid()
    {
        WindowDesk desk;
        desk.window->resize(1920, 1080);
        desk.window->show();
        QVERIFY(QTest::qWaitForWindowActive(desk.window.get()));
        fillRuns(desk, "nightly", 10s);
        LockRow shed = freed(WindowDesk::held("sendMails"), test::wallNow());
        shed.source = "shedlock";
        desk.fill({shed}, false);
        auto* page = desk.page<JobsPage>("jobs");
        QVERIFY(page != nullptr);
        using C = JobsTableModel;
        QTRY_COMPARE(page->model()->rowCount(), 2);
        const auto skipped = [&](const char* name) {
            for (int row = 0; row < page->model()->rowCount(); ++row)
                if (cell(page->model(), row, C::Name) == QLatin1String(name))
                    return page->model()->index(row, C::SkippedBy);
            return QModelIndex();
        };
        QTRY_COMPARE(skipped("sendMails").data().toString(), QStringLiteral("not recorded"));
        QCOMPARE(skipped("sendMails").data(Qt::ToolTipRole).toString(),
                 QStringLiteral("Not recorded: shedlock leaves nothing in the store when it skips a run."));
        QCOMPARE(skipped("nightly").data().toString(), QStringLiteral("not recorded"));
        const TimePoint now = test::wallNow();
        const auto record = [&](const std::vector<JobSkip>& skips) {
            auto update = desk.update();
            update->records = std::make_shared<const std::map<std::string, std::optional<std::string>>>(
                std::map<std::string, std::optional<std::string>>{{skips_record(LockName::trusted("nightly")).str(), write_skips(skips)}});
            desk.feed->receive(update);
        };
        record({});
        QTRY_COMPARE(skipped("nightly").data().toString(), QStringLiteral("nobody"));
        record({{"pod-2/30032", 12, now - 60s, now, "busy", "pod-1/7/0011223344556677"}, {"pod-3", 3, now - 90s, now - 60s, "cooling", ""},
                {"pod-4/1", 1, now - 95s, now - 95s, "busy", ""}});
        QTRY_COMPARE(skipped("nightly").data().toString(), QStringLiteral("pod-2/30032 ×12, pod-3 ×3, pod-4/1 ×1"));
        // A click says it in sentences, which a narrow window shows as well.
        QTest::mouseClick(page->table()->viewport(), Qt::LeftButton, {},
                          page->table()->visualRect(skipped("nightly").siblingAtColumn(C::Name)).center());
        QTRY_VERIFY2(page->adviceText().contains(QStringLiteral("pod-2/30032 skipped 12 run(s), the last one at "))
                         && page->adviceText().contains(QStringLiteral(": pod-1/7 held it.")),
                     qPrintable(page->adviceText()));
        QVERIFY2(page->adviceText().endsWith(QStringLiteral("1 other process(es) skipped runs before.")), qPrintable(page->adviceText()));
        // The filter knows it.
        QTest::keyClick(page->table(), Qt::Key_Escape);
        QTest::keyClick(desk.window.get(), Qt::Key_Slash);
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("skipped~pod-2"));
        QTRY_COMPARE(page->model()->rowCount(), 1);
    }

    // Who skipped is in view wherever the window fits, who ran where there is room.
    void whoSkippedIsInViewOfANarrowWindow()
    {
        WindowDesk desk;
        desk.window->show();
        QVERIFY(QTest::qWaitForWindowActive(desk.window.get()));
        fillRuns(desk, "nightly", 10s);
        auto* page = desk.page<JobsPage>("jobs");
        QVERIFY(page != nullptr);
        using C = JobsTableModel;
        QTRY_COMPARE(page->model()->rowCount(), 1);
        const TableView* table = page->table();
        for (const auto& [size, runner] : {std::pair{QSize(1024, 700), false}, std::pair{QSize(1280, 800), true}}) {
            desk.window->resize(size);
            const auto cell = [&] { return table->visualRect(page->model()->index(0, C::SkippedBy)); };
            QTRY_COMPARE(desk.window->size(), size);
            QTRY_VERIFY(!table->isColumnHidden(C::SkippedBy) && table->viewport()->rect().contains(cell()));
            QTRY_COMPARE(!table->isColumnHidden(C::Owner), runner);
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, cell().center());
            QTRY_VERIFY2(page->adviceText().contains(QStringLiteral("Not recorded: guards")), qPrintable(page->adviceText()));
            QTest::keyClick(page->table(), Qt::Key_Escape);
        }
    }

    // Of two stores the sum; where the store has more tasks than are read, the title says so.
    void tasksByState()
    {
        WindowDesk desk;
        Feed* other = desk.addStore(QStringLiteral("other"), QStringLiteral("staging"));
        const auto tell = [&](Feed* feed, std::int64_t times, bool more) {
            auto update = desk.update();
            update->summary = Summary{.tasks_held = times, .tasks_due = 2 * times, .tasks_waiting = 3 * times,
                                      .tasks_failed = 4 * times, .tasks_done = 5 * times, .at = test::wallNow()};
            PhaseSummary phase{.kind = "gateway", .phase = "Creating", .total = 15 * times};
            phase.more = more;
            update->phases = std::make_shared<const std::vector<PhaseSummary>>(1, phase);
            feed->receive(update);
        };
        tell(desk.feed, 1, false);
        tell(other, 10, true);
        desk.window->resize(2560, 1080);
        desk.window->show();
        auto* page = desk.page<JobsPage>("jobs");
        QVERIFY(page != nullptr);
        QTRY_COMPARE(desk.feed->health().state, HealthState::live);
        QTRY_COMPARE(other->health().state, HealthState::live);
        desk.history.sample(QDateTime::currentMSecsSinceEpoch());
        const ChartView* states = page->charts()->states();
        const double expected[] = {33, 22, 11, 44, 55}; // waiting, due, held, failed, done
        for (int i = 0; i < 5; ++i) {
            QTRY_VERIFY(!states->points(i).isEmpty());
            QCOMPARE(states->points(i).last().y(), expected[i]);
        }
        QVERIFY(states->notice().isEmpty());
        QVERIFY2(states->accessibleName().contains(QStringLiteral("of those read")), qPrintable(states->accessibleName()));
        // A row of charts in a wide window, else two rows; none leaves its place.
        QCOMPARE(states->y(), page->charts()->holds()->y());
        desk.window->resize(1024, 700);
        QTRY_VERIFY(states->y() > page->charts()->holds()->y());
        QVERIFY(page->charts()->rect().contains(states->geometry()));
        QVERIFY2(page->table()->height() > 150, "the table keeps its room");
    }

    // Kinds may have phases of the same name.
    void aPhaseOfTwoKindsHasTheirNames()
    {
        WindowDesk desk;
        auto update = desk.update();
        update->summary = Summary{.at = test::wallNow()};
        update->phases = std::make_shared<const std::vector<PhaseSummary>>(
            std::vector<PhaseSummary>{{.kind = "gateway", .phase = "Waiting", .total = 9}, {.kind = "mail", .phase = "Creating", .total = 3},
                                      {.kind = "mail", .phase = "Waiting", .total = 8}});
        desk.feed->receive(update);
        desk.window->resize(1920, 1080);
        desk.window->show();
        const ChartView* phases = desk.page<JobsPage>("jobs")->charts()->phases();
        QTRY_COMPARE(desk.feed->health().state, HealthState::live);
        desk.history.sample(QDateTime::currentMSecsSinceEpoch());
        QTRY_COMPARE(phases->seriesCount(), 3);
        QCOMPARE(phases->name(0), QStringLiteral("gateway Waiting"));
        QCOMPARE(phases->name(1), QStringLiteral("Creating"));
        QCOMPARE(phases->name(2), QStringLiteral("mail Waiting"));
    }

    // A wait that lasts has no measured time yet; it is there all the same.
    void whoStillWaitsIsNotNobody()
    {
        WindowDesk desk;
        desk.window->resize(1280, 800);
        desk.window->show();
        auto* page = desk.page<JobsPage>("jobs");
        QVERIFY(page != nullptr);
        desk.fill({WindowDesk::held("work")});
        QTRY_COMPARE(desk.feed->health().state, HealthState::live);
        desk.history.sample(QDateTime::currentMSecsSinceEpoch());
        QTRY_COMPARE(page->charts()->waits()->notice(), QStringLiteral("No wait for a lock was seen to its end yet."));
        auto update = desk.update();
        const TimePoint now = test::wallNow();
        update->waiters = std::make_shared<const std::vector<WaiterRow>>(std::vector<WaiterRow>{{"work", "pod/2/b", now - 60s, now + 60s}});
        desk.feed->receive(update);
        QTRY_COMPARE(desk.feed->facts().waiters().size(), std::size_t(1));
        desk.history.sample(QDateTime::currentMSecsSinceEpoch());
        QTRY_VERIFY2(page->charts()->waits()->notice().contains(QStringLiteral("wait")) && page->charts()->waits()->notice().startsWith(u'1'),
                     qPrintable(page->charts()->waits()->notice()));
    }

    void aCycleOfWaitsIsNamed()
    {
        WindowDesk desk;
        LockRow left = WindowDesk::held("left"), right = WindowDesk::held("right");
        left.owner = "pod/1/a";
        right.owner = "pod/2/b";
        desk.fill({left, right});
        desk.window->resize(1280, 800);
        desk.window->show();
        auto* page = desk.page<ActivityPage>("activity");
        QVERIFY(page != nullptr);
        auto update = desk.update();
        const TimePoint now = test::wallNow();
        update->waiters = std::make_shared<const std::vector<WaiterRow>>(std::vector<WaiterRow>{
            {"right", "pod/1/a", now - 5s, now + 60s}, {"left", "pod/2/b", now - 4s, now + 60s}});
        DatabaseWait wait;
        wait.waiter.id = "11";
        wait.holder.id = "12";
        wait.what = "row of orders";
        update->database_waits = std::make_shared<const std::vector<DatabaseWait>>(std::vector{wait});
        desk.feed->receive(update);
        auto* choice = page->findChild<Segmented*>();
        QVERIFY(choice != nullptr);
        QPushButton* waits = nullptr;
        for (QPushButton* button : choice->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Waits"))
                waits = button;
        QVERIFY(waits != nullptr);
        QTest::mouseClick(waits, Qt::LeftButton);
        QTRY_VERIFY(labelWith(page, QStringLiteral("pod/1/a waits for right, which pod/2/b holds")) != nullptr);
        QVERIFY(labelWith(page, QStringLiteral("pod/2/b waits for left, which pod/1/a holds")) != nullptr);
        TableView* table = nullptr;
        for (TableView* view : page->findChildren<TableView*>())
            if (view->isVisible())
                table = view;
        QVERIFY(table != nullptr);
        QCOMPARE(table->model()->rowCount(), 3);
        QCOMPARE(cell(table->model(), 2, 1), QStringLiteral("session 11"));
        QVERIFY(cell(table->model(), 0, 6).contains(QLatin1Char('1')));
        auto over = desk.update();
        over->waiters = std::make_shared<const std::vector<WaiterRow>>();
        over->database_waits = std::make_shared<const std::vector<DatabaseWait>>();
        desk.feed->receive(over);
        QTRY_COMPARE(table->model()->rowCount(), 0);
        QVERIFY(labelWith(page, QStringLiteral("waits for right")) == nullptr);
    }

    // A finding of a cycle leads to its first wait, whatever the page showed.
    void aCycleAmongTheFindingsShowsItsWaits()
    {
        WindowDesk desk;
        LockRow left = WindowDesk::held("left"), right = WindowDesk::held("right");
        left.owner = "pod/1/a";
        right.owner = "pod/2/b";
        desk.fill({left, right});
        desk.window->resize(1280, 800);
        desk.window->show();
        const TimePoint now = test::wallNow();
        auto update = desk.update();
        update->waiters = std::make_shared<const std::vector<WaiterRow>>(std::vector<WaiterRow>{
            {"right", "pod/3/c", now - 9s, now + 60s}, {"right", "pod/1/a", now - 5s, now + 60s}, {"left", "pod/2/b", now - 4s, now + 60s}});
        Finding finding;
        finding.kind = FindingKind::wait_cycle;
        finding.severity = Severity::act;
        finding.entity = Entity::waiter;
        finding.key = "left, right";
        finding.since = now - 4s;
        finding.rows = {{Entity::waiter, "left\npod/2/b"}, {Entity::lock, "left"}};
        update->findings = std::make_shared<const Findings>(std::vector{finding});
        update->summary = Summary{};
        update->summary->at = now;
        desk.feed->receive(update);
        auto* page = desk.page<ActivityPage>("activity");
        page->applyFilter(QStringLiteral("nothing like it"));
        desk.window->showPage(QStringLiteral("overview"), {});
        TableView* findings = nullptr;
        const auto isShown = [&] {
            for (TableView* view : desk.window->page(QStringLiteral("overview"))->findChildren<TableView*>())
                if (qobject_cast<FindingsModel*>(view->model()) != nullptr && view->isVisible())
                    findings = view;
            return findings != nullptr;
        };
        QTRY_VERIFY(isShown());
        QTRY_COMPARE(findings->model()->rowCount(), 1);
        QCOMPARE(cell(findings->model(), 0, FindingsModel::KindName), QStringLiteral("cycle of waits"));
        QCOMPARE(cell(findings->model(), 0, FindingsModel::What), QStringLiteral("left, right"));
        QTest::mouseClick(findings->viewport(), Qt::LeftButton, {},
                          findings->visualRect(findings->model()->index(0, FindingsModel::Next)).center());
        QTRY_COMPARE(desk.window->currentPage(), page);
        TableView* table = nullptr;
        for (TableView* view : page->findChildren<TableView*>())
            if (view->isVisible())
                table = view;
        QVERIFY(table != nullptr);
        QTRY_COMPARE(table->selectedRows().size(), 1);
        QCOMPARE(cell(table->model(), table->selectedRows().front(), WaitsTableModel::Waiter), QStringLiteral("pod/2/b"));
    }

    // Anyone who can write to the store chooses these names. The table shows them; nothing interprets them.
    void hostileNamesInWaitsAreShownAsTheyAre()
    {
        WindowDesk desk;
        const std::string markup = "<b>bold</b><img src='/etc/passwd'>", escapes = "a\x1b[31mred\nline\ttab", bidi = "x\u202egnp.exe";
        LockRow one = WindowDesk::held(markup), two = WindowDesk::held(escapes);
        one.owner = bidi;
        two.owner = "&amp;/1/" + markup;
        desk.fill({one, two});
        desk.window->resize(1280, 800);
        desk.window->show();
        desk.window->showPage(QStringLiteral("activity"), {});
        auto* page = desk.page<ActivityPage>("activity");
        auto update = desk.update();
        const TimePoint now = test::wallNow();
        update->waiters = std::make_shared<const std::vector<WaiterRow>>(
            std::vector<WaiterRow>{{escapes, bidi, now - 5s, now + 60s}, {markup, two.owner, now - 4s, now + 60s}});
        DatabaseWait wait;
        wait.waiter = {"11", "psql\x1b]0;owned\x07", "<u>me</u>", "\xff\xfe", "SELECT '\u2066'"};
        wait.holder.id = "12";
        wait.what = "row of \"</b>\"";
        update->database_waits = std::make_shared<const std::vector<DatabaseWait>>(std::vector{wait});
        desk.feed->receive(update);
        page->revealRow(desk.feed->info().id, QStringLiteral("nothing"), [](bool) {});
        TableView* table = nullptr;
        for (TableView* view : page->findChildren<TableView*>())
            if (view->isVisible())
                table = view;
        QVERIFY(table != nullptr);
        QTRY_COMPARE(table->model()->rowCount(), 3);
        QString all;
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < table->model()->columnCount(); ++column)
                all += cell(table->model(), row, column) + QLatin1Char('|')
                       + table->model()->index(row, column).data(Qt::ToolTipRole).toString() + QLatin1Char('|');
        const QLabel* cycle = labelWith(page, QStringLiteral("<b>bold</b>"));
        QVERIFY2(cycle != nullptr, qPrintable(all));
        QCOMPARE(cycle->textFormat(), Qt::PlainText);
        all += cycle->text();
        for (const QChar character : all)
            QVERIFY2(character.isPrint() || character == QLatin1Char('\n'), qPrintable(QString::number(character.unicode(), 16)));
        QVERIFY2(all.contains(QStringLiteral("\\n")), qPrintable(all));
        QVERIFY2(!cycle->text().contains(QStringLiteral("line\n")), "a line break of a name is no line of ours");
        QVERIFY2(!all.contains(QChar(0x202e)) && !all.contains(QChar(0x2066)), qPrintable(all));
    }

    void theBannerOfMaintenanceNamesTheLastEnd()
    {
        WindowDesk desk;
        QVERIFY(desk.show());
        const auto maintained = [](const char* name, Duration left) {
            LockRow row = WindowDesk::held(name);
            row.owner.clear();
            row.expires_at.reset();
            row.cooling_until = test::wallNow() + left;
            row.reason = std::string(maintenance_reason) + "upgrade <b>";
            return row;
        };
        const auto text = [&] {
            for (const Banner* banner : desk.window->findChildren<Banner*>())
                if (banner->isVisible() && banner->text().contains(QStringLiteral("held off")))
                    return banner->text();
            return QString();
        };
        desk.fill({maintained("nightly", 1h)});
        QTRY_VERIFY2(text().contains(QStringLiteral("1 lock(s) held off until ")), qPrintable(text()));
        QVERIFY2(text().endsWith(QStringLiteral("upgrade <b>")), qPrintable(text()));
        desk.fill({maintained("mails", 2h)}, false);
        QTRY_VERIFY2(text().contains(QStringLiteral("2 lock(s) held off, the last until ")), qPrintable(text()));
        desk.fill({WindowDesk::held("nightly"), WindowDesk::held("mails")});
        QTRY_VERIFY(text().isEmpty());
    }

    void theDetailOfALockTellsWhatWasMeasured()
    {
        WindowDesk desk;
        fillRuns(desk, "backup", 10s);
        desk.fill({WindowDesk::held("backup")}, false);
        desk.window->resize(1280, 800);
        desk.window->show();
        auto* page = desk.page<LocksPage>("locks");
        QVERIFY(page != nullptr);
        QTRY_COMPARE(page->model()->rowCount(), 1);
        page->showDetail(0);
        const auto& facts = page->detail()->content().facts;
        const auto measured = std::find_if(facts.begin(), facts.end(), [](const DetailFact& fact) { return fact.label == QStringLiteral("measured"); });
        QVERIFY(measured != facts.end());
        QVERIFY2(measured->value.contains(QStringLiteral(", holds measured: 5;")), qPrintable(measured->value));
        QVERIFY2(measured->value.contains(QStringLiteral("work: median 4.0 s")), qPrintable(measured->value));
    }
};

static const lockdesk::test::Program measured_test("measured_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    MeasuredTest test;
    return QTest::qExec(&test, argc, argv);
});
#include "measured_test.moc"
