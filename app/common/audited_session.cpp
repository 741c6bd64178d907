// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/audited_session.h"

#include "backends/engine/command_line.h"

#include <algorithm>
#include <chrono>

namespace lockdesk::app {

namespace {

TimePoint this_computers_now() { return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now()); }

/// Where an action is written that has no audit table.
struct AuditPlace
{
    LocalAudit book;
    std::string store;
    std::string source;
    [[nodiscard]] Answer<Done> write(AuditRow row) const
    {
        row.where = AuditRow::local;
        return book.append({store, source, std::move(row)});
    }
};

class AuditedLocks final : public Locks
{
public:
    AuditedLocks(Locks& base, const AuditPlace& place) : m_base(base), m_place(place) {}
    Answer<Acquisition> acquire(const AcquireRequest& r) override { return m_base.acquire(r); }
    Answer<LeaseAnswer> renew(const LockName& n, const OwnerId& o, FencingToken t, Duration lease) override
    {
        return m_base.renew(n, o, t, lease);
    }
    Answer<LeaseAnswer> release(const LockName& n, const OwnerId& o, FencingToken t, Duration at_least) override
    {
        return m_base.release(n, o, t, at_least);
    }
    Answer<ForceAnswer> force_release(const ForceRelease& request) override
    {
        auto answer = m_base.force_release(request);
        if (!answer && !answer.is_in_doubt())
            return answer; // nothing was done
        AuditRow row;
        row.at = answer.store_time() ? *answer.store_time() : this_computers_now();
        row.who = request.who;
        row.action = request.hold_off > Duration{0} ? "hold-off" : "force-release";
        row.entity = "lock";
        row.key = request.name.str();
        row.reason = request.reason;
        row.evidence = evidence_json(request.seen);
        row.command = command_line(request, m_place.source);
        row.result = answer ? word(answer->result) : "in doubt";
        const auto written = m_place.write(std::move(row));
        if (written)
            return answer;
        if (answer) {
            answer->audit_problem = written.failure().message;
            return answer;
        }
        auto failure = answer.failure();
        failure.message += "; and " + written.failure().message;
        return {std::move(failure), answer.store_time()};
    }
    Answer<ForcePreview> preview_force_release(const ForceRelease& r) override { return m_base.preview_force_release(r); }
    Answer<std::optional<LockRow>> find(const LockName& n) override { return m_base.find(n); }
    Answer<Page<LockRow>> list(const ListRequest& r) override { return m_base.list(r); }
    Answer<std::int64_t> collect(Duration older_than) override { return m_base.collect(older_than); }
    Answer<Done> announce_wait(const LockName& n, const OwnerId& o, Duration at_most) override
    {
        return m_base.announce_wait(n, o, at_most);
    }
    Answer<Done> withdraw_wait(const LockName& n, const OwnerId& o) override { return m_base.withdraw_wait(n, o); }
    Answer<Page<WaiterRow>> list_waiters(const ListRequest& r) override { return m_base.list_waiters(r); }

private:
    Locks& m_base;
    const AuditPlace& m_place;
};

class AuditedAudit final : public Audit
{
public:
    AuditedAudit(Session& base, const AuditPlace& place) : m_base(base), m_place(place) {}

    Answer<Done> write(const AuditRow& row) override
    {
        if (m_base.capabilities().audit)
            return m_base.audit().write(row);
        AuditRow local = row;
        local.at = this_computers_now();
        return m_place.write(std::move(local));
    }

    Answer<Page<AuditRow>> list(const ListRequest& request) override
    {
        Page<AuditRow> page;
        std::optional<TimePoint> now;
        if (m_base.capabilities().audit) {
            auto told = m_base.audit().list(request);
            if (!told)
                return told;
            now = told.store_time();
            page = std::move(*told);
        }
        const auto before = page.rows.size();
        for (LocalAuditRow& entry : m_place.book.read()) {
            AuditRow& row = entry.row;
            const auto field = [&](std::string_view key) { return filter_field(row, row.at, key); };
            if (entry.store == m_place.store && (request.filter.empty() || request.filter.matches(field)))
                page.rows.push_back(std::move(row));
        }
        if (page.rows.size() == before)
            return {std::move(page), now};
        std::stable_sort(page.rows.begin(), page.rows.end(),
                         [](const AuditRow& a, const AuditRow& b) { return a.at > b.at; });
        if (page.rows.size() > request.limit) {
            page.rows.resize(request.limit);
            page.truncated = true;
        }
        return {std::move(page), now};
    }

private:
    Session& m_base;
    const AuditPlace& m_place;
};

class AuditedSession final : public Session
{
public:
    AuditedSession(std::unique_ptr<Session> base, const StoreUrl& url, LocalAudit book)
        : m_base(std::move(base)), m_place{std::move(book), audit_place(url), m_base->capabilities().source},
          m_locks(m_base->locks(), m_place), m_audit(*m_base, m_place)
    {
    }
    const Capabilities& capabilities() const override { return m_base->capabilities(); }
    Locks& locks() override { return m_base->capabilities().audit ? m_base->locks() : m_locks; }
    Fence& fence() override { return m_base->fence(); }
    Tasks& tasks() override { return m_base->tasks(); }
    Outbox& outbox() override { return m_base->outbox(); }
    Records& records() override { return m_base->records(); }
    SessionLocks& session_locks() override { return m_base->session_locks(); }
    Workers& workers() override { return m_base->workers(); }
    Changes& changes() override { return m_base->changes(); }
    Audit& audit() override { return m_audit; }
    Admin& admin() override { return m_base->admin(); }
    Draws& draws() override { return m_base->draws(); }
    Statements& statements() override { return m_base->statements(); }
    [[nodiscard]] StatementTrace* rehearsed() const override { return m_base->rehearsed(); }
    void interrupt() noexcept override { m_base->interrupt(); }

private:
    std::unique_ptr<Session> m_base;
    AuditPlace m_place;
    AuditedLocks m_locks;
    AuditedAudit m_audit;
};

} // namespace

std::unique_ptr<Session> audited(std::unique_ptr<Session> session, const StoreUrl& url, LocalAudit audit)
{
    return std::make_unique<AuditedSession>(std::move(session), url, std::move(audit));
}

} // namespace lockdesk::app
