// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/history.h"
#include "models/feed/reasons.h"
#include "models/format/format.h"
#include "models/tables/activity_model.h"
#include "models/tables/countdown_timer.h"
#include "models/tables/findings_model.h"
#include "models/tables/locks_model.h"
#include "models/tables/messages_model.h"
#include "models/tables/stores_model.h"
#include "models/tables/tasks_model.h"
#include "models/tables/workers_model.h"
#include "tests/models/fixture.h"

#include <gtest/gtest.h>

#include <QDateTime>

namespace lockdesk::test {
namespace {

using namespace std::chrono_literals;

template <class Row> RowPtr<Row> shared(Row row) { return std::make_shared<const Row>(std::move(row)); }

TimePoint now() { return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now()); }

TaskRow task(const std::string& id, const std::string& owner, Duration lockedAgo, std::int64_t failures = 0)
{
    TaskRow row;
    row.id = id;
    row.kind = "gateway";
    row.phase = "Starting";
    row.owner = owner;
    row.locked_at = lockedAgo.count() == 0 ? never_locked : now() - lockedAgo;
    row.created_at = row.updated_at = now() - 5min;
    row.failures = failures;
    return row;
}

TEST(Tables, TasksWorstFirst)
{
    Tested<TasksModel> t;
    auto update = t.feeding.update(t.feed);
    auto done = task("done", "", 0s), parked = task("parked", "", 0s, 3), over = task("over", "", 6s, 8);
    done.lock_timeout = no_end;
    parked.locked_at = end_of_time; // by a rule that has changed since
    update->tasks = {
        shared(done),   shared(task("waiting", "", 10s)),  shared(task("held", "w/1/a", 4s)),    shared(task("due", "", 0s)),
        shared(parked), shared(over), shared(task("expired", "w/2/b", 33s))};
    t.feed->receive(update);
    ASSERT_TRUE(t.shows({"parked", "expired", "due", "held", "waiting", "over", "done"}));
    EXPECT_EQ(cell(t.model, 0, TasksModel::State), "failed");
    EXPECT_EQ(cell(t.model, 0, TasksModel::Due), "waits for a retry");
    EXPECT_EQ(cell(t.model, 5, TasksModel::State), "waiting") << "the store gives it to the next claim that finds it due";
    EXPECT_EQ(cell(t.model, 6, TasksModel::State), "done");
    EXPECT_TRUE(t.model.index(0, 0).data(AlarmRole).toBool());
    EXPECT_TRUE(t.model.index(0, TasksModel::Due).data(AbsoluteTimeRole).isNull());
    EXPECT_TRUE(t.model.setFilterText("-id:parked -id:done"));
    ASSERT_TRUE(t.shows({"expired", "due", "held", "waiting", "over"}));
    EXPECT_EQ(cell(t.model, 0, TasksModel::Due), "due for 3 s");
    EXPECT_EQ(cell(t.model, 1, TasksModel::Locked), "never");
    EXPECT_EQ(cell(t.model, 2, TasksModel::Locked), "4 s ago");
    EXPECT_TRUE(t.model.index(0, 0).data(AlarmRole).toBool());
    EXPECT_EQ(t.model.rowAt(2)->id, "held");
    EXPECT_TRUE(t.model.setFilterText("state:failed"));
    EXPECT_TRUE(t.shows({"parked"}));
}

// By severity, then age: what has waited longest for a human is on top.
TEST(Tables, WithinAStateTheOldestIsFirst)
{
    Tested<LocksModel> locks;
    auto update = locks.feeding.update(locks.feed);
    update->locks = {shared(lock("a", "x/1/1", 1, -60s, 30s)), shared(lock("b", "x/1/1", 1, -660s, 30s)),
                     shared(lock("c", "x/1/1", 1, -240s, 30s)), shared(lock("held", "x/1/1", 1))};
    locks.feed->receive(update);
    locks.model.sort(LocksModel::State, Qt::AscendingOrder);
    EXPECT_TRUE(locks.shows({"b", "c", "a", "held"}));

    Tested<TasksModel> tasks;
    const auto due = [](const char* id, Duration since, std::int64_t claims) {
        TaskRow row = task(id, "", 0s);
        row.created_at = row.updated_at = now() - since;
        row.claims = claims;
        return shared(row);
    };
    update = tasks.feeding.update(tasks.feed);
    update->tasks = {due("a", 60s, 0), due("b", 72h, 1), due("c", 1h, 0)};
    tasks.feed->receive(update);
    ASSERT_TRUE(tasks.shows({"b", "c", "a"}));
    EXPECT_EQ(cell(tasks.model, 0, TasksModel::Locked), "–") << "it was claimed, and given back";
    EXPECT_EQ(cell(tasks.model, 1, TasksModel::Locked), "never");
}

TEST(Tables, MessagesDeadFirst)
{
    Tested<MessagesModel> t;
    auto update = t.feeding.update(t.feed);
    for (int i = 0; i < 4; ++i) {
        MessageRow row;
        row.id = std::to_string(945700 + i);
        row.seq = i;
        row.topic = "order.paid";
        row.created_at = now() - 4min;
        row.state = i == 3 ? MessageState::dead : i == 2 ? MessageState::sending : MessageState::pending;
        row.tries = i;
        row.next_at = now() - 1s;
        row.lease_until = now() + 9s;
        update->messages.push_back(shared(row));
    }
    t.feed->receive(update);
    ASSERT_TRUE(t.shows({"945703", "945702", "945700", "945701"}));
    EXPECT_EQ(cell(t.model, 0, MessagesModel::Due), "–");
    EXPECT_EQ(cell(t.model, 2, MessagesModel::Due), "now");
    EXPECT_EQ(cell(t.model, 0, MessagesModel::Age), "4 min");
    EXPECT_TRUE(t.model.index(0, 0).data(AlarmRole).toBool());
}

TEST(Tables, WorkersKeepTheirBeatsAndRates)
{
    Tested<WorkersModel> t;
    const auto start = now() - 10s;
    for (int beat = 0; beat <= 10; ++beat) {
        WorkerRow row;
        row.id = "gw-w1/1187/b7d3";
        row.beat_at = start + std::chrono::seconds{beat};
        row.counters.claims = beat * 2;
        row.doing = beat == 10 ? "gw-80c4 Starting" : "";
        row.lease_until = now() + 12s;
        auto update = t.feeding.update(t.feed);
        update->workers = {shared(row)};
        t.feed->receive(update);
    }
    ASSERT_TRUE(t.shows({"gw-w1/1187/b7d3"}));
    ASSERT_TRUE(await([&] { return t.model.rowAt(0)->beats.size() == 11; }));
    EXPECT_NEAR(t.model.rowAt(0)->claim_rate, 2.0, 0.4);
    EXPECT_EQ(cell(t.model, 0, WorkersModel::Worker), "gw-w1/1187");
    EXPECT_EQ(cell(t.model, 0, WorkersModel::State), "live");
    EXPECT_TRUE(cell(t.model, 0, WorkersModel::LeaseLeft).startsWith("in 1"));
}

// A dead worker does nothing now: no work, no rate, and a lease that has ended since may be somebody else's.
TEST(Tables, ASilentWorkerDoesNothingNow)
{
    Tested<WorkersModel> t;
    const auto show = [&](Duration beat, Duration leaseLeft) {
        WorkerRow row;
        row.id = "gw-w1/1187/b7d3";
        row.beat_at = now() - beat;
        row.doing = "gw-80c4 Starting";
        row.lease_until = now() + leaseLeft;
        auto update = t.feeding.update(t.feed);
        update->workers = {shared(row)};
        update->workers_read = now();
        t.feed->receive(update);
    };
    show(1s, 60s);
    ASSERT_TRUE(t.shows({"gw-w1/1187/b7d3"}));
    EXPECT_FALSE(cell(t.model, 0, WorkersModel::Doing).startsWith("was: "));
    show(20s, 60s);
    ASSERT_TRUE(await([&] { return cell(t.model, 0, WorkersModel::State) == "silent"; }));
    EXPECT_TRUE(cell(t.model, 0, WorkersModel::Doing).startsWith("was: ")) << cell(t.model, 0, WorkersModel::Doing).toStdString();
    EXPECT_EQ(cell(t.model, 0, WorkersModel::ClaimRate), "–");
    EXPECT_TRUE(cell(t.model, 0, WorkersModel::LeaseLeft).startsWith("in ")) << "nobody else can have it yet";
    show(20s, -5s);
    EXPECT_TRUE(await([&] { return cell(t.model, 0, WorkersModel::LeaseLeft) == "–"; }));
    EXPECT_TRUE(t.model.index(0, WorkersModel::LeaseLeft).data(AbsoluteTimeRole).isNull());
}

// Heartbeats after the last read are unknown, not late, however long ago it was.
TEST(Tables, WorkersAreJudgedAtTheInstantTheyWereReadAt)
{
    Tested<WorkersModel> t;
    WorkerRow row;
    row.id = "gw-w1/1187/b7d3";
    row.beat_at = now() - 60s;
    auto update = t.feeding.update(t.feed);
    update->workers = {shared(row)};
    update->workers_read = now() - 59s;
    t.feed->receive(update);
    ASSERT_TRUE(t.shows({"gw-w1/1187/b7d3"}));
    EXPECT_EQ(cell(t.model, 0, WorkersModel::State), "live");
    EXPECT_EQ(judgedNow(*t.feed), *update->workers_read);
    EXPECT_EQ(t.feed->workers().of("gw-w1/1187/another")->id, "gw-w1/1187/b7d3") << "a run of a guard in that process";
    EXPECT_EQ(t.feed->workers().of("gw-w1/1188/another"), nullptr);
    auto later = t.feeding.update(t.feed);
    later->workers_read = now();
    t.feed->receive(later);
    ASSERT_TRUE(await([&] { return cell(t.model, 0, WorkersModel::State) == "silent"; }));
}

// A lease that ended after the last read may have been renewed, so it is not shown as expired.
TEST(Tables, LeasesAreJudgedAtTheInstantTheyWereReadAt)
{
    Tested<LocksModel> locks;
    auto update = locks.feeding.update(locks.feed);
    update->locks = {shared(lock("a", "x/1/1", 1, -40s, 60s))};
    update->locks_read = store_now - 50s;
    locks.feed->receive(update);
    ASSERT_TRUE(locks.shows({"a"}));
    EXPECT_EQ(cell(locks.model, 0, LocksModel::State), "closing");
    EXPECT_EQ(cell(locks.model, 0, LocksModel::LeaseLeft), "in 0.0 s");
    EXPECT_FALSE(locks.model.index(0, 0).data(AlarmRole).toBool());
    auto later = locks.feeding.update(locks.feed);
    later->locks_read = now();
    locks.feed->receive(later);
    ASSERT_TRUE(await([&] { return cell(locks.model, 0, LocksModel::State) == "expired"; }));
    EXPECT_TRUE(locks.model.index(0, 0).data(AlarmRole).toBool());

    Tested<TasksModel> tasks;
    TaskRow row;
    row.id = "t";
    row.owner = "x/1/1";
    row.locked_at = now() - 70s;
    update = tasks.feeding.update(tasks.feed);
    update->tasks = {shared(row)};
    update->tasks_read = now() - 45s;
    tasks.feed->receive(update);
    ASSERT_TRUE(tasks.shows({"t"}));
    EXPECT_EQ(cell(tasks.model, 0, TasksModel::State), "held");
    later = tasks.feeding.update(tasks.feed);
    later->tasks_read = now();
    tasks.feed->receive(later);
    ASSERT_TRUE(await([&] { return cell(tasks.model, 0, TasksModel::State) == "expired"; }));
}

// The table still has the row as it was before a silence when the next read comes: it is judged as of the read it came with.
TEST(Tables, RowsAreJudgedAtTheReadThatTheyCameWith)
{
    Tested<WorkersModel> workers;
    const auto beat = [&](Duration ago) {
        WorkerRow row;
        row.id = "gw-w1/1187/b7d3";
        row.beat_at = now() - ago;
        auto update = workers.feeding.update(workers.feed);
        update->workers = {shared(row)};
        update->workers_read = row.beat_at + 1s;
        workers.feed->receive(update);
    };
    beat(60s);
    ASSERT_TRUE(workers.shows({"gw-w1/1187/b7d3"}));
    const TimePoint before = workers.model.rowAt(0)->row.beat_at;
    beat(1s);
    QStringList states;
    ASSERT_TRUE(await([&] {
        states << cell(workers.model, 0, WorkersModel::State);
        return workers.model.rowAt(0)->row.beat_at > before;
    }));
    EXPECT_EQ(states.count("live"), states.size()) << states.join(' ').toStdString();

    Tested<LocksModel> locks;
    const auto renewed = [&](std::int64_t renewals, Duration left, TimePoint read) {
        LockRow row = lock("a", "x/1/1", 1, left + (now() - store_now), 60s);
        row.renewals = renewals;
        auto update = locks.feeding.update(locks.feed);
        update->locks = {shared(row)};
        update->locks_read = read;
        locks.feed->receive(update);
    };
    renewed(0, -40s, now() - 50s);
    ASSERT_TRUE(locks.shows({"a"}));
    renewed(1, 50s, now());
    states.clear();
    ASSERT_TRUE(await([&] {
        states << cell(locks.model, 0, LocksModel::State);
        return locks.model.rowAt(0)->renewals == 1;
    }));
    EXPECT_EQ(states.count("expired"), 0) << states.join(' ').toStdString();
    EXPECT_EQ(states.last(), "held");
}

// A row has only its last heartbeat: those between two polls are not seen and not drawn.
TEST(Tables, HeartbeatsAreThoseThatWereSeen)
{
    Tested<WorkersModel> t;
    const auto start = now() - 9s;
    for (const int beat : {0, 3, 4, 9}) {
        WorkerRow row;
        row.id = "w/1/2";
        row.beat_at = start + std::chrono::seconds{beat};
        auto update = t.feeding.update(t.feed);
        update->cost.interval = 5s; // however slow the polls are
        update->workers = {shared(row)};
        t.feed->receive(update);
    }
    ASSERT_TRUE(t.shows({"w/1/2"}));
    const std::vector<TimePoint> seen{start, start + 3s, start + 4s, start + 9s};
    EXPECT_TRUE(await([&] { return t.model.rowAt(0)->beats == seen; }));
    const auto& beats = t.feed->workers().beatsOf("w/1/2");
    EXPECT_EQ(std::vector<TimePoint>(beats.begin(), beats.end()), seen);
    EXPECT_TRUE(t.feed->workers().beatsOf("another").empty());
}

TEST(Tables, FindingsAreReplacedAndSorted)
{
    Tested<FindingsModel> t;
    const auto since = now() - 12s;
    auto update = t.feeding.update(t.feed);
    const auto finding = [](FindingKind kind, Severity severity, const char* key, TimePoint at) {
        return Finding{
            kind, severity, Entity::lock, key, {say(SayingCode::expired_ago).since(at)}, at, NextStep::force_release, {}};
    };
    update->findings = std::make_shared<const Findings>(
        std::vector<Finding>{finding(FindingKind::no_expiry, Severity::warning, "cart", since - 72h),
                             finding(FindingKind::expired_and_held, Severity::act, "young", since),
                             finding(FindingKind::message_dead, Severity::act, "topic", since - 30s),
                             finding(FindingKind::expired_and_held, Severity::act, "old", since - 1min),
                             finding(FindingKind::store_silent, Severity::act, "store", since)});
    t.feed->receive(update);
    ASSERT_TRUE(await([&] { return t.model.rowCount() == 5; }));
    QString order;
    for (int row = 0; row < 5; ++row)
        order += t.model.index(row, FindingsModel::What).data().toString() + QLatin1Char(' ');
    EXPECT_EQ(order.toStdString(), "store old topic young cart ") << "severity, then what lasts longest";
    EXPECT_EQ(cell(t.model, 0, FindingsModel::For), "12 s");
    EXPECT_EQ(cell(t.model, 3, FindingsModel::Evidence), "expired 12 s ago");
    EXPECT_EQ(cell(t.model, 0, FindingsModel::Next), "Force unlock…");
    EXPECT_EQ(cell(t.model, 4, FindingsModel::KindName), "no expiry at all");
    auto silent = t.feeding.update(t.feed);
    silent->polled = false;
    silent->health = {.state = HealthState::stale, .cause = "no answer", .since = std::chrono::steady_clock::now()};
    t.feed->receive(silent);
    EXPECT_TRUE(await([&] { return t.model.index(1, 0).data(StaleRole).toBool(); }));
    EXPECT_FALSE(t.model.index(0, 0).data(StaleRole).toBool()) << "that it does not answer is what is known now";
    update = t.feeding.update(t.feed);
    update->findings = std::make_shared<const Findings>();
    t.feed->receive(update);
    EXPECT_TRUE(await([&] { return t.model.rowCount() == 0; }));
    EXPECT_EQ(t.resets.count(), 0);
}

TEST(Tables, ActivityIsARingNewestFirst)
{
    Tested<ActivityModel> t;
    const auto begin = now();
    for (int batch = 0; batch < 25; ++batch) {
        auto update = t.feeding.update(t.feed);
        for (int i = 0; i < 1000; ++i)
            update->events.push_back({EventKind::acquired,
                                      Entity::lock,
                                      "n" + std::to_string(batch * 1000 + i),
                                      "x/1/a",
                                      FencingToken{1},
                                      begin + std::chrono::milliseconds{batch * 1000 + i},
                                      {}});
        t.feed->receive(update);
    }
    ASSERT_TRUE(await([&] { return t.model.rowCount() > 0 && cell(t.model, 0, ActivityModel::What) == "n24999"; }));
    EXPECT_LE(t.model.rowCount(), 20'000);
    EXPECT_GE(t.model.rowCount(), 18'000);
    EXPECT_EQ(cell(t.model, 0, ActivityModel::Text), "acquired n24999, token 1");
    EXPECT_EQ(cell(t.model, 1, ActivityModel::What), "n24998");
}

TEST(Tables, StoresKeepWhatAnUpdateDoesNotSay)
{
    Tested<StoresModel> t;
    auto update = t.feeding.update(t.feed);
    auto can = std::make_shared<Capabilities>();
    can->store = "postgresql";
    can->version = "16.4 (Debian 16.4-1)";
    update->capabilities = can;
    update->summary = Summary{.held = 81, .closing = 3, .expired = 3, .tasks_due = 12};
    update->backlog = Backlog{.pending = 10338, .oldest = 252s, .in_rate = 41, .out_rate = 24};
    update->cost = {.busy = 4100us, .share = 0.004};
    t.feed->receive(update);
    ASSERT_TRUE(await([&] { return t.model.rowCount() == 1 && cell(t.model, 0, StoresModel::Held) == "81"; }));
    t.feed->receive(t.feeding.update(t.feed));
    ASSERT_TRUE(await([&] { return t.changed.count() >= 1; }));
    EXPECT_EQ(cell(t.model, 0, StoresModel::Held), "81");
    EXPECT_EQ(cell(t.model, 0, StoresModel::Kind), "PostgreSQL 16");
    EXPECT_EQ(cell(t.model, 0, StoresModel::Pending), "10,338");
    EXPECT_EQ(cell(t.model, 0, StoresModel::Oldest), "4 min 12 s");
    EXPECT_EQ(cell(t.model, 0, StoresModel::Drains), "never");
    EXPECT_EQ(cell(t.model, 0, StoresModel::HealthName), "live");
}

// No answer is not the same as zero locks.
TEST(Tables, AStoreThatNeverAnsweredHasNoNumbers)
{
    Tested<StoresModel> t;
    auto update = t.feeding.update(t.feed);
    update->health.state = HealthState::stale;
    t.feed->receive(update);
    ASSERT_TRUE(await([&] { return t.model.rowCount() == 1; }));
    for (const int column : {StoresModel::Held, StoresModel::Closing, StoresModel::Expired, StoresModel::TasksDue,
                             StoresModel::Pending, StoresModel::Oldest})
        EXPECT_EQ(cell(t.model, 0, column), format::dash()) << column;
    t.model.sort(StoresModel::Held);
    update = t.feeding.update(t.feed);
    update->summary = Summary{.held = 0, .tasks_due = 2};
    t.feed->receive(update);
    ASSERT_TRUE(await([&] { return cell(t.model, 0, StoresModel::Held) == "0"; }));
    EXPECT_EQ(cell(t.model, 0, StoresModel::TasksDue), "2");
}

// A process may relay beside other work; of several relays the same one is named as long as it beats.
TEST(Tables, TheRelayOfAStoreMayHaveOtherRoles)
{
    Tested<StoresModel> t;
    const auto beat = [&](std::vector<std::string> ids) {
        auto update = t.feeding.update(t.feed);
        for (const std::string& id : ids) {
            WorkerRow row;
            row.id = id;
            row.role = "worker+relay+guard";
            row.beat_at = now();
            update->workers.push_back(shared(row));
        }
        update->backlog = Backlog{.pending = 2, .in_rate = 2.6, .out_rate = 2.5};
        t.feed->receive(update);
    };
    const auto named = [&](const QString& relay) {
        return await([&] { return t.model.rowCount() == 1 && cell(t.model, 0, StoresModel::Relay) == relay; });
    };
    beat({"a/1/00ff00ff"});
    EXPECT_TRUE(named("a/1"));
    EXPECT_EQ(cell(t.model, 0, StoresModel::Drains), "keeps up") << "two on their way are no backlog";
    beat({"b/2/00ff00ff", "a/1/00ff00ff"});
    beat({"b/2/00ff00ff"});
    EXPECT_TRUE(named("b/2"));
    auto number = t.feed->workers().beatsOf("a/1/00ff00ff").size();
    beat({"a/1/00ff00ff", "b/2/00ff00ff"});
    ASSERT_TRUE(await([&] { return t.feed->workers().beatsOf("a/1/00ff00ff").size() > number; }));
    EXPECT_TRUE(named("b/2"));
}

TEST(Tables, ColumnsHaveNamesForSettings)
{
    Tested<TasksModel> t;
    QSet<QString> names;
    for (int column = 0; column < t.model.columnCount(); ++column) {
        EXPECT_EQ(t.model.columnByName(t.model.columnName(column)), column);
        EXPECT_FALSE(t.model.headerData(column, Qt::Horizontal).toString().isEmpty());
        names << t.model.columnName(column);
    }
    EXPECT_EQ(t.model.columnCount(), static_cast<int>(TasksModel::ColumnCount));
    EXPECT_EQ(names.size(), t.model.columnCount());
    EXPECT_EQ(t.model.columnByName("nonsense"), -1);
}

TEST(Countdown, PaceFollowsWhatIsVisible)
{
    CountdownTimer timer;
    QObject owner;
    std::optional<Duration> left = 2min;
    int painted = 0;
    timer.add(
        &owner, [&] { return left; }, [&] { ++painted; });
    EXPECT_EQ(timer.interval(), 1000);
    left = 59s;
    timer.rejudge();
    EXPECT_EQ(timer.interval(), 100);
    EXPECT_TRUE(await([&] { return painted >= 3; }));
    left.reset();
    timer.rejudge();
    EXPECT_EQ(timer.interval(), 1000);
}

TEST(Histories, KeepTenMinutesAndLeaveGaps)
{
    Feeding feeding;
    Feed* feed = feeding.add("orders");
    History history(&feeding.feeds);
    auto update = feeding.update(feed);
    update->summary = Summary{
        .held = 7, .tasks_held = 1, .tasks_due = 2, .tasks_waiting = 3, .tasks_failed = 4, .tasks_done = 5, .at = store_now};
    update->phases = std::make_shared<const std::vector<PhaseSummary>>(
        std::vector<PhaseSummary>{{.kind = "gw", .phase = "Creating", .total = 3}});
    feed->receive(update);
    ASSERT_TRUE(await([&] { return feed->facts().summary().held == 7; }));
    const auto start = QDateTime::currentMSecsSinceEpoch() - 700'000;
    for (int i = 0; i < 700; ++i)
        history.sample(start + i * 1000);
    const auto points = history.points(feed->index(), History::LocksHeld, 1000);
    ASSERT_EQ(points.size(), 600U);
    EXPECT_TRUE(std::is_sorted(points.begin(), points.end(), [](QPointF a, QPointF b) { return a.x() < b.x(); }));
    EXPECT_DOUBLE_EQ(points.back().y(), 7);
    EXPECT_LE(history.points(feed->index(), History::LocksHeld, 60).size(), 61U);
    EXPECT_FALSE(history.available(feed->index(), History::AcquiredRate)) << "nobody told a rate";
    EXPECT_EQ(history.phasePoints(feed->index(), "gw", "Creating", 1000).size(), 600U);
    const std::pair<History::Series, double> states[] = {{History::TasksHeld, 1}, {History::TasksDue, 2}, {History::TasksWaiting, 3},
                                                         {History::TasksFailed, 4}, {History::TasksDone, 5}};
    for (const auto& [series, tasks] : states) {
        const auto counts = history.points(feed->index(), series, 1000);
        ASSERT_EQ(counts.size(), 600U) << series;
        EXPECT_DOUBLE_EQ(counts.back().y(), tasks) << series;
    }
}

TEST(Histories, AStoreThatHasToldNothingHasNoPoints)
{
    Feeding feeding;
    Feed* feed = feeding.add("orders");
    History history(&feeding.feeds);
    feed->receive(feeding.update(feed)); // it answers, but its first read is not complete
    ASSERT_TRUE(await([&] { return feed->health().state == HealthState::live; }));
    history.sample(QDateTime::currentMSecsSinceEpoch());
    EXPECT_TRUE(history.points(feed->index(), History::LocksHeld).empty());
}

} // namespace
} // namespace lockdesk::test
