// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/shed_lock_source.h"

#include "backends/engine/unsupported.h"
#include "backends/formats/shed_lock.h"
#include "backends/mariadb/admin.h"
#include "backends/mariadb/listing.h"
#include "backends/mariadb/rows.h"

#include <algorithm>

namespace lockdesk::mariadb {

namespace {

// A TIMESTAMP ends in January 2038, in whatever zone.
constexpr TimePoint latest{Duration{2'147'385'600'000'000}};
constexpr std::string_view now_sql = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

shed_lock::Row row_in(const Result& r, int row)
{
    shed_lock::Row out;
    out.exists = r.rows() > row && !r.is_null(row, 1);
    out.lock_until = r.time(row, 2);
    out.locked_at = r.time(row, 3);
    out.locked_by = std::string(r.text(row, 4));
    return out;
}

LockRow lock_in(const Result& r, int row)
{
    Decoder d(r, row, 1);
    const auto name = d.text();
    d.time();
    d.time();
    d.text();
    auto out = shed_lock::to_lock_row(name, row_in(r, row), d.json(), r.time(row, 0).value_or(TimePoint{}));
    out.doubt = d.doubt();
    return out;
}

class ShedLocks final : public Locks
{
public:
    ShedLocks(Link& link, const std::string& table) : m_link(link), m_table(table) {}

    // The row is made first, over already: whoever sees it may take it, and first acquirers only ever meet at a row.
    Answer<Acquisition> acquire(const AcquireRequest& request) override
    {
        if (auto failure = shed_lock::check(request.name))
            return *failure;
        const auto there = read(request.name, false);
        if (!there)
            return there.failure();
        if (!row_in(there->set(0), 0).exists)
            if (const auto made = ensure(request.name, request.owner); !made)
                return made.failure();
        return m_link.in_transaction<Acquisition>("shedlock_acquire", [&]() -> Answer<Acquisition> {
            const auto r = read(request.name, true);
            if (!r)
                return r.failure();
            auto decision = shed_lock::decide_acquire(row_in(r->set(0), 0), request.owner, request.lease,
                                                      r.store_time().value_or(TimePoint{}), latest);
            if (const auto written = write(request.name, decision.write); !written)
                return written.failure();
            return {std::move(decision.answer), r.store_time()};
        });
    }

    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override
    {
        return decide(name, [&](const shed_lock::Row& row, TimePoint now) {
            return shed_lock::decide_renew(row, owner, token, lease, now, latest);
        });
    }

    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override
    {
        return decide(name, [&](const shed_lock::Row& row, TimePoint now) {
            return shed_lock::decide_release(row, owner, token, at_least, now, latest);
        });
    }

    Answer<ForceAnswer> force_release(const ForceRelease& request) override
    {
        const auto sql = command(request);
        if (!sql)
            return sql.failure();
        ForceAnswer answer;
        if (!sql->empty()) {
            const auto done = m_link.run_literal("shedlock_force",
                                                 *sql + "; SELECT " + std::string(now_sql) + ", ROW_COUNT()", Effect::write);
            if (!done)
                return done.failure();
            if (done->last().number(0, 1) > 0)
                answer.result = ForceResult::released;
        }
        const auto r = read(request.name, false);
        if (!r)
            return r.failure();
        if (answer.result == ForceResult::changed)
            answer.holder = shed_lock::holder(row_in(r->set(0), 0), r.store_time().value_or(TimePoint{}));
        return {answer, r.store_time()};
    }

    Answer<ForcePreview> preview_force_release(const ForceRelease& request) override
    {
        const auto sql = command(request);
        if (!sql)
            return sql.failure();
        ForcePreview preview;
        if (!sql->empty())
            preview.commands = {*sql};
        preview.protection = Protection::none;
        return {std::move(preview), sql.store_time()};
    }

    Answer<std::optional<LockRow>> find(const LockName& name) override
    {
        const auto r = read(name, false);
        if (!r)
            return r.failure();
        if (!row_in(r->set(0), 0).exists)
            return {std::optional<LockRow>{}, r.store_time()};
        return {std::optional(lock_in(r->set(0), 0)), r.store_time()};
    }

    Answer<Page<LockRow>> list(const ListRequest& request) override
    {
        Listing<LockRow> listing{"shedlock_list",
                                 "",
                                 "k.name",
                                 "k.name",
                                 false,
                                 {{"name", "k.name"}, {"id", "k.name"}},
                                 [](const Result& r, int row) { return lock_in(r, row); },
                                 [](const Result& r, int row) { return literal(r.text(row, 1)); }};
        listing.relation = m_table;
        return list_rows(m_link, listing, request);
    }

    Answer<std::int64_t> collect(Duration) override { return shed_lock::cannot_collect(); }
    Answer<Done> announce_wait(const LockName&, const OwnerId&, Duration) override { return shed_lock::no_waiters(); }
    Answer<Done> withdraw_wait(const LockName&, const OwnerId&) override { return shed_lock::no_waiters(); }
    Answer<Page<WaiterRow>> list_waiters(const ListRequest&) override { return shed_lock::no_waiters(); }

private:
    // Empty: it is another lock already. Compared are the stamps as the server itself writes them, whoever wrote the row and
    // by whatever clock; locked_at has passed by that clock.
    Answer<std::string> command(const ForceRelease& request)
    {
        if (auto failure = shed_lock::check(request.name))
            return *failure;
        if (request.hold_off > Duration{0})
            return shed_lock::no_hold_off();
        const auto r = read(request.name, false);
        if (!r)
            return r.failure();
        const auto now = r.store_time();
        if (!shed_lock::is_the_shown(row_in(r->set(0), 0), request, now.value_or(TimePoint{})))
            return {std::string(), now};
        return {"UPDATE " + m_table + " SET lock_until = locked_at WHERE name = " + literal(request.name.str())
                    + " AND locked_by = " + literal(request.if_owner.str()) + " AND locked_at = "
                    + literal(r->set(0).text(0, 6)) + " AND lock_until = " + literal(r->set(0).text(0, 5)),
                now};
    }

    Answer<LeaseAnswer> decide(const LockName& name,
                               const std::function<shed_lock::LeaseDecision(const shed_lock::Row&, TimePoint)>& how)
    {
        if (auto failure = shed_lock::check(name))
            return *failure;
        return m_link.in_transaction<LeaseAnswer>("shedlock_decide", [&]() -> Answer<LeaseAnswer> {
            const auto r = read(name, true);
            if (!r)
                return r.failure();
            auto decision = how(row_in(r->set(0), 0), r.store_time().value_or(TimePoint{}));
            if (const auto written = write(name, decision.write); !written)
                return written.failure();
            return {std::move(decision.answer), r.store_time()};
        });
    }

    Answer<Reply> read(const LockName& name, bool lock)
    {
        Values values;
        values.sql("table", m_table).text("name", name.str()).sql("lock", lock ? "FOR UPDATE" : "");
        return m_link.run("shedlock_read", values, lock ? Effect::write : Effect::read);
    }

    Answer<Reply> ensure(const LockName& name, const OwnerId& owner)
    {
        Values values;
        values.sql("table", m_table).text("name", name.str()).text("owner", owner.str());
        return m_link.run("shedlock_ensure", values, Effect::write);
    }

    Answer<Done> write(const LockName& name, const std::optional<shed_lock::Write>& what)
    {
        if (!what)
            return Done{};
        Values values;
        values.sql("table", m_table).text("name", name.str()).text("owner", what->locked_by);
        values.number("until", to_us(what->lock_until)).number("at", to_us(what->locked_at));
        const auto written = m_link.run("shedlock_write", values, Effect::write);
        if (!written)
            return written.failure();
        return Done{};
    }

    Link& m_link;
    const std::string& m_table;
};

class ShedAdmin final : public Admin
{
public:
    ShedAdmin(Link& link, std::string& table) : m_link(link), m_table(table), m_clock(link) {}

    std::string schema_text() const override
    {
        return Template(statement_text("shedlock_schema"), Values().sql("table", m_table)).fill({});
    }

    Answer<SchemaState> schema() override
    {
        const auto dot = m_table.find('.');
        Values values;
        values.text("bare", dot == std::string::npos ? m_table : m_table.substr(dot + 1));
        if (dot == std::string::npos)
            values.sql("schema", "DATABASE()");
        else
            values.text("schema", m_table.substr(0, dot));
        const auto answer = m_link.run("shedlock_columns", values, Effect::read);
        if (!answer)
            return answer.failure();
        m_exists = answer->last().boolean(0, 2);
        return {SchemaState{answer->last().number(0, 1) == 4 ? schema_version : 0, false}, answer.store_time()};
    }

    Answer<SchemaState> create_schema() override
    {
        const auto before = schema();
        if (!before || before->version > 0)
            return before;
        if (m_exists)
            return foreign_table_failure(m_table, m_link.place());
        const auto created = m_link.run_literal("shedlock_schema", schema_text(), Effect::write);
        if (!created)
            return created.failure();
        auto after = schema();
        if (after)
            after->created = true;
        return after;
    }

    Answer<Done> drop_schema() override { return shed_lock::no_drop(); }
    Answer<ClockReading> clock(int probes) override { return m_clock.clock(probes); }
    Answer<ClockReading> set_clock(TimePoint) override { return shed_lock::no_sandbox(); }
    Answer<ClockReading> advance_clock(Duration) override { return shed_lock::no_sandbox(); }
    Answer<ClockReading> set_rate(double) override { return shed_lock::no_sandbox(); }
    Answer<SandboxInfo> create_sandbox(const SandboxId&) override { return shed_lock::no_sandbox(); }
    Answer<bool> drop_sandbox(const SandboxId&) override { return shed_lock::no_sandbox(); }
    Answer<std::vector<SandboxInfo>> list_sandboxes() override { return shed_lock::no_sandbox(); }

private:
    Link& m_link;
    std::string& m_table;
    MariaDbAdmin m_clock;
    bool m_exists = false;
};

class ShedLockSession final : public UnsupportedSession
{
public:
    ShedLockSession(std::unique_ptr<Link> link, std::string table)
        : m_link(std::move(link)), m_table(std::move(table)),
          m_capabilities(shed_lock::capabilities("mariadb", m_link->server_version())), m_locks(*m_link, m_table),
          m_admin(*m_link, m_table)
    {
    }
    const Capabilities& capabilities() const override { return m_capabilities; }
    Locks& locks() override { return m_locks; }
    Admin& admin() override { return m_admin; }
    void interrupt() noexcept override { m_link->interrupter()->interrupt(); }

private:
    std::unique_ptr<Link> m_link;
    std::string m_table;
    Capabilities m_capabilities;
    ShedLocks m_locks;
    ShedAdmin m_admin;
};

} // namespace

Answer<std::unique_ptr<Session>> open_shed_lock(const StoreUrl& url, const SessionOptions& options)
{
    const auto parsed = shed_lock::parse_options(options.source);
    if (!parsed)
        return parsed.failure();
    if (options.sandbox)
        return shed_lock::no_sandbox();
    auto bare = options;
    bare.without_schema = true;
    auto link = std::make_unique<Link>(url, bare);
    if (options.connect_later)
        return std::unique_ptr<Session>(std::make_unique<ShedLockSession>(std::move(link), parsed->table));
    if (const auto opened = link->open(); !opened)
        return opened.failure();
    auto session = std::make_unique<ShedLockSession>(std::move(link), parsed->table);
    const auto state = session->admin().schema();
    if (!state)
        return state.failure();
    if (state->version == 0 && !options.without_schema)
        return Failure{FailureKind::unavailable,
                       "1146",
                       "shedlock_columns",
                       false,
                       false,
                       "there is no table " + parsed->table
                           + "(name, lock_until, locked_at, locked_by) in this database; run 'lockdeskctl --store "
                           + url.redacted() + " --source " + options.source + " init'"};
    return std::unique_ptr<Session>(std::move(session));
}

} // namespace lockdesk::mariadb
