// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/dist_lock_source.h"

#include "backends/engine/unsupported.h"
#include "backends/formats/dist_lock.h"
#include "backends/postgres/admin.h"
#include "backends/postgres/listing.h"
#include "backends/postgres/rows.h"

#include <algorithm>

namespace lockdesk::postgres {

namespace {

// The end of the year 9999: later ones do not fit into every client's types.
constexpr std::int64_t latest_expiry = 253'402'300'799'000'000;

/// The table and the type of its `expiry`, which is read once.
struct Table
{
    std::string name;
    std::string expiry_type;
    /// Parameter `$n` in microseconds as a value of that type; without a zone it is UTC.
    [[nodiscard]] std::string expiry_value(const char* parameter) const
    {
        const std::string at = std::string("timestamptz 'epoch' + ") + parameter + "::bigint * interval '1 microsecond'";
        return expiry_type.starts_with("timestamp without") ? "((" + at + ") AT TIME ZONE 'UTC')" : "(" + at + ")";
    }
};

dist_lock::Row row_in(const Result& r, int row)
{
    dist_lock::Row out;
    out.exists = !r.is_null(row, 1);
    if (!r.is_null(row, 2))
        out.owner = r.text(row, 2);
    out.expiry = r.time(row, 3);
    return out;
}

LockRow lock_in(const Result& r, int row)
{
    Decoder d(r, row, 1);
    const auto name = d.text();
    d.text_or_empty();
    d.time();
    auto out = dist_lock::to_lock_row(name, row_in(r, row));
    out.raw = d.json();
    out.doubt = d.doubt();
    return out;
}

Failure no_waiters() { return unsupported_failure("a dist_lock table keeps no waiters"); }

class DistLocks final : public Locks
{
public:
    DistLocks(Link& link, const Table& table) : m_link(link), m_table(table) {}

    Answer<Acquisition> acquire(const AcquireRequest& request) override
    {
        if (auto failure = dist_lock::check(request.name, request.owner))
            return *failure;
        return m_link.in_transaction<Acquisition>("dist_lock_acquire", [&]() -> Answer<Acquisition> {
            for (;;) {
                const auto r = read(request.name, true);
                if (!r)
                    return r.failure();
                auto decision = dist_lock::decide_acquire(row_in(*r, 0), request.owner, request.lease,
                                                          r.store_time().value_or(TimePoint{}));
                const auto written = write(decision.write, request.name, request.owner.str(), decision.expiry);
                if (!written)
                    return written.failure();
                // Another first acquirer was quicker: its row decides.
                if (decision.write == dist_lock::Write::insert && *written == 0)
                    continue;
                return {std::move(decision.answer), r.store_time()};
            }
        });
    }

    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override
    {
        if (auto failure = dist_lock::check(name, owner))
            return *failure;
        return decide(name, owner, [&](const dist_lock::Row& row, TimePoint now) {
            return dist_lock::decide_renew(row, owner, token, lease, now);
        });
    }

    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override
    {
        if (auto failure = dist_lock::check(name, owner))
            return *failure;
        if (at_least > Duration{0})
            return dist_lock::no_cooling();
        return decide(name, owner, [&](const dist_lock::Row& row, TimePoint now) {
            return dist_lock::decide_release(row, owner, token, now);
        });
    }

    Answer<ForceAnswer> force_release(const ForceRelease& request) override
    {
        if (auto failure = refusal(request))
            return *failure;
        ForceAnswer answer;
        if (request.if_token == FencingToken{}) {
            const auto done = m_link.run_literal("dist_lock_force", command(request), Effect::write);
            if (!done)
                return done.failure();
            if (done->affected() > 0)
                answer.result = ForceResult::released;
        }
        const auto r = read(request.name, false);
        if (!r)
            return r.failure();
        if (answer.result == ForceResult::changed)
            answer.holder = dist_lock::holder(row_in(*r, 0));
        return {answer, r.store_time()};
    }

    Answer<ForcePreview> preview_force_release(const ForceRelease& request) override
    {
        if (auto failure = refusal(request))
            return *failure;
        ForcePreview preview;
        preview.commands = {command(request)};
        preview.protection = Protection::none;
        return preview;
    }

    Answer<std::optional<LockRow>> find(const LockName& name) override
    {
        const auto r = read(name, false);
        if (!r)
            return r.failure();
        if (r->is_null(0, 1))
            return {std::optional<LockRow>{}, r.store_time()};
        return {std::optional(lock_in(*r, 0)), r.store_time()};
    }

    Answer<Page<LockRow>> list(const ListRequest& request) override
    {
        Listing<LockRow> listing{"dist_lock_list",
                                 "",
                                 "k.name",
                                 "k.name",
                                 false,
                                 {{"name", "k.name"}, {"id", "k.name"}, {"owner", "k.owner"}},
                                 [](const Result& r, int row) { return lock_in(r, row); },
                                 [](const Result& r, int row) { return literal(r.text(row, 1)); }};
        listing.relation = m_table.name;
        return list_rows(m_link, listing, request);
    }

    Answer<std::int64_t> collect(Duration) override
    {
        return unsupported_failure("a dist_lock table does not say since when a lock is free, so nothing can be collected");
    }
    Answer<Done> announce_wait(const LockName&, const OwnerId&, Duration) override { return no_waiters(); }
    Answer<Done> withdraw_wait(const LockName&, const OwnerId&) override { return no_waiters(); }
    Answer<Page<WaiterRow>> list_waiters(const ListRequest&) override { return no_waiters(); }

private:
    static std::optional<Failure> refusal(const ForceRelease& request)
    {
        if (auto failure = dist_lock::check(request.name))
            return failure;
        if (request.hold_off > Duration{0})
            return dist_lock::no_cooling();
        return std::nullopt;
    }

    [[nodiscard]] std::string command(const ForceRelease& request) const
    {
        std::string sql = "UPDATE " + m_table.name
                          + " SET owner = NULL, expiry = NULL WHERE name = " + literal(request.name.str())
                          + " AND owner = " + literal(request.if_owner.str()) + " AND expiry IS NOT NULL";
        if (request.if_expires_at)
            sql += " AND (extract(epoch FROM expiry) * 1000000)::bigint = " + std::to_string(to_us(*request.if_expires_at));
        return sql;
    }

    Answer<LeaseAnswer> decide(const LockName& name, const OwnerId& owner,
                               const std::function<dist_lock::LeaseDecision(const dist_lock::Row&, TimePoint)>& how)
    {
        return m_link.in_transaction<LeaseAnswer>("dist_lock_decide", [&]() -> Answer<LeaseAnswer> {
            const auto r = read(name, true);
            if (!r)
                return r.failure();
            auto decision = how(row_in(*r, 0), r.store_time().value_or(TimePoint{}));
            if (const auto written = write(decision.write, name, owner.str(), decision.expiry); !written)
                return written.failure();
            return {std::move(decision.answer), r.store_time()};
        });
    }

    Answer<Result> read(const LockName& name, bool lock)
    {
        const std::string key = lock ? "dist_lock_read_locked" : "dist_lock_read";
        const auto& sql = m_link.made(key, [&] {
            return fill(statement_text("dist_lock_read"), {{"table", m_table.name}, {"lock", lock ? "FOR UPDATE" : ""}});
        });
        Params params;
        params.text(name.str());
        return m_link.run_as("dist_lock_read", key, sql, params, lock ? Effect::write : Effect::read);
    }

    Answer<std::int64_t> write(dist_lock::Write what, const LockName& name, const std::string& owner, TimePoint expiry)
    {
        if (what == dist_lock::Write::none)
            return std::int64_t{0};
        const std::string statement = what == dist_lock::Write::insert   ? "dist_lock_insert"
                                      : what == dist_lock::Write::update ? "dist_lock_update"
                                                                         : "dist_lock_clear";
        const auto& sql = m_link.made(statement, [&] {
            return fill(statement_text(statement), {{"table", m_table.name}, {"expiry", m_table.expiry_value("$3")}});
        });
        Params params;
        params.text(name.str());
        if (what != dist_lock::Write::clear)
            params.text(owner).number(std::min(to_us(expiry), latest_expiry));
        const auto written = m_link.run_as(statement, statement, sql, params, Effect::write);
        if (!written)
            return written.failure();
        return written->affected();
    }

    Link& m_link;
    const Table& m_table;
};

class DistAdmin final : public Admin
{
public:
    DistAdmin(Link& link, Table& table) : m_link(link), m_table(table), m_clock(link) {}

    std::string schema_text() const override { return fill(statement_text("dist_lock_schema"), {{"table", m_table.name}}); }

    Answer<SchemaState> schema() override
    {
        Params params;
        params.text(m_table.name);
        const auto answer = m_link.run("dist_lock_columns", params, Effect::read);
        if (!answer)
            return answer.failure();
        m_exists = answer->boolean(0, 2);
        m_table.expiry_type = answer->text(0, 3);
        const bool known_type = m_table.expiry_type.starts_with("timestamp");
        return {SchemaState{answer->number(0, 1) == 3 && known_type ? schema_version : 0, false}, answer.store_time()};
    }

    Answer<SchemaState> create_schema() override
    {
        const auto before = schema();
        if (!before || before->version > 0)
            return before;
        if (m_exists)
            return foreign_table_failure(m_table.name, m_link.place());
        const auto created = m_link.run_literal("dist_lock_schema", schema_text(), Effect::write);
        if (!created)
            return created.failure();
        auto after = schema();
        if (after)
            after->created = true;
        return after;
    }

    Answer<Done> drop_schema() override
    {
        return unsupported_failure("a dist_lock table may belong to other programs; drop it with their own tools");
    }
    Answer<ClockReading> clock(int probes) override { return m_clock.clock(probes); }
    Answer<ClockReading> set_clock(TimePoint) override { return no_sandbox(); }
    Answer<ClockReading> advance_clock(Duration) override { return no_sandbox(); }
    Answer<ClockReading> set_rate(double) override { return no_sandbox(); }
    Answer<SandboxInfo> create_sandbox(const SandboxId&) override { return no_sandbox(); }
    Answer<bool> drop_sandbox(const SandboxId&) override { return no_sandbox(); }
    Answer<std::vector<SandboxInfo>> list_sandboxes() override { return no_sandbox(); }

private:
    static Failure no_sandbox() { return unsupported_failure("a dist_lock table has no sandbox"); }

    Link& m_link;
    Table& m_table;
    PostgresAdmin m_clock;
    bool m_exists = false;
};

class DistLockSession final : public UnsupportedSession
{
public:
    DistLockSession(std::unique_ptr<Link> link, std::string table)
        : m_link(std::move(link)), m_table{std::move(table), {}},
          m_capabilities(dist_lock::capabilities("postgresql", m_link->server_version(), Duration{1})),
          m_locks(*m_link, m_table), m_admin(*m_link, m_table)
    {
    }
    const Capabilities& capabilities() const override { return m_capabilities; }
    Locks& locks() override { return m_locks; }
    Admin& admin() override { return m_admin; }
    void interrupt() noexcept override { m_link->interrupter()->interrupt(); }

private:
    std::unique_ptr<Link> m_link;
    Table m_table;
    Capabilities m_capabilities;
    DistLocks m_locks;
    DistAdmin m_admin;
};

} // namespace

Answer<std::unique_ptr<Session>> open_dist_lock(const StoreUrl& url, const SessionOptions& options)
{
    const auto parsed = dist_lock::parse_options(options.source);
    if (!parsed)
        return parsed.failure();
    if (options.sandbox)
        return unsupported_failure("a dist_lock table has no sandbox");
    auto bare = options;
    bare.without_schema = true;
    auto link = std::make_unique<Link>(url, bare, nullptr);
    if (options.connect_later)
        return std::unique_ptr<Session>(std::make_unique<DistLockSession>(std::move(link), parsed->table));
    if (const auto opened = link->open(); !opened)
        return opened.failure();
    auto session = std::make_unique<DistLockSession>(std::move(link), parsed->table);
    const auto state = session->admin().schema();
    if (!state)
        return state.failure();
    if (state->version == 0 && !options.without_schema)
        return Failure{FailureKind::unavailable,
                       "42P01",
                       "dist_lock_columns",
                       false,
                       false,
                       "there is no table " + parsed->table
                           + "(name, owner, expiry timestamptz) in this database; run 'lockdeskctl --store " + url.redacted()
                           + " --source " + options.source + " init'"};
    return std::unique_ptr<Session>(std::move(session));
}

} // namespace lockdesk::postgres
