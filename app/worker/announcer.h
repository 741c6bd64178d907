// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/worker/roles.h"
#include "backends/engine/contracts/outbox.h"
#include "backends/engine/runners/worker_events.h"

#include <mutex>
#include <thread>
#include <vector>

namespace lockdesk::worker {

/// Writes a message to the outbox for each task that has advanced, on its own thread. For demonstrations: a real handler
/// writes its message in the transaction of its own work (the outbox writers of the stores).
class Announcer
{
public:
    Announcer(const Work& work, Topic topic);
    void announce(const WorkerEvent& advanced);
    /// Writes the announced messages, if the store is available.
    void finish();

private:
    void run(const std::stop_token& stop);
    void write(OwnSession& session);
    bool add(OwnSession& session, const NewMessage& message);

    const Work& m_work;
    const Topic m_topic;
    Bell m_bell;
    std::mutex m_mutex;
    std::vector<NewMessage> m_waiting;
    std::jthread m_thread;
};

} // namespace lockdesk::worker
