// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/lease_book.h"
#include "backends/observe/tracker.h"

#include <gtest/gtest.h>

namespace lockdesk {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint begun = time_from_us(1'795'238'591'000'000);

// A lock and its book, fed by a tracker as an observer does it.
struct Watched
{
    TimePoint now = begun;
    std::int64_t token = 0;
    Tracker tracker;
    LeaseBook book;
    LockRow row;

    Watched()
    {
        row.name = "backup";
        poll({}, true);
    }
    void poll(std::vector<FenceRow> refusals = {}, bool first = false, std::vector<WorkerRow> workers = {})
    {
        ChangeBatch batch;
        batch.locks = {row};
        batch.refusals = std::move(refusals);
        batch.workers = std::move(workers);
        Update update;
        update.snapshot = first;
        update.clock.known = true;
        update.clock.store = now;
        tracker.apply(batch, Entities::all(), first ? Entities::all() : Entities{}, now, update);
        tracker.tick(now, SteadyPoint(now.time_since_epoch()), update);
        book.take(update);
    }
    void acquire(const std::string& owner, Duration lease)
    {
        row.owner = owner;
        row.token = FencingToken{++token};
        row.holds = 1;
        row.lease = lease;
        row.acquired_at = now;
        row.renewed_at.reset();
        row.renewals = 0;
        row.released_at.reset();
        row.expires_at = now + lease;
        poll();
    }
    void renew()
    {
        row.renewed_at = now;
        ++row.renewals;
        row.expires_at = now + *row.lease;
        poll();
    }
    void release()
    {
        row.last_owner = row.owner;
        row.owner.clear();
        row.acquired_at.reset();
        row.expires_at.reset();
        row.released_at = now;
        poll();
    }
    void hold(Duration work, Duration lease = 30s)
    {
        acquire("pod/1/a", lease);
        now += work;
        release();
        now += 1s;
    }
    [[nodiscard]] LeaseAdvice advice() const { return book.advice("backup").value_or(LeaseAdvice{}); }
};

TEST(LeaseBook, PercentilesAreThoseOfTheSamples)
{
    Watched w;
    for (int i = 1; i <= 100; ++i)
        w.hold(i * 100ms);
    const auto advice = w.advice();
    EXPECT_EQ(advice.holds, 100);
    EXPECT_EQ(advice.grants, 100);
    EXPECT_EQ(advice.p50, 5s);
    EXPECT_EQ(advice.p99, 9900ms);
    EXPECT_EQ(advice.longest, 10s);
    EXPECT_FALSE(advice.at_least);
    EXPECT_EQ(advice.covers, 15s);
    EXPECT_EQ(advice.verdict, LeaseVerdict::fits);
    EXPECT_EQ(advice.since, begun);
}

// A thousand holds of each of a hundred thousand locks would be gigabytes.
TEST(LeaseBook, ManyLocksShareWhatIsKept)
{
    constexpr int locks = 1000, rounds = 210;
    LeaseBook book;
    TimePoint now = begun;
    const auto take = [&](int round, bool held) {
        Update update;
        update.clock.known = true;
        update.clock.store = now;
        for (int i = 0; i < locks; ++i) {
            auto row = std::make_shared<LockRow>();
            row->name = "lock-" + std::to_string(i);
            row->token = FencingToken{round};
            if (held) {
                row->owner = "pod/1/a";
                row->acquired_at = now;
                row->lease = 30s;
                row->expires_at = now + 30s;
            } else {
                row->released_at = now;
            }
            update.locks.push_back(std::move(row));
        }
        book.take(update);
    };
    for (int round = 1; round <= rounds; ++round) {
        take(round, true);
        now += round * 10ms;
        take(round, false);
    }
    const auto advice = book.advice("lock-7").value_or(LeaseAdvice{});
    EXPECT_EQ(advice.grants, rounds);
    EXPECT_EQ(advice.holds, 200);
    EXPECT_EQ(advice.longest, rounds * 10ms) << "the newest are kept";
}

// The grant of a hold that is there at first was before the first read, and the time of the grants begins with it.
TEST(LeaseBook, GrantsAreThoseOfTheTimeThatIsSaid)
{
    Watched w;
    w.row.name = "backup";
    w.row.owner = "pod/1/a";
    w.row.token = FencingToken{w.token = 7};
    w.row.acquired_at = begun - 20s;
    w.row.lease = 60s;
    w.row.expires_at = begun + 40s;
    w.poll();
    w.now += 17s;
    w.release();
    w.now += 10s;
    w.acquire("pod/2/b", 30s);
    EXPECT_EQ(w.advice().grants, 2);
    EXPECT_EQ(w.advice().since, begun - 20s);
    EXPECT_TRUE(english_evidence(advice_text(w.advice()), w.now).starts_with("grants in 47 s: 2, holds measured: 1"))
        << english_evidence(advice_text(w.advice()), w.now);
}

// "lease 30 s, p99 of work 41 s: 3 % run twice; 60 s would have covered all"
TEST(LeaseBook, WorkThatOutlastsItsLease)
{
    Watched w;
    for (int i = 0; i < 97; ++i)
        w.hold(20s);
    for (int i = 0; i < 3; ++i) {
        w.acquire("pod/1/slow", 30s);
        const auto late = w.row.token;
        w.now += 31s;
        w.poll();
        w.acquire("pod/2/next", 30s);
        w.now += 10s;
        w.release(); // 41 s after the slow one began, which now writes
        w.poll({{"backup", late, w.row.token, "pod/1/slow", w.now}});
        w.now += 1s;
    }
    const auto advice = w.advice();
    EXPECT_EQ(advice.grants, 103);
    EXPECT_EQ(advice.holds, 103);
    EXPECT_EQ(advice.lease, 30s);
    EXPECT_EQ(advice.p50, 20s);
    EXPECT_EQ(advice.p99, 41s);
    EXPECT_TRUE(advice.at_least);
    EXPECT_EQ(advice.ended, 3);
    EXPECT_EQ(advice.late, 3);
    EXPECT_EQ(advice.taken_over, 3);
    EXPECT_EQ(advice.covers, 60s);
    EXPECT_EQ(advice.verdict, LeaseVerdict::short_);
    EXPECT_EQ(english_evidence(advice_text(advice), w.now),
              "grants in 36 min: 103, holds measured: 103; lease 30.0 s; work: median 20.0 s, p99 at least 41.0 s, longest at "
              "least 41.0 s; 3 leases ended before the work (2.9 %); 3 of these holders were seen at work later, and 3 were "
              "replaced: work ran twice, or may have; a lease of 1 min 0 s would have covered all that was seen");
}

TEST(LeaseBook, WithoutASignOfWorkTheEndOfTheLeaseIsTheBound)
{
    Watched w;
    w.acquire("pod/1/a", 30s);
    w.now += 50s;
    w.poll();
    const auto advice = w.advice();
    EXPECT_EQ(advice.ended, 1) << "it is not yet taken over";
    EXPECT_EQ(advice.late, 0);
    EXPECT_EQ(advice.taken_over, 0);
    EXPECT_EQ(advice.longest, 30s);
    EXPECT_TRUE(advice.at_least);
}

TEST(LeaseBook, ARenewedHoldNeedsItsLongestGap)
{
    Watched w;
    for (int i = 0; i < 10; ++i) {
        w.acquire("pod/1/a", 30s);
        for (const Duration gap : {10s, 22s, 10s}) {
            w.now += gap;
            w.renew();
        }
        w.now += 5s;
        w.release();
    }
    const auto advice = w.advice();
    EXPECT_EQ(advice.p50, 47s);
    EXPECT_EQ(advice.longest_unrenewed, 22s);
    EXPECT_EQ(advice.renewed, 10);
    EXPECT_EQ(advice.ended, 0);
    EXPECT_EQ(advice.covers, 30s);
    EXPECT_EQ(advice.verdict, LeaseVerdict::fits);
}

TEST(LeaseBook, AHolderThatDiedSaysNothingAboutTheLease)
{
    Watched w;
    WorkerRow worker;
    worker.id = "pod/1/worker";
    worker.host = "pod";
    worker.pid = 1;
    worker.started_at = worker.beat_at = w.now;
    w.poll({}, false, {worker});
    w.acquire("pod/1/run", 5s);
    w.now += 6s;
    w.poll({}, false, {worker});
    EXPECT_EQ(w.advice().ended, 1) << "so far it may be working";
    w.now += 30s;
    w.poll({}, false, {worker}); // no heartbeat since
    w.acquire("pod/2/next", 5s);
    const auto advice = w.advice();
    EXPECT_EQ(advice.died, 1);
    EXPECT_EQ(advice.ended, 0);
    EXPECT_EQ(advice.taken_over, 0);
    EXPECT_EQ(advice.holds, 0);
}

TEST(LeaseBook, ForcedReleasesAreNoSamples)
{
    Watched w;
    w.acquire("pod/1/a", 30s);
    w.now += 5s;
    w.row.reason = "INC-1";
    w.row.token = FencingToken{++w.token};
    w.release();
    EXPECT_EQ(w.advice().forced, 1);
    EXPECT_EQ(w.advice().holds, 0);
}

TEST(LeaseBook, FewHoldsAndLongLeases)
{
    Watched w;
    for (int i = 0; i < 9; ++i)
        w.hold(1s);
    EXPECT_EQ(w.advice().verdict, LeaseVerdict::too_few);
    w.hold(1s);
    EXPECT_EQ(w.advice().verdict, LeaseVerdict::generous);
    EXPECT_EQ(w.advice().covers, 2s);
    for (int i = 0; i < 2; ++i)
        w.hold(28s);
    EXPECT_EQ(w.advice().verdict, LeaseVerdict::tight);
    EXPECT_EQ(w.advice().covers, 45s);
}

TEST(LeaseBook, SamplesAreBounded)
{
    Watched w;
    for (int i = 0; i < 1500; ++i)
        w.hold(i < 500 ? 9s : 1s);
    EXPECT_EQ(w.advice().holds, 1000);
    EXPECT_EQ(w.advice().grants, 1500);
    EXPECT_EQ(w.advice().longest, 1s) << "only the newest count";
}

TEST(LeaseBook, UsualLeases)
{
    EXPECT_EQ(usual_lease(0s), 300ms);
    EXPECT_EQ(usual_lease(10s), 15s);
    EXPECT_EQ(usual_lease(41s), 60s) << "45 s would leave a tenth, and not more";
    EXPECT_EQ(usual_lease(12h), 24h);
    EXPECT_EQ(usual_lease(100h), 120h);
    EXPECT_EQ(percentile({}, 99), Duration{0});
    EXPECT_EQ(percentile({1s, 2s, 3s}, 50), 2s);
    EXPECT_EQ(percentile({1s, 2s, 3s}, 99), 3s);
}

// A user who searches and scrolls in a store with more locks than are live passes by all of them.
TEST(LeaseBook, KeepsNothingOfLocksThatOnlyASearchBroughtIntoView)
{
    LeaseBook book;
    Update update;
    update.clock.known = true;
    update.clock.store = begun;
    update.truncated = update.truncated | Entity::lock;
    LockRow row;
    row.name = "far away";
    row.owner = "pod/1/a";
    row.token = FencingToken{7};
    row.acquired_at = begun - 10s;
    row.expires_at = begun + 20s;
    update.locks = {std::make_shared<const LockRow>(row)};
    update.found[Entity::lock].rows = 1;
    book.take(update);
    EXPECT_EQ(book.row("far away"), nullptr);

    Event granted;
    granted.kind = EventKind::acquired;
    granted.entity = Entity::lock;
    granted.key = "far away";
    update.events = {granted};
    book.take(update);
    EXPECT_NE(book.row("far away"), nullptr) << "it changed while it was in view";
}

} // namespace
} // namespace lockdesk
