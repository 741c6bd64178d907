// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/access.h"
#include "backends/memory/memory_store.h"
#include "backends/memory/virtual_clock.h"
#include "tests/support/await.h"
#include "tests/support/faulty_store.h"

#include <atomic>
#include <gtest/gtest.h>
#include <memory>

namespace lockdesk::test {

using namespace std::chrono_literals;

/// A memory store and a runtime whose clocks are advanced together by hand.
class World
{
public:
    World()
    {
        static std::atomic<int> number = 0;
        m_name = "ontop" + std::to_string(++number);
        set_up_memory_store(m_name, {clock, {}});
        m_memory = *open_memory_store(*StoreUrl::parse("memory:" + m_name));
        store = std::make_unique<FaultyStore>(*m_memory, faults);
    }
    ~World()
    {
        store.reset();
        forget_memory_store(m_name);
    }
    [[nodiscard]] Access access() const { return {store.get(), {}}; }
    [[nodiscard]] std::unique_ptr<Session> session() const { return *access().open(); }
    void advance(Duration d)
    {
        clock->advance(d);
        runtime.advance(d);
    }
    /// Advances step by step; after each one waits until `sleepers` threads have done what was due.
    void pass(Duration d, Duration step, int sleepers)
    {
        for (Duration passed{0}; passed < d; passed += step) {
            advance(step);
            ASSERT_TRUE(runtime.await_sleepers(sleepers));
        }
    }

    std::shared_ptr<VirtualClock> clock = std::make_shared<VirtualClock>();
    VirtualRuntime runtime;
    Faults faults;
    std::unique_ptr<FaultyStore> store;

private:
    std::unique_ptr<Store> m_memory;
    std::string m_name;
};

inline OwnerId owner(const char* text) { return OwnerId::trusted(text); }
inline LockName lock_name(const char* text = "job") { return LockName::trusted(text); }

} // namespace lockdesk::test
