// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/spans.h"
#include "backends/observe/processes.h"
#include "backends/observe/why.h"

#include <gtest/gtest.h>

namespace lockdesk {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint looked_at = time_from_us(1'795'238'591'000'000);

std::string answer(const Sayings& sayings) { return english_sentences(sayings, looked_at); }

LockRow lock_with(const std::string& name, const std::string& owner, Duration left)
{
    LockRow row;
    row.name = name;
    row.owner = owner;
    row.token = FencingToken{7};
    row.holds = 1;
    row.lease = 30s;
    row.acquired_at = looked_at + left - 30s;
    row.expires_at = looked_at + left;
    return row;
}

TaskRow task_since(const std::string& id, Duration since)
{
    TaskRow row;
    row.id = id;
    row.kind = "gateway";
    row.phase = "Starting";
    row.created_at = row.updated_at = looked_at - since;
    return row;
}

TEST(Why, Locks)
{
    WhyContext context{.now = looked_at};
    auto row = lock_with("settlement", "pay-7/2211/9f3a", -12s);
    row.token = FencingToken{88213};
    WorkerRow silent;
    silent.id = row.owner;
    silent.beat_at = looked_at - 40s;
    context.holder = &silent;
    EXPECT_EQ(
        answer(why(row, context)),
        "Its holder pay-7/2211 has been silent for 40 s. Nobody waits for it. Anyone may take it now. The next acquire "
        "gets token 88214.");
    row = lock_with("a", "api-1/7/ff", 20s);
    context.holder = nullptr;
    EXPECT_EQ(answer(why(row, context)),
              "Held by api-1/7. Its lease ends in 20.0 s unless it is renewed. Nobody waits for it.");
    const WaiterRow waiter{"a", "api-2/8/aa", looked_at - 5s, looked_at + 5s};
    context.waiters = std::span(&waiter, 1);
    EXPECT_EQ(answer(why(row, context)),
              "Held by api-1/7. Its lease ends in 20.0 s unless it is renewed. api-2/8 has waited for 5 s.");
    row.expires_at = end_of_time; // a lease for ever
    EXPECT_EQ(answer(why(row, context)), "Held by api-1/7. Its lease has no end: it frees itself only when its holder gives it back. "
                                       "api-2/8 has waited for 5 s.");
    row.owner.clear();
    row.cooling_until = looked_at + 90s;
    row.reason = "INC-1";
    EXPECT_EQ(answer(why(row, context)),
              "It is kept for nobody for 1 min 30 s, for its last owner too. Reason: INC-1. api-2/8 has waited for 5 s.");
}

TEST(Why, Tasks)
{
    WhyContext context{.now = looked_at, .live_workers = 2};
    auto row = task_since("gw-58e1", 1min);
    EXPECT_EQ(answer(why(row, context)), "Due for 1 min and not claimed yet. 2 live workers may take it.");
    context.live_workers = 0;
    EXPECT_EQ(answer(why(row, context)), "Due for 1 min and not claimed yet. No live worker claims this phase: start one.");
    row.failures = 8;
    row.locked_at = looked_at + 200s;
    EXPECT_EQ(answer(why(row, context)), "It failed 8 times, 8 allowed, and waits until " + clock_text(looked_at + 230s)
                                           + ". No worker may take it before then. Relock it to try again sooner.");
    row.failures = row.max_failures = 1;
    EXPECT_EQ(answer(why(row, context)), "It failed 1 time, 1 allowed, and waits until " + clock_text(looked_at + 230s)
                                           + ". No worker may take it before then. Relock it to try again sooner.");
    row.locked_at = end_of_time; // parked
    EXPECT_EQ(answer(why(row, context)), "It failed 1 time and waits for a retry: no worker takes it before. Relock it with a "
                                       "wait of 0 to retry it, or run: lockdeskctl task retry gw-58e1");
    row.failures = 0;
    row.locked_at = never_locked;
    row.lock_timeout = no_end;
    EXPECT_EQ(answer(why(row, context)),
              "It is done: its phase is final, and no worker takes it. Relock it with a wait of 0 to "
              "retry it, or run: lockdeskctl task retry gw-58e1");
    row.lock_timeout = 30s;
    row.locked_at = looked_at - 10s;
    EXPECT_EQ(answer(why(row, context)), "It waits and is due in 20.0 s. No worker may take it before then.");
    row.owner = "gw-w1/1187/ff";
    EXPECT_EQ(answer(why(row, context)), "gw-w1/1187 works on it. Unless it extends its lock, anyone may take it in 20.0 s.");
    row.locked_at = looked_at - 33s;
    EXPECT_EQ(answer(why(row, context)),
              "gw-w1/1187 is past the lock timeout for 3 s. The next claim takes it over. No live worker claims "
              "this phase: start one.");
}

TEST(Why, NeverEmpty)
{
    WhyContext context{.now = looked_at};
    for (const auto state : {MessageState::pending, MessageState::sending, MessageState::sent, MessageState::dead}) {
        MessageRow row;
        row.state = state;
        EXPECT_FALSE(why(row, context).empty());
    }
    EXPECT_FALSE(why(LockRow{}, context).empty());
    EXPECT_FALSE(why(TaskRow{}, context).empty());
}

TEST(Why, Backlogs)
{
    const auto backlog = [](std::int64_t pending, double in, double out, std::int64_t dead, std::int64_t relays,
                            std::int64_t sending = 0) {
        return answer(
            why_backlog({.pending = pending, .sending = sending, .in_rate = in, .out_rate = out, .dead = dead}, relays));
    };
    EXPECT_EQ(backlog(0, 0, 0, 0, 1), "It is empty.");
    EXPECT_EQ(backlog(0, 0, 0, 1, 1), "Nothing is pending; 1 dead waits for a retry by hand.");
    EXPECT_EQ(backlog(600, 41, 24, 0, 1),
              "41 a second come in. 1 relay sends 24 a second. It never drains: start another relay.");
    EXPECT_EQ(backlog(2, 2.6, 2.5, 0, 2), "2.6 a second come in. 2 relays send 2.5 a second. Messages leave as they come.")
        << "two on their way are no backlog";
    EXPECT_TRUE(keeps_up({.pending = 2, .oldest = 1s, .in_rate = 0.1, .out_rate = 0.1})) << "it has only begun";
    EXPECT_FALSE(keeps_up({.pending = 2, .oldest = 9s, .in_rate = 0.1, .out_rate = 0.1}));
    EXPECT_FALSE(keeps_up({.pending = 2, .oldest = 1s, .in_rate = 0.1}));
    EXPECT_EQ(backlog(600, 4, 24, 0, 2), "4 a second come in. 2 relays send 24 a second. It is empty in about 30 s.");
    EXPECT_EQ(backlog(600, 4, 0, 0, 0), "600 are pending. No live relay is there, and nothing is sent: start one.");
    EXPECT_EQ(backlog(600, 4, 24, 0, 0),
              "4 a second come in. Somebody who sends no heartbeat here sends 24 a second. It is empty in about 30 s.")
        << "not every relay tells of itself";
}

TEST(Why, MessagesThatAreSentHaveARelay)
{
    WhyContext context{.now = looked_at, .live_workers = 0};
    MessageRow row;
    EXPECT_EQ(answer(why(row, context)), "It is due. No live relay is there, and nothing is sent: start one.");
    context.flows = true;
    EXPECT_EQ(answer(why(row, context)), "It is due. It waits for a relay.");
}

TEST(Spans, CutAndNeverRoundUp)
{
    EXPECT_EQ(ahead_text(12'499ms), "12.4 s");
    EXPECT_EQ(ahead_text(-5s), "0.0 s");
    EXPECT_EQ(ahead_text(59'999ms), "59.9 s");
    EXPECT_EQ(ahead_text(60s), "1 min 0 s");
    EXPECT_EQ(ahead_text(552s), "9 min 12 s");
    EXPECT_EQ(ahead_text(10min), "10 min");
    EXPECT_EQ(ahead_text(119min), "119 min");
    EXPECT_EQ(ahead_text(2h), "2 h 0 min");
    EXPECT_EQ(ahead_text(190min), "3 h 10 min");
    EXPECT_EQ(ahead_text(48h), "2 days");
    EXPECT_EQ(past_text(999ms), "< 1 s");
    EXPECT_EQ(long_span_text(0ms), "< 1 s");
    EXPECT_EQ(ahead_text(no_end), "over 100 years");
    EXPECT_EQ(past_text(119min), "119 min");
    EXPECT_EQ(past_text(2h), "2 h");
    EXPECT_EQ(past_text(72h), "3 days");
    EXPECT_EQ(long_span_text(134min), "2 h 14 min");
    EXPECT_EQ(grouped(10338), "10,338");
    EXPECT_EQ(grouped(-1234567), "-1,234,567");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(short_owner("pay-7/2211/9f3a77c0"), "pay-7/2211");
    EXPECT_EQ(short_owner("batch-01"), "batch-01");
}

// "1 live worker may take it" was once shown for a task whose phase nobody claims.
TEST(Claims, KindAndPhase)
{
    WorkerRow worker;
    worker.kinds = "gateway Creating,Starting";
    EXPECT_TRUE(claims(worker, "gateway", "Starting"));
    EXPECT_FALSE(claims(worker, "gateway", "Created"));
    EXPECT_FALSE(claims(worker, "gateway", "Start"));
    EXPECT_FALSE(claims(worker, "gate", "Starting"));
    worker.kinds = "gateway Creating invoice Open; guards invoice";
    worker.role = "worker+guard";
    EXPECT_TRUE(claims(worker, "invoice", "Open"));
    EXPECT_FALSE(claims(worker, "gateway", "Open"));
    worker.kinds = "gateway; guards nightly";
    EXPECT_TRUE(claims(worker, "gateway", "Created")) << "all phases";
    EXPECT_FALSE(claims(worker, "nightly", "Created"));
    worker.kinds = "gateway invoice Open";
    EXPECT_TRUE(claims(worker, "gateway", "Created")) << "one of them without phases";
    worker.role = "relay";
    EXPECT_FALSE(claims(worker, "gateway", "Created"));
}

} // namespace
} // namespace lockdesk
