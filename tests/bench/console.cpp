// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// lockdesk-bench-console: latencies a user notices. A Locks page with 100,000 rows, offscreen; in ms, limits beside them.
//   lockdesk-bench-console [stalls] [sort] [latency] [start]      all of them by default
#include "app/common/stores.h"
#include "models/actions/store_actions.h"
#include "models/feed/history.h"
#include "models/tables/countdown_timer.h"
#include "models/tables/live_table_model.h"
#include "models/tables/locks_model.h"
#include "models/tables/row_filter.h"
#include "tests/support/servers.h"
#include "tests/support/temp_dir.h"
#include "widgets/common/table_view.h"
#include "widgets/locks/locks_page.h"
#include "widgets/shell/own_workers.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QScrollBar>
#include <QSettings>
#include <QTest>
#include <QTimer>

#include <cstdio>
#include <functional>
#include <random>

using namespace lockdesk;

namespace {

constexpr int row_count = 100'000;
constexpr int changes_per_second = 5000;
constexpr int latency_rounds = 200;
constexpr double slow_ms = 200;

template <class T> T need(Answer<T> answer)
{
    if (!answer)
        throw std::runtime_error(answer.failure().message);
    return std::move(answer).value();
}

class NoWorkers final : public OwnWorkers
{
public:
    const std::vector<OwnWorker>& workers() const override { return m_none; }
    const OwnWorker* find(const QString&, qint64) const override { return nullptr; }
    QString start(const WorkerStart&) override { return {}; }
    void crash(const QString&) override {}
    void freeze(const QString&) override {}
    void thaw(const QString&) override {}
    void stop(const QString&) override {}
    void hang(const QString&, bool) override {}
    void cutOff(const QString&, bool) override {}
    void skew(const QString&, std::int64_t) override {}

private:
    std::vector<OwnWorker> m_none;
};

/// What an earlier table has saved, such as its order, is forgotten: a sort that changes nothing ends in no paint.
struct NothingSaved
{
    NothingSaved() { QSettings().clear(); }
};

/// A window with the Locks page and its dependencies.
struct Desk
{
    NothingSaved fresh;
    FeedSet feeds;
    CountdownTimer countdown;
    History history{&feeds};
    StoreActions actions{&feeds, [](int, const std::string&) { return Failure{}; }, QStringLiteral("bench")};
    NoWorkers workers;
    ShownConnections shown;
    LocksPage page{PageContext{&feeds, &countdown, &history, &actions, &workers, &shown}};

    Desk()
    {
        page.resize(1280, 800);
        page.show();
        page.setActive(true);
        page.applyFilter({});
        (void)QTest::qWaitForWindowExposed(&page);
    }
    ~Desk() { feeds.stopAll(); }
    Feed* add(const QString& name)
    {
        ConnectionInfo info;
        info.id = info.name = name;
        return feeds.add(info);
    }
    [[nodiscard]] int rows() const { return page.model()->rowCount(); }
};

/// Records when the table was last painted.
class PaintWatch final : public QObject
{
public:
    explicit PaintWatch(QWidget* widget) { widget->installEventFilter(this); }
    int paints = 0;
    std::function<bool()> shows; ///< called when a paint begins
    bool shown = false;          ///< a paint for which it returned true has ended

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        // Counted once the event loop is free again: by then the paint is done.
        if (event->type() == QEvent::Paint)
            QTimer::singleShot(0, this, [this, has = shows && shows()] {
                ++paints;
                shown = shown || has;
            });
        return QObject::eventFilter(watched, event);
    }
};

struct Sample
{
    std::vector<double> ms;
    void print(const char* what, const char* bars)
    {
        std::sort(ms.begin(), ms.end());
        if (!ms.empty())
            std::printf("%-58s p50 %7.2f  p99 %7.2f  max %7.2f  n %zu   %s\n", what, ms[ms.size() / 2],
                        ms[ms.size() * 99 / 100], ms.back(), ms.size(), bars);
        std::fflush(stdout);
    }
};

LockRow makeRow(int i, std::int64_t token)
{
    LockRow row;
    row.name = "stock:sku-" + std::to_string((i * 7919LL) % row_count);
    row.owner = "api-" + std::to_string(i % 40) + "/7719/04be11aa22bb33cc";
    row.token = FencingToken{token};
    row.holds = 1;
    row.lease = std::chrono::seconds{300};
    const auto now = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
    row.acquired_at = now;
    row.expires_at = now + std::chrono::seconds{300 + i % 300};
    return row;
}

UpdatePtr updateOf(std::uint64_t number, std::vector<LockRow> rows, bool snapshot)
{
    auto out = std::make_shared<Update>();
    out->number = number;
    out->health.state = HealthState::live;
    out->polled = true;
    out->snapshot = snapshot;
    out->covered = Entities::all();
    out->clock = {.known = true,
                  .store = std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now()),
                  .at = std::chrono::steady_clock::now()};
    for (LockRow& row : rows)
        out->locks.push_back(std::make_shared<const LockRow>(std::move(row)));
    return out;
}

void fill(Desk& desk, Feed* feed)
{
    std::vector<LockRow> rows;
    for (int i = 0; i < row_count; ++i)
        rows.push_back(makeRow(i, i));
    feed->receive(updateOf(1, std::move(rows), true));
    (void)QTest::qWaitFor([&] { return desk.rows() == row_count; }, 30'000);
    QTest::qWait(500);
}

/// Measures how long the event loop was busy between two turns while rows change and the table scrolls, without idle turns.
std::vector<double> stalls(int column, const char* what)
{
    Desk desk;
    Feed* feed = desk.add(QStringLiteral("orders"));
    fill(desk, feed);
    desk.page.table()->sortByColumn(column, Qt::AscendingOrder);
    QTest::qWait(500);
    std::mt19937 random(1);
    std::uint64_t number = 1;
    int sent = 0;
    QElapsedTimer pace, turn;
    pace.start();
    QTimer changes, scrolling, beat;
    QObject::connect(&changes, &QTimer::timeout, [&] {
        std::vector<LockRow> rows;
        for (; sent < pace.elapsed() * changes_per_second / 1000; ++sent)
            rows.push_back(makeRow(int(random() % row_count), std::int64_t(random() % 1'000'000)));
        feed->receive(updateOf(++number, std::move(rows), false));
    });
    auto* bar = desk.page.table()->verticalScrollBar();
    QObject::connect(&scrolling, &QTimer::timeout,
                     [&] { bar->setValue((bar->value() + 117) % std::max(1, bar->maximum())); });
    Sample gaps;
    QObject::connect(&beat, &QTimer::timeout, [&] {
        if (const double ms = double(turn.nsecsElapsed()) / 1e6; ms >= 0.2)
            gaps.ms.push_back(ms);
        turn.restart();
    });
    changes.start(50);
    scrolling.start(16);
    turn.start();
    beat.start(0);
    QTest::qWait(10'000);
    beat.stop();
    gaps.print(what, "bar: p99 <= 16.7, max <= 50");
    std::printf("  %d changes in %.1f s\n", sent, double(pace.elapsed()) / 1000);
    return gaps.ms;
}

double timed(const std::function<void()>& what)
{
    QElapsedTimer timer;
    timer.start();
    what();
    return double(timer.nsecsElapsed()) / 1e6;
}

void sortAndFilter()
{
    Desk desk;
    Feed* feed = desk.add(QStringLiteral("orders"));
    fill(desk, feed);
    std::vector<LockRow> raw;
    for (int i = 0; i < row_count; ++i)
        raw.push_back(makeRow(i, i));
    PaintWatch painted(desk.page.table()->viewport());
    auto* model = desk.page.model();
    // The first paint that begins with the new order: it may be in the same turn of the event loop.
    bool arranged = false;
    QObject::connect(model, &LiveTableModel::arranged, &painted, [&] { arranged = true; });
    painted.shows = [&] { return arranged; };
    const auto toPaint = [&](const std::function<void()>& ask) {
        return timed([&] {
            arranged = painted.shown = false;
            ask();
            while (!painted.shown)
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        });
    };
    // All are held, so by state they are already ordered by name, and a sort by name would repaint nothing.
    std::printf("first sort, by token, to painted %.1f\n", toPaint([&] { model->sort(LocksModel::Token); }));
    for (int round = 0; round < 4; ++round) {
        std::vector<const LockRow*> order;
        for (const LockRow& row : raw)
            order.push_back(&row);
        const double plain = timed([&] {
            std::sort(order.begin(), order.end(), [](const LockRow* a, const LockRow* b) { return a->name < b->name; });
        });
        std::shuffle(order.begin(), order.end(), std::mt19937(round));
        const double natural = timed([&] { // in the table's order: numbers within names by value
            std::sort(order.begin(), order.end(),
                      [](const LockRow* a, const LockRow* b) { return compareNatural(a->name, b->name) < 0; });
        });
        const double sorted =
            toPaint([&] { model->sort(LocksModel::Name, round % 2 ? Qt::DescendingOrder : Qt::AscendingOrder); });
        std::size_t hits = 0;
        const double scan = timed([&] {
            for (const LockRow& row : raw)
                hits += row.name.find(round % 2 ? "sku-77" : "sku-78") != std::string::npos ? 1 : 0;
        });
        const double filtered = toPaint([&] { model->setFilterText(round % 2 ? "name~sku-77" : "name~sku-78"); });
        std::printf("sort to painted %7.1f, std::sort %7.1f by the same order (ratio %.2f, bar 2), %.1f by bytes   "
                    "filter to painted %6.1f, raw scan %5.2f, ratio %5.1f (bar 4), %zu hits\n",
                    sorted, natural, sorted / natural, plain, filtered, scan, filtered / scan, hits);
        std::fflush(stdout);
        toPaint([&] { model->setFilterText({}); });
    }
}

struct Stores
{
    test::TempDir dir{"lockdesk-bench"};
    std::unique_ptr<test::TestServer> postgres = test::start_postgres({.may_use_existing = false});
    std::unique_ptr<test::TestServer> redis = test::start_redis({.may_use_existing = false});
    std::vector<std::pair<const char*, std::shared_ptr<Store>>> all;

    Stores()
    {
        const auto add = [this](const char* name, const std::string& url) {
            std::shared_ptr<Store> store = need(app::make_registry().open(need(StoreUrl::parse(url))));
            need(need(store->open({.without_schema = true}))->admin().create_schema());
            all.emplace_back(name, std::move(store));
        };
        add("sqlite", "sqlite://" + (dir / "bench.sqlite").string());
        add("postgresql", postgres->url());
        add("redis", redis->url());
    }
};

Acquisition acquire(Session& session, const std::string& name)
{
    return need(session.locks().acquire({LockName::trusted(name), OwnerId::trusted("bench/1/aa"), std::chrono::minutes{30},
                                         RequestId::trusted("r" + name)}));
}

/// From the answer to a writer's commit until its row is painted.
void latency(Stores& stores)
{
    for (const auto& [name, store] : stores.all) {
        Desk desk;
        Feed* feed = desk.add(QString::fromLatin1(name));
        feed->observe(store, {});
        auto session = need(store->open({}));
        (void)QTest::qWaitFor([&] { return feed->health().state == HealthState::live; }, 20'000);
        QTest::qWait(2000);
        PaintWatch painted(desk.page.table()->viewport());
        Sample sample, model;
        for (int i = 0; i < latency_rounds; ++i) {
            const QString lock = QStringLiteral("seen-%1").arg(i);
            // The first paint that shows the row counts, not the next one: that may be the countdowns', a second later.
            painted.shows = [&] { return desk.page.model()->rowOfKey(0, lock) >= 0; };
            painted.shown = false;
            const auto before = feed->cost();
            acquire(*session, lock.toStdString());
            QElapsedTimer since;
            since.start();
            double in_model = 0;
            while (!painted.shown && since.elapsed() < 20'000) {
                if (in_model == 0 && painted.shows())
                    in_model = double(since.nsecsElapsed()) / 1e6;
                QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
            }
            sample.ms.push_back(double(since.nsecsElapsed()) / 1e6);
            model.ms.push_back(in_model);
            if (sample.ms.back() > slow_ms)
                std::printf("  slow: in the model %.0f ms, painted %.0f ms; the look before cost %.1f ms of the store, next "
                            "after %.0f ms\n",
                            in_model, sample.ms.back(), double(before.busy.count()) / 1000,
                            double(before.interval.count()) / 1000);
            QTest::qWait(120 + i % 7 * 30);
        }
        const QString what = QStringLiteral("commit to %2, hints %1, %3").arg(feed->cost().hints ? "on" : "off");
        model.print(qPrintable(what.arg("model", QString::fromLatin1(name))), "");
        sample.print(qPrintable(what.arg("painted", QString::fromLatin1(name))), "bar: p50 <= 60, p99 <= an interval");
    }
}

/// From opening the connection until its first rows are painted.
void start(Stores& stores)
{
    for (const auto& [name, store] : stores.all) {
        auto session = need(store->open({}));
        const double seeding = timed([&] {
            for (int i = 0; i < row_count; ++i)
                acquire(*session, "start-" + std::to_string(i));
        });
        std::printf("%s: %d locks in %.1f s\n", name, row_count, seeding / 1000);
        Sample first, whole;
        for (int round = 0; round < 3; ++round) {
            Desk desk;
            PaintWatch painted(desk.page.table()->viewport());
            QElapsedTimer since;
            since.start();
            Feed* feed = desk.add(QString::fromLatin1(name));
            feed->observe(store, {});
            while (desk.rows() == 0 && since.elapsed() < 60'000)
                QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
            const int before = painted.paints;
            while (painted.paints == before && since.elapsed() < 60'000)
                QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
            first.ms.push_back(double(since.nsecsElapsed()) / 1e6);
            (void)QTest::qWaitFor([&] { return desk.rows() >= row_count; }, 60'000);
            whole.ms.push_back(double(since.nsecsElapsed()) / 1e6);
        }
        first.print(qPrintable(QStringLiteral("start to first rows of 100,000 locks, %1").arg(QString::fromLatin1(name))),
                    "bar: 1000");
        whole.print(qPrintable(QStringLiteral("start to all rows, %1").arg(QString::fromLatin1(name))), "");
    }
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_LOGGING_RULES", "qt.qpa.*=false");
    QApplication app(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("lockdesk-bench"));
    Theme::get().install(app);
    const QStringList words = QApplication::arguments().mid(1);
    const auto wanted = [&](const char* word) { return words.isEmpty() || words.contains(QLatin1String(word)); };
    try {
        if (wanted("stalls")) {
            Sample whole{stalls(LocksModel::State, "100,000 rows, 5,000 changes/s, scrolling, by state")};
            const auto more = stalls(LocksModel::Token, "100,000 rows, 5,000 changes/s, scrolling, by token");
            whole.ms.insert(whole.ms.end(), more.begin(), more.end());
            whole.print("the same, as a whole", "bar: p99 <= 16.7, max <= 50");
        }
        if (wanted("sort"))
            sortAndFilter();
        if (wanted("latency") || wanted("start")) {
            Stores stores;
            if (wanted("latency"))
                latency(stores);
            if (wanted("start"))
                start(stores);
        }
    } catch (const std::exception& wrong) {
        std::fprintf(stderr, "%s\n", wrong.what());
        return 1;
    }
    return 0;
}
