// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

#include <mutex>
#include <stop_token>

namespace lockdesk {

/// Access to a store for parts of the engine: every thread opens its own session. A value; the store must outlive it.
struct Access
{
    Store* store = nullptr;
    SessionOptions options;

    [[nodiscard]] Answer<std::unique_ptr<Session>> open() const { return store->open(options); }
    /// Opens a session with another timeout for its calls.
    [[nodiscard]] Answer<std::unique_ptr<Session>> open_within(Duration timeout) const;
    /// Returns an access whose openings end when `stop` is requested.
    [[nodiscard]] Access until(const std::stop_token& stop) const;
    [[nodiscard]] Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics,
                                                               const std::stop_token& stop) const
    {
        return store->listen(std::move(topics), options, stop);
    }
};

/// One thread's session, opened on first use. `interrupt` is thread-safe, ends a running call and is permanent;
/// otherwise one thread.
class OwnSession
{
public:
    explicit OwnSession(Access access) : m_access(std::move(access)) { m_access.options.stop = m_interrupted.get_token(); }
    Answer<Session*> get();
    /// Closes the session; the next `get` opens another.
    void drop();
    void interrupt() noexcept;

private:
    Access m_access;
    std::stop_source m_interrupted; ///< also ends an opening
    std::mutex m_mutex;
    std::unique_ptr<Session> m_session;
};

/// "Stopped": the failure of a call that its caller interrupted.
Failure interrupted_failure();

/// Whether a retry may succeed. Not for permanent refusals (password, permission, schema, read-only).
bool worth_retrying(const Failure& failure);

} // namespace lockdesk
