// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>

namespace lockdesk::sqlite {

/// What the sessions of this process share for one file: a first-in first-out mutex for writers (SQLite's own busy handling
/// is a lottery, in which a thread can lose for seconds), and a bell for listeners. Whoever is running may go again while
/// the first in the queue wakes up, but not for longer than its patience: so a switch of threads is not paid for every
/// transaction, and nobody starves.
class Gate
{
public:
    /// One gate for each file, whatever path it is reached by.
    static std::shared_ptr<Gate> of(const std::string& path);

    /// False: the deadline passed or `interrupted` was set meanwhile.
    bool enter(SteadyPoint deadline, const std::atomic<bool>& interrupted);
    void leave();

    /// Wakes every listener of this process; cheap when there is none.
    void ring();
    /// Waits for the next ring after `seen` (a value that `rings` gave), or until `until`.
    void await_ring(std::uint64_t seen, SteadyPoint until);
    [[nodiscard]] std::uint64_t rings() const { return m_rings.load(std::memory_order_acquire); }

private:
    struct Turn
    {
        std::condition_variable bell;
        SteadyPoint since{};
        bool mine = false;  ///< handed over
        bool woken = false; ///< told that it may try, and has not come yet
    };

    [[nodiscard]] bool first_is_patient(SteadyPoint now) const;
    void wake_first();

    std::mutex m_mutex;
    bool m_taken = false;
    std::deque<Turn*> m_queue;

    std::mutex m_listeners_mutex;
    std::condition_variable m_listeners;
    std::atomic<int> m_listening{0};
    std::atomic<std::uint64_t> m_rings{0};
};

/// A turn at the gate for as long as it lives.
class GateTurn
{
public:
    GateTurn(Gate& gate, SteadyPoint deadline, const std::atomic<bool>& interrupted)
        : m_gate(gate), m_entered(gate.enter(deadline, interrupted))
    {
    }
    ~GateTurn()
    {
        if (m_entered)
            m_gate.leave();
    }
    GateTurn(const GateTurn&) = delete;
    GateTurn& operator=(const GateTurn&) = delete;
    [[nodiscard]] bool entered() const { return m_entered; }

private:
    Gate& m_gate;
    bool m_entered;
};

} // namespace lockdesk::sqlite
