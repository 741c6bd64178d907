// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backends/observe/findings.h"
#include "models/feed/history.h"
#include "models/tables/countdown_timer.h"
#include "models/tables/locks_model.h"
#include "tests/widgets/program.h"
#include "tests/widgets/stubs.h"
#include "widgets/common/cell_delegates.h"
#include "widgets/common/chart_view.h"
#include "widgets/common/chrome.h"
#include "widgets/common/table_view.h"
#include "widgets/overview/overview_page.h"
#include "widgets/shell/page_context.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QDateTime>
#include <QEnterEvent>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <algorithm>

using namespace lockdesk;
using namespace std::chrono_literals;

namespace {

/// The overview over feeds filled by hand.
struct Overview
{
    FeedSet feeds;
    CountdownTimer countdown;
    History history{&feeds};
    test::NoActions actions;
    test::NoWorkers workers;
    ShownConnections shown;
    OverviewPage page{PageContext{&feeds, &countdown, &history, &actions, &workers, &shown}};
    std::uint64_t number = 0;

    Overview()
    {
        page.resize(1100, 700);
        page.show();
        page.setActive(true);
    }
    Feed* add(const char* name) { return feeds.add({.id = QString::fromLatin1(name), .name = QString::fromLatin1(name)}); }
    void tell(Feed* feed, HealthState state, Findings findings)
    {
        const auto now = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
        auto update = std::make_shared<Update>();
        update->number = ++number;
        update->health.state = state;
        update->health.since = std::chrono::steady_clock::now();
        update->clock = {.known = true, .store = now, .at = std::chrono::steady_clock::now()};
        update->findings = std::make_shared<const Findings>(std::move(findings));
        if (state == HealthState::live) {
            update->polled = true;
            update->summary = Summary{};
            update->summary->at = now;
        }
        feed->receive(update);
    }
    bool says(const QString& text) const
    {
        for (const auto* state : page.findChildren<EmptyState*>())
            for (const auto* label : state->findChildren<QLabel*>())
                if (label->isVisible() && label->text() == text)
                    return true;
        return false;
    }
    const TableView* findings() const { return table("Findings"); }
    const TableView* table(const char* name) const
    {
        for (const auto* table : page.findChildren<TableView*>())
            if (table->accessibleName() == QLatin1String(name) && table->isVisibleTo(&page))
                return table;
        return nullptr;
    }
    QPushButton* button(const QString& text) const
    {
        for (auto* each : page.findChildren<QPushButton*>())
            if (each->isVisible() && each->text() == text)
                return each;
        return nullptr;
    }
    bool showsText(const QString& text) const
    {
        for (const auto* label : page.findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(text))
                return true;
        return false;
    }
};

bool evidenceIsWhole(const TableView& table)
{
    constexpr int evidence = 3;
    const QFontMetrics metrics(Theme::get().body());
    const int width = table.columnWidth(evidence) - Theme::get().px(2 * CellDelegate::padding);
    const auto lines = CellDelegate::linesOf(table.model()->index(0, evidence).data().toString(), metrics, width, 100);
    return table.rowHeight(0) > lines.size() * metrics.lineSpacing()
           && std::all_of(lines.begin(), lines.end(), [&](const QString& line) { return metrics.horizontalAdvance(line) <= width; });
}

} // namespace

class OverviewTest final : public QObject
{
    Q_OBJECT

private slots:
    // "Nothing needs you" covers every store shown, so all of them must have answered.
    void nothingNeedsYouOnlyWhenAllHaveAnswered()
    {
        Overview o;
        auto* orders = o.add("orders");
        auto* cache = o.add("cache");
        QTRY_VERIFY(o.says(QStringLiteral("2 of 2 stores have not answered.")));
        QCOMPARE(o.page.statusText(), QStringLiteral("2 of 2 stores have not answered."));
        o.tell(orders, HealthState::live, {});
        QTRY_VERIFY(o.says(QStringLiteral("1 of 2 stores has not answered.")));
        QVERIFY(!o.says(QStringLiteral("Nothing needs you.")));
        o.tell(cache, HealthState::live, {});
        QTRY_VERIFY(o.says(QStringLiteral("Nothing needs you.")));
        QCOMPARE(o.page.statusText(), QStringLiteral("Nothing needs you."));
    }

    void onlyTickedStoresCount()
    {
        Overview o;
        auto* orders = o.add("orders");
        auto* cache = o.add("cache");
        o.tell(orders, HealthState::live, {});
        QTRY_VERIFY(o.says(QStringLiteral("1 of 2 stores has not answered.")));
        o.shown.set({orders->index()});
        QTRY_VERIFY(o.says(QStringLiteral("Nothing needs you.")));
        o.shown.set({cache->index()});
        QTRY_VERIFY(o.says(QStringLiteral("The store has not answered.")));
        // Its first rows are here; what needs somebody is not known yet.
        auto first = std::make_shared<Update>();
        first->partial = true;
        first->truncated = Entity::lock;
        first->health.state = HealthState::live;
        cache->receive(first);
        QTRY_VERIFY(o.says(QStringLiteral("The store is being read.")));
        o.shown.set({-1});
        QTRY_VERIFY(o.says(QStringLiteral("No store is shown.")));
    }

    // At the first start in a narrow window the panel leaves little to the findings: their evidence gets more lines.
    void evidenceIsBrokenInANarrowWindow()
    {
        Overview o;
        auto* demo = o.add("demo");
        const auto now = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
        o.tell(demo, HealthState::stale, with_silence({}, now - 38s, now, "connection refused by the server of the store"));
        o.page.resize(980, 600);
        QTRY_VERIFY(o.findings() != nullptr && o.findings()->isVisible());
        const int low = Theme::get().px(26);
        QTRY_VERIFY(o.findings()->rowHeight(0) > 3 * low / 2);
        QVERIFY(o.findings()->height() >= o.findings()->rowHeight(0));
        QTRY_VERIFY2(evidenceIsWhole(*o.findings()), "all of it");
        o.page.resize(1240, 700);
        QTRY_COMPARE(o.findings()->rowHeight(0), low);
    }

    void theDemoHasRoomForWholeOwnersInAWideWindow()
    {
        Overview o;
        o.tell(o.add("demo"), HealthState::live, {});
        o.page.resize(1740, 960);
        QTRY_VERIFY(o.table("Locks") != nullptr && o.table("Locks")->isVisible());
        const int whole = QFontMetrics(Theme::get().fixed()).horizontalAdvance(QStringLiteral("demo-1/16973/0be6aa11bb22cc33"));
        QTRY_VERIFY(o.table("Locks")->columnWidth(LocksModel::Owner) >= whole + Theme::get().px(2 * CellDelegate::padding));
    }

    // Nothing moves under the mouse: a new finding waits for its height until the mouse has left what is below.
    void aNewFindingMovesNothingUnderTheMouse()
    {
        Overview o;
        auto* demo = o.add("demo");
        o.page.resize(1240, 700);
        o.tell(demo, HealthState::live, {});
        QTRY_VERIFY(o.says(QStringLiteral("Nothing needs you.")));
        auto* lower = o.page.findChild<QWidget*>(QStringLiteral("lower"));
        QVERIFY(lower != nullptr);
        const int top = lower->mapTo(&o.page, QPoint()).y();
        QEnterEvent enter(QPointF(20, 20), QPointF(20, 20), lower->mapToGlobal(QPointF(20, 20)));
        QApplication::sendEvent(lower, &enter);
        const auto now = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
        std::vector<Finding> findings;
        for (const char* key : {"a", "b", "c"})
            findings.push_back({FindingKind::expired_and_held, Severity::act, Entity::lock, key,
                                {say(SayingCode::not_collected).since(now - 1h)}, now - 1h, NextStep::show, {}});
        o.tell(demo, HealthState::live, findings);
        QTRY_VERIFY(o.findings() != nullptr && o.findings()->isVisible() && o.findings()->model()->rowCount() == 3);
        QCOMPARE(lower->mapTo(&o.page, QPoint()).y(), top);
        QVERIFY2(o.findings()->height() >= o.findings()->rowHeight(0), "the worst one is seen");
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(lower, &leave);
        QTRY_VERIFY(lower->mapTo(&o.page, QPoint()).y() > top);
    }

    void aSilentStoreIsTheFirstFinding()
    {
        Overview o;
        auto* orders = o.add("orders");
        auto* cache = o.add("cache");
        const auto now = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
        const Finding expired{FindingKind::expired_and_held,
                              Severity::act,
                              Entity::lock,
                              "a",
                              {say(SayingCode::not_collected).since(now - 1h)},
                              now - 1h,
                              NextStep::show,
                              {}};
        o.tell(orders, HealthState::live, std::vector{expired});
        o.tell(cache, HealthState::live, {});
        o.tell(cache, HealthState::stale, with_silence({}, now - 38s, now, "connection refused"));
        QTRY_VERIFY(o.findings() != nullptr);
        const TableView* table = o.findings();
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QTRY_COMPARE(table->model()->index(0, 0).data().toString(), QStringLiteral("store does not answer"));
        QCOMPARE(table->model()->index(0, 3).data().toString(), QStringLiteral("no answer for 38 s; connection refused"));
        QVERIFY(o.showsText(QStringLiteral("1 of 2 stores has not answered")));
        QVERIFY(!o.says(QStringLiteral("Nothing needs you.")));
    }

    // A warning needs a look, not an act.
    void onlyWhatMustBeDoneIsRed()
    {
        Overview o;
        auto* orders = o.add("orders");
        const auto now = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
        Finding found{FindingKind::no_expiry, Severity::warning, Entity::lock, "a", {}, now, NextStep::show, {}};
        o.tell(orders, HealthState::live, std::vector{found});
        QTRY_COMPARE(o.page.countText(), QStringLiteral("1"));
        QVERIFY(o.page.countWarns() && !o.page.countAlarms());
        found.severity = Severity::act;
        o.tell(orders, HealthState::live, std::vector{found});
        QTRY_VERIFY(o.page.countAlarms() && !o.page.countWarns());
    }

    // Changes wait while the mouse is over the table. The numbers beside it wait as well, a link shows that they do, and
    // all are applied together.
    void numbersWaitWithTheTable()
    {
        Overview o;
        auto* orders = o.add("orders");
        o.add("cache");
        const auto now = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
        std::vector<Finding> many;
        for (int i = 0; i < 13; ++i)
            many.push_back({FindingKind::expired_and_held,
                            Severity::act,
                            Entity::lock,
                            "lock-" + std::to_string(i),
                            {say(SayingCode::not_collected).since(now - 1h)},
                            now - 1h,
                            NextStep::show,
                            {}});
        o.tell(orders, HealthState::live, many);
        QTRY_VERIFY(o.findings() != nullptr);
        auto* table = const_cast<TableView*>(o.findings());
        QTRY_COMPARE(table->model()->rowCount(), 13);
        QTRY_COMPARE(o.page.countText(), QStringLiteral("13"));
        table->setStillTime(600'000);
        QEnterEvent enter(QPointF(20, 20), QPointF(20, 20), table->mapToGlobal(QPointF(20, 20)));
        QApplication::sendEvent(table, &enter);
        QVERIFY(table->holds());
        o.tell(orders, HealthState::live, std::vector{many[3], many[7]});
        QTRY_VERIFY(o.button(QStringLiteral("11 changes wait")) != nullptr);
        QCOMPARE(table->model()->rowCount(), 13);
        QCOMPARE(o.page.countText(), QStringLiteral("13"));
        QVERIFY(o.page.statusText().startsWith(QStringLiteral("13 ")));
        QTest::mouseClick(o.button(QStringLiteral("11 changes wait")), Qt::LeftButton);
        QTRY_COMPARE(table->model()->rowCount(), 2);
        QTRY_COMPARE(o.page.countText(), QStringLiteral("2"));

        // They are also applied once the mouse rests.
        o.tell(orders, HealthState::live, many);
        QTRY_VERIFY(o.button(QStringLiteral("11 changes wait")) != nullptr);
        QCOMPARE(o.page.countText(), QStringLiteral("2"));
        table->setStillTime(100);
        QTRY_COMPARE(table->model()->rowCount(), 13);
        QTRY_COMPARE(o.page.countText(), QStringLiteral("13"));
    }

    // The upper label is not always the longest.
    void anAxisHasRoomForEachOfItsLabels()
    {
        ChartView chart(QStringLiteral("waiting"));
        chart.addSeries({QStringLiteral("oldest age"), Tone::closing, Qt::DashLine, false, true});
        chart.setFormat(chartNumber, chartAge);
        chart.resize(420, 160);
        chart.show();
        chart.replace(0, {{0, 0}, {1000, 5000}});
        const QFontMetrics metrics(Theme::get().small());
        QCOMPARE(chartAge(ChartView::niceAge(5000 * 1.05)), QStringLiteral("2 h"));
        QCOMPARE(chartAge(ChartView::niceAge(5000 * 1.05) / 2), QStringLiteral("60 min"));
        QTRY_VERIFY2(chart.width() - chart.plotArea().right() >= metrics.horizontalAdvance(QStringLiteral("60 min")) + 6,
                     qPrintable(QString::number(chart.width() - chart.plotArea().right())));
    }

    // Zero and `< 1 ms` on an axis, and the name of a phase, which may be anything.
    void labelsOfAChartAreNoMarkup()
    {
        ChartView chart(QStringLiteral("held"));
        chart.addSeries({QStringLiteral("<big phase name>"), Tone::held, Qt::SolidLine, false, false});
        chart.setFormat([](double) { return QStringLiteral("< 1 ms"); });
        chart.resize(420, 160);
        chart.replace(0, {{0, 0}, {1000, 1}});
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        const auto inked = [&](const QRect& where) { // columns with something painted
            const QImage image = chart.grab(where).toImage();
            int columns = 0;
            for (int x = 0; x < image.width(); ++x)
                for (int y = 0; y < image.height(); ++y)
                    if (image.pixelColor(x, y) != image.pixelColor(0, 0)) {
                        ++columns;
                        break;
                    }
            return columns;
        };
        const auto labelAt = [&](double y) { return inked({0, int(y) - 6, int(chart.plotArea().left()) - 4, 12}); };
        QTRY_VERIFY(labelAt(chart.plotArea().bottom()) > 3);
        QVERIFY(labelAt(chart.plotArea().center().y()) > 20);
        const int name = QFontMetrics(Theme::get().caption()).horizontalAdvance(QStringLiteral("<big phase name>"));
        QTRY_VERIFY(inked({chart.width() / 2, 4, chart.width() / 2, 16}) > name * 7 / 10);
    }

    // A second without an answer is not drawn; points that come every five seconds, as from a slow store, are joined.
    void aGapIsNoLine()
    {
        ChartView chart(QStringLiteral("held"));
        chart.addSeries({QStringLiteral("held"), Tone::held, Qt::SolidLine, true, false});
        chart.resize(420, 160);
        chart.setTimeRange(0, 60'000);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        QList<QPointF> points;
        for (int second = 0; second <= 60; ++second)
            if (second <= 20 || second >= 40)
                points << QPointF(second * 1000, 10);
        const auto painted = [&](double second) {
            const QRectF plot = chart.plotArea();
            const QImage image = chart.grab().toImage();
            const int x = int(plot.left() + plot.width() * second / 60);
            for (int y = int(plot.top()) + 2; y < int(plot.bottom()) - 1; ++y)
                if (image.pixelColor(x, y).blue() > image.pixelColor(x, y).red() + 20)
                    return true;
            return false;
        };
        chart.replace(0, points);
        QTRY_VERIFY(painted(10));
        QVERIFY(painted(50));
        QVERIFY(!painted(30));
        QCOMPARE(chart.lines(0).size(), 2);
        QCOMPARE(chart.points(0), points);
        chart.replace(0, {{0, 10}, {5'000, 10}, {10'000, 10}, {15'000, 10}, {60'000, 10}});
        QCOMPARE(chart.lines(0).size(), 2);
        QTRY_VERIFY(painted(7));
        QVERIFY(!painted(30));
        points.clear();
        for (int second = 0; second <= 60; ++second)
            points << QPointF(second * 1000, 10);
        chart.replace(0, points);
        QCOMPARE(chart.lines(0).size(), 1);
        QTRY_VERIFY(painted(30));
    }

    void aStoreThatToldNothingHasNoCurve()
    {
        Overview o;
        auto* orders = o.add("orders");
        o.add("cache");
        o.tell(orders, HealthState::live, {});
        QTRY_VERIFY(orders->facts().summary().at != TimePoint{});
        o.history.sample(QDateTime::currentMSecsSinceEpoch());
        const auto* held = o.page.findChildren<ChartView*>().front();
        QTRY_COMPARE(held->seriesCount(), 1);
        QVERIFY(!held->points(0).isEmpty());
    }
};

static const lockdesk::test::Program overview_test("overview_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    Theme::get().install(app);
    OverviewTest test;
    return QTest::qExec(&test, argc, argv);
});
#include "overview_test.moc"
