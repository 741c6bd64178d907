// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/beside.h"

#ifdef LOCKDESK_RAW_POSTGRES
#include "backends/postgres/server_forms.h"
#endif

namespace lockdesk::bench {

namespace {

void add_engines(Store& store, int workers, Sides& sides)
{
    for (int i = 0; i < workers; ++i)
        sides.push_back(make_engine_side(need(store.open(bench_options())), i));
}

#ifdef LOCKDESK_RAW_POSTGRES
std::unique_ptr<Session> without_sender(const StoreUrl& url)
{
    auto link = postgres::make_link(url, bench_options(), nullptr);
    need(link->open());
    return sql::make_session(std::move(link), postgres::server_forms());
}
#endif

} // namespace

SessionOptions bench_options()
{
    SessionOptions options;
    options.timeout = std::chrono::minutes{1};
    options.application_name = "lockdesk-bench";
    return options;
}

std::string hints_sides(const std::shared_ptr<Store>& store, int workers, Sides& on, Sides& off)
{
    const std::string& scheme = store->url().scheme();
#ifdef LOCKDESK_RAW_POSTGRES
    if (scheme == "postgresql") {
        add_engines(*store, workers, on);
        for (int i = 0; i < workers; ++i)
            off.push_back(make_engine_side(without_sender(store->url()), i));
        return "notify";
    }
#endif
#ifdef LOCKDESK_RAW_REDIS
    if (scheme == "redis") {
        for (int i = 0; i < workers; ++i) {
            on.push_back(make_raw_side(make_raw_redis(store->url()), i));
            off.push_back(make_raw_side(make_raw_redis_without_hints(store->url()), i));
        }
        return "publish";
    }
#endif
    add_engines(*store, workers, on);
    add_engines(*store, workers, off);
    return "listener";
}

void Listening::start()
{
    m_listener = need(m_store->listen({}, bench_options()));
    m_thread = std::jthread([this](const std::stop_token& stop) {
        while (!stop.stop_requested())
            if (const auto woken = m_listener->wait(std::chrono::seconds{1}); woken && *woken)
                ++m_hints;
    });
}

void Listening::stop()
{
    if (!m_thread.joinable())
        return;
    m_thread.request_stop();
    m_listener->interrupt();
    m_thread.join();
    m_listener.reset();
}

} // namespace lockdesk::bench
