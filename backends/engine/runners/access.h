// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"

#include <mutex>
#include <stop_token>

namespace lockdesk {

/// How a part of the engine reaches its store: every thread opens sessions of its own. A value; the store outlives it.
struct Access
{
    Store* store = nullptr;
    SessionOptions options;

    [[nodiscard]] Answer<std::unique_ptr<Session>> open() const { return store->open(options); }
    /// With another time bound for its calls.
    [[nodiscard]] Answer<std::unique_ptr<Session>> open_within(Duration timeout) const;
    /// Its sessions are not opened, or no longer, when `stop` is requested.
    [[nodiscard]] Access until(const std::stop_token& stop) const;
    [[nodiscard]] Answer<std::unique_ptr<HintListener>> listen(std::vector<HintTopic> topics,
                                                               const std::stop_token& stop) const
    {
        return store->listen(std::move(topics), options, stop);
    }
};

/// One thread's session, opened when it is first needed. `interrupt` from any thread cuts a running call and is for good;
/// everything else from one thread.
class OwnSession
{
public:
    explicit OwnSession(Access access) : m_access(std::move(access)) { m_access.options.stop = m_interrupted.get_token(); }
    Answer<Session*> get();
    /// Closes it; the next `get` opens another.
    void drop();
    void interrupt() noexcept;

private:
    Access m_access;
    std::stop_source m_interrupted; ///< also cuts an opening
    std::mutex m_mutex;
    std::unique_ptr<Session> m_session;
};

/// "Stopped": what a cut call answers when its caller did not want to go on.
Failure interrupted_failure();

/// Whether asking again later may help. What the store refuses for good (password, permission, schema, read-only) is not.
bool worth_retrying(const Failure& failure);

} // namespace lockdesk
