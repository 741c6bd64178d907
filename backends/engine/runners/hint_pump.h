// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/runtime.h"
#include "backends/engine/runners/access.h"
#include "backends/engine/runners/startstop.h"

namespace lockdesk {

/// Listens on its own connection and thread, and calls back for every hint and whenever it begins to listen: reading
/// the store then misses no change. Hints may be lost: waiters must also poll.
class HintPump
{
public:
    /// Calls `hint` on its thread.
    HintPump(Runtime& runtime, Access access, std::vector<HintTopic> topics, std::function<void()> hint);
    ~HintPump();

    void start();
    /// Does not wait for a server that does not answer.
    void stop();

private:
    void run(const std::stop_token& stop);
    void pump(HintListener& listener, const std::stop_token& stop);

    Runtime& m_runtime;
    Access m_access;
    std::vector<HintTopic> m_topics;
    std::function<void()> m_hint;
    StartStop m_thread;
};

} // namespace lockdesk
