// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backends/observe/recording/line_writer.h"
#include "models/actions/actions.h"
#include "models/feed/history.h"
#include "models/feed/replay.h"
#include "models/tables/activity_model.h"
#include "models/tables/countdown_timer.h"
#include "models/tables/locks_model.h"
#include "models/timeline/timeline.h"
#include "tests/widgets/program.h"
#include "tests/widgets/required.h"
#include "tests/widgets/stubs.h"
#include "widgets/common/lane_view.h"
#include "widgets/common/live_table.h"
#include "widgets/common/table_view.h"
#include "widgets/replay/replay_bar.h"
#include "widgets/theme/theme.h"
#include "widgets/timeline/selection_bar.h"
#include "widgets/timeline/timeline_page.h"

#include <QAbstractButton>
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include <fstream>

using namespace lockdesk;
using lockdesk::test::NoActions;
using lockdesk::test::NoWorkers;
using namespace std::chrono_literals;

namespace {

TimePoint wallNow() { return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now()); }

/// All that pages use, and a feed filled by hand.
struct TimelineDesk
{
    FeedSet feeds;
    CountdownTimer countdown;
    History history{&feeds};
    NoActions actions;
    NoWorkers workers;
    ShownConnections shown;
    Timeline timeline{&feeds};
    PageContext context{};
    Feed* feed = nullptr;
    std::uint64_t number = 0;
    TimePoint begun = wallNow() - 60s;

    TimelineDesk()
    {
        context.feeds = &feeds;
        context.countdown = &countdown;
        context.history = &history;
        context.actions = &actions;
        context.workers = &workers;
        context.shown = &shown;
        context.timeline = &timeline;
        ConnectionInfo info;
        info.id = info.name = QStringLiteral("orders");
        feed = feeds.add(info);
    }
    std::shared_ptr<Update> update()
    {
        auto out = std::make_shared<Update>();
        out->number = ++number;
        out->polled = true;
        out->health.state = HealthState::live;
        out->covered = Entities::all();
        out->clock = {true, wallNow(), std::chrono::steady_clock::now(), 1, {}, {}, false};
        return out;
    }
    Event event(EventKind kind, Duration at, const std::string& key, const std::string& actor, std::int64_t token) const
    {
        return {kind, Entity::lock, key, actor, FencingToken{token}, begun + at, {}};
    }
    void tellStory()
    {
        auto out = update();
        out->snapshot = true;
        for (const char* name : {"ledger", "mailer", "quiet"}) {
            LockRow row;
            row.name = name;
            row.owner = "demo-1/100/aa";
            row.token = FencingToken{2};
            row.acquired_at = begun + 40s;
            row.expires_at = begun + 300s;
            row.lease = 30s;
            out->locks.push_back(std::make_shared<const LockRow>(row));
        }
        out->events = {event(EventKind::acquired, 2s, "ledger", "demo-2/101/bb", 1),
                       event(EventKind::expired, 12s, "ledger", "demo-2/101/bb", 1),
                       event(EventKind::taken_over, 14s, "ledger", "demo-1/100/aa", 2),
                       event(EventKind::acquired, 40s, "mailer", "demo-1/100/aa", 2)};
        feed->receive(out);
    }
};

void dragOver(QWidget& widget, QPoint from, QPoint to, Qt::KeyboardModifiers with)
{
    QTest::mousePress(&widget, Qt::LeftButton, with, from);
    for (const QPoint& at : {(from + to) / 2, to}) {
        QMouseEvent event(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, with);
        QApplication::sendEvent(&widget, &event);
    }
    QTest::mouseRelease(&widget, Qt::LeftButton, with, to);
}

} // namespace

class TimelineTest final : public QObject
{
    Q_OBJECT

private slots:
    void aHiddenPageKeepsNoBars()
    {
        QTRY_COMPARE(m_page->source().made(), std::size_t(2));
        m_page->setActive(false);
        QCOMPARE(m_page->source().made(), std::size_t(0));
        m_page->setActive(true);
        QTRY_COMPARE(m_page->source().made(), std::size_t(2));
        QVERIFY(!m_page->source().lane(0).spans.empty());
    }

    void init()
    {
        m_desk = std::make_unique<TimelineDesk>();
        m_page = std::make_unique<TimelinePage>(m_desk->context);
        m_page->resize(1100, 600);
        m_page->show();
        m_page->setActive(true);
        m_desk->tellStory();
        QVERIFY(QTest::qWaitForWindowExposed(m_page.get()));
        QTRY_VERIFY(m_desk->timeline.lanes(Timeline::By::worker).size() == 2);
    }
    void cleanup()
    {
        m_page.reset();
        m_desk.reset();
    }

    // A worker that holds nothing, under observation from the first read on, has had no event.
    void theLaneOfAnIdleWorkerHasItsName()
    {
        auto out = m_desk->update();
        out->snapshot = true;
        WorkerRow row;
        row.id = "idle-1/102/cc";
        out->workers.push_back(std::make_shared<const WorkerRow>(row));
        m_desk->feed->receive(out);
        QTRY_COMPARE(m_desk->timeline.lanes(Timeline::By::worker).size(), std::size_t(3));
        LaneView* view = m_page->view();
        QStringList names;
        for (int lane = 0; lane < 3; ++lane)
            names << view->textAt({10, view->pointOf(lane, to_us(m_desk->begun)).y()}).section(u'\n', 0, 0);
        QVERIFY2(names.contains(QStringLiteral("idle-1/102/cc")), qPrintable(names.join(u' ')));
    }

    // While the store is silent, a bar is what it was at the last answer.
    void whatIsNotReadIsNotDrawnAsHeld()
    {
        LOCKDESK_REQUIRED(chooseByLock());
        LaneView* view = m_page->view();
        const auto tip = [&](std::int64_t at) { return view->textAt(view->pointOf(0, at)); };
        const auto last = m_desk->timeline.extent().second;
        QVERIFY2(tip(last - 1'000'000).contains(QStringLiteral("until now")), qPrintable(tip(last - 1'000'000)));
        auto out = std::make_shared<Update>();
        out->number = ++m_desk->number;
        out->health.state = HealthState::stale;
        m_desk->feed->receive(out);
        QTRY_VERIFY(m_desk->feed->isStale());
        const auto read = m_desk->timeline.unreadSince(m_desk->feed->index());
        QVERIFY(read != 0);
        QTRY_VERIFY2(tip(read + 900'000).contains(QStringLiteral("not read since")), qPrintable(tip(read + 900'000)));
        QVERIFY2(!tip(read - 5'000'000).contains(QStringLiteral("until now")), qPrintable(tip(read - 5'000'000)));
        m_desk->feed->receive(m_desk->update());
        QTRY_VERIFY2(tip(read - 5'000'000).contains(QStringLiteral("until now")), qPrintable(tip(read - 5'000'000)));
    }

    void lanesByWorkerAndByLock()
    {
        LaneView* view = m_page->view();
        QVERIFY(view->isVisible());
        // demo-1 took the ledger over; the hover text shows it with the time.
        const QPoint at = view->pointOf(0, to_us(m_desk->begun + 20s));
        QVERIFY2(view->textAt(at).contains(QStringLiteral("ledger")), qPrintable(view->textAt(at)));
        LOCKDESK_REQUIRED(chooseByLock());
        QTRY_VERIFY(view->textAt(view->pointOf(0, to_us(m_desk->begun + 13s))).contains(QStringLiteral("past its lease")));
        QVERIFY(view->textAt({20, view->pointOf(1, 0).y()}).contains(QStringLiteral("mailer")));
    }

    void aSelectedSpanFiltersTheTables()
    {
        LocksModel* locks = new LocksModel(&m_desk->feeds);
        QAbstractItemModelTester tester(locks, QAbstractItemModelTester::FailureReportingMode::Fatal);
        TableView table({});
        attachTable(&table, locks, m_desk->context, {{LocksModel::Name, 200, CellKind::mono}});
        ActivityModel activity(&m_desk->feeds);
        SelectionBar bar(&m_desk->timeline);
        m_desk->tellStory();
        QTRY_COMPARE(locks->rowCount(), 3);
        QVERIFY(bar.isHidden());

        LaneView* view = m_page->view();
        dragOver(*view, view->pointOf(0, to_us(m_desk->begun + 35s)), view->pointOf(0, to_us(m_desk->begun + 50s)),
             Qt::ShiftModifier);
        QVERIFY(m_desk->timeline.selection().has_value());
        QTRY_COMPARE(locks->rowCount(), 1);
        QCOMPARE(locks->index(0, 0).data(KeyRole).toString(), QStringLiteral("mailer"));
        QVERIFY(!bar.isHidden());
        QVERIFY2(bar.text().contains(QStringLiteral("15.")), qPrintable(bar.text()));

        bar.show();
        QTest::mouseClick(bar.clearButton(), Qt::LeftButton);
        QVERIFY(!m_desk->timeline.selection());
        QVERIFY(!view->selection());
        QTRY_COMPARE(locks->rowCount(), 3);
    }

    void escapeClearsAndKeysZoom()
    {
        LaneView* view = m_page->view();
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Right, Qt::ShiftModifier);
        QTest::keyClick(view, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(m_desk->timeline.selection().has_value());
        QVERIFY(m_page->escape());
        QVERIFY(!m_desk->timeline.selection());
        const auto before = view->window();
        QTest::keyClick(view, Qt::Key_Plus);
        QVERIFY(view->window().second - view->window().first < before.second - before.first);
        const auto wheel = view->pointOf(0, to_us(m_desk->begun + 30s));
        QWheelEvent event(wheel, view->mapToGlobal(wheel), {}, {0, 240}, Qt::NoButton, Qt::ControlModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(view, &event);
        QVERIFY(!view->isFollowing());
        auto* field = m_page->findChild<QLineEdit*>();
        QTest::keyClicks(field, QStringLiteral("demo-2"));
        QTRY_VERIFY(m_page->statusText().size() > 3
                    && view->textAt({20, view->pointOf(0, 0).y()}).contains(QStringLiteral("demo-2")));
    }

    // A worker that holds two locks: both are visible, and the hover texts distinguish them.
    // Without an answer nobody knows what has been held.
    void anEmptyTimelineSaysWhetherTheStoreHasAnswered()
    {
        TimelineDesk desk;
        TimelinePage page(desk.context);
        page.resize(1000, 600);
        page.show();
        const auto says = [&](const char* text) {
            for (const auto* label : page.findChildren<QLabel*>())
                if (label->isVisible() && label->text() == QLatin1String(text))
                    return true;
            return false;
        };
        QTRY_VERIFY(says("The store has not answered."));
        QVERIFY(!says("Nothing has been held yet."));
        auto answer = desk.update();
        answer->snapshot = true;
        answer->summary = Summary{};
        answer->summary->at = wallNow();
        desk.feed->receive(answer);
        QTRY_VERIFY(says("Nothing has been held yet."));
        auto silence = desk.update();
        silence->polled = false;
        silence->health.state = HealthState::stale;
        desk.feed->receive(silence);
        QTRY_VERIFY(says("The store has not answered."));
    }

    void whatOverlapsLiesBelowEachOther()
    {
        LaneView* view = m_page->view();
        m_desk->feed->receive([&] {
            auto out = m_desk->update();
            out->events = {m_desk->event(EventKind::acquired, 30s, "first lock", "both/1/aa", 1),
                           m_desk->event(EventKind::acquired, 31s, "second lock", "both/1/aa", 1)};
            return out;
        }());
        QTRY_COMPARE(m_desk->timeline.lanes(Timeline::By::worker).size(), std::size_t(3));
        const std::int64_t at = to_us(m_desk->begun + 45s);
        QTRY_VERIFY(view->textAt({20, view->pointOf(0, at).y()}).contains(QStringLiteral("both")));
        const QString first = view->textAt(view->pointOf(0, at, 0)), second = view->textAt(view->pointOf(0, at, 1));
        QVERIFY2(first.contains(QStringLiteral("first lock")) && !first.contains(QStringLiteral("second")),
                 qPrintable(first));
        QVERIFY2(second.contains(QStringLiteral("second lock")) && !second.contains(QStringLiteral("first")),
                 qPrintable(second));
        QVERIFY(view->pointOf(1, at).y() - view->pointOf(0, at).y() > 40);
        QSignalSpy clicked(view, &LaneView::laneClicked);
        QTest::mouseClick(view, Qt::LeftButton, {}, view->pointOf(0, at, 1));
        QTest::mouseClick(view, Qt::LeftButton, {}, view->pointOf(1, at));
        QCOMPARE(clicked.count(), 2);
        QCOMPARE(clicked[0][0].toInt(), 0);
        QCOMPARE(clicked[1][0].toInt(), 1);
    }

    void whatNeedsAHumanComesFirstAndThousandsAreGrouped()
    {
        LaneView* view = m_page->view();
        LOCKDESK_REQUIRED(chooseByLock());
        auto out = m_desk->update();
        for (int i = 0; i < 3000; ++i)
            out->events.push_back(m_desk->event(EventKind::acquired, 20s, "orders:" + std::to_string(i), "api/1/aa", 1));
        out->events.push_back(m_desk->event(EventKind::expired, 50s, "orders:77", "api/1/aa", 1));
        out->events.push_back(m_desk->event(EventKind::acquired, 20s, "zebra", "api/1/aa", 1));
        m_desk->feed->receive(out);
        QTRY_COMPARE(view->textAt({20, view->pointOf(0, 0).y()}), QStringLiteral("orders:77\norders"));
        const std::int64_t late = to_us(m_desk->begun + 55s);
        QVERIFY(view->textAt(view->pointOf(0, late)).contains(QStringLiteral("past its lease")));
        QCOMPARE(namesOf(6),
                 QStringList({QStringLiteral("orders:77"), QStringLiteral("ledger"), QStringLiteral("mailer"),
                              QStringLiteral("orders:… 2,999"), QStringLiteral("quiet"), QStringLiteral("zebra")}));
        QTest::mouseDClick(view, Qt::LeftButton, {}, view->pointOf(3, late));
        QTRY_COMPARE(nameOf(1), QStringLiteral("orders:0"));
        QVERIFY(m_page->escape());
        QTRY_COMPARE(nameOf(3), QStringLiteral("orders:… 2,999"));
        QCOMPARE(m_desk->timeline.lanes(Timeline::By::lock).size(), std::size_t(3004));
    }

    void thousandsThatNeedAHumanAreGrouped()
    {
        LaneView* view = m_page->view();
        LOCKDESK_REQUIRED(chooseByLock());
        auto out = m_desk->update();
        for (int i = 0; i < 3000; ++i) {
            const std::string name = "orders:" + std::to_string(i);
            out->events.push_back(m_desk->event(EventKind::acquired, 20s, name, "api/1/aa", 1));
            if (i >= 500)
                out->events.push_back(m_desk->event(EventKind::expired, 50s, name, "api/1/aa", 1));
        }
        m_desk->feed->receive(out);
        QTRY_COMPARE(nameOf(0), QStringLiteral("orders:… 2,500"));
        QCOMPARE(namesOf(5), QStringList({QStringLiteral("orders:… 2,500"), QStringLiteral("ledger"),
                                          QStringLiteral("mailer"), QStringLiteral("orders:… 500"),
                                          QStringLiteral("quiet")}));
        const std::int64_t late = to_us(m_desk->begun + 55s);
        QVERIFY(isRed(0, late));
        QVERIFY(!isRed(3, late));
        // After a release the others still need attention. The chosen lane stays chosen.
        view->setCurrentLane(3);
        out = m_desk->update();
        out->events.push_back(m_desk->event(EventKind::released, 58s, "orders:700", "api/1/aa", 1));
        m_desk->feed->receive(out);
        QTRY_COMPARE(nameOf(0), QStringLiteral("orders:… 2,499"));
        QCOMPARE(nameOf(3), QStringLiteral("orders:… 501"));
        QCOMPARE(view->currentLane(), 3);
        view->setCurrentLane(0);
        out = m_desk->update();
        out->events.push_back(m_desk->event(EventKind::released, 59s, "orders:701", "api/1/aa", 1));
        m_desk->feed->receive(out);
        QTRY_COMPARE(nameOf(0), QStringLiteral("orders:… 2,498"));
        QCOMPARE(view->currentLane(), 0);
        // Expanding the group shows each lane.
        QTest::mouseDClick(view, Qt::LeftButton, {}, view->pointOf(0, late));
        QTRY_COMPARE(nameOf(0), QStringLiteral("orders:1000"));
        QVERIFY(view->textAt(view->pointOf(0, late)).contains(QStringLiteral("past its lease")));
    }

    void enterGoesToTheRow()
    {
        QSignalSpy asked(m_page.get(), &ConsolePage::pageRequested);
        m_page->view()->setFocus();
        QTest::keyClick(m_page->view(), Qt::Key_Down);
        QTest::keyClick(m_page->view(), Qt::Key_Return);
        QCOMPARE(asked.count(), 1);
        QCOMPARE(asked.last().first().toString(), QStringLiteral("locks"));
    }

    void theScrubberMovesAboutInARecording()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("a.ldrec"));
        record(path);
        auto file = RecordingFile::open(path.toStdString());
        QVERIFY(file);
        Replay replay(std::move(file).value(), QStringLiteral("night"), &m_desk->feeds);
        ReplayBar bar(&replay);
        bar.resize(1000, 36);
        bar.show();
        QVERIFY(QTest::qWaitForWindowExposed(&bar));
        QVERIFY2(bar.timeText().contains(QStringLiteral("29.0 s")), qPrintable(bar.timeText()));
        QTest::mouseClick(bar.nextButton(), Qt::LeftButton);
        QCOMPARE(to_us(replay.position() - replay.begin()), std::int64_t(1'000'000));
        QTest::mouseClick(bar.nextButton(), Qt::LeftButton);
        QTest::mouseClick(bar.backButton(), Qt::LeftButton);
        QCOMPARE(to_us(replay.position() - replay.begin()), std::int64_t(1'000'000));
        dragOver(*bar.slider(), {bar.slider()->width() / 30, bar.slider()->height() / 2},
             {bar.slider()->width() / 2, bar.slider()->height() / 2}, {});
        QVERIFY(replay.position() - replay.begin() > 5s);
        bar.speeds()->setCurrentIndex(6);
        QTest::mouseClick(bar.playButton(), Qt::LeftButton);
        QVERIFY(replay.isPlaying());
        QTRY_VERIFY(!replay.isPlaying());
        QCOMPARE(replay.position(), replay.end());
        QCOMPARE(bar.slider()->value(), bar.slider()->maximum());
        QVERIFY(!bar.nextButton()->isEnabled());
        bar.playButton()->setFocus();
        QTest::keyClick(bar.playButton(), Qt::Key_Left);
        QVERIFY(replay.position() < replay.end());
    }

    // Seeking back removes the previous lanes while the view still shows them.
    void clickingAboutInARecording()
    {
        QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("a.ldrec"));
        record(path, 40);
        auto file = RecordingFile::open(path.toStdString());
        QVERIFY(file);
        m_desk->feeds.remove(m_desk->feed);
        Replay replay(std::move(file).value(), QStringLiteral("night"), &m_desk->feeds);
        ReplayBar bar(&replay);
        bar.resize(1000, 36);
        bar.show();
        QVERIFY(QTest::qWaitForWindowExposed(&bar));
        LaneView* view = m_page->view();
        QTRY_VERIFY(view->textAt({20, view->pointOf(39, 0).y()}).contains(QStringLiteral("worker-9")));
        // When the rows of another instant have arrived, before the timeline announces its new lanes.
        int painted = 0;
        connect(&m_desk->feeds, &FeedSet::updated, view, [&] {
            for (int lane = 0; lane < 40; ++lane)
                QVERIFY(view->textAt({20, view->pointOf(lane, 0).y()}).contains(QStringLiteral("worker-")));
            QVERIFY(!view->grab().isNull());
            ++painted;
        });
        for (const double part : {0.5, 0.2, 0.7, 0.05, 0.4}) {
            const int before = painted;
            QTest::mouseClick(bar.slider(), Qt::LeftButton, {},
                              {int(bar.slider()->width() * part), bar.slider()->height() / 2});
            QTRY_VERIFY(painted > before);
        }
    }

private:
    void chooseByLock()
    {
        const auto buttons = m_page->findChildren<QAbstractButton*>();
        const auto byLock = std::find_if(buttons.begin(), buttons.end(),
                                         [](QAbstractButton* b) { return b->text() == QStringLiteral("By lock"); });
        QVERIFY(byLock != buttons.end());
        QTest::mouseClick(*byLock, Qt::LeftButton);
    }
    QString nameOf(int lane) const
    {
        const LaneView* view = m_page->view();
        return view->textAt({20, view->pointOf(lane, 0).y()}).section(u'\n', 0, 0);
    }
    /// Returns true if the hatch of an expired lease is painted around an instant.
    bool isRed(int lane, std::int64_t at) const
    {
        LaneView* view = m_page->view();
        const QRect about(view->pointOf(lane, at) - QPoint(8, 4), QSize(16, 8));
        const QImage image = view->grab(about).toImage();
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (const QRgb dot = image.pixel(x, y); qRed(dot) > qBlue(dot) + 80)
                    return true;
        return false;
    }
    QStringList namesOf(int count) const
    {
        QStringList names;
        for (int lane = 0; lane < count; ++lane)
            names << nameOf(lane);
        return names;
    }

    static void record(const QString& path, int workers = 1)
    {
        RecordingHeader header;
        header.capabilities.store = "sqlite";
        LineWriter writer(header);
        std::string text = writer.begin();
        Tracker tracker;
        const TimePoint start = time_from_us(1'790'000'000'000'000);
        for (int i = 0; i < 30; ++i) {
            const SteadyPoint steady{1h + std::chrono::seconds{i}};
            ChangeBatch batch;
            batch.snapshot = i == 0;
            for (int worker = 0; worker < workers; ++worker) {
                LockRow row;
                row.name = workers == 1 ? "ledger"
                                        : "a lock with a name that is long enough for the heap, " + std::to_string(worker);
                row.token = FencingToken{i + 1};
                row.owner = workers == 1 ? "a" : "worker-" + std::to_string(worker) + "/4471/c41be0729d53fa18";
                row.acquired_at = start + std::chrono::seconds{i};
                batch.locks.push_back(row);
            }
            Update update;
            update.polled = true;
            update.snapshot = i == 0;
            update.health.state = HealthState::live;
            update.clock = {true, start + std::chrono::seconds{i}, steady, 1, {}, {}, false};
            tracker.apply(std::move(batch), Entities::all(), i == 0 ? Entities::all() : Entities{}, update.clock.store,
                          update);
            text += writer.lines(update, steady);
        }
        std::ofstream(path.toStdString()) << text << writer.end();
    }

    std::unique_ptr<TimelineDesk> m_desk;
    std::unique_ptr<TimelinePage> m_page;
};

static const lockdesk::test::Program timeline_test("timeline_test", [](int argc, char** argv) {
    QApplication app(argc, argv);
    Theme::get().install(app);
    TimelineTest test;
    return QTest::qExec(&test, argc, argv);
});

#include "timeline_test.moc"
