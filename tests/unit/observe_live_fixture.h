// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/stores/live_store.h"
#include "tests/unit/observe_watcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <string>

/// Skips a case that the store does not support; prints and counts what it lacks.
#define LOCKDESK_NEEDS(condition, what)                                                                                     \
    if (!(condition))                                                                                                       \
    GTEST_SKIP() << "not applicable: " << GetParam() << " has no " << (what)

namespace lockdesk::test {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

inline const std::string ann = "ann/1/00ff00ff00ff00ff", bob = "bob/2/11ee11ee11ee11ee";

/// The store belongs to the program and is emptied for every case.
class ObserverOn : public testing::TestWithParam<std::string>
{
protected:
    void SetUp() override
    {
        live().thaw();
        live().clean();
        m_writer = live().open();
    }
    void TearDown() override
    {
        live().thaw();
        m_watcher.forget();
    }

    static LiveStore& live()
    {
        static std::map<std::string, std::unique_ptr<LiveStore>> all;
        auto& one = all[GetParam()];
        if (!one)
            one = std::make_unique<LiveStore>(GetParam());
        return *one;
    }
    Session& writer() { return *m_writer; }
    const Capabilities& can() { return m_writer->capabilities(); }

    static ObserverOptions often()
    {
        ObserverOptions options;
        options.interval = 100ms;
        options.reconcile = 500ms;
        return options;
    }
    /// Starts the observer and waits for the first complete snapshot.
    UpdatePtr observe(const ObserverOptions& options)
    {
        m_watcher.watch(live().store(), options);
        return m_watcher.await([](const Update& u) { return u.snapshot; }, 0, 30s);
    }
    Acquisition acquire(const std::string& name, const std::string& owner = ann, Duration lease = 60s)
    {
        auto got = need(writer().locks().acquire({LockName::trusted(name), OwnerId::trusted(owner), lease,
                                                  RequestId::trusted("r" + std::to_string(++m_requests))}));
        EXPECT_EQ(got.result, AcquireResult::acquired);
        return got;
    }
    void release(const std::string& name, const std::string& owner, const Acquisition& held)
    {
        const auto gone = need(
            writer().locks().release(LockName::trusted(name), OwnerId::trusted(owner), held.token.value_or(FencingToken{})));
        EXPECT_EQ(gone.result, LeaseResult::released);
    }
    /// Returns the first update from number `from` on with such an event of this lock.
    UpdatePtr answer(EventKind kind, const std::string& name, std::size_t from)
    {
        return m_watcher.await(
            [&](const Update& u) {
                return std::any_of(u.events.begin(), u.events.end(),
                                   [&](const Event& e) { return e.kind == kind && e.key == name; });
            },
            from, 30s);
    }
    UpdatePtr brought(const std::string& name, std::size_t from)
    {
        return m_watcher.await([&](const Update& u) { return lock_in(u, name) != nullptr; }, from, 30s);
    }
    UpdatePtr gone(Entity entity, const std::string& key, std::size_t from, std::chrono::milliseconds at_most = 30s)
    {
        return m_watcher.await(
            [&](const Update& u) {
                return std::any_of(u.gone.begin(), u.gone.end(), [&](const GoneRow& row) {
                    return row == GoneRow{entity, key};
                });
            },
            from, at_most);
    }

    std::unique_ptr<Session> m_writer;
    Watcher m_watcher;
    int m_requests = 0;
};

} // namespace lockdesk::test
