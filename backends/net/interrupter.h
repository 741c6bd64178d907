// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

namespace lockdesk::net {

/// Wakes every wait of the connections that share it, permanently. From any thread.
class Interrupter
{
public:
    Interrupter();
    ~Interrupter();
    Interrupter(const Interrupter&) = delete;
    Interrupter& operator=(const Interrupter&) = delete;

    void interrupt() noexcept;
    [[nodiscard]] bool is_interrupted() const noexcept { return m_interrupted; }
    /// For waits that take a flag; lives as long as this object.
    [[nodiscard]] const std::atomic<bool>& flag() const noexcept { return m_interrupted; }
    /// Becomes readable on an interrupt.
    [[nodiscard]] int descriptor() const noexcept { return m_event; }

private:
    std::atomic<bool> m_interrupted{false};
    int m_event;
};

} // namespace lockdesk::net
