// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/format/format.h"
#include "models/format/worker_words.h"
#include "models/tables/lease_info.h"
#include "tests/models/fixture.h"

#include <gtest/gtest.h>

namespace lockdesk::test {
namespace {

using namespace std::chrono_literals;
using namespace format;

std::string s(const QString& text) { return text.toStdString(); }

TEST(Format, TimesAhead)
{
    EXPECT_EQ(s(ahead(12'400ms)), "in 12.4 s");
    EXPECT_EQ(s(ahead(12'499ms)), "in 12.4 s");
    EXPECT_EQ(s(ahead(552s)), "in 9 min 12 s");
    EXPECT_EQ(s(ahead(21min)), "in 21 min");
    EXPECT_EQ(s(ahead(190min)), "in 3 h 10 min");
    EXPECT_EQ(s(ahead(72h)), "in 3 days");
    EXPECT_EQ(s(ahead(-3s)), "in 0.0 s");
    EXPECT_EQ(s(ahead(24h * 36524)), "in 36,524 days");
    EXPECT_EQ(s(ahead(no_end)), "in over 100 years");
    EXPECT_EQ(s(ahead(12'400ms, 501ms)), "in about 12 s");
    EXPECT_EQ(s(ahead(12'400ms, 500ms)), "in 12.4 s");
    EXPECT_EQ(s(aheadShort(552s)), "9 min");
    EXPECT_EQ(s(aheadShort(2400ms)), "2.4 s");
}

TEST(Format, TimesPast)
{
    EXPECT_EQ(s(past(400ms)), "just now");
    EXPECT_EQ(s(past(12'900ms)), "12 s ago");
    EXPECT_EQ(s(past(3min + 59s)), "3 min ago");
    EXPECT_EQ(s(span(22min)), "22 min");
    EXPECT_EQ(s(span(400ms)), "< 1 s") << "nothing lasts for 0 s";
    EXPECT_EQ(s(pastShort(0ms)), "< 1 s");
    EXPECT_EQ(s(span(24h * 3)), "3 days");
    EXPECT_EQ(s(span(24h * 2079)), "2,079 days");
    EXPECT_EQ(s(longSpan(252s)), "4 min 12 s");
    EXPECT_EQ(s(longSpan(134min)), "2 h 14 min");
    EXPECT_EQ(s(longSpan(9s)), "9 s");
    EXPECT_EQ(s(longSpan(900ms)), "< 1 s");
}

TEST(Format, Due)
{
    EXPECT_EQ(s(due(4400ms)), "in 4.4 s");
    EXPECT_EQ(s(due(0s)), "due now");
    EXPECT_EQ(s(due(-900ms)), "due now");
    EXPECT_EQ(s(due(-3'500ms)), "due for 3 s");
}

// A task that was never locked has the stamp 1970, which is not when it became due.
TEST(Format, ATaskThatWasNeverLockedIsDueSinceItCame)
{
    TaskRow row;
    row.created_at = row.updated_at = store_now - 15min;
    EXPECT_EQ(s(due(row, store_now)), "due for 15 min");
    row.updated_at = store_now;
    EXPECT_EQ(s(due(row, store_now)), "due now");
    row.updated_at = store_now + 3ms; // created after the clock was read
    EXPECT_EQ(s(due(row, store_now)), "due now");
    row.locked_at = store_now - 10s;
    EXPECT_EQ(s(due(row, store_now)), "in 20.0 s");
    row.locked_at = store_now - 33s;
    EXPECT_EQ(s(due(row, store_now)), "due for 3 s");
    row.failures = row.max_failures;
    row.locked_at = end_of_time;
    EXPECT_EQ(s(due(row, store_now)), "waits for a retry");
    row.failures = 0;
    row.locked_at = never_locked;
    row.lock_timeout = no_end;
    EXPECT_EQ(s(due(row, store_now)), "done");
}

TEST(Format, FailuresBeyondWhatIsAllowed)
{
    EXPECT_EQ(s(failures(3, 8)), "3 of 8");
    EXPECT_EQ(s(failures(9, 9)), "9 of 9");
    EXPECT_EQ(s(failures(10, 9)), "10, 9 allowed");
}

TEST(Format, Leases)
{
    EXPECT_EQ(s(lease(lock("a", "x", 1, 12'400ms), store_now, 0ms)), "in 12.4 s");
    EXPECT_EQ(s(lease(lock("a", "x", 1, -12s), store_now, 0ms)), "12 s ago");
    EXPECT_EQ(s(leaseLong(lock("a", "x", 1, -12s), store_now, 0ms)), "expired 12 s ago, not collected");
    auto endless = lock("a", "x");
    endless.expires_at.reset();
    EXPECT_EQ(s(lease(endless, store_now, 0ms)), "no expiry");
    auto cooling = lock("a");
    cooling.cooling_until = store_now + 4s;
    EXPECT_EQ(s(lease(cooling, store_now, 0ms)), "free in 4.0 s");
    auto free = lock("a");
    free.released_at = store_now - 3s;
    EXPECT_EQ(s(lease(free, store_now, 0ms)), "free for 3 s");
    EXPECT_EQ(s(lease(lock("a"), store_now, 0ms)), "");
}

TEST(Format, AnotherDayHasItsDate)
{
    const auto noon = time_from_us(1'795'264'327'208'114);
    EXPECT_EQ(s(clock(noon, noon + 3h)), "12:32:07");
    EXPECT_EQ(s(clock(noon, noon + 24h)), "2026-11-21 12:32:07");
    EXPECT_EQ(s(clockWithMillis(noon, noon - 24h)), "2026-11-21 12:32:07.208");
    EXPECT_EQ(s(clock(time_from_us(0))), "1970-01-01 00:00:00") << "another day than today";
}

TEST(Format, OwnersAndNumbers)
{
    EXPECT_EQ(s(owner("pay-7/2211/9f3a77c01be2d054")), "pay-7/2211/9f3a…");
    EXPECT_EQ(s(owner("batch-01")), "batch-01");
    EXPECT_EQ(s(owner("a/very/long/owner/of/another/shape")), "a/very/long/owner/of/an…");
    EXPECT_EQ(s(owner("")), "–");
    EXPECT_EQ(s(ownerShort("pay-7/2211/9f3a77c01be2d054")), "pay-7/2211");
    EXPECT_EQ(s(token(FencingToken{88213})), "88213");
    EXPECT_EQ(s(token(FencingToken{})), "–");
    EXPECT_EQ(s(count(10338)), "10,338");
    EXPECT_EQ(s(rate(24.04)), "24.0");
    EXPECT_EQ(s(rate(std::nullopt)), "–");
    EXPECT_EQ(s(share(0.004)), "0.4 %");
    EXPECT_EQ(s(share(0.0004)), "< 0.1 %");
    EXPECT_EQ(s(measured(-1)), "–");
    EXPECT_EQ(s(measured(41'300)), "41 ms");
    EXPECT_EQ(s(measured(2'840'000)), "2.8 s");
    EXPECT_EQ(s(measured(19'740'000'000)), "5 h 29 min");
    EXPECT_EQ(s(shownOf(140, 214, -1)), "140 of 214");
    EXPECT_EQ(s(shownOf(100'000, 100'000, 1'200'000)), "first 100,000 of about 1.2 M");
    EXPECT_EQ(s(shownOf(10'395, 100'000, 1'200'000)), "10,395 of about 1.2 M");
    EXPECT_EQ(s(shownOf(100'000, 100'000, 100'000)), "first 100,000 of more");
    EXPECT_EQ(s(shownOf(20, 100'000, 100'000)), "20 of more than 100,000");
    EXPECT_EQ(s(atLeast(100'000, true)), "100,000+");
    EXPECT_EQ(s(atLeast(7, false)), "7");
    EXPECT_EQ(s(changesWait(3)), "3 changes wait");
    EXPECT_EQ(s(foreign(std::string("a\nb\xff"))), "a\\nb\\xff");
    EXPECT_EQ(s(foreign(QStringLiteral("a\u202eb"))), "a\\u202eb");
    EXPECT_EQ(s(exact("a\nb")), "a\nb");
    EXPECT_EQ(s(foreignCode("SELECT '\\n'\n-- \x1b")), "SELECT '\\n'\n-- \\x1b");
    EXPECT_EQ(s(foreignJson(QStringLiteral("{\"a\":\"\\n\u202e\"}"))), "{\"a\":\"\\n\\u202e\"}");
    EXPECT_EQ(s(buttonText(QStringLiteral("Force unlock a&b"))), "Force unlock a&&b");
    EXPECT_EQ(s(state("no\nstate")), "no\\nstate");
    EXPECT_EQ(s(drains({.pending = 0, .in_rate = 1, .out_rate = 1})), "empty");
    EXPECT_EQ(s(drains({.pending = 10, .in_rate = 2, .out_rate = 1})), "never");
    EXPECT_EQ(s(drains({.pending = 252, .in_rate = 1, .out_rate = 2})), "4 min 12 s");
    EXPECT_EQ(s(drains({.pending = 10, .in_rate = 2, .out_rate = 2})), "keeps up") << "what is on its way is no backlog";
}

TEST(Format, ClockAndHealth)
{
    EXPECT_EQ(s(clockOffset({})), "–");
    EXPECT_EQ(s(clockOffset({.known = true, .offset = 12'300us, .uncertainty = 3ms})), "+12 ms ±3");
    EXPECT_EQ(s(clockOffset({.known = true, .offset = -3ms, .uncertainty = 1ms})), "−3 ms ±1");
    EXPECT_EQ(s(clockOffset({.known = true})), "0 ms ±0");
    const SteadyPoint now{1h};
    Health health{
        .state = HealthState::stale, .cause = "connect timed out after 2 s", .since = now - 38s, .next_try = now + 6500ms};
    EXPECT_EQ(s(staleBanner("shop", health, now)), "shop does not answer: connect timed out after 2 s. Next try in 7 s.");
    EXPECT_EQ(s(format::health(health, now)), "no answer for 38 s");
    EXPECT_EQ(s(nextTry(health, now)), "next try in 7 s");
    health.refuses = true;
    EXPECT_EQ(s(staleBanner("shop", health, now)), "shop cannot be read: connect timed out after 2 s. Next try in 7 s.");
    EXPECT_EQ(s(format::health(health, now)), "not read for 38 s");
    health.login_refused = true;
    EXPECT_EQ(s(nextTry(health, now)), "next try in 7 s") << "an observer that goes on by itself";
    health.next_try.reset();
    EXPECT_EQ(s(nextTry(health, now)), "waits for a password");
    EXPECT_EQ(s(staleBanner("shop", health, now)), "shop waits for a password: connect timed out after 2 s");
    EXPECT_EQ(s(timeOfDay(time_from_us(1'795'264'327'208'114))), "12:32:07");
    EXPECT_EQ(s(absolute(time_from_us(1'795'264'327'208'114))), "2026-11-21 12:32:07.208 UTC, store's clock");
}

TEST(Format, WhatWorkersWriteOfThemselves)
{
    EXPECT_EQ(s(workerDoing("gw-1, gw-2 and 1234 more")), "gw-1, gw-2 and 1,234 more");
    EXPECT_EQ(s(workerDoing("salt and pepper")), "salt and pepper");
    EXPECT_EQ(s(workerWorks("gateway Creating,Starting; guards a,b, c")), "gateway Creating, Starting; guards a, b, c")
        << "a list without spaces is as wide as a panel";
    EXPECT_EQ(s(workerWorks("gateway Creating; relays exec:send; leads main")), "gateway Creating; relays exec:send; leads main");
}

// A refused forced action is not shown as done.
TEST(Format, AForcedActionThatWasRefusedSaysSo)
{
    Event event{EventKind::audit, Entity::audit, "billing", "ann@here", {}, {}, "force-release"};
    event.result = "released";
    EXPECT_EQ(s(format::event(event)), "force unlock billing");
    event.result = "changed";
    EXPECT_EQ(s(format::event(event)), "force unlock billing: nothing was done (changed)");
    event = {EventKind::audit, Entity::audit, "w-1", "ann@here", {}, {}, "worker-run"};
    event.result = "in_doubt";
    EXPECT_EQ(s(format::event(event)), "resume worker w-1: nothing was done (in doubt)");
}

TEST(Lease, BarsAreFractionsOfOneLease)
{
    auto row = lock("a", "x", 1, 10s, 30s);
    auto info = leaseInfo(row, store_now, 3ms);
    EXPECT_EQ(info.kind, LeaseInfo::Kind::running);
    EXPECT_NEAR(info.left, 1.0 / 3, 1e-6);
    EXPECT_TRUE(info.closing);
    EXPECT_FALSE(info.renewalTick);
    EXPECT_NEAR(info.uncertainty, 0.0001, 1e-6);
    EXPECT_GT(info.margin, 0.02);
    row.renewals = 3;
    EXPECT_TRUE(leaseInfo(row, store_now, 0ms).renewalTick);
    EXPECT_EQ(leaseInfo(row, store_now + 10s, 0ms).kind, LeaseInfo::Kind::expired);
    EXPECT_EQ(leaseInfo(row, store_now + 22s, 0ms).remaining, -12s);
    EXPECT_EQ(leaseInfo(lock("a"), store_now, 0ms).kind, LeaseInfo::Kind::none);
    row.expires_at.reset();
    EXPECT_EQ(leaseInfo(row, store_now, 0ms).kind, LeaseInfo::Kind::noExpiry);
}

TEST(Lease, MissedRenewalsAreThoseThatWereLookedFor)
{
    const auto at = [](int second) { return store_now + std::chrono::seconds{second}; };
    const auto missed = [&](std::vector<TimePoint> renewed, int looked, int end) {
        return missedRenewals(std::move(renewed), at(looked), at(end));
    };
    EXPECT_TRUE(missed({}, 100, 200).empty());
    EXPECT_TRUE(missed({at(0), at(10)}, 100, 200).empty()) << "two are no rhythm";
    const std::vector<TimePoint> three{at(0), at(10), at(20)};
    EXPECT_TRUE(missed(three, 34, 200).empty()) << "late, not missed";
    EXPECT_EQ(missed(three, 35, 200), std::vector<TimePoint>{at(30)});
    EXPECT_EQ(missed(three, 57, 200), (std::vector<TimePoint>{at(30), at(40), at(50)}));
    EXPECT_EQ(missed(three, 57, 40), std::vector<TimePoint>{at(30)}) << "none is due once the lease is over";
    EXPECT_TRUE(missed({at(0), at(40), at(50)}, 85, 200).empty()) << "it came as late before";
}

TEST(Format, EveryWordIsThere)
{
    for (int kind = 0; kind < static_cast<int>(FindingKind::count_); ++kind)
        EXPECT_FALSE(findingKind(static_cast<FindingKind>(kind)).isEmpty());
    for (int kind = 0; kind <= static_cast<int>(EventKind::audit); ++kind) {
        const Event event{static_cast<EventKind>(kind), Entity::lock, "n", "who", FencingToken{4}, {}, "detail"};
        EXPECT_FALSE(format::event(event).isEmpty()) << kind;
        EXPECT_EQ(s(format::event(event)), event_text(event)) << kind;
        const Event full{event.kind, Entity::lock,      "n",      "who", FencingToken{4}, {}, "relock",
                         90s,        FencingToken{250}, "changed"};
        EXPECT_EQ(s(format::event(full)), event_text(full)) << kind << " (commands say the codes of other actions)";
    }
}

} // namespace
} // namespace lockdesk::test
