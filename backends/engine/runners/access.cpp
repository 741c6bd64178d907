// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/access.h"

namespace lockdesk {

Answer<std::unique_ptr<Session>> Access::open_within(Duration timeout) const
{
    auto changed = options;
    changed.timeout = timeout;
    return store->open(changed);
}

Access Access::until(const std::stop_token& stop) const
{
    auto changed = *this;
    changed.options.stop = stop;
    return changed;
}

Answer<Session*> OwnSession::get()
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_interrupted.stop_requested())
            return interrupted_failure();
        if (m_session)
            return m_session.get();
    }
    // Without the mutex: connecting may take long, and `interrupt` must not wait for it.
    auto opened = m_access.open();
    if (!opened)
        return opened.failure();
    const std::lock_guard lock(m_mutex);
    if (m_interrupted.stop_requested())
        return interrupted_failure();
    m_session = std::move(*opened);
    return m_session.get();
}

void OwnSession::drop()
{
    std::unique_ptr<Session> gone;
    const std::lock_guard lock(m_mutex);
    gone.swap(m_session);
}

void OwnSession::interrupt() noexcept
{
    m_interrupted.request_stop();
    const std::lock_guard lock(m_mutex);
    if (m_session)
        m_session->interrupt();
}

Failure interrupted_failure() { return Failure::unavailable("stopped before the store answered"); }

bool worth_retrying(const Failure& failure)
{
    return failure.kind == FailureKind::in_doubt
           || (failure.kind == FailureKind::unavailable && (failure.retryable || failure.connection_lost));
}

} // namespace lockdesk
