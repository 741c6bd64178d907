// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/runners/unwaited.h"
#include "backends/memory/memory_store.h"
#include "backends/observe/observer.h"
#include "tests/unit/observe_watcher.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk::test {

using namespace std::chrono_literals;

/// Opens the memory store's sessions with a door in front of their changes: shut (calls hang) or broken (calls fail).
struct Door
{
    std::mutex mutex;
    std::condition_variable changed;
    bool shut = false;
    bool broken = false;
    bool search_shut = false;        ///< calls of sessions for searches hang
    bool let_second_through = false; ///< but those of later sessions
    int searched = 0, cut = 0;       ///< such calls, and those that an interrupt ended
    std::optional<Failure> says; ///< whatever it is
    std::string refuses;         ///< code of the refusal; empty: admits
    std::atomic<int> calls{0}, opened{0}, refused{0};
    SessionOptions options;
    Entities last_asked()
    {
        const std::lock_guard lock(mutex);
        return asked;
    }
    bool await_search(int number)
    {
        std::unique_lock lock(mutex);
        return changed.wait_for(lock, 10s, [&] { return searched >= number; });
    }
    Entities asked; ///< guarded by the mutex
    void set(bool& what, bool value)
    {
        const std::lock_guard lock(mutex);
        what = value;
        changed.notify_all();
    }
};

class DoorSession final : public Session, public Changes
{
public:
    DoorSession(std::unique_ptr<Session> inner, Door& door, bool searches)
        : m_inner(std::move(inner)), m_door(door), m_searches(searches)
    {
    }
    const Capabilities& capabilities() const override { return m_inner->capabilities(); }
    Locks& locks() override
    {
        if (m_searches)
            wait_to_search();
        return m_inner->locks();
    }
    Fence& fence() override { return m_inner->fence(); }
    Tasks& tasks() override { return m_inner->tasks(); }
    Outbox& outbox() override { return m_inner->outbox(); }
    Records& records() override { return m_inner->records(); }
    SessionLocks& session_locks() override { return m_inner->session_locks(); }
    Workers& workers() override { return m_inner->workers(); }
    Changes& changes() override { return *this; }
    Audit& audit() override { return m_inner->audit(); }
    Admin& admin() override { return m_inner->admin(); }
    void interrupt() noexcept override
    {
        const std::lock_guard lock(m_door.mutex);
        m_interrupted = true;
        m_door.changed.notify_all();
    }
    Answer<ChangeBatch> since(const ChangeCursor& cursor, Entities what, std::size_t limit) override
    {
        ++m_door.calls;
        {
            std::unique_lock lock(m_door.mutex);
            m_door.asked = what;
            m_door.changed.wait(lock, [this] { return !m_door.shut || m_interrupted; });
            if (m_interrupted || m_door.broken)
                return Failure::unavailable("connection closed by the server")
                    .with_code("57P01")
                    .in_statement("changes")
                    .try_again()
                    .disconnected();
        }
        return m_inner->changes().since(cursor, what, limit);
    }

private:
    void wait_to_search()
    {
        std::unique_lock lock(m_door.mutex);
        const bool later = ++m_door.searched > 1;
        m_door.changed.notify_all();
        m_door.changed.wait(lock, [&] {
            return !m_door.search_shut || (later && m_door.let_second_through) || m_interrupted;
        });
        m_door.cut += m_interrupted ? 1 : 0;
    }

    std::unique_ptr<Session> m_inner;
    Door& m_door;
    const bool m_searches;
    bool m_interrupted = false;
};

class DoorStore final : public Store
{
public:
    DoorStore(std::unique_ptr<Store> inner, Door& door) : m_inner(std::move(inner)), m_door(door) {}
    const StoreUrl& url() const override { return m_inner->url(); }
    Answer<std::unique_ptr<Session>> open(const SessionOptions& options) override
    {
        {
            const std::lock_guard lock(m_door.mutex);
            if (!options.application_name.ends_with("search"))
                m_door.options = options;
            if (m_door.broken)
                return Failure::unavailable("connection refused").try_again().disconnected();
            if (m_door.says)
                return *m_door.says;
            if (!m_door.refuses.empty()) {
                ++m_door.refused;
                return Failure::refused("wrong password").with_code(m_door.refuses);
            }
        }
        ++m_door.opened;
        auto session = m_inner->open(options);
        if (!session)
            return session;
        return std::unique_ptr<Session>(std::make_unique<DoorSession>(std::move(*session), m_door,
                                                                      options.application_name.ends_with("search")));
    }
    Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics, const SessionOptions& options,
                                                 const std::stop_token& stop) override
    {
        return m_inner->listen(std::move(topics), options, stop);
    }

private:
    std::unique_ptr<Store> m_inner;
    Door& m_door;
};

class ObserverTest : public ::testing::Test
{
protected:
    void SetUp() override
    {
        const std::string name = std::string("observer-") + ::testing::UnitTest::GetInstance()->current_test_info()->name();
        forget_memory_store(name);
        const auto url = StoreUrl::parse("memory:" + name);
        ASSERT_TRUE(url);
        m_writer_store = *open_memory_store(*url);
        m_writer = *m_writer_store->open({});
        m_store = std::make_shared<DoorStore>(*open_memory_store(*url), m_door);
    }
    void TearDown() override
    {
        m_door.set(m_door.shut, false);
        m_watcher.forget();
    }
    void observe(ObserverOptions options = {}) { m_watcher.watch(m_store, options); }
    FencingToken acquire(const std::string& name, const std::string& owner, Duration lease = 30s)
    {
        const auto got = m_writer->locks().acquire({LockName::trusted(name), OwnerId::trusted(owner), lease,
                                                    RequestId::trusted("r" + std::to_string(++m_requests))});
        EXPECT_TRUE(got);
        return got && got->token ? *got->token : FencingToken{};
    }
    static std::function<bool(const Update&)> brings(const std::string& name)
    {
        return [name](const Update& u) { return test::lock_in(u, name) != nullptr; };
    }

    Door m_door;
    std::unique_ptr<Store> m_writer_store;
    std::unique_ptr<Session> m_writer;
    std::shared_ptr<Store> m_store;
    test::Watcher m_watcher;
    int m_requests = 0;
};

} // namespace lockdesk::test
