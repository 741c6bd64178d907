// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/dist_lock_source.h"

#include "backends/engine/unsupported.h"
#include "backends/formats/dist_lock_table.h"
#include "backends/formats/foreign_table.h"
#include "backends/mariadb/admin.h"
#include "backends/mariadb/foreign_tables.h"
#include "backends/mariadb/listing.h"
#include "backends/mariadb/rows.h"

namespace lockdesk::mariadb {

namespace {

// A TIMESTAMP ends in January 2038, in whatever zone.
constexpr TimePoint latest_timestamp{Duration{2'147'385'600'000'000}};

/// The table and the type of its `expiry`, which is read once. A DATETIME is UTC, whatever the session's time zone; a
/// TIMESTAMP is what the server makes of an instant.
struct TableType
{
    std::string name;
    bool timestamp = false;
    Duration resolution{1};

    // A date of zeros is no NULL, and long over.
    [[nodiscard]] std::string expiry_us() const
    {
        const std::string us = timestamp ? "CAST(UNIX_TIMESTAMP(k.expiry) * 1000000 AS SIGNED)"
                                         : "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', k.expiry)";
        return "IF(k.expiry IS NULL, NULL, IFNULL(" + us + ", 0))";
    }
    [[nodiscard]] std::string expiry_value(TimePoint t) const
    {
        const auto us = std::to_string(to_us(t));
        return timestamp ? "FROM_UNIXTIME(" + us + " / 1000000)"
                         : "TIMESTAMPADD(MICROSECOND, " + us + ", '1970-01-01 00:00:00')";
    }
};

dist_lock::Row row_in(const Result& r, int row)
{
    dist_lock::Row out;
    out.exists = r.rows() > row && !r.is_null(row, 1);
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

    [[nodiscard]] dist_lock::Column column() const override
    {
        return {m_type.resolution, m_type.timestamp ? latest_timestamp : end_of_time};
    }

    Answer<Done> in_transaction(const char* name, const std::function<Answer<Done>()>& body) override
    {
        return m_link.in_transaction<Done>(name, body);
    }

    Answer<dist_lock::Row> read(const LockName& name, bool to_change) override
    {
        const auto r = select(name, to_change);
        if (!r)
            return r.failure();
        return {row_in(r->set(0), 0), r.store_time()};
    }

    // An insert waits for another first acquirer's with the lock that the next read needs, so that two of them never wait
    // for each other.
    Answer<std::int64_t> write(dist_lock::Write what, const LockName& name, const std::string& owner,
                               TimePoint expiry) override
    {
        if (what == dist_lock::Write::none)
            return std::int64_t{0};
        Values values;
        values.sql("table", m_type.name).text("name", name.str());
        if (what == dist_lock::Write::clear)
            values.sql("owner", "NULL").sql("expiry", "NULL");
        else
            values.text("owner", owner).sql("expiry", m_type.expiry_value(expiry));
        const auto written =
            m_link.run(what == dist_lock::Write::insert ? "dist_lock_insert" : "dist_lock_update", values, Effect::write);
        if (!written)
            return written.failure();
        return written->last().number(0, 1);
    }

    // The owner is compared as bytes, not as the column's collation does.
    [[nodiscard]] std::string force_command(const ForceRelease& request) const override
    {
        std::string sql = "UPDATE " + m_type.name + " SET owner = NULL, expiry = NULL WHERE name = "
                          + literal(request.name.str()) + " AND CONVERT(owner USING utf8mb4) COLLATE utf8mb4_nopad_bin = "
                          + literal(request.if_owner.str()) + " AND expiry IS NOT NULL";
        if (request.if_expires_at)
            sql += " AND expiry = " + m_type.expiry_value(*request.if_expires_at);
        return sql;
    }

    Answer<std::int64_t> force(const std::string& command) override { return run_shown(m_link, "dist_lock_force", command); }

    Answer<std::optional<LockRow>> find(const LockName& name) override
    {
        const auto r = select(name, false);
        if (!r)
            return r.failure();
        if (!row_in(r->set(0), 0).exists)
            return {std::optional<LockRow>{}, r.store_time()};
        return {std::optional(lock_in(r->set(0), 0)), r.store_time()};
    }

    Answer<Page<LockRow>> list(const ListRequest& request) override
    {
        Listing<LockRow> listing{"dist_lock_list",
                                 "",
                                 "k.name",
                                 "k.name",
                                 false,
                                 {{"name", "k.name"}, {"id", "k.name"}},
                                 [](const Result& r, int row) { return lock_in(r, row); },
                                 [](const Result& r, int row) { return literal(r.text(row, 1)); }};
        listing.relation = m_type.name;
        listing.more.sql("expiry_us", m_type.expiry_us());
        return list_rows(m_link, listing, request);
    }

private:
    Answer<Reply> select(const LockName& name, bool lock)
    {
        const auto values = [&](const char* locking) {
            Values out;
            out.sql("table", m_type.name).sql("expiry_us", m_type.expiry_us()).text("name", name.str());
            return out.sql("lock", locking);
        };
        return lock ? m_link.run_to_change("dist_lock_read", values("FOR UPDATE"), values(""))
                    : m_link.run("dist_lock_read", values(""), Effect::read);
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
        return Template(statement_text("dist_lock_schema"), Values().sql("table", m_type.name)).fill({});
    }
    Answer<ClockReading> clock(int probes) override { return m_clock.clock(probes); }
    Answer<Durability> durability() override { return m_clock.durability(); }

protected:
    Answer<Found> look() override
    {
        const auto answer = m_link.run("dist_lock_columns", where_is(m_type.name), Effect::read);
        if (!answer)
            return answer.failure();
        const Result& r = answer->last();
        m_type.timestamp = r.text(0, 3) == "timestamp";
        m_type.resolution = Duration{1'000'000};
        for (auto digits = r.number(0, 4); digits > 0; --digits)
            m_type.resolution /= 10;
        const bool known = r.number(0, 1) == 3 && (m_type.timestamp || r.text(0, 3) == "datetime");
        return {known ? Found::known : r.boolean(0, 2) ? Found::foreign : Found::nothing, answer.store_time()};
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
    MariaDbAdmin m_clock;
};

class DistLockSession final : public UnsupportedSession
{
public:
    DistLockSession(std::unique_ptr<Link> link, std::string table)
        : m_link(std::move(link)), m_type{std::move(table)},
          m_capabilities(dist_lock::capabilities("mariadb", m_link->server_version(), Duration{1})),
          m_table(*m_link, m_type), m_locks(m_table), m_admin(*m_link, m_type)
    {
    }
    /// Nothing: the table is there, or need not be.
    std::optional<Failure> look(const SessionOptions& options)
    {
        const auto state = m_admin.schema();
        if (!state)
            return state.failure();
        m_capabilities.resolution = m_type.resolution;
        if (state->version == 0 && !options.without_schema)
            return formats::missing_table(m_link->url(), options, "1146", "dist_lock_columns",
                                          m_type.name + "(name, owner, expiry datetime(6))");
        return std::nullopt;
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
    auto link = std::make_unique<Link>(url, bare);
    if (options.connect_later)
        return std::unique_ptr<Session>(std::make_unique<DistLockSession>(std::move(link), parsed->table));
    if (const auto opened = link->open(); !opened)
        return opened.failure();
    auto session = std::make_unique<DistLockSession>(std::move(link), parsed->table);
    if (auto failure = session->look(options))
        return *failure;
    return std::unique_ptr<Session>(std::move(session));
}

} // namespace lockdesk::mariadb
