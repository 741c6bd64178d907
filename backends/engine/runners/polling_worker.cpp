// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/polling_worker.h"

#include "backends/engine/runners/worker_life.h"

namespace lockdesk {

PollingWorker::PollingWorker(Runtime& runtime, Access access, PollingWorkerOptions options, HandlerRegistry handlers,
                             Callbacks callbacks)
    : m_runtime(runtime), m_access(std::move(access)), m_options(std::move(options)), m_handlers(std::move(handlers)),
      m_callbacks(std::move(callbacks))
{
}

PollingWorker::~PollingWorker() { stop(); }

void PollingWorker::start()
{
    m_thread.start([this](const std::stop_token& stop) {
        WorkerLife life(m_runtime, m_access, m_options, m_handlers, m_callbacks.event, stats());
        const auto lives = [this](WorkerLife* now) {
            const std::lock_guard lock(m_living);
            m_life = now;
        };
        lives(&life);
        life.run(stop);
        lives(nullptr);
        if (life.stop_ordered() && m_callbacks.stop_ordered)
            m_callbacks.stop_ordered();
    });
}

void PollingWorker::stop() { m_thread.stop(); }

void PollingWorker::obey(const WorkerControl& control, std::optional<TimePoint> store_time)
{
    const std::lock_guard lock(m_living);
    if (m_life != nullptr)
        m_life->obey(control, store_time);
}

} // namespace lockdesk
