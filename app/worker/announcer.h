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

/// Writes a message into the outbox for each task that has moved on, on a thread of its own. For demonstrations: a real handler
/// writes its message in the transaction of its own work (the outbox writers of the stores).
class Announcer
{
public:
    Announcer(const Work& work, Topic topic);
    void announce(const WorkerEvent& advanced);
    /// What was announced is written, if the store can be asked now.
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
