// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The cost of polling on a real server, in its own processor time: 20,000 of our locks, 20,000 of Redisson, one client.
#include "backends/observe/observer.h"
#include "tests/support/sizes.h"
#include "tests/unit/observe_watcher.h"
#include "tests/unit/redis_fixture.h"

#include <cstring>
#include <set>
#include <thread>

namespace lockdesk::test {
namespace {

constexpr int locks_of_each = 20'000;
constexpr auto measured_for = 20s;

class RedisPollCost : public RedisTest
{
protected:
    /// Processor time of the server, for all clients; a busy machine does not change it.
    Duration server_time(redisContext* context)
    {
        const auto reply = ask(context, {"INFO", "cpu"});
        const std::string text = redis::View(reply.get()).str();
        double seconds = 0;
        for (const char* part : {"used_cpu_sys:", "used_cpu_user:"})
            seconds += std::stod(text.substr(text.find(part) + std::strlen(part)));
        return Duration{static_cast<std::int64_t>(seconds * 1e6)};
    }
    std::int64_t calls_of(const char* command)
    {
        const auto stats = asked_by_hand({"INFO", "commandstats"});
        const auto at = stats.find("cmdstat_" + std::string(command) + ":calls=");
        return at == std::string::npos ? 0 : std::stoll(stats.substr(stats.find('=', at) + 1));
    }
    void add_redisson(redisContext* context)
    {
        for (int i = 0; i < locks_of_each; ++i) {
            const std::string key = "job:" + std::to_string(i);
            redisAppendCommand(context, "HSET %s 6f1e2d3c-0000-4000-8000-%012d:1 1", key.c_str(), i);
            redisAppendCommand(context, "PEXPIRE %s 3600000", key.c_str());
        }
        for (int i = 0; i < 2 * locks_of_each; ++i) {
            void* reply = nullptr;
            ASSERT_EQ(redisGetReply(context, &reply), REDIS_OK);
            freeReplyObject(reply);
        }
    }
    void add_own()
    {
        const auto session = open();
        for (int i = 0; i < locks_of_each; ++i)
            ASSERT_RESULT(session->locks().acquire(
                wish("own:" + std::to_string(i), "ann/1/00ff", ("r" + std::to_string(i)).c_str(), 1h)));
    }
};

TEST_F(RedisPollCost, TwoPercentWithFortyThousandLocks)
{
    init();
    add_own();
    const auto context = dial();
    add_redisson(context.get());

    Watcher watcher;
    ObserverOptions options;
    options.sources = {"redisson"};
    watcher.watch(store(), options);
    ASSERT_TRUE(watcher.await([](const Update& u) { return u.snapshot; }, 0, 60s));
    std::set<std::string> foreign;
    const auto all_seen = [&] {
        const std::lock_guard lock(watcher.mutex);
        for (const auto& update : watcher.updates)
            for (const auto& row : update->locks)
                if (row->source == "redisson")
                    foreign.insert(row->name);
        return foreign.size() >= 10'000; // no more of a source are shown
    };
    ASSERT_TRUE(await(all_seen, 60s)) << foreign.size();

    by_hand({"CONFIG", "RESETSTAT"});
    const auto began = std::chrono::steady_clock::now();
    const auto before = server_time(context.get());
    // A working client, so that hints wake the observer: its cheap polls must not hide the expensive ones.
    const auto session = open();
    for (int i = 0; std::chrono::steady_clock::now() - began < measured_for; ++i) {
        ASSERT_RESULT(session->locks().acquire(wish("busy", "bob/1/00ff", ("b" + std::to_string(i)).c_str(), 1h)));
        std::this_thread::sleep_for(100ms); // NOLINT: the pace of the work, not a wait for something
    }
    const Duration spent = server_time(context.get()) - before;
    const double share =
        static_cast<double>(spent.count())
        / static_cast<double>(std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - began).count());
    const auto steps = calls_of("evalsha_ro"), keys = calls_of("hgetall");
    UpdatePtr last;
    {
        const std::lock_guard lock(watcher.mutex);
        last = watcher.updates.back();
    }
    std::printf("server's processor %.2f %% of %lld s, told %.2f %%; %lld keys of Redisson read in %lld steps\n",
                share * 100, static_cast<long long>(measured_for.count()), last->cost.share * 100,
                static_cast<long long>(keys), static_cast<long long>(steps));
    // The duration of a command depends on the machine: beside other tests it means little. The amount of requests is ours.
    EXPECT_LE(share * 100, size_of("polls.share")) << "2 % for us, and what the server does for itself and for the work";
    EXPECT_LE(keys, 4 * locks_of_each) << "it was read again and again";
    EXPECT_LE(keys, steps * 250) << "long steps keep others waiting and fill SLOWLOG";
}

} // namespace
} // namespace lockdesk::test
