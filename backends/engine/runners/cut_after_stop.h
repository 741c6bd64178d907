// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/access.h"
#include "backends/engine/runners/startstop.h"

#include <functional>

namespace lockdesk {

/// While it lives: once `stop` is requested, even before, calls on a session have `grace` to end by themselves (to settle
/// or release); after that they are interrupted, permanently. So a store that does not answer cannot
/// delay a shutdown. For calls, not for work, which may take longer to end. The session must outlive it.
class CutAfterStop
{
public:
    static constexpr Duration default_grace = std::chrono::seconds{1};

    CutAfterStop(Runtime& runtime, std::function<void()> cut, const std::stop_token& stop, Duration grace = default_grace)
        : m_runtime(runtime), m_cut(std::move(cut)), m_grace(grace), m_stopped(stop, [this] { begin(); })
    {
    }
    CutAfterStop(Runtime& runtime, OwnSession& session, const std::stop_token& stop)
        : CutAfterStop(
            runtime, [&session] { session.interrupt(); }, stop)
    {
    }
    CutAfterStop(Runtime& runtime, Session& session, const std::stop_token& stop)
        : CutAfterStop(
            runtime, [&session] { session.interrupt(); }, stop)
    {
    }

private:
    void begin()
    {
        m_thread.start([this](const std::stop_token& over) {
            if (m_runtime.sleep(over, m_grace))
                m_cut();
        });
    }

    Runtime& m_runtime;
    std::function<void()> m_cut;
    Duration m_grace;
    StartStop m_thread;
    std::stop_callback<std::function<void()>> m_stopped; ///< last member: destroyed first
};

} // namespace lockdesk
