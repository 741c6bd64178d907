// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/dist_lock_source.h"

#include "backends/engine/placeholders.h"
#include "backends/engine/unsupported.h"
#include "backends/formats/dist_lock_table.h"
#include "backends/formats/foreign_table.h"
#include "backends/postgres/admin.h"
#include "backends/postgres/listing.h"
#include "backends/postgres/rows.h"

namespace lockdesk::postgres {

namespace {

/// The table and the type of its `expiry`, which is read once.
struct TableType
{
    std::string name;
    std::string expiry;
    /// Parameter `$n` in microseconds as a value of that type; without a zone it is UTC.
    [[nodiscard]] std::string expiry_value(const char* parameter) const
    {
        const std::string at = std::string("timestamptz 'epoch' + ") + parameter + "::bigint * interval '1 microsecond'";
        return expiry.starts_with("timestamp without") ? "((" + at + ") AT TIME ZONE 'UTC')" : "(" + at + ")";
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

class DistTable final : public dist_lock::Table
{
public:
    DistTable(Link& link, const TableType& type) : m_link(link), m_type(type) {}

    [[nodiscard]] dist_lock::Column column() const override { return {}; }

    Answer<Done> in_transaction(const char* name, const std::function<Answer<Done>()>& body) override
    {
        return m_link.in_transaction<Done>(name, body);
    }

    Answer<dist_lock::Row> read(const LockName& name, bool to_change) override
    {
        const auto r = select(name, to_change);
        if (!r)
            return r.failure();
        return {row_in(*r, 0), r.store_time()};
    }

    Answer<std::int64_t> write(dist_lock::Write what, const LockName& name, const std::string& owner,
                               TimePoint expiry) override
    {
        if (what == dist_lock::Write::none)
            return std::int64_t{0};
        const std::string statement = what == dist_lock::Write::insert   ? "dist_lock_insert"
                                      : what == dist_lock::Write::update ? "dist_lock_update"
                                                                         : "dist_lock_clear";
        const auto& sql = m_link.made(statement, [&] {
            return fill_placeholders(statement_text(statement),
                                     {{"table", m_type.name}, {"expiry", m_type.expiry_value("$3")}});
        });
        Params params;
        params.text(name.str());
        if (what != dist_lock::Write::clear)
            params.text(owner).number(to_us(expiry));
        const auto written = m_link.run_as(statement, statement, sql, params, Effect::write);
        if (!written)
            return written.failure();
        return written->affected();
    }

    [[nodiscard]] std::string force_command(const ForceRelease& request) const override
    {
        std::string sql = "UPDATE " + m_type.name
                          + " SET owner = NULL, expiry = NULL WHERE name = " + literal(request.name.str())
                          + " AND owner = " + literal(request.if_owner.str()) + " AND expiry IS NOT NULL";
        if (request.if_expires_at)
            sql += " AND (extract(epoch FROM expiry) * 1000000)::bigint = " + std::to_string(to_us(*request.if_expires_at));
        return sql;
    }

    Answer<std::int64_t> force(const std::string& command) override
    {
        const auto done = m_link.run_literal("dist_lock_force", command, Effect::write);
        if (!done)
            return done.failure();
        return done->affected();
    }

    Answer<std::optional<LockRow>> find(const LockName& name) override
    {
        const auto r = select(name, false);
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
        listing.relation = m_type.name;
        return list_rows(m_link, listing, request);
    }

private:
    Answer<Result> select(const LockName& name, bool lock)
    {
        const auto text = [&](const char* key, const char* locking) -> const std::string& {
            return m_link.made(key, [&] {
                return fill_placeholders(statement_text("dist_lock_read"), {{"table", m_type.name}, {"lock", locking}});
            });
        };
        Params params;
        params.text(name.str());
        const std::string& plain = text("dist_lock_read", "");
        if (!lock)
            return m_link.run_as("dist_lock_read", "dist_lock_read", plain, params, Effect::read);
        return m_link.run_to_change("dist_lock_read", text("dist_lock_read_locked", "FOR UPDATE"), plain, params);
    }

    Link& m_link;
    const TableType& m_type;
};

class DistAdmin final : public formats::TableAdmin
{
public:
    DistAdmin(Link& link, TableType& type)
        : TableAdmin(std::string(dist_lock::record)), m_link(link), m_type(type), m_clock(link)
    {
    }
    std::string schema_text() const override
    {
        return fill_placeholders(statement_text("dist_lock_schema"), {{"table", m_type.name}});
    }
    Answer<ClockReading> clock(int probes) override { return m_clock.clock(probes); }
    Answer<Durability> durability() override { return m_clock.durability(); }

protected:
    Answer<Found> look() override
    {
        Params params;
        params.text(m_type.name);
        const auto answer = m_link.run("dist_lock_columns", params, Effect::read);
        if (!answer)
            return answer.failure();
        m_type.expiry = answer->text(0, 3);
        const bool known = answer->number(0, 1) == 3 && m_type.expiry.starts_with("timestamp");
        return {known ? Found::known : answer->boolean(0, 2) ? Found::foreign : Found::nothing, answer.store_time()};
    }

    Answer<Done> create() override
    {
        const auto created = m_link.run_literal("dist_lock_schema", schema_text(), Effect::write);
        if (!created)
            return created.failure();
        return Done{};
    }

    [[nodiscard]] Failure foreign_failure() const override { return foreign_table_failure(m_type.name, m_link.place()); }

private:
    Link& m_link;
    TableType& m_type;
    PostgresAdmin m_clock;
};

class DistLockSession final : public UnsupportedSession
{
public:
    DistLockSession(std::unique_ptr<Link> link, std::string table)
        : m_link(std::move(link)), m_type{std::move(table), {}},
          m_capabilities(dist_lock::capabilities("postgresql", m_link->server_version(), Duration{1})),
          m_table(*m_link, m_type), m_locks(m_table), m_admin(*m_link, m_type)
    {
    }
    const Capabilities& capabilities() const override { return m_capabilities; }
    Locks& locks() override { return m_locks; }
    Admin& admin() override { return m_admin; }
    [[nodiscard]] StatementTrace* rehearsed() const override { return m_link->options().trace.get(); }
    void interrupt() noexcept override { m_link->interrupter()->interrupt(); }

private:
    std::unique_ptr<Link> m_link;
    TableType m_type;
    Capabilities m_capabilities;
    DistTable m_table;
    dist_lock::TableLocks m_locks;
    DistAdmin m_admin;
};

} // namespace

Answer<std::unique_ptr<Session>> open_dist_lock(const StoreUrl& url, const SessionOptions& options)
{
    const auto parsed = dist_lock::parse_options(options.source);
    if (!parsed)
        return parsed.failure();
    if (options.sandbox)
        return dist_lock::no_sandbox();
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
        return formats::missing_table(url, options, "42P01", "dist_lock_columns",
                                      parsed->table + "(name, owner, expiry timestamptz)");
    return std::unique_ptr<Session>(std::move(session));
}

} // namespace lockdesk::postgres
