// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/lease_book.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace lockdesk {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint first_run = time_from_us(1'795'238'591'000'000);

Update update_of(TimePoint now, std::vector<LockRow> locks, std::vector<WorkerRow> workers = {})
{
    Update update;
    update.clock.known = true;
    update.clock.store = now;
    for (LockRow& row : locks)
        update.locks.push_back(std::make_shared<const LockRow>(std::move(row)));
    for (WorkerRow& row : workers)
        update.workers.push_back(std::make_shared<const WorkerRow>(std::move(row)));
    return update;
}

LockRow held_from(const std::string& name, const std::string& owner, std::int64_t token, TimePoint at)
{
    LockRow row;
    row.name = name;
    row.owner = owner;
    row.token = FencingToken{token};
    row.holds = 1;
    row.lease = 30s;
    row.acquired_at = at;
    row.expires_at = at + 30s;
    return row;
}

LockRow released_at(const std::string& name, const std::string& owner, std::int64_t token, TimePoint at)
{
    LockRow row;
    row.name = name;
    row.last_owner = owner;
    row.token = FencingToken{token};
    row.released_at = at;
    return row;
}

WorkerRow guard_worker(const std::string& id, const std::string& kinds, TimePoint now)
{
    WorkerRow row;
    row.id = id;
    row.role = "guard";
    row.kinds = kinds;
    row.started_at = first_run - 1h;
    row.beat_at = now;
    return row;
}

TEST(Jobs, APeriodIsThatOfTheRuns)
{
    EXPECT_EQ(period_of({first_run, first_run + 60s, first_run + 120s}), std::nullopt) << "two gaps are too few";
    EXPECT_EQ(period_of({first_run, first_run + 60s, first_run + 120s, first_run + 180s}), 60s);
    EXPECT_EQ(period_of({first_run, first_run + 60s, first_run + 120s, first_run + 300s, first_run + 360s}), 60s)
        << "one missed run does not hide the period";
    EXPECT_EQ(period_of({first_run, first_run + 10s, first_run + 100s, first_run + 130s, first_run + 400s}), std::nullopt);
    EXPECT_EQ(period_of({first_run, first_run + 10ms, first_run + 20ms, first_run + 30ms}), std::nullopt) << "no schedule";
}

TEST(Jobs, RegularRunsAreAJobAndMissedOnesAreCounted)
{
    LeaseBook book;
    TimePoint now = first_run;
    for (int i = 0; i < 5; ++i, now += 60s) {
        book.take(update_of(now, {held_from("nightly", "pod/1/r" + std::to_string(i), i + 1, now)}));
        book.take(update_of(now + 4s, {released_at("nightly", "pod/1/r" + std::to_string(i), i + 1, now + 4s)}));
        if (i < 3) {
            EXPECT_TRUE(book.jobs(now + 5s).empty()) << "not yet known to be regular";
        }
    }
    now -= 60s; // of the last run
    auto jobs = book.jobs(now + 5s);
    ASSERT_EQ(jobs.size(), 1u);
    EXPECT_EQ(jobs[0].period, 60s);
    EXPECT_EQ(jobs[0].runs.size(), 5u);
    EXPECT_EQ(jobs[0].runs.back().at, now);
    EXPECT_EQ(jobs[0].runs.back().ended, now + 4s);
    EXPECT_EQ(jobs[0].next, now + 60s);
    EXPECT_EQ(jobs[0].missed, 0);
    EXPECT_FALSE(jobs[0].running);
    EXPECT_EQ(book.jobs(now + 70s)[0].missed, 0) << "a little late is not missed";
    jobs = book.jobs(now + 200s);
    EXPECT_EQ(jobs[0].missed, 3);
    EXPECT_EQ(jobs[0].next, now + 240s);
    const auto times = book.times(now + 10s);
    ASSERT_TRUE(times.lock_holds);
    EXPECT_EQ(*times.lock_holds, (Percentiles{4s, 4s, 1}));
    EXPECT_FALSE(times.lock_waits);
}

// The program, or the store, stood still: runs meanwhile were not seen.
TEST(Jobs, ARunIsMissedAsOfTheLastRead)
{
    LeaseBook book;
    TimePoint now = first_run;
    for (int i = 0; i < 5; ++i, now += 3s) {
        Update update = update_of(now, {held_from("ticker", "pod/1/r" + std::to_string(i), i + 1, now)});
        update.locks_read = now;
        book.take(update);
        update = update_of(now + 1s, {released_at("ticker", "pod/1/r" + std::to_string(i), i + 1, now + 1s)},
                           {guard_worker("pod/8/w", "ticker", now + 1s)});
        update.locks_read = update.workers_read = now + 1s;
        book.take(update);
    }
    Update tick = update_of(now + 16s, {});
    tick.locks_read = tick.workers_read = now - 2s;
    book.take(tick);
    auto jobs = book.jobs(now + 16s);
    ASSERT_EQ(jobs.size(), 1u);
    EXPECT_EQ(jobs[0].missed, 0);
    EXPECT_EQ(jobs[0].stood_by, std::vector<std::string>{"pod/8"}) << "it beat at the last read";
    tick.locks_read = now + 16s;
    book.take(tick);
    EXPECT_GT(book.jobs(now + 16s)[0].missed, 0);
}

TEST(Jobs, AGuardedLockIsAJobFromItsFirstRunOn)
{
    LeaseBook book;
    const TimePoint now = first_run + 1s;
    book.take(update_of(now, {held_from("mails", "pod/7/run", 1, first_run), held_from("other", "pod/7/x", 1, first_run)},
                        {guard_worker("pod/7/w", "mails", now), guard_worker("pod/8/w", "reports mails", now), guard_worker("pod/9/w", "mailshot", now)}));
    const auto jobs = book.jobs(now);
    ASSERT_EQ(jobs.size(), 1u);
    EXPECT_EQ(jobs[0].name, "mails");
    EXPECT_TRUE(jobs[0].running);
    EXPECT_EQ(jobs[0].stood_by, std::vector<std::string>{"pod/8"});
    EXPECT_EQ(jobs[0].period, std::nullopt);
}

TEST(Jobs, RowsOfAJobLibraryAreJobs)
{
    LeaseBook book;
    LockRow row = released_at("sendMails", "host", 0, first_run);
    row.source = "shedlock";
    row.token = FencingToken{};
    book.take(update_of(first_run + 10s, {row}));
    const auto jobs = book.jobs(first_run + 10s);
    ASSERT_EQ(jobs.size(), 1u);
    EXPECT_EQ(jobs[0].source, "shedlock");
    ASSERT_EQ(jobs[0].runs.size(), 1u);
    EXPECT_FALSE(jobs[0].runs[0].start_seen);
    EXPECT_EQ(jobs[0].runs[0].owner, "host");
}

// A median of medians would be 1 s or 9 s.
TEST(Jobs, PercentilesOfSeveralStoresAreThoseOfAllSamples)
{
    std::vector<Duration> all(60, 1s);
    all.insert(all.end(), 40, 9s);
    EXPECT_EQ(percentiles_of(all), (Percentiles{1s, 9s, 100}));
    std::vector<Duration> small{100s};
    all.insert(all.end(), small.begin(), small.end());
    EXPECT_EQ(percentiles_of(all)->p50, 1s);
    EXPECT_EQ(percentiles_of(all)->p99, 9s) << "one of 101 is beyond the 99th percentile";
    EXPECT_EQ(percentiles_of({}), std::nullopt);
}

TEST(Jobs, AWaitIsMeasuredWhenTheWaiterGetsTheLock)
{
    LeaseBook book;
    Update waiting = update_of(first_run + 5s, {held_from("x", "a", 1, first_run)});
    waiting.waiters = std::make_shared<const std::vector<WaiterRow>>(
        std::vector<WaiterRow>{{"x", "b", first_run + 1s, first_run + 60s}});
    book.take(waiting);
    Update got = update_of(first_run + 9s, {held_from("x", "b", 2, first_run + 8s)});
    got.waiters = std::make_shared<const std::vector<WaiterRow>>();
    book.take(got);
    const auto times = book.times(first_run + 9s);
    ASSERT_TRUE(times.lock_waits);
    EXPECT_EQ(times.lock_waits->p50, 7s);
    EXPECT_FALSE(book.times(first_run + 3min).lock_waits) << "of the last minute alone";
}

JobSkip skip_of(const std::string& process, TimePoint at, std::int64_t runs = 1)
{
    return {process, runs, at, at, "busy", "pod/1/r"};
}

TEST(Skips, AreCountedForEachProcessAndTheLastOneComesFirst)
{
    std::vector<JobSkip> skips;
    add_skip(skips, skip_of("pod/8", first_run));
    add_skip(skips, skip_of("pod/9", first_run + 1s));
    add_skip(skips, {"pod/8", 4, first_run + 2s, first_run + 5s, "cooling", ""});
    ASSERT_EQ(skips.size(), 2u);
    EXPECT_EQ(skips[0], (JobSkip{"pod/8", 5, first_run, first_run + 5s, "cooling", ""}));
    EXPECT_EQ(skips[1], skip_of("pod/9", first_run + 1s));
    EXPECT_EQ(read_skips(write_skips(skips)), skips);
}

// A guard that cron starts is another process each time.
TEST(Skips, OldProcessesCountForTheirHost)
{
    std::vector<JobSkip> skips;
    for (int i = 0; i < 100; ++i)
        add_skip(skips, skip_of((i % 2 == 0 ? "a/" : "b/") + std::to_string(i), first_run + i * 1s));
    EXPECT_EQ(skips.size(), most_skipping);
    std::int64_t all = 0;
    for (const JobSkip& one : skips)
        all += one.runs;
    EXPECT_EQ(all, 100);
    EXPECT_EQ(skips.front(), skip_of("b/99", first_run + 99s));
    const auto host = std::find_if(skips.begin(), skips.end(), [](const JobSkip& one) { return one.process == "a"; });
    ASSERT_NE(host, skips.end());
    EXPECT_EQ(host->first, first_run);
    EXPECT_GT(host->runs, 40);
    skips.clear();
    for (int i = 0; i < 100; ++i) // hosts are forgotten
        add_skip(skips, skip_of("host-" + std::to_string(i) + "/1", first_run + i * 1s));
    EXPECT_EQ(skips.size(), most_skipping);
    EXPECT_EQ(skips.front().process, "host-99/1");
}

TEST(Skips, TextFromOutsideBeginsNoLine)
{
    std::vector<JobSkip> skips;
    add_skip(skips, {"a\tb/1", 1, first_run, first_run, "busy\nx/2\t9\t1\t1\tbusy\t", "o\to\xff"});
    const auto read = read_skips(write_skips(skips));
    ASSERT_EQ(read.size(), 1u);
    EXPECT_EQ(read[0].process, "a b/1");
    EXPECT_EQ(read[0].held_by.substr(0, 3), "o o");
    EXPECT_TRUE(read_skips("[{}]\n\t1\t2\t3\t\t\nx\t-1\t2\t3\tbusy\t\nx\t1\t2\nx\t99999999999999999999\t1\t1\tbusy\t\n").empty());
    const std::string text = "x/1\t1\t2\t3\tbusy\t\n";
    std::string many;
    for (int i = 0; i < 1000; ++i)
        many += text;
    EXPECT_LE(read_skips(many).size(), 2 * most_skipping);
}

TEST(Skips, NumbersFromOutsideDoNotOverflow)
{
    // 2^63 - 1 is a number of a run or a time that nobody can have.
    for (const char* line : {"x/1\t9223372036854775807\t2\t3\tbusy\t\n", "x/1\t1\t2\t9223372036854775807\tbusy\t\n"})
        EXPECT_TRUE(read_skips(line).empty()) << line;
    std::vector<JobSkip> skips = read_skips("x/1\t9000000000000000\t2\t3\tbusy\t\n");
    ASSERT_EQ(skips.size(), 1u);
    for (int i = 0; i < 3; ++i)
        add_skip(skips, {"x/1", 9'000'000'000'000'000, first_run, first_run, "busy", ""});
    ASSERT_EQ(skips.size(), 1u);
    EXPECT_EQ(read_skips(write_skips(skips)), skips);
}

// Many of them are merged by host.
TEST(Skips, AProcessWithoutAHostIsKept)
{
    std::vector<JobSkip> skips;
    for (int i = 0; i < 2 * static_cast<int>(most_skipping); ++i)
        add_skip(skips, {"/" + std::to_string(i), 1, first_run, first_run, "busy", ""});
    EXPECT_EQ(skips.size(), most_skipping);
    EXPECT_EQ(read_skips(write_skips(skips)), skips);
}

TEST(Skips, OfAJobAreThoseOfItsRecord)
{
    LeaseBook book;
    Update update = update_of(first_run, {held_from("mails", "pod/7/run", 1, first_run), held_from("other", "pod/7/x", 1, first_run)},
                              {guard_worker("pod/7/w", "mails other", first_run)});
    book.take(update);
    EXPECT_EQ(book.jobs(first_run).at(0).skips, std::nullopt) << "not read";
    const auto read = [&](const std::optional<std::string>& text) {
        Update later = update_of(first_run + 1s, {});
        later.records = std::make_shared<const std::map<std::string, std::optional<std::string>>>(
            std::map<std::string, std::optional<std::string>>{{skips_record(LockName::trusted("mails")).str(), text}});
        book.take(later);
        return book.jobs(first_run + 1s);
    };
    auto jobs = read(write_skips({skip_of("pod/8", first_run)}));
    ASSERT_EQ(jobs.size(), 2u);
    EXPECT_EQ(jobs[0].skips, std::vector<JobSkip>{skip_of("pod/8", first_run)});
    EXPECT_EQ(jobs[1].skips, std::nullopt) << "of another lock";
    EXPECT_EQ(read("")[0].skips, std::vector<JobSkip>{}) << "nobody skipped";
    EXPECT_EQ(read(std::nullopt)[0].skips, std::nullopt) << "nobody records it";
}

} // namespace
} // namespace lockdesk
