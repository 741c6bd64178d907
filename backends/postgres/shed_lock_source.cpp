// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/shed_lock_source.h"

#include "backends/engine/placeholders.h"
#include "backends/engine/unsupported.h"
#include "backends/formats/foreign_table.h"
#include "backends/formats/shed_lock_table.h"
#include "backends/postgres/admin.h"
#include "backends/postgres/listing.h"
#include "backends/postgres/rows.h"

namespace lockdesk::postgres {

namespace {

// The end of the year 9999: later ones do not fit into every client's types.
constexpr TimePoint latest_stamp{Duration{253'402'300'799'000'000}};

/// The table and the type of its stamps, which is read once.
struct TableType
{
    std::string name;
    std::string stamp;
    /// Parameter `$n` in microseconds as a value of that type; without a zone it is UTC, as ShedLock's own database time.
    [[nodiscard]] std::string value(const char* parameter) const
    {
        const std::string at = std::string("timestamptz 'epoch' + ") + parameter + "::bigint * interval '1 microsecond'";
        return stamp.starts_with("timestamp with time zone") ? "(" + at + ")" : "((" + at + ") AT TIME ZONE 'UTC')";
    }
};

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
    d.time_or_epoch();
    d.time_or_epoch();
    d.text();
    auto out = shed_lock::to_lock_row(name, row_in(r, row), d.json(), r.time(row, 0).value_or(TimePoint{}));
    out.doubt = d.doubt();
    return out;
}

class ShedTable final : public shed_lock::Table
{
public:
    ShedTable(Link& link, const TableType& type) : m_link(link), m_type(type) {}

    [[nodiscard]] TimePoint latest() const override { return latest_stamp; }

    Answer<Done> in_transaction(const char* name, const std::function<Answer<Done>()>& body) override
    {
        return m_link.in_transaction<Done>(name, body);
    }

    Answer<shed_lock::Row> read(const LockName& name, bool to_change) override
    {
        const auto r = select(name, to_change);
        if (!r)
            return r.failure();
        m_until = r->text(0, 5);
        m_at = r->text(0, 6);
        return {row_in(*r, 0), r.store_time()};
    }

    Answer<Done> ensure(const LockName& name, const OwnerId& owner) override
    {
        const auto& sql = m_link.made("shedlock_ensure", [&] {
            return fill_placeholders(statement_text("shedlock_ensure"),
                                     {{"table", m_type.name}, {"epoch", m_type.value("0")}});
        });
        Params params;
        params.text(name.str()).text(owner.str());
        const auto made = m_link.run_as("shedlock_ensure", "shedlock_ensure", sql, params, Effect::write);
        if (!made)
            return made.failure();
        return Done{};
    }

    Answer<bool> write(const LockName& name, const shed_lock::Write& what) override
    {
        const auto& sql = m_link.made("shedlock_write", [&] {
            return fill_placeholders(statement_text("shedlock_write"),
                                     {{"table", m_type.name}, {"until", m_type.value("$3")}, {"at", m_type.value("$4")}});
        });
        Params params;
        params.text(name.str()).text(what.locked_by).number(to_us(what.lock_until)).number(to_us(what.locked_at));
        const auto written = m_link.run_as("shedlock_write", "shedlock_write", sql, params, Effect::write);
        if (!written)
            return written.failure();
        return true;
    }

    // Compared are the stamps as the server itself writes them, whoever wrote the row and by whatever clock; locked_at has
    // passed by that clock.
    [[nodiscard]] std::string force_command(const LockName& name, const OwnerId& owner) const override
    {
        return "UPDATE " + m_type.name + " SET lock_until = " + (m_at.empty() ? "timestamp 'epoch'" : "locked_at")
               + " WHERE name = " + literal(name.str()) + " AND locked_by = " + literal(owner.str()) + " AND locked_at "
               + (m_at.empty() ? std::string("IS NULL") : "= " + literal(m_at)) + " AND lock_until = " + literal(m_until);
    }

    Answer<bool> force(const std::string& command) override
    {
        const auto done = m_link.run_literal("shedlock_force", command, Effect::write);
        if (!done)
            return done.failure();
        return done->affected() > 0;
    }

    Answer<std::optional<LockRow>> find(const LockName& name) override
    {
        const auto r = select(name, false);
        if (!r)
            return r.failure();
        if (!row_in(*r, 0).exists)
            return {std::optional<LockRow>{}, r.store_time()};
        return {std::optional(lock_in(*r, 0)), r.store_time()};
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
        listing.relation = m_type.name;
        return list_rows(m_link, listing, request);
    }

private:
    Answer<Result> select(const LockName& name, bool lock)
    {
        const auto text = [&](const char* key, const char* locking) -> const std::string& {
            return m_link.made(key, [&] {
                return fill_placeholders(statement_text("shedlock_read"), {{"table", m_type.name}, {"lock", locking}});
            });
        };
        Params params;
        params.text(name.str());
        const std::string& plain = text("shedlock_read", "");
        if (!lock)
            return m_link.run_as("shedlock_read", "shedlock_read", plain, params, Effect::read);
        return m_link.run_to_change("shedlock_read", text("shedlock_read_locked", "FOR UPDATE"), plain, params);
    }

    Link& m_link;
    const TableType& m_type;
    std::string m_until, m_at; ///< of the row read last
};

class ShedAdmin final : public formats::TableAdmin
{
public:
    ShedAdmin(Link& link, TableType& type)
        : TableAdmin(std::string(shed_lock::record)), m_link(link), m_type(type), m_clock(link)
    {
    }
    std::string schema_text() const override
    {
        return fill_placeholders(statement_text("shedlock_schema"), {{"table", m_type.name}});
    }
    Answer<ClockReading> clock(int probes) override { return m_clock.clock(probes); }
    Answer<Durability> durability() override { return m_clock.durability(); }

protected:
    Answer<Found> look() override
    {
        Params params;
        params.text(m_type.name);
        const auto answer = m_link.run("shedlock_columns", params, Effect::read);
        if (!answer)
            return answer.failure();
        m_type.stamp = answer->text(0, 3);
        const bool known = answer->number(0, 1) == 4 && m_type.stamp.starts_with("timestamp");
        return {known ? Found::known : answer->boolean(0, 2) ? Found::foreign : Found::nothing, answer.store_time()};
    }

    Answer<Done> create() override
    {
        const auto created = m_link.run_literal("shedlock_schema", schema_text(), Effect::write);
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

class ShedLockSession final : public UnsupportedSession
{
public:
    ShedLockSession(std::unique_ptr<Link> link, std::string table)
        : m_link(std::move(link)), m_type{std::move(table), {}},
          m_capabilities(shed_lock::capabilities("postgresql", m_link->server_version())), m_table(*m_link, m_type),
          m_locks(m_table), m_admin(*m_link, m_type)
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
    ShedTable m_table;
    shed_lock::TableLocks m_locks;
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
    auto link = std::make_unique<Link>(url, bare, nullptr);
    if (options.connect_later)
        return std::unique_ptr<Session>(std::make_unique<ShedLockSession>(std::move(link), parsed->table));
    if (const auto opened = link->open(); !opened)
        return opened.failure();
    auto session = std::make_unique<ShedLockSession>(std::move(link), parsed->table);
    const auto state = session->admin().schema();
    if (!state)
        return state.failure();
    if (state->version == 0 && !options.without_schema)
        return formats::missing_table(url, options, "42P01", "shedlock_columns",
                                      parsed->table + "(name, lock_until, locked_at, locked_by)");
    return std::unique_ptr<Session>(std::move(session));
}

} // namespace lockdesk::postgres
