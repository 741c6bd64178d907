// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/access.h"
#include "backends/engine/runners/startstop.h"

#include <functional>

namespace lockdesk {

/// While it lives: when `stop` is requested, or was before, calls on a session have `grace` to end by themselves (to tell the
/// store what was done, to give back what is held); after that they are cut, for good. So a store that does not answer cannot
/// hold up an end. Around calls, not around work, which may need longer than that to end. The session must outlive it.
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
    std::stop_callback<std::function<void()>> m_stopped; ///< last: gone first
};

} // namespace lockdesk
