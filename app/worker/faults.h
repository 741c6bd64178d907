// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/handlers.h"

#include <atomic>
#include <string_view>
#include <thread>

namespace lockdesk::worker {

/// Faults that a process cannot be given by a signal, ordered on standard input, one a line: `hang on|off`, `cut-off on|off`,
/// `skew 30s` (`-30s`, `0`).
class Faults
{
public:
    /// Reads orders until the input ends, on a thread of its own.
    void listen();
    /// False: no such order.
    bool obey(std::string_view line);

    /// Its own clock is wrong by so much.
    [[nodiscard]] Duration skew() const { return Duration{m_skew}; }
    /// Comes back when it does not hang any more, or at `stop`.
    void hang(Runtime& runtime, const std::stop_token& stop) const;
    /// The handler's work is done, and it does not come back while it hangs; it lives all the same.
    [[nodiscard]] Handler hanging(Runtime& runtime, Handler handler);

private:
    void read_orders(const std::stop_token& stop);

    std::atomic<bool> m_hangs{false};
    std::atomic<std::int64_t> m_skew{0};
    std::jthread m_reader;
};

/// The real time, but for this computer's clock.
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
