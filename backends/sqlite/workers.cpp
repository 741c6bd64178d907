// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/concerns.h"

#include "backends/engine/text/command_line.h"
#include "backends/sqlite/lists.h"
#include "backends/sqlite/removals.h"
#include "backends/sqlite/rows.h"

namespace lockdesk::sqlite {

namespace {

WorkerOrder order_of(const std::string& text)
{
    for (const auto order : {WorkerOrder::run, WorkerOrder::pause, WorkerOrder::slow, WorkerOrder::stop})
        if (text == word(order))
            return order;
    return WorkerOrder::run;
}

class SqliteWorkers final : public Workers
{
public:
    explicit SqliteWorkers(Connection& db) : m_db(db) {}

    Answer<WorkerControl> beat(const WorkerRow& row) override
    {
        return m_db.run<WorkerControl>(Mode::write, [&] {
            const auto& c = row.counters;
            const auto stamp = m_db.stamp();
            auto beat = m_db.query("worker_beat");
            beat.bind(row.id).bind(row.host).bind(row.pid).bind(row.role).bind(row.kinds).bind(row.state).bind(
                MaybeText{row.doing});
            beat.bind(row.doing_since).bind(row.lease_until).bind(row.period);
            beat.bind(c.claims)
                .bind(c.done)
                .bind(c.relocked)
                .bind(c.failed)
                .bind(c.refused)
                .bind(c.wait_p50_us)
                .bind(c.hold_p50_us);
            beat.bind(stamp);
            beat.step();
            const WorkerControl control{order_of(beat.text(0)), Duration{beat.number(1)}};
            beat.run();
            return control;
        });
    }

    Answer<Done> leave(const WorkerId& id) override
    {
        return m_db.run<Done>(Mode::write, [&] {
            m_db.change("worker_leave", id.str());
            return Done{};
        });
    }

    Answer<std::optional<WorkerRow>> order(const WorkerCommand& command) override
    {
        const std::string& id = command.id.str();
        const WorkerControl& control = command.control;
        return m_db.run<std::optional<WorkerRow>>(Mode::write, [&]() -> std::optional<WorkerRow> {
            if (m_db.change("worker_order", id, word(control.order), control.slow_by, m_db.stamp()) == 0)
                return std::nullopt;
            if (!command.who.empty())
                m_db.change("audit_write", command.who, "worker-" + std::string(word(control.order)), "worker", id,
                            command.reason, evidence_json(command.seen), command_line(command), "done", m_db.stamp());
            const ListStatement statement(m_db, worker_shape(), Filter({{"id", FilterTerm::Op::equals, id, false}}));
            auto query = statement.rows("k.id", 1);
            return query.step() ? std::optional(read_worker(query, Raw::with)) : std::nullopt;
        });
    }

    Answer<Page<WorkerRow>> list(const ListRequest& request) override
    {
        return m_db.run<Page<WorkerRow>>(Mode::snapshot, [&] {
            return list_page<WorkerRow>(m_db, worker_shape(), request,
                                        [](const Query& q) { return read_worker(q, Raw::doubtful); });
        });
    }

    Answer<std::int64_t> collect(Duration silent_for, std::int64_t limit) override
    {
        return collect_rows(m_db, "worker_collect", silent_for, limit);
    }

private:
    Connection& m_db;
};

class SqliteAudit final : public Audit
{
public:
    explicit SqliteAudit(Connection& db) : m_db(db) {}

    Answer<Done> write(const AuditRow& row) override
    {
        return m_db.run<Done>(Mode::write, [&] {
            m_db.change("audit_write", row.who, row.action, row.entity, row.key, MaybeText{row.reason},
                        MaybeText{row.evidence}, MaybeText{row.command}, row.result, m_db.stamp());
            return Done{};
        });
    }

    Answer<Page<AuditRow>> list(const ListRequest& request) override
    {
        return m_db.run<Page<AuditRow>>(Mode::snapshot, [&] {
            return list_page<AuditRow>(m_db, audit_shape(), request, [](const Query& q) { return read_audit(q); });
        });
    }

private:
    Connection& m_db;
};

} // namespace

std::unique_ptr<Workers> make_workers(Connection& db) { return std::make_unique<SqliteWorkers>(db); }

std::unique_ptr<Audit> make_audit(Connection& db) { return std::make_unique<SqliteAudit>(db); }

} // namespace lockdesk::sqlite
