// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/gate.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace lockdesk::sqlite {

namespace {

// Interrupts set a flag and ring nothing, so that they never block: a waiter polls the flag at this interval.
constexpr auto look_up = std::chrono::milliseconds{20};

// How long others may pass the first in the queue.
constexpr auto patience = std::chrono::milliseconds{1};

} // namespace

std::shared_ptr<Gate> Gate::of(const std::string& path)
{
    static std::mutex mutex;
    static std::map<std::string, std::weak_ptr<Gate>> gates;
    std::error_code error;
    auto key = std::filesystem::weakly_canonical(path, error).string();
    if (error)
        key = path;
    const std::lock_guard lock(mutex);
    std::erase_if(gates, [](const auto& entry) { return entry.second.expired(); });
    auto& slot = gates[key];
    auto gate = slot.lock();
    if (!gate)
        slot = gate = std::make_shared<Gate>();
    return gate;
}

bool Gate::first_is_patient(SteadyPoint now) const { return now - m_queue.front()->since < patience; }

void Gate::wake_first()
{
    if (m_queue.empty() || m_queue.front()->woken)
        return;
    m_queue.front()->woken = true;
    m_queue.front()->bell.notify_one(); // under the mutex: the turn lives on its owner's stack
}

bool Gate::enter(SteadyPoint deadline, const std::atomic<bool>& interrupted)
{
    std::unique_lock lock(m_mutex);
    if (!m_taken && (m_queue.empty() || first_is_patient(std::chrono::steady_clock::now()))) {
        m_taken = true;
        return true;
    }
    Turn turn;
    turn.since = std::chrono::steady_clock::now();
    m_queue.push_back(&turn);
    while (!turn.mine) {
        turn.woken = false;
        if (!m_taken && m_queue.front() == &turn) {
            m_queue.pop_front();
            m_taken = true;
            return true;
        }
        const auto now = std::chrono::steady_clock::now();
        if (now >= deadline || interrupted.load(std::memory_order_relaxed)) {
            std::erase(m_queue, &turn);
            if (!m_taken)
                wake_first();
            return false;
        }
        turn.bell.wait_until(lock, std::min<SteadyPoint>(deadline, now + look_up));
    }
    return true;
}

void Gate::leave()
{
    const std::lock_guard lock(m_mutex);
    if (m_queue.empty() || first_is_patient(std::chrono::steady_clock::now())) {
        m_taken = false;
        wake_first();
        return;
    }
    Turn* next = m_queue.front();
    m_queue.pop_front();
    next->mine = true;
    next->bell.notify_one();
}

void Gate::ring()
{
    m_rings.fetch_add(1, std::memory_order_seq_cst);
    if (m_listening.load(std::memory_order_seq_cst) == 0)
        return;
    const std::lock_guard lock(m_listeners_mutex);
    m_listeners.notify_all();
}

void Gate::await_ring(std::uint64_t seen, SteadyPoint until)
{
    std::unique_lock lock(m_listeners_mutex);
    m_listening.fetch_add(1, std::memory_order_seq_cst);
    m_listeners.wait_until(lock, until, [&] { return m_rings.load(std::memory_order_seq_cst) != seen; });
    m_listening.fetch_sub(1, std::memory_order_seq_cst);
}

} // namespace lockdesk::sqlite
