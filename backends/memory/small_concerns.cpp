// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
// Fence, session locks, workers and audit.
#include "backends/engine/rules/fence_rule.h"
#include "backends/engine/rules/listed_rows.h"
#include "backends/engine/text/audit_rows.h"
#include "backends/engine/text/command_line.h"
#include "backends/engine/text/json_text.h"
#include "backends/memory/database.h"

#include <algorithm>

namespace lockdesk::memory {

FenceAnswer admit_now(Space& s, TimePoint now, const FencePass& pass)
{
    auto& fence = s.fences[pass.resource.str()];
    const auto answer = fence_rule({false, fence.largest, fence.refusals}, pass.token);
    fence = {answer.largest, answer.refusals};
    if (!answer.admitted)
        s.write_refusal({pass.resource.str(), pass.token, answer.largest, pass.who, now});
    return answer;
}

namespace {

class MemoryFence final : public Fence
{
public:
    explicit MemoryFence(Context& context) : m_context(context) {}

    Answer<FenceAnswer> admit(const Resource& resource, FencingToken token, const std::string& who) override
    {
        return m_context.write([&](Space& s, TimePoint now) { return admit_now(s, now, {resource, token, who}); });
    }

    Answer<std::optional<FenceAnswer>> find(const Resource& resource) override
    {
        return m_context.read([&](Space& s, TimePoint) {
            const auto it = s.fences.find(resource.str());
            return it == s.fences.end() ? std::nullopt
                                        : std::optional(FenceAnswer{false, it->second.largest, it->second.refusals});
        });
    }

    Answer<Page<FenceRow>> list_refusals(const ListRequest& request) override
    {
        return m_context.read([&](Space& s, TimePoint now) {
            Collector<FenceRow> rows(request, now);
            for (auto it = s.refusals.rbegin(); it != s.refusals.rend(); ++it)
                if (!rows.offer(it->second))
                    break;
            return rows.page(s.refusals.size());
        });
    }

private:
    Context& m_context;
};

class MemorySessionLocks final : public SessionLocks
{
public:
    explicit MemorySessionLocks(Context& context) : m_context(context) {}

    Answer<bool> try_lock(const LockName& name, SessionLockKind kind, const OwnerId& owner) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            const auto [it, taken] = m_context.db().session_locks.try_emplace(
                {s.sandbox, kind, name.str()}, SessionLockHolder{m_context.session(), owner.str(), now});
            return taken || it->second.session == m_context.session();
        });
    }

    Answer<bool> unlock(const LockName& name, SessionLockKind kind) override
    {
        return m_context.write([&](Space& s, TimePoint) {
            if (!mine(s, name, kind))
                return false;
            m_context.db().session_locks.erase({s.sandbox, kind, name.str()});
            return true;
        });
    }

    Answer<bool> still_mine(const LockName& name, SessionLockKind kind) override
    {
        return m_context.read([&](Space& s, TimePoint) { return mine(s, name, kind); });
    }

    Answer<Page<SessionLockRow>> list(const ListRequest& request) override
    {
        return m_context.read([&](Space& s, TimePoint) {
            Page<SessionLockRow> page;
            for (const auto& [key, holder] : m_context.db().session_locks) {
                auto row = row_of(std::get<2>(key), std::get<1>(key), holder);
                if (std::get<0>(key) != s.sandbox || !fits(request.filter, row, {}))
                    continue;
                if (page.rows.size() == request.limit) {
                    page.truncated = true;
                    break;
                }
                page.rows.push_back(std::move(row));
            }
            return page;
        });
    }

    Answer<std::optional<SessionLockRow>> find(const LockName& name, SessionLockKind kind) override
    {
        return m_context.read([&](Space& s, TimePoint) { return found(s, name, kind); });
    }

    Answer<ForceAnswer> end_session(const ForceRelease& request, SessionLockKind kind) override
    {
        if (request.hold_off > Duration{0})
            return Failure::usage("a session lock cannot be held off");
        return m_context.write([&](Space& s, TimePoint now) {
            const auto row = found(s, request.name, kind);
            const bool same = row && row->owner == request.if_owner.str() && request.if_token == FencingToken{}
                              && (request.if_session.empty() || request.if_session == row->session)
                              && (!request.if_acquired_at || request.if_acquired_at == row->since);
            AuditRow note = audit_row(request, same ? "released" : "changed");
            note.action = "end-session";
            note.command = command_line(request, word(kind));
            s.write_audit(std::move(note), now);
            ForceAnswer answer;
            if (!same) {
                if (row)
                    answer.holder = Holder{row->owner, FencingToken{}, std::nullopt};
                return answer;
            }
            answer.result = ForceResult::released;
            std::erase_if(m_context.db().session_locks,
                          [&](const auto& one) { return std::to_string(one.second.session) == row->session; });
            return answer;
        });
    }

    Answer<ForcePreview> preview_end_session(const ForceRelease& request, SessionLockKind kind) override
    {
        return m_context.read([&](Space& s, TimePoint) {
            ForcePreview preview;
            preview.protection = Protection::none;
            preview.ends.emplace();
            const auto row = found(s, request.name, kind);
            preview.commands = {"end_session " + std::string(word(kind)) + " " + json_quote(request.name.str())
                                + " if owner is " + json_quote(request.if_owner.str())};
            if (!row)
                return preview;
            preview.ends->session = row->session;
            for (const auto& [key, holder] : m_context.db().session_locks)
                if (std::to_string(holder.session) == row->session && std::get<2>(key) != request.name.str())
                    preview.ends->also_frees.push_back(std::get<2>(key));
            return preview;
        });
    }

private:
    static SessionLockRow row_of(const std::string& name, SessionLockKind kind, const SessionLockHolder& holder)
    {
        SessionLockRow row{name, kind, std::to_string(holder.session), holder.owner, holder.since, name, {}};
        row.about.id = row.session;
        row.raw = JsonText()
                      .text("name", name)
                      .text("kind", word(kind))
                      .text("session", row.session)
                      .text("owner", row.owner)
                      .time("since", row.since)
                      .str();
        return row;
    }

    std::optional<SessionLockRow> found(const Space& s, const LockName& name, SessionLockKind kind) const
    {
        const auto& all = m_context.db().session_locks;
        const auto it = all.find({s.sandbox, kind, name.str()});
        return it == all.end() ? std::nullopt : std::optional(row_of(name.str(), kind, it->second));
    }

    bool mine(const Space& s, const LockName& name, SessionLockKind kind) const
    {
        const auto& all = m_context.db().session_locks;
        const auto it = all.find({s.sandbox, kind, name.str()});
        return it != all.end() && it->second.session == m_context.session();
    }

    Context& m_context;
};

class MemoryWorkers final : public Workers
{
public:
    explicit MemoryWorkers(Context& context) : m_context(context) {}

    Answer<WorkerControl> beat(const WorkerRow& row) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            const auto [it, is_new] = s.workers.try_emplace(row.id);
            WorkerRow& stored = it->second.row;
            const auto started = is_new ? now : stored.started_at;
            const WorkerControl control{stored.order, stored.slow_by};
            stored = row;
            stored.raw.clear();
            stored.doubt.clear();
            stored.started_at = started;
            stored.beat_at = now;
            stored.order = control.order;
            stored.slow_by = control.slow_by;
            s.worker_changed(it->second);
            return control;
        });
    }

    Answer<Done> leave(const WorkerId& id) override
    {
        return m_context.write([&](Space& s, TimePoint) {
            if (const auto it = s.workers.find(id.str()); it != s.workers.end()) {
                s.worker_gone(id.str(), it->second.stamp);
                s.workers.erase(it);
            }
            return Done{};
        });
    }

    Answer<std::optional<WorkerRow>> order(const WorkerCommand& command) override
    {
        return m_context.write([&](Space& s, TimePoint now) -> std::optional<WorkerRow> {
            const auto it = s.workers.find(command.id.str());
            if (it == s.workers.end())
                return std::nullopt;
            it->second.row.order = command.control.order;
            it->second.row.slow_by = command.control.slow_by;
            s.worker_changed(it->second);
            if (!command.who.empty())
                audit(s, command, now);
            return shown(it->second);
        });
    }

    Answer<Page<WorkerRow>> list(const ListRequest& request) override
    {
        return m_context.read([&](Space& s, TimePoint now) {
            Collector<WorkerRow> rows(request, now);
            for (const auto& [id, worker] : s.workers)
                if (!rows.offer(shown(worker)))
                    break;
            return rows.page(s.workers.size());
        });
    }

    Answer<std::int64_t> collect(Duration silent_for, std::int64_t limit) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            const auto before = add(now, -silent_for);
            std::int64_t left = limit;
            return static_cast<std::int64_t>(std::erase_if(s.workers, [&](const auto& entry) {
                if (left == 0 || entry.second.row.beat_at >= before)
                    return false;
                --left;
                s.worker_gone(entry.first, entry.second.stamp);
                return true;
            }));
        });
    }

private:
    static void audit(Space& s, const WorkerCommand& command, TimePoint now)
    {
        s.write_audit(audit_row(command, "done"), now);
    }

    Context& m_context;
};

class MemoryAudit final : public Audit
{
public:
    explicit MemoryAudit(Context& context) : m_context(context) {}

    Answer<Done> write(const AuditRow& row) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            s.write_audit(row, now);
            return Done{};
        });
    }

    Answer<Page<AuditRow>> list(const ListRequest& request) override
    {
        return m_context.read([&](Space& s, TimePoint now) {
            Collector<AuditRow> rows(request, now);
            for (auto it = s.audit.rbegin(); it != s.audit.rend(); ++it)
                if (!rows.offer(it->second))
                    break;
            return rows.page(s.audit.size());
        });
    }

private:
    Context& m_context;
};

} // namespace

std::unique_ptr<Fence> make_fence(Context& context) { return std::make_unique<MemoryFence>(context); }
std::unique_ptr<SessionLocks> make_session_locks(Context& context) { return std::make_unique<MemorySessionLocks>(context); }
std::unique_ptr<Workers> make_workers(Context& context) { return std::make_unique<MemoryWorkers>(context); }
std::unique_ptr<Audit> make_audit(Context& context) { return std::make_unique<MemoryAudit>(context); }

} // namespace lockdesk::memory
