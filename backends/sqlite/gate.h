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

/// Shared by the sessions of this process for one file: a first-in first-out mutex for writers (with SQLite's own busy
/// handling a thread can lose by chance for seconds), and a bell for listeners. A running thread may enter again while the
/// first in the queue wakes up, but no longer than `patience`: so not every transaction costs a thread switch, and no
/// thread starves.
class Gate
{
public:
    /// Returns the one gate of a file, whichever path leads to it.
    static std::shared_ptr<Gate> of(const std::string& path);

    /// Waits for a turn. Returns false if the deadline passed or `interrupted` was set meanwhile.
    bool enter(SteadyPoint deadline, const std::atomic<bool>& interrupted);
    void leave();

    /// Wakes every listener of this process; cheap without listeners.
    void ring();
    /// Waits for the next ring after `seen` (a value of `rings`), or until `until`.
    void await_ring(std::uint64_t seen, SteadyPoint until);
    [[nodiscard]] std::uint64_t rings() const { return m_rings.load(std::memory_order_acquire); }

private:
    struct Turn
    {
        std::condition_variable bell;
        SteadyPoint since{};
        bool mine = false;  ///< handed over
        bool woken = false; ///< notified that it may try, not yet running
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

/// Holds a turn at the gate during its lifetime.
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
