// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/schedule.h"

#include <gtest/gtest.h>
#include <thread>

namespace lockdesk {
namespace {

using namespace std::chrono;
using namespace std::chrono_literals;

TimePoint at(int y, unsigned m, unsigned d, int hour = 0, int minute = 0, int second = 0)
{
    return sys_days(year(y) / month(m) / day(d)) + hours(hour) + minutes(minute) + seconds(second);
}

struct CronCase
{
    const char* text;
    TimePoint from, next;
};

class CronTable : public testing::TestWithParam<CronCase>
{
};

TEST_P(CronTable, Next)
{
    const auto cron = Cron::parse(GetParam().text);
    ASSERT_TRUE(cron) << cron.failure().message;
    EXPECT_EQ(cron->next(GetParam().from), GetParam().next)
        << GetParam().text << ": " << (cron->next(GetParam().from) - GetParam().from).count() << " us later";
}

INSTANTIATE_TEST_SUITE_P(
    All, CronTable,
    testing::Values(CronCase{"* * * * * *", at(2026, 1, 1), at(2026, 1, 1, 0, 0, 1)},
                    CronCase{"* * * * * *", at(2026, 1, 1) + 1us, at(2026, 1, 1, 0, 0, 1)},
                    CronCase{"* * * * * *", at(2026, 12, 31, 23, 59, 59), at(2027, 1, 1)},
                    CronCase{"0 * * * * *", at(2026, 1, 1, 0, 0, 0), at(2026, 1, 1, 0, 1, 0)},
                    CronCase{"0 * * * * *", at(2026, 1, 1, 0, 59, 59), at(2026, 1, 1, 1, 0, 0)},
                    CronCase{"*/20 * * * * ?", at(2026, 1, 1, 0, 0, 1), at(2026, 1, 1, 0, 0, 20)},
                    CronCase{"5/20 * * * * *", at(2026, 1, 1, 0, 0, 6), at(2026, 1, 1, 0, 0, 25)},
                    CronCase{"0 0-10/5,30 * * * *", at(2026, 1, 1, 0, 10, 0), at(2026, 1, 1, 0, 30, 0)},
                    CronCase{"0 15 10 ? * MON-FRI", at(2026, 1, 2, 10, 15, 0), at(2026, 1, 5, 10, 15, 0)},
                    CronCase{"0 0 0 1 jan *", at(2026, 1, 1), at(2027, 1, 1)},
                    CronCase{"0 0 12 29 2 *", at(2026, 1, 1), at(2028, 2, 29, 12)},
                    CronCase{"0 0 0 29 2 MON", at(2026, 1, 1), at(2044, 2, 29)},
                    CronCase{"0 0 0 * * 7", at(2026, 1, 1), at(2026, 1, 4)},
                    CronCase{"0 0 0 * * 0", at(2026, 1, 1), at(2026, 1, 4)},
                    CronCase{"0 0 0 * * FRI-SUN", at(2026, 1, 4), at(2026, 1, 9)},
                    CronCase{"0 0 0 31 * *", at(2026, 1, 31), at(2026, 3, 31)},
                    CronCase{"59 59 23 31 12 *", at(2026, 12, 31, 23, 59, 59), at(2027, 12, 31, 23, 59, 59)},
                    CronCase{"  0   0 0 13 * FRI ", at(2026, 1, 1), at(2026, 2, 13)}));

TEST(Cron, RefusesWhatIsNotOne)
{
    for (const char* text : {"",
                             "* * * * *",
                             "* * * * * * *",
                             "60 * * * * *",
                             "* 60 * * * *",
                             "* * 24 * * *",
                             "* * * 0 * *",
                             "* * * 32 * *",
                             "* * * * 13 *",
                             "* * * * * 8",
                             "a * * * * *",
                             "1- * * * * *",
                             "5-1 * * * * *",
                             "*/0 * * * * *",
                             "1, * * * * *",
                             "? * * * * *",
                             "-1 * * * * *",
                             "+1 * * * * *",
                             "0 0 0 30 2 *",
                             "0 0 0 31 4,6,9,11 *",
                             "* * * * MO *"}) {
        const auto cron = Cron::parse(text);
        ASSERT_FALSE(cron) << text;
        EXPECT_EQ(cron.failure().kind, FailureKind::usage);
        EXPECT_FALSE(cron.failure().message.empty());
    }
}

// The ticks of a schedule while the clock is moved by hand; each as its wall time.
class Ticks
{
public:
    /// `wall`: the initial wall time.
    explicit Ticks(Schedule schedule, std::optional<TimePoint> wall = {})
    {
        if (wall)
            runtime.set_wall(*wall);
        m_thread = std::jthread([this, schedule](const std::stop_token& stop) mutable {
            while (schedule.wait_for_tick(runtime, stop)) {
                ++m_count;
                runtime.wait(m_finished, stop, SteadyPoint::max());
            }
        });
    }
    /// Advances time until the next tick, at most this long.
    bool next_within(Duration d, Duration step = 100ms)
    {
        for (Duration passed{0};; passed += step) {
            if (!runtime.await_sleepers(1))
                return false;
            if (m_count > m_seen) {
                ++m_seen;
                return true;
            }
            if (passed >= d)
                return false;
            runtime.advance(step);
        }
    }
    /// Ends the job of the last tick.
    void finish()
    {
        m_finished.ring();
        runtime.advance(Duration{0});
    }
    VirtualRuntime runtime;

private:
    std::atomic<int> m_count = 0;
    int m_seen = 0;
    Bell m_finished;
    std::jthread m_thread;
};

TEST(Schedule, FixedDelayCountsFromTheEnd)
{
    Ticks ticks(Schedule::fixed_delay(10s));
    ASSERT_TRUE(ticks.next_within(0s));
    ticks.runtime.advance(25s); // the job takes that long
    ticks.finish();
    EXPECT_FALSE(ticks.next_within(9s));
    EXPECT_TRUE(ticks.next_within(2s));
}

TEST(Schedule, FixedRateSkipsTicksDuringTheJob)
{
    Ticks ticks(Schedule::fixed_rate(10s));
    ASSERT_TRUE(ticks.next_within(0s));
    ticks.runtime.advance(25s); // the ticks at 10 and 20 are skipped
    ticks.finish();
    EXPECT_FALSE(ticks.next_within(4s));
    EXPECT_TRUE(ticks.next_within(2s)); // 30
    ticks.finish();
    EXPECT_FALSE(ticks.next_within(9s));
    EXPECT_TRUE(ticks.next_within(2s)); // 40
}

TEST(Schedule, CronRepeatsNoTickWhenTheClockGoesBack)
{
    Ticks ticks(Schedule::cron(*Cron::parse("0 * * * * *")), at(2026, 3, 1, 12, 0, 58));
    ASSERT_TRUE(ticks.next_within(3s)); // 12:01:00
    ticks.runtime.set_wall(at(2026, 3, 1, 12, 0, 55));
    ticks.finish();
    EXPECT_FALSE(ticks.next_within(60s, 1s)); // 12:01:00 was already ticked; 12:02:00 comes at +65 s
    EXPECT_TRUE(ticks.next_within(7s, 1s));
}

TEST(Schedule, CronGoesOnAfterTheClockWasCorrectedFarBack)
{
    Ticks ticks(Schedule::cron(*Cron::parse("0 * * * * *")), at(2031, 1, 1, 0, 0, 58));
    ASSERT_TRUE(ticks.next_within(3s));
    ticks.runtime.set_wall(at(2026, 3, 1, 12, 0, 50));
    ticks.finish();
    EXPECT_TRUE(ticks.next_within(12s, 1s));
}

} // namespace
} // namespace lockdesk
