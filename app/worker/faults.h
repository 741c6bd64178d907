// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/handlers.h"

#include <atomic>
#include <string_view>
#include <thread>

namespace lockdesk::worker {

/// Faults that no signal can cause, ordered on standard input, one per line: `hang on|off`, `cut-off on|off`,
/// `skew 30s` (`-30s`, `0`).
class Faults
{
public:
    /// Reads orders until the input ends, on its own thread.
    void listen();
    /// Returns false for an unknown order.
    bool obey(std::string_view line);

    /// Error of its own clock.
    [[nodiscard]] Duration skew() const { return Duration{m_skew}; }
    /// Blocks while it hangs, or until `stop`.
    void hang(Runtime& runtime, const std::stop_token& stop) const;
    /// Wraps a handler that, after its work, does not return while it hangs; the process stays alive.
    [[nodiscard]] Handler hanging(Runtime& runtime, Handler handler);

private:
    void read_orders(const std::stop_token& stop);

    std::atomic<bool> m_hangs{false};
    std::atomic<std::int64_t> m_skew{0};
    std::jthread m_reader;
};

/// The system runtime with a skewed wall clock.
class SkewedRuntime final : public Runtime
{
public:
    explicit SkewedRuntime(const Faults& faults) : m_faults(faults) {}
    SteadyPoint now() override { return m_real.now(); }
    TimePoint wall() override { return m_real.wall() + m_faults.skew(); }
    std::uint64_t random() override { return m_real.random(); }
    Woken wait(Bell& bell, const std::stop_token& stop, SteadyPoint until) override
    {
        return m_real.wait(bell, stop, until);
    }

private:
    const Faults& m_faults;
    SystemRuntime m_real;
};

} // namespace lockdesk::worker
