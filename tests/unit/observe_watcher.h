// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/observer.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lockdesk::test {

/// Collects an observer's updates and waits for them.
class Watcher
{
public:
    Watcher() = default;
    Watcher(const Watcher&) = delete;
    Watcher& operator=(const Watcher&) = delete;
    ~Watcher() { forget(); }

    void watch(std::shared_ptr<Store> store, ObserverOptions options = {})
    {
        forget();
        m_observer = std::make_unique<Observer>(std::move(store), std::move(options), handler());
        m_observer->start();
    }
    Observer& observer() { return *m_observer; }
    /// Waits for a running handler, which uses the observer.
    void forget()
    {
        if (m_observer)
            m_observer->stop();
        m_observer.reset();
    }

    std::mutex mutex;
    std::condition_variable changed;
    std::vector<UpdatePtr> updates;
    std::atomic<bool> acknowledges{true};

    /// Returns the first wanted update from number `from` on; null: none in time.
    UpdatePtr await(const std::function<bool(const Update&)>& wanted, std::size_t from = 0,
                    std::chrono::milliseconds at_most = std::chrono::seconds{10})
    {
        std::unique_lock lock(mutex);
        UpdatePtr found;
        changed.wait_for(lock, at_most, [&] {
            for (; from < updates.size() && !found; ++from)
                if (wanted(*updates[from]))
                    found = updates[from];
            return found != nullptr;
        });
        return found;
    }
    std::size_t count()
    {
        const std::lock_guard lock(mutex);
        return updates.size();
    }

private:
    Observer::Handler handler()
    {
        return [this](UpdatePtr update) {
            const auto number = update->number;
            {
                const std::lock_guard lock(mutex);
                updates.push_back(std::move(update));
            }
            changed.notify_all();
            if (acknowledges)
                m_observer->acknowledge(number);
        };
    }

    std::unique_ptr<Observer> m_observer;
};

inline const LockRow* lock_in(const Update& update, const std::string& name)
{
    const auto found =
        std::find_if(update.locks.begin(), update.locks.end(), [&](const auto& row) { return row->name == name; });
    return found == update.locks.end() ? nullptr : found->get();
}
inline bool is_stale(const Update& update) { return update.health.state == HealthState::stale; }
inline bool is_live(const Update& update) { return update.polled && update.health.state == HealthState::live; }

} // namespace lockdesk::test
