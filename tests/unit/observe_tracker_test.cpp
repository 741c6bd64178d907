// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/row_events.h"
#include "backends/observe/tracker.h"

#include <gtest/gtest.h>

namespace lockdesk {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint tracked_from = time_from_us(1'795'238'591'000'000);

LockRow lock(const std::string& name, const std::string& owner, std::int64_t token, TimePoint from, Duration lease = 30s)
{
    LockRow row;
    row.name = name;
    row.owner = owner;
    row.token = FencingToken{token};
    row.holds = 1;
    row.lease = lease;
    row.acquired_at = from;
    row.expires_at = from + lease;
    return row;
}

std::string answer(const std::vector<Event>& events)
{
    std::string out;
    for (const Event& event : events)
        out += (out.empty() ? "" : "; ") + (event.actor.empty() ? "" : event.actor + " ") + event_text(event);
    return out;
}

std::string between(const LockRow* before, const LockRow& after)
{
    std::vector<Event> out;
    row_events(before, after, tracked_from + 1h, out);
    return answer(out);
}

TEST(RowEvents, Locks)
{
    const auto held = lock("n", "a/1/x", 7, tracked_from);
    EXPECT_EQ(between(nullptr, held), "a/1/x acquired n, token 7");
    auto renewed = held;
    renewed.expires_at = tracked_from + 45s;
    EXPECT_EQ(between(&held, renewed), "a/1/x renewed n");
    auto free = held;
    free.owner.clear();
    free.released_at = tracked_from + 5s;
    EXPECT_EQ(between(&held, free), "a/1/x released n, free");
    EXPECT_EQ(between(&free, lock("n", "b/1/x", 8, tracked_from + 6s)), "b/1/x acquired n, token 8");
    EXPECT_EQ(between(&held, lock("n", "b/1/x", 8, tracked_from + 31s)),
              "a/1/x let n expire, token 7; b/1/x took over n, token 8");
    EXPECT_EQ(between(&held, lock("n", "b/1/x", 12, tracked_from + 31s)), "b/1/x acquired n, token 12")
        << "not from the one that was seen last";
    auto later = free;
    later.token = FencingToken{12};
    later.last_owner = "b/1/x";
    EXPECT_EQ(between(&held, later), "b/1/x released n, free");
    auto forced = free;
    forced.token = FencingToken{8};
    forced.reason = "INC-1";
    EXPECT_EQ(between(&held, forced), "a/1/x n was freed by force, token 8");
    EXPECT_EQ(between(&held, held), "");
}

TEST(RowEvents, GrantsAreCountedByTokens)
{
    const auto before = lock("n", "a", 7, tracked_from);
    EXPECT_EQ(grants_between(nullptr, before), 1);
    EXPECT_EQ(grants_between(&before, before), 0);
    EXPECT_EQ(grants_between(&before, lock("n", "b", 19, tracked_from)), 12) << "eleven came and went unseen";
    auto forced = before;
    forced.owner.clear();
    forced.token = FencingToken{8};
    forced.reason = "stuck";
    EXPECT_EQ(grants_between(&before, forced), 0);
}

TEST(RowEvents, Tasks)
{
    TaskRow before;
    before.id = "gw-1";
    before.kind = "gateway";
    before.phase = "Creating";
    auto after = before;
    after.owner = "w/1/a";
    after.token = FencingToken{1};
    after.claims = 1;
    after.locked_at = tracked_from;
    std::vector<Event> out;
    row_events(&before, after, tracked_from, out);
    auto taken = after;
    taken.owner = "w/2/b";
    taken.token = FencingToken{2};
    taken.claims = 2;
    taken.takeovers = 1;
    row_events(&after, taken, tracked_from, out);
    auto advanced = taken;
    advanced.owner.clear();
    advanced.phase = "Created";
    row_events(&taken, advanced, tracked_from, out);
    EXPECT_EQ(
        answer(out),
        "w/1/a claimed gw-1 in phase Creating, token 1; w/2/b took over gw-1, token 2; w/2/b advanced gw-1 to Created");
    out.clear();
    auto failed = after;
    failed.owner.clear();
    failed.failures = 1;
    failed.last_error = "boom";
    row_events(&after, failed, tracked_from, out);
    auto given_back = after;
    given_back.owner.clear();
    given_back.locked_at = never_locked;
    row_events(&after, given_back, tracked_from, out);
    auto forced = after;
    forced.owner.clear();
    forced.token = FencingToken{2};
    row_events(&after, forced, tracked_from, out);
    EXPECT_EQ(answer(out), "w/1/a failed gw-1: boom; w/1/a gave back gw-1; w/1/a gw-1 was freed by force, token 2");
}

struct Tracked
{
    Tracker tracker;
    SteadyPoint steady{};
    bool first = true;
    Update take(ChangeBatch batch, TimePoint now)
    {
        Update update;
        tracker.apply(std::move(batch), Entities::all(), first ? Entities::all() : Entities{}, now, update);
        first = false;
        steady += 1s;
        tracker.tick(now, steady, update);
        return update;
    }
};

ChangeBatch whole(std::vector<LockRow> locks)
{
    ChangeBatch batch;
    batch.snapshot = true;
    batch.locks = std::move(locks);
    return batch;
}

TEST(Tracker, UnchangedFindingsAreTheSameObject)
{
    Tracked t;
    const auto a = lock("a", "x/1/1", 1, tracked_from), b = lock("b", "y/1/1", 1, tracked_from + 40s);
    const auto first = t.take(whole({a, b}), tracked_from + 45s);
    const auto second = t.take({}, tracked_from + 46s);
    ASSERT_EQ(first.findings->size(), 1U);
    EXPECT_EQ(first.findings, second.findings);
    const auto third = t.take({}, tracked_from + 100s);
    EXPECT_EQ(third.findings->size(), 2U);
}

TEST(Tracker, OnlyDifferencesAreTold)
{
    Tracked t;
    const auto a = lock("a", "x/1/1", 1, tracked_from), b = lock("b", "y/1/1", 1, tracked_from);
    auto first = t.take(whole({a, b}), tracked_from + 1s);
    EXPECT_EQ(first.locks.size(), 2U);
    EXPECT_TRUE(first.events.empty()) << "what was there before is no event";
    auto same = t.take(whole({a, b}), tracked_from + 2s);
    EXPECT_TRUE(same.locks.empty());
    EXPECT_TRUE(same.gone.empty());
    auto renewed = a;
    renewed.expires_at = tracked_from + 40s;
    auto changed = t.take(whole({renewed}), tracked_from + 3s);
    ASSERT_EQ(changed.locks.size(), 1U);
    EXPECT_EQ(changed.gone, (std::vector<GoneRow>{{Entity::lock, "b"}}));
    EXPECT_EQ(answer(changed.events), "row of b collected; x/1/1 renewed a");
}

TEST(Tracker, ALockFollowsWhoWaitsForIt)
{
    Tracked t;
    t.take(whole({lock("a", "x/1/1", 1, tracked_from), lock("b", "x/1/1", 1, tracked_from)}), tracked_from + 1s);
    ChangeBatch came; // the lock's own row is unchanged, so the store does not report it
    came.waiters = {{"a", "y/1/1", tracked_from + 1s, tracked_from + 5s},
                    {"a", "z/1/1", tracked_from + 1s, tracked_from + 5s}};
    auto update = t.take(came, tracked_from + 2s);
    ASSERT_EQ(update.locks.size(), 1U);
    EXPECT_EQ(update.locks.front()->waiters, 2);
    EXPECT_TRUE(update.events.empty());
    EXPECT_TRUE(t.take(came, tracked_from + 3s).locks.empty());
    auto again = came;
    again.locks = {lock("a", "x/1/1", 1, tracked_from, 60s)}; // read slightly before the second one arrived
    again.locks.front().waiters = 1;
    update = t.take(again, tracked_from + 4s);
    ASSERT_EQ(update.locks.size(), 1U);
    EXPECT_EQ(update.locks.front()->waiters, 2);
    update = t.take({}, tracked_from + 6s);
    ASSERT_EQ(update.locks.size(), 1U);
    EXPECT_EQ(update.locks.front()->waiters, 0);
}

TEST(Tracker, ExpiryIsToldOnceAndTheTakeoverAfterIt)
{
    Tracked t;
    t.take(whole({lock("a", "x/1/1", 1, tracked_from)}), tracked_from + 1s);
    EXPECT_EQ(answer(t.take(whole({lock("a", "x/1/1", 1, tracked_from)}), tracked_from + 31s).events),
              "x/1/1 let a expire, token 1");
    EXPECT_EQ(answer(t.take(whole({lock("a", "x/1/1", 1, tracked_from)}), tracked_from + 32s).events), "");
    EXPECT_EQ(answer(t.take(whole({lock("a", "y/1/1", 2, tracked_from + 33s)}), tracked_from + 34s).events),
              "y/1/1 took over a, token 2");
}

// A verdict needs data as fresh as itself: between distant polls a holder renewed and released, another acquired.
TEST(Tracker, WhatWasRenewedUnseenIsNotCalledExpired)
{
    const auto expired_and_taken = [](Duration looked_after) {
        Tracked t;
        t.take(whole({lock("a", "x/1/1", 1, tracked_from)}), tracked_from); // a lease of 30 s
        t.take(whole({lock("a", "x/1/1", 1, tracked_from)}), tracked_from + looked_after);
        const auto update = t.take(whole({lock("a", "y/2/2", 2, tracked_from + 40s)}), tracked_from + 41s);
        return answer(update.events);
    };
    EXPECT_EQ(expired_and_taken(5s), "y/2/2 acquired a, token 2");
    EXPECT_EQ(expired_and_taken(25s), "x/1/1 let a expire, token 1; y/2/2 took over a, token 2") << "no renewal had come when it was due";
}

TEST(Tracker, AWorkerIsLateOnlyWhenItWasLookedAtLate)
{
    Tracked t;
    WorkerRow row;
    row.id = "w/1/1";
    row.beat_at = tracked_from;
    ChangeBatch batch;
    batch.snapshot = true;
    batch.workers = {row};
    EXPECT_EQ(t.take(batch, tracked_from + 1s).summary->workers_live, 1);
    Update update;
    const auto seldom = Entities(Entity::lock) | Entities(Entity::task);
    t.tracker.apply({}, seldom, {}, tracked_from + 30s, update);
    t.tracker.tick(tracked_from + 30s, t.steady + 29s, update);
    EXPECT_EQ(answer(update.events), "") << "workers were not looked at since";
    EXPECT_EQ(update.summary->workers_live, 1);
    EXPECT_EQ(update.workers_read, tracked_from + 1s);
    // A poll that took ten seconds shows the state at its begin.
    Update slow;
    t.tracker.apply({}, Entities::all(), {}, tracked_from + 41s, slow, tracked_from + 2s);
    t.tracker.tick(tracked_from + 41s, t.steady + 40s, slow);
    EXPECT_EQ(answer(slow.events), "");
    const auto late = t.take({}, tracked_from + 42s);
    ASSERT_EQ(late.events.size(), 1U);
    EXPECT_EQ(late.events[0].kind, EventKind::silent);
    EXPECT_EQ(late.summary->workers_silent, 1);
}

TEST(Tracker, CountsWhoGotALockBeforeThoseThatWaitedLonger)
{
    Tracked t;
    const auto waiting = [](std::vector<WaiterRow> who, std::vector<LockRow> locks) {
        auto batch = whole(std::move(locks));
        batch.waiters = std::move(who);
        return batch;
    };
    const WaiterRow first{"a", "first/1/1", tracked_from + 1s, tracked_from + 90s};
    const WaiterRow second{"a", "second/1/1", tracked_from + 2s, tracked_from + 90s};
    t.take(waiting({first, second}, {lock("a", "x/1/1", 1, tracked_from)}), tracked_from + 3s);
    EXPECT_TRUE(t.tracker.rows().overtaken.empty()) << "it was held before they came";
    t.take(waiting({second}, {lock("a", "first/1/1", 2, tracked_from + 10s)}), tracked_from + 11s);
    EXPECT_TRUE(t.tracker.rows().overtaken.empty()) << "each in turn";
    t.take(waiting({second}, {lock("a", "x/1/2", 3, tracked_from + 20s)}), tracked_from + 21s);
    t.take(waiting({second}, {lock("a", "x/1/2", 3, tracked_from + 20s)}), tracked_from + 22s);
    t.take(waiting({second}, {lock("a", "y/1/3", 4, tracked_from + 30s)}), tracked_from + 31s);
    const auto& overtaken = t.tracker.rows().overtaken;
    ASSERT_EQ(overtaken.size(), 1U);
    EXPECT_EQ(overtaken.begin()->second.times, 2);
    EXPECT_EQ(overtaken.begin()->second.by, "y/1/3");
    t.take(waiting({}, {lock("a", "second/1/1", 5, tracked_from + 40s)}), tracked_from + 41s);
    EXPECT_TRUE(overtaken.empty());
}

TEST(Tracker, CountsAndRates)
{
    Tracked t;
    auto first =
        t.take(whole({lock("a", "x/1/1", 1, tracked_from), lock("b", "y/1/1", 5, tracked_from)}), tracked_from + 1s);
    EXPECT_EQ(first.summary->held, 2);
    EXPECT_FALSE(first.rates);
    auto later =
        t.take(whole({lock("a", "x/1/1", 11, tracked_from + 1s), lock("b", "y/1/1", 5, tracked_from)}), tracked_from + 25s);
    EXPECT_EQ(later.summary->held, 2);
    EXPECT_EQ(later.summary->closing, 2);
    ASSERT_TRUE(later.rates);
    EXPECT_DOUBLE_EQ(*later.rates->acquired, 10.0);
}

TEST(Tracker, RowsOverTheLimitAreLeftOut)
{
    Tracker tracker({}, 2);
    Update update;
    auto batch = whole({lock("a", "x", 1, tracked_from), lock("b", "x", 1, tracked_from)});
    batch.truncated = Entity::lock;
    tracker.apply(std::move(batch), Entities::all(), Entities::all(), tracked_from, update);
    EXPECT_EQ(update.locks.size(), 2U);
    EXPECT_TRUE(update.truncated.has(Entity::lock));
    Update next;
    ChangeBatch more;
    more.locks = {lock("c", "x", 1, tracked_from), lock("a", "x", 2, tracked_from)};
    tracker.apply(std::move(more), Entities::all(), {}, tracked_from, next);
    ASSERT_EQ(next.locks.size(), 1U);
    EXPECT_EQ(next.locks[0]->name, "a");
}

TEST(Tracker, ARowThatIsTheSameMayBeLeftOut)
{
    Tracked t;
    const auto a = lock("a", "x/1/1", 1, tracked_from), b = lock("b", "x/1/1", 1, tracked_from), c = lock("c", "y/1/1", 1, tracked_from);
    const auto draw = lock("draw:e", "x/1/1", 1, tracked_from);
    t.take(whole({a, b, c, draw}), tracked_from);
    auto changed = b;
    changed.token = FencingToken{2};
    KnownRows& known = t.tracker.known();
    known.begin();
    EXPECT_TRUE(known.leaves_out(c)) << "of a read that failed";
    known.begin();
    EXPECT_FALSE(known.left_out("c"));
    EXPECT_TRUE(known.leaves_out(a));
    EXPECT_FALSE(known.leaves_out(changed));
    EXPECT_FALSE(known.leaves_out(lock("d", "x/1/1", 1, tracked_from)));
    EXPECT_FALSE(known.leaves_out(draw)) << "its progress is read with it";
    EXPECT_TRUE(known.left_out("a"));
    EXPECT_FALSE(known.left_out("b"));
    const auto next = t.take(whole({changed, draw}), tracked_from + 1s);
    ASSERT_EQ(next.locks.size(), 1U);
    EXPECT_EQ(*next.locks[0], changed);
    ASSERT_EQ(next.gone.size(), 1U);
    EXPECT_EQ(next.gone[0].key, "c");
    EXPECT_TRUE(t.tracker.rows().locks.contains("a"));
    EXPECT_FALSE(known.left_out("a")) << "of the batch before";
}

// The answer to the next search comes a moment later; until then the window keeps its rows.
TEST(Tracker, RowsOfAReplacedSearchStayUntilTheNextAnswer)
{
    Tracker tracker({}, 1);
    const SearchOf of{Entity::lock, 1};
    const auto look = [&](std::vector<std::string> names, std::optional<Found> found) {
        ChangeBatch batch;
        batch.snapshot = true;
        batch.truncated = Entity::lock;
        for (const std::string& name : names)
            batch.locks.push_back(lock(name, "a/1/x", 1, tracked_from));
        Update update;
        if (found)
            update.found.emplace(of, std::move(*found));
        tracker.apply(std::move(batch), Entity::lock, {}, tracked_from, update);
        std::string gone;
        for (const GoneRow& row : update.gone)
            gone += row.key;
        return gone;
    };
    Found two;
    two.rows = 2;
    EXPECT_EQ(look({"a", "x", "y"}, two), "");
    EXPECT_EQ(look({"a"}, {}), "") << "replaced while everything was read";
    two.rows = 1;
    EXPECT_EQ(look({"a", "y"}, two), "x");
    EXPECT_EQ(look({"a"}, Found{}), "y") << "the search is over";
}

TEST(Tracker, SentMessagesLeave)
{
    Tracked t;
    MessageRow row;
    row.id = "m1";
    row.topic = "order.paid";
    ChangeBatch batch;
    batch.snapshot = true;
    batch.messages = {row};
    t.take(batch, tracked_from);
    row.state = MessageState::sent;
    ChangeBatch sent;
    sent.messages = {row};
    const auto update = t.take(sent, tracked_from + 1s);
    EXPECT_EQ(update.gone, (std::vector<GoneRow>{{Entity::message, "m1"}}));
    EXPECT_EQ(answer(update.events), "sent m1, order.paid");
    EXPECT_TRUE(t.tracker.rows().messages.empty());
}

TEST(Tracker, RefusalsAreToldOnce)
{
    Tracked t;
    t.take(whole({}), tracked_from);
    ChangeBatch batch;
    batch.refusals = {{"r", FencingToken{3}, FencingToken{4}, "late/1/a", tracked_from}};
    EXPECT_EQ(answer(t.take(batch, tracked_from + 1s).events), "late/1/a late write to r refused, token 3, 4 was seen");
    EXPECT_EQ(answer(t.take(batch, tracked_from + 2s).events), "");
}

// What a log has from before is history, however far back a later read goes, and never pushes out the newest.
TEST(Tracker, ALongLogKeepsItsNewestAndReportsNoneTwice)
{
    const auto entries = [](std::int64_t newest, std::int64_t oldest) {
        ChangeBatch batch;
        for (std::int64_t n = newest; n >= oldest; --n) {
            const TimePoint at = tracked_from + std::chrono::milliseconds{n};
            batch.audit.push_back({.seq = n, .at = at, .who = "me@here", .action = "force-release", .entity = "lock", .key = "n"});
            batch.refusals.push_back({"r", FencingToken{n}, FencingToken{n + 1}, "late/1/a", at});
        }
        return batch;
    };
    Tracked t;
    auto first = entries(3000, 2001);
    first.snapshot = true;
    EXPECT_EQ(answer(t.take(first, tracked_from + 10s).events), "");
    for (const auto& again : {entries(3000, 1001), entries(3000, 1), entries(2000, 1001)})
        EXPECT_EQ(t.take(again, tracked_from + 11s).events.size(), 0u);
    EXPECT_EQ(t.take(entries(3002, 1500), tracked_from + 12s).events.size(), 4u) << "two of each log are new";
    ASSERT_EQ(t.tracker.rows().audit.size(), 1000u);
    EXPECT_EQ(t.tracker.rows().audit.front().seq, 3002);
    EXPECT_EQ(t.tracker.rows().audit.back().seq, 2003);
    EXPECT_EQ(t.tracker.rows().refusals.front().token, FencingToken{3002});

    Tracked few;
    auto short_page = entries(10, 6);
    short_page.snapshot = true;
    few.take(short_page, tracked_from + 10s);
    EXPECT_EQ(few.take(entries(10, 1), tracked_from + 11s).events.size(), 0u);
    EXPECT_EQ(few.tracker.rows().audit.size(), 10u) << "there is room for older ones";
    EXPECT_EQ(few.tracker.rows().audit.back().seq, 1);
}

TEST(Habits, HoldsAndPeriodsAreLearned)
{
    Tracked t;
    for (int i = 0; i < 6; ++i) {
        const auto at = tracked_from + std::chrono::minutes{i};
        t.take(whole({lock("cron", "g/1/" + std::to_string(i), i + 1, at)}), at);
        auto free = lock("cron", "", i + 1, at);
        free.released_at = at + 10s;
        t.take(whole({free}), at + 11s);
    }
    const auto& habit = t.tracker.rows().habits.at("cron");
    EXPECT_EQ(habit.usual_hold, 10s);
    ASSERT_TRUE(habit.period());
    EXPECT_EQ(*habit.period(), 60s);
}

// A job shorter than the poll interval is never seen holding its lock.
TEST(Habits, RunsThatNobodySawAreToldByTheirTokens)
{
    Tracked t;
    for (int i = 0; i < 6; ++i) {
        const auto at = tracked_from + std::chrono::minutes{i};
        auto free = lock("cron", "", i + 1, at);
        free.acquired_at.reset();
        free.released_at = at;
        t.take(whole({free}), at + 1s);
        t.take(whole({free}), at + 2s); // the same run
    }
    const auto& habit = t.tracker.rows().habits.at("cron");
    ASSERT_TRUE(habit.period());
    EXPECT_EQ(*habit.period(), 60s);
    EXPECT_EQ(habit.last_run, tracked_from + 5min);
}

} // namespace
} // namespace lockdesk
