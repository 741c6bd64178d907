// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Servers that accept further connections but never answer them: a waiter still gets a lock as soon as it is free.
#include "backends/engine/runners/lead.h"
#include "backends/engine/runners/waiting.h"
#include "backends/mongodb/mongodb_store.h"
#include "backends/postgres/postgres_store.h"
#include "backends/redis/redis_store.h"
#include "tests/support/await.h"
#include "tests/support/servers.h"
#include "tests/support/tcp_proxy.h"

#include <gtest/gtest.h>

#include <future>

namespace lockdesk::test {

using namespace std::chrono_literals;

struct HangingStore
{
    const char* name;
    TestServer& (*server)();
    Answer<std::unique_ptr<Store>> (*open)(const StoreUrl&);
};

void PrintTo(const HangingStore& store, std::ostream* out) { *out << store.name; }

/// A waiter behind a proxy that serves its first connection only.
class HangingListener : public testing::TestWithParam<HangingStore>
{
protected:
    HangingListener() : proxy(GetParam().server().port())
    {
        SessionOptions bare;
        bare.without_schema = true;
        const auto schema = need(direct->open(bare))->admin().create_schema();
        if (!schema)
            throw std::runtime_error(schema.failure().message);
        holder = need(direct->open({}));
        token = *hold().token;
    }
    ~HangingListener() override { (void)need(direct->open({}))->admin().drop_schema(); }

    template <class T> static T need(Answer<T> answer)
    {
        if (!answer)
            throw std::runtime_error(answer.failure().message);
        return std::move(answer).value();
    }
    static std::string url_at(int port)
    {
        std::string url = GetParam().server().url();
        const auto own = ":" + std::to_string(GetParam().server().port());
        url.replace(url.find(own), own.size(), ":" + std::to_string(port));
        // Otherwise the library would connect to the member that the server names.
        if (const auto set = url.find("replicaSet=rs0"); set != std::string::npos)
            url.replace(set, 14, "directConnection=true");
        return url;
    }
    std::unique_ptr<Store> store_at(int port) const { return need(GetParam().open(need(StoreUrl::parse(url_at(port))))); }

    Acquisition hold()
    {
        return need(holder->locks().acquire({job, OwnerId::trusted("holder"), 60s, RequestId::trusted("held")}));
    }
    bool is_waited_for() { return need(holder->locks().find(job))->waiters == 1; }
    void release() { (void)need(holder->locks().release(job, OwnerId::trusted("holder"), token)); }

    const LockName job = LockName::trusted("job");
    TcpProxy proxy;
    std::unique_ptr<Store> direct = store_at(GetParam().server().port());
    std::unique_ptr<Store> hanging = store_at(proxy.port());
    std::unique_ptr<Session> holder;
    FencingToken token;
    SystemRuntime runtime;
};

// Polls are at most a second apart. A listener that cannot connect gives up after the timeout.
constexpr Duration patience = 30s;
constexpr auto far_below_the_timeout = 8s;

TEST_P(HangingListener, DelaysNoAcquiredLock)
{
    SessionOptions options;
    options.timeout = patience;
    const auto session = need(hanging->open(options));
    proxy.answer_only(proxy.accepted());
    const Access access{hanging.get(), options};
    auto waiter = std::async(std::launch::async, [&] {
        return WaitingAcquire(runtime, access, *session).acquire(job, OwnerId::trusted("waiter"), 60s, {no_end, 1s, {}});
    });
    ASSERT_TRUE(await([&] { return is_waited_for(); }));
    ASSERT_TRUE(await([&] { return proxy.accepted() > 1; })) << "the listener tries to connect";
    release();
    ASSERT_EQ(waiter.wait_for(far_below_the_timeout), std::future_status::ready);
    const auto got = waiter.get();
    ASSERT_TRUE(got.answer) << got.answer.failure().message;
    EXPECT_EQ(got.answer->result, AcquireResult::acquired);
}

TEST_P(HangingListener, DelaysNoLeader)
{
    SessionOptions options;
    options.timeout = patience;
    // The candidate's session is its first connection; its watchdog would use another one.
    proxy.answer_only(1);
    std::promise<void> elected;
    std::stop_source stop;
    LeadOptions lead{.name = job, .lease = 60s, .interval = 10ms};
    lead.heartbeat = false;
    std::atomic<bool> was_elected = false;
    auto leader = std::async(std::launch::async, [&] {
        return Lead(runtime, {hanging.get(), options}, lead,
                    [&](const LeaderEvent& event) {
                        if (event.kind == LeaderEventKind::elected && !was_elected.exchange(true))
                            elected.set_value();
                    })
            .run([](const JobContext&) { return 0; }, stop.get_token());
    });
    ASSERT_TRUE(await([&] { return is_waited_for(); }));
    release();
    EXPECT_EQ(elected.get_future().wait_for(far_below_the_timeout), std::future_status::ready);
    stop.request_stop();
    EXPECT_EQ(leader.wait_for(far_below_the_timeout), std::future_status::ready);
}

INSTANTIATE_TEST_SUITE_P(Stores, HangingListener,
                         testing::Values(HangingStore{"postgres", shared_postgres, open_postgres_store},
                                         HangingStore{"redis", shared_redis, open_redis_store},
                                         HangingStore{"mongodb", shared_mongodb, open_mongodb_store}),
                         [](const auto& info) { return info.param.name; });

} // namespace lockdesk::test
