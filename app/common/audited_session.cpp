// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/audited_session.h"

#include "backends/engine/text/audit_rows.h"
#include "backends/engine/text/command_line.h"
#include "backends/engine/text/shown_text.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk::app {

namespace {

TimePoint this_computers_now() { return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now()); }

// The store's clock at the answer equals that of its row, or is a little later.
constexpr auto same_action_within = std::chrono::seconds{60};

/// The local audit for one session.
class AuditPlace
{
public:
    AuditPlace(LocalAudit book, std::string store, const Session& session)
        : m_book(std::move(book)), m_store(std::move(store)), m_source(session.capabilities().source),
          m_has_table(session.capabilities().audit), m_trace(session.rehearsed())
    {
    }
    [[nodiscard]] const std::string& source() const { return m_source; }
    [[nodiscard]] bool has_table() const { return m_has_table; }
    [[nodiscard]] std::vector<AuditRow> rows(bool in_store) const
    {
        std::vector<AuditRow> out;
        for (LocalAuditRow& entry : m_book.read())
            if (entry.store == m_store && entry.in_store == in_store)
                out.push_back(std::move(entry.row));
        return out;
    }
    /// Nothing in a rehearsal: what is only shown has not been done.
    [[nodiscard]] Answer<Done> write(AuditRow row, bool in_store) const
    {
        if (m_trace != nullptr && m_trace->holds())
            return Done{};
        row.where = AuditRow::local;
        return m_book.append({m_store, m_source, std::move(row), in_store});
    }
    /// For a verb that writes the store's own row, where there is a table. Returns why neither has a row; empty: one has.
    template <class T> [[nodiscard]] std::string note(AuditRow row, const Answer<T>& answer, const char* result) const
    {
        row.at = answer.store_time() ? *answer.store_time() : this_computers_now();
        row.result = answer ? result : "in doubt";
        const bool in_store = m_has_table && answer;
        const auto written = write(std::move(row), in_store);
        return written || in_store ? std::string() : written.failure().message;
    }

private:
    LocalAudit m_book;
    std::string m_store, m_source;
    bool m_has_table;
    StatementTrace* m_trace; ///< the session's; null: it does not rehearse
};

template <class T> bool did_nothing(const Answer<T>& answer) { return !answer && !answer.is_in_doubt(); }

// Does not change a result: a store with tasks and workers has the table, and locks report the problem in their answer.
template <class T> Answer<T> with_problem(const Answer<T>& answer, const std::string& problem)
{
    if (answer || problem.empty())
        return answer;
    auto failure = answer.failure();
    failure.message += "; and " + problem;
    return {std::move(failure), answer.store_time()};
}

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
        if (did_nothing(answer))
            return answer;
        AuditRow row = audit_row(request);
        const bool ends_session =
            m_place.source() == word(SessionLockKind::named) || m_place.source() == word(SessionLockKind::skip_locked);
        if (ends_session)
            row.action = "end-session";
        row.command = command_line(request, m_place.source());
        const auto problem = m_place.note(std::move(row), answer, answer ? word(answer->result) : "");
        if (answer)
            answer->audit_problem = problem;
        return with_problem(answer, problem);
    }
    Answer<CoolingEnd> end_cooling(const EndCooling& request) override
    {
        auto answer = m_base.end_cooling(request);
        if (did_nothing(answer))
            return answer;
        AuditRow row = audit_row(request);
        row.command = command_line(request, m_place.source());
        const auto problem = m_place.note(std::move(row), answer, answer ? word(answer->result) : "");
        if (answer)
            answer->audit_problem = problem;
        return with_problem(answer, problem);
    }
    Answer<ForcePreview> preview_end_cooling(const EndCooling& r) override { return m_base.preview_end_cooling(r); }
    Answer<ForcePreview> preview_force_release(const ForceRelease& r) override { return m_base.preview_force_release(r); }
    Answer<std::optional<LockRow>> find(const LockName& n) override { return m_base.find(n); }
    Answer<Page<LockRow>> list(const ListRequest& r) override { return m_base.list(r); }
    Answer<std::int64_t> collect(Duration older_than) override { return m_base.collect(older_than); }
    Answer<LockSweep> collect_some(Duration older_than, const std::string& after, std::int64_t limit) override
    {
        return m_base.collect_some(older_than, after, limit);
    }
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

class AuditedTasks final : public Tasks
{
public:
    AuditedTasks(Tasks& base, const AuditPlace& place) : m_base(base), m_place(place) {}
    Answer<AddedTasks> add(std::span<const NewTask> tasks) override { return m_base.add(tasks); }
    Answer<std::vector<TaskRow>> claim(const ClaimRequest& r) override { return m_base.claim(r); }
    Answer<std::vector<StepAnswer>> apply(std::span<const TaskStep> steps) override { return m_base.apply(steps); }
    Answer<StepAnswer> relock_forced(const ForcedRelock& request) override
    {
        auto answer = m_base.relock_forced(request);
        if (did_nothing(answer))
            return answer;
        AuditRow row = audit_row(request);
        const auto problem = m_place.note(std::move(row), answer, answer ? word(answer->result) : "");
        return with_problem(answer, problem);
    }
    Answer<std::vector<std::string>> preview_relock_forced(const ForcedRelock& r) override
    {
        return m_base.preview_relock_forced(r);
    }
    Answer<StepAnswer> remove(const TaskRemoval& request) override
    {
        auto answer = m_base.remove(request);
        if (did_nothing(answer))
            return answer;
        const auto problem = m_place.note(audit_row(request), answer, answer ? word(answer->result) : "");
        return with_problem(answer, problem);
    }
    Answer<std::vector<std::string>> preview_remove(const TaskRemoval& r) override { return m_base.preview_remove(r); }
    Answer<std::int64_t> collect(Duration older_than, std::int64_t limit) override
    {
        return m_base.collect(older_than, limit);
    }
    Answer<std::optional<TaskRow>> find(const TaskId& id) override { return m_base.find(id); }
    Answer<Page<TaskRow>> list(const ListRequest& r) override { return m_base.list(r); }
    Answer<TaskRule> set_rule(const TaskRule& rule) override { return m_base.set_rule(rule); }
    Answer<std::vector<TaskRule>> rules() override { return m_base.rules(); }
    Answer<std::vector<PhaseCount>> counts(std::int64_t cap) override { return m_base.counts(cap); }

private:
    Tasks& m_base;
    const AuditPlace& m_place;
};

class AuditedWorkers final : public Workers
{
public:
    AuditedWorkers(Workers& base, const AuditPlace& place) : m_base(base), m_place(place) {}
    Answer<WorkerControl> beat(const WorkerRow& row) override { return m_base.beat(row); }
    Answer<Done> leave(const WorkerId& id) override { return m_base.leave(id); }
    Answer<std::optional<WorkerRow>> order(const WorkerCommand& command) override
    {
        auto answer = m_base.order(command);
        // Records no order without a name (the program's own), and none to an unknown worker.
        if (did_nothing(answer) || command.who.empty() || (answer && !*answer))
            return answer;
        AuditRow row = audit_row(command);
        const auto problem = m_place.note(std::move(row), answer, "done");
        return with_problem(answer, problem);
    }
    Answer<Page<WorkerRow>> list(const ListRequest& r) override { return m_base.list(r); }
    Answer<std::int64_t> collect(Duration silent_for, std::int64_t limit) override
    {
        return m_base.collect(silent_for, limit);
    }

private:
    Workers& m_base;
    const AuditPlace& m_place;
};

// Returns the copies without a matching row in the store's page. The page is newest first and may be truncated.
std::vector<AuditRow> lost_by_the_store(std::vector<AuditRow> copies, const Page<AuditRow>& reply)
{
    std::vector<bool> taken(reply.rows.size());
    std::erase_if(copies, [&](const AuditRow& copy) {
        if (reply.truncated && copy.at <= reply.rows.back().at)
            return true; // unknown: its row would be beyond the page
        for (std::size_t i = 0; i < reply.rows.size(); ++i) {
            const AuditRow& row = reply.rows[i];
            const auto apart = copy.at > row.at ? copy.at - row.at : row.at - copy.at;
            if (!taken[i] && apart <= same_action_within && row.action == copy.action && row.entity == copy.entity
                && readable(row.key) == copy.key && row.who == copy.who && row.reason == copy.reason
                && row.result == copy.result) {
                taken[i] = true;
                return true;
            }
        }
        return false;
    });
    return copies;
}

class AuditedAudit final : public Audit
{
public:
    AuditedAudit(Session& base, const AuditPlace& place) : m_base(base), m_place(place) {}

    Answer<Done> write(const AuditRow& row) override
    {
        AuditRow local = row;
        local.at = this_computers_now();
        if (!m_place.has_table())
            return m_place.write(std::move(local), false);
        auto written = m_base.audit().write(row);
        local.at = written.store_time().value_or(local.at);
        const bool in_store = written.is_result();
        const auto here = m_place.write(std::move(local), in_store);
        return in_store || !here ? written : here;
    }

    Answer<Page<AuditRow>> list(const ListRequest& request) override
    {
        Page<AuditRow> page;
        std::optional<TimePoint> now;
        std::vector<AuditRow> local = m_place.rows(false);
        if (m_place.has_table()) {
            auto reply = m_base.audit().list(request);
            if (!reply)
                return reply;
            now = reply.store_time();
            page = std::move(*reply);
        }
        const auto fits = [&](const AuditRow& row) {
            return request.filter.empty()
                   || request.filter.matches([&](std::string_view key) { return filter_field(row, row.at, key); });
        };
        std::erase_if(local, [&](const AuditRow& row) { return !fits(row); });
        if (m_place.has_table()) {
            auto copies = m_place.rows(true);
            std::erase_if(copies, [&](const AuditRow& row) { return !fits(row); });
            copies = lost_by_the_store(std::move(copies), page);
            local.insert(local.end(), copies.begin(), copies.end());
        }
        if (local.empty())
            return {std::move(page), now};
        page.rows.insert(page.rows.end(), local.begin(), local.end());
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
        : m_base(std::move(base)), m_place(std::move(book), audit_place(url), *m_base),
          m_locks(m_base->locks(), m_place), m_tasks(m_base->tasks(), m_place), m_workers(m_base->workers(), m_place),
          m_audit(*m_base, m_place)
    {
    }
    const Capabilities& capabilities() const override { return m_base->capabilities(); }
    Locks& locks() override { return m_locks; }
    Fence& fence() override { return m_base->fence(); }
    Tasks& tasks() override { return m_tasks; }
    Outbox& outbox() override { return m_base->outbox(); }
    Records& records() override { return m_base->records(); }
    SessionLocks& session_locks() override { return m_base->session_locks(); }
    Workers& workers() override { return m_workers; }
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
    AuditedTasks m_tasks;
    AuditedWorkers m_workers;
    AuditedAudit m_audit;
};

} // namespace

std::unique_ptr<Session> audited(std::unique_ptr<Session> session, const StoreUrl& url, LocalAudit audit)
{
    return std::make_unique<AuditedSession>(std::move(session), url, std::move(audit));
}

} // namespace lockdesk::app
