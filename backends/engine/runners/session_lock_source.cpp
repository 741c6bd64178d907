// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/session_lock_source.h"

#include "backends/engine/contracts/bare_locks.h"
#include "backends/engine/contracts/unsupported.h"

#include <utility>

namespace lockdesk {

namespace {

Failure needs_a_session(SessionLockKind kind)
{
    return Failure::unsupported(
        std::string("a session lock lives as long as its session; 'lockdeskctl guard run NAME --guard ")
        + word(kind) // check-shown: fine
        + "' takes one and keeps it");
}

class SessionLockLocks final : public BareLocks
{
public:
    SessionLockLocks(SessionLocks& locks, SessionLockKind kind)
        : BareLocks(Failure::unsupported("a session lock leaves nothing to collect"),
                    Failure::unsupported("nobody can be seen waiting for a session lock")),
          m_locks(locks), m_kind(kind)
    {
    }

    Answer<Acquisition> acquire(const AcquireRequest&) override { return needs_a_session(m_kind); }
    Answer<LeaseAnswer> renew(const LockName&, const OwnerId&, FencingToken, Duration) override
    {
        return needs_a_session(m_kind);
    }
    Answer<LeaseAnswer> release(const LockName&, const OwnerId&, FencingToken, Duration) override
    {
        return needs_a_session(m_kind);
    }
    Answer<ForceAnswer> force_release(const ForceRelease& request) override { return m_locks.end_session(request, m_kind); }
    Answer<ForcePreview> preview_force_release(const ForceRelease& request) override
    {
        return m_locks.preview_end_session(request, m_kind);
    }

    Answer<std::optional<LockRow>> find(const LockName& name) override
    {
        const auto found = m_locks.find(name, m_kind);
        if (!found)
            return found.failure();
        return {*found ? std::optional(lock_row(**found)) : std::nullopt, found.store_time()};
    }

    Answer<Page<LockRow>> list(const ListRequest& request) override
    {
        // Lists without the filter: owner and name of a lock that only has a key are known after reading.
        const auto listed = m_locks.list({{}, static_cast<std::size_t>(-1)});
        if (!listed)
            return listed.failure();
        Page<LockRow> page;
        const auto now = listed.store_time().value_or(TimePoint{});
        for (const SessionLockRow& one : listed->rows) {
            auto row = lock_row(one);
            const auto field = [&](std::string_view key) { return filter_field(row, now, key); };
            if (one.kind != m_kind || !request.filter.matches(field))
                continue;
            if (page.rows.size() == request.limit) {
                page.truncated = true;
                break;
            }
            page.rows.push_back(std::move(row));
        }
        return {std::move(page), listed.store_time()};
    }

private:
    SessionLocks& m_locks;
    const SessionLockKind m_kind;
};

class SessionLockSource final : public UnsupportedSession
{
public:
    SessionLockSource(std::unique_ptr<Session> session, SessionLockKind kind)
        : m_session(std::move(session)), m_capabilities(m_session->capabilities()), m_locks(m_session->session_locks(), kind)
    {
        auto& c = m_capabilities;
        c.source = word(kind);
        c.fence = FenceStrength::none;
        c.durable_tokens = c.waiters = c.hints = c.batch_claim = c.tasks = c.outbox = c.records = c.workers = c.draws =
            false;
        c.changes = false;
        c.strategies.clear();
    }
    const Capabilities& capabilities() const override { return m_capabilities; }
    Locks& locks() override { return m_locks; }
    SessionLocks& session_locks() override { return m_session->session_locks(); }
    Audit& audit() override { return m_session->audit(); }
    Admin& admin() override { return m_session->admin(); }
    void interrupt() noexcept override { m_session->interrupt(); }

private:
    std::unique_ptr<Session> m_session;
    Capabilities m_capabilities;
    SessionLockLocks m_locks;
};

} // namespace

const char* word(SessionLockKind kind) { return kind == SessionLockKind::named ? "named" : "skip-locked"; }

std::optional<SessionLockKind> session_lock_kind(std::string_view source)
{
    for (const auto kind : {SessionLockKind::named, SessionLockKind::skip_locked})
        if (source == word(kind))
            return kind;
    return std::nullopt;
}

std::optional<std::string> filter_field(const SessionLockRow& row, TimePoint, std::string_view key)
{
    if (key == "name" || key == "id")
        return row.name;
    if (key == "owner")
        return row.owner;
    return key == "kind" ? std::optional<std::string>(word(row.kind)) : std::nullopt;
}

std::string session_owner(const SessionLockRow& row) { return row.owner.empty() ? "session " + row.session : row.owner; }

LockRow lock_row(const SessionLockRow& row)
{
    LockRow out;
    out.source = word(row.kind);
    out.name = row.name.empty() ? "key " + row.key : row.name;
    out.owner = session_owner(row);
    out.holds = 1;
    out.acquired_at = row.since;
    out.raw = row.raw;
    LockSession about = row.about;
    about.id = row.session;
    out.session = std::move(about);
    return out;
}

Answer<std::unique_ptr<Session>> open_session_lock_source(Store& store, SessionOptions options, SessionLockKind kind)
{
    options.source = "lockdesk";
    auto session = store.open(options);
    if (!session)
        return session.failure();
    return std::unique_ptr<Session>(std::make_unique<SessionLockSource>(std::move(*session), kind));
}

} // namespace lockdesk
