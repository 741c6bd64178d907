// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/unsupported.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <utility>

namespace lockdesk {

/// The concerns of a session; null: the store or source lacks it.
struct SessionConcerns
{
    std::unique_ptr<Locks> locks{};
    std::unique_ptr<Fence> fence{};
    std::unique_ptr<Tasks> tasks{};
    std::unique_ptr<Outbox> outbox{};
    std::unique_ptr<Records> records{};
    std::unique_ptr<SessionLocks> session_locks{};
    std::unique_ptr<Workers> workers{};
    std::unique_ptr<Changes> changes{};
    std::unique_ptr<Audit> audit{};
    std::unique_ptr<Draws> draws{};
    std::unique_ptr<Statements> statements{};
    std::unique_ptr<Admin> admin{};
};

/// A session over one `Line` to its store, with concerns that refer to the line and are destroyed before it. The
/// constructor of a derived class sets the concerns; a null one returns unsupported failures.
template <class Line> class ConcernSession : public UnsupportedSession
{
public:
    [[nodiscard]] const Capabilities& capabilities() const override { return m_capabilities; }
    Locks& locks() override { return m_concerns.locks ? *m_concerns.locks : UnsupportedSession::locks(); }
    Fence& fence() override { return m_concerns.fence ? *m_concerns.fence : UnsupportedSession::fence(); }
    Tasks& tasks() override { return m_concerns.tasks ? *m_concerns.tasks : UnsupportedSession::tasks(); }
    Outbox& outbox() override { return m_concerns.outbox ? *m_concerns.outbox : UnsupportedSession::outbox(); }
    Records& records() override { return m_concerns.records ? *m_concerns.records : UnsupportedSession::records(); }
    SessionLocks& session_locks() override
    {
        return m_concerns.session_locks ? *m_concerns.session_locks : UnsupportedSession::session_locks();
    }
    Workers& workers() override { return m_concerns.workers ? *m_concerns.workers : UnsupportedSession::workers(); }
    Changes& changes() override { return m_concerns.changes ? *m_concerns.changes : UnsupportedSession::changes(); }
    Audit& audit() override { return m_concerns.audit ? *m_concerns.audit : UnsupportedSession::audit(); }
    Draws& draws() override { return m_concerns.draws ? *m_concerns.draws : UnsupportedSession::draws(); }
    Statements& statements() override
    {
        return m_concerns.statements ? *m_concerns.statements : UnsupportedSession::statements();
    }
    Admin& admin() override { return m_concerns.admin ? *m_concerns.admin : UnsupportedSession::admin(); }

protected:
    /// The arguments after the capabilities make the line.
    template <class... Arguments>
    explicit ConcernSession(Capabilities capabilities, Arguments&&... arguments)
        : m_line(std::forward<Arguments>(arguments)...), m_capabilities(std::move(capabilities))
    {
    }

    Line m_line;
    Capabilities m_capabilities;
    SessionConcerns m_concerns;
};

/// Connects the session, unless the options say later. A stop ends connecting.
template <class Connectable>
Answer<std::unique_ptr<Session>> connected(std::unique_ptr<Connectable> session, const SessionOptions& options)
{
    if (!options.connect_later) {
        // Copies the address: the return moves the pointer while a stop may still call this.
        const std::stop_callback cut(options.stop, [own = session.get()] { own->interrupt(); });
        if (std::optional<Failure> failure = session->connect())
            return *failure;
    }
    return std::unique_ptr<Session>(std::move(session));
}

} // namespace lockdesk
