// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/dist_lock_source.h"

#include "backends/engine/contracts/bare_locks.h"
#include "backends/engine/contracts/unsupported.h"
#include "backends/engine/text/command_line.h"
#include "backends/engine/text/placeholders.h"
#include "backends/engine/text/text.h"
#include "backends/formats/dist_lock.h"
#include "backends/formats/foreign_table.h"
#include "backends/sqlite/admin.h"
#include "backends/sqlite/lists.h"
#include "backends/sqlite/rows.h"
#include "backends/sqlite/script.h"
#include "embedded/sqlite.h"

#include <sqlite3.h>

namespace lockdesk::sqlite {

namespace {

std::string with_table(std::string_view file, const std::string& table)
{
    return fill_placeholders(resource(file), {{"t", table}});
}

class DistLocks final : public BareLocks
{
public:
    DistLocks(Connection& db, std::string table)
        : BareLocks(dist_lock::cannot_collect(), dist_lock::no_waiters()), m_db(db), m_table(std::move(table))
    {
    }

    Answer<Acquisition> acquire(const AcquireRequest& request) override
    {
        if (auto failure = dist_lock::check(request.name, request.owner))
            return *failure;
        return m_db.run<Acquisition>(
            Mode::write,
            [&] {
                auto decision =
                    dist_lock::decide_acquire(read(request.name), request.owner, request.lease, m_db.store_time());
                write(decision.write, request.name, request.owner.str(), decision.expiry);
                return decision.answer;
            },
            Need::file);
    }

    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override
    {
        if (auto failure = dist_lock::check(name, owner))
            return *failure;
        return m_db.run<LeaseAnswer>(
            Mode::write,
            [&] {
                auto decision = dist_lock::decide_renew(read(name), owner, token, lease, m_db.store_time());
                write(decision.write, name, owner.str(), decision.expiry);
                return decision.answer;
            },
            Need::file);
    }

    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override
    {
        if (auto failure = dist_lock::check(name, owner))
            return *failure;
        if (at_least > Duration{0})
            return dist_lock::no_cooling();
        return m_db.run<LeaseAnswer>(
            Mode::write,
            [&] {
                auto decision = dist_lock::decide_release(read(name), owner, token, m_db.store_time());
                write(decision.write, name, owner.str(), decision.expiry);
                return decision.answer;
            },
            Need::file);
    }

    Answer<ForceAnswer> force_release(const ForceRelease& request) override
    {
        if (auto failure = dist_lock::check(request.name))
            return *failure;
        if (request.hold_off > Duration{0})
            return dist_lock::no_cooling();
        return m_db.run<ForceAnswer>(
            Mode::write,
            [&] {
                auto decision = dist_lock::decide_force_release(read(request.name), request, m_db.store_time());
                if (decision.answer.result == ForceResult::released)
                    run_script(m_db, commands(request), "dist_lock_force");
                return decision.answer;
            },
            Need::file);
    }

    Answer<ForcePreview> preview_force_release(const ForceRelease& request) override
    {
        if (request.hold_off > Duration{0})
            return dist_lock::no_cooling();
        ForcePreview preview;
        preview.commands = commands(request);
        preview.protection = Protection::none;
        return preview;
    }

    Answer<std::optional<LockRow>> find(const LockName& name) override
    {
        return m_db.run<std::optional<LockRow>>(
            Mode::read,
            [&]() -> std::optional<LockRow> {
                auto query = select("name = ?", 1);
                query.bind(name.str());
                return query.step() ? std::optional(row_of(query)) : std::nullopt;
            },
            Need::file);
    }

    Answer<Page<LockRow>> list(const ListRequest& request) override
    {
        return m_db.run<Page<LockRow>>(
            Mode::snapshot,
            [&] {
                Page<LockRow> page;
                const auto now = m_db.store_time();
                auto query = select("1", -1);
                while (query.step()) {
                    auto row = row_of(query);
                    if (!request.filter.matches([&](std::string_view key) { return filter_field(row, now, key); }))
                        continue;
                    page.truncated = page.rows.size() == request.limit;
                    if (page.truncated)
                        break;
                    page.rows.push_back(std::move(row));
                }
                return page;
            },
            Need::file);
    }

private:
    dist_lock::Row read(const LockName& name)
    {
        dist_lock::Row row;
        auto query = m_db.one_off(with_table("dist_lock_read", m_table), "dist_lock_read");
        query.bind(name.str());
        if (!query.step())
            return row;
        row.exists = true;
        if (!query.is_null(0))
            row.owner = query.text(0);
        if (!query.is_null(1)) { // an expiry that cannot be read counts as not over
            const auto us = query.maybe(1);
            row.expiry = us ? time_from_us(*us) : end_of_time;
        }
        return row;
    }

    void write(dist_lock::Write what, const LockName& name, const std::string& owner, TimePoint expiry)
    {
        const auto run = [&](std::string_view file, bool values) {
            auto query = m_db.one_off(with_table(file, m_table), file);
            query.bind(name.str());
            if (values)
                query.bind(owner).bind(expiry);
            m_db.write(query);
        };
        switch (what) {
        case dist_lock::Write::insert: run("dist_lock_insert", true); break;
        case dist_lock::Write::update: run("dist_lock_update", true); break;
        case dist_lock::Write::clear: run("dist_lock_clear", false); break;
        case dist_lock::Write::none: break;
        }
    }

    std::vector<std::string> commands(const ForceRelease& request) const
    {
        return script_commands(
            m_db, "dist_lock_force",
            {{"{t}", m_table},
             {":name", literal(request.name.str())},
             {":owner", literal(request.if_owner.str())},
             {"{and_expires}",
              request.if_expires_at ? " AND expiry = " + std::to_string(to_us(*request.if_expires_at)) : std::string{}}});
    }

    Query select(const std::string& where, int limit)
    {
        const auto sql =
            fill_placeholders(resource("dist_lock_list"),
                              {{"t", m_table}, {"where", where}, {"order", "name"}, {"limit", std::to_string(limit)}});
        return m_db.one_off(sql, "dist_lock_list");
    }

    LockRow row_of(const Query& query) const
    {
        RowDecoder d({query});
        std::string name, owner;
        dist_lock::Row row{true};
        d.read(name, OrEmpty{owner}, row.expiry);
        if (!query.is_null(1))
            row.owner = owner;
        auto out = dist_lock::to_lock_row(name, row);
        d.complete(out, Raw::with);
        return out;
    }

    Connection& m_db;
    std::string m_table;
};

class DistAdmin final : public formats::SharedTableAdmin
{
public:
    DistAdmin(Connection& db, std::string table)
        : SharedTableAdmin(std::string(dist_lock::record)), m_db(db), m_table(std::move(table))
    {
    }

    std::string schema_text() const override { return with_table("dist_lock_schema", m_table); }

    Answer<SchemaState> schema() override
    {
        return m_db.run<SchemaState>(
            Mode::read,
            [&] {
                if (!m_db.file_exists())
                    return SchemaState{};
                m_db.open_existing();
                return SchemaState{columns() == 3 ? schema_version : 0, false};
            },
            Need::nothing);
    }

    Answer<SchemaState> create_schema(const std::optional<TokenFloor>& floor) override
    {
        if (floor)
            return no_token_floor_failure();
        if (m_db.options().read_only)
            return read_only_session();
        return m_db.run<SchemaState>(
            Mode::read,
            [&] {
                m_db.open_or_create();
                m_db.execute("BEGIN IMMEDIATE", "dist_lock_schema");
                const auto before = columns();
                if (before > 0 && before < 3)
                    throw StoreError{foreign_table(m_db.path(), m_table)};
                m_db.execute(schema_text(), "dist_lock_schema");
                m_db.execute("COMMIT", "dist_lock_schema");
                return SchemaState{schema_version, before == 0};
            },
            Need::nothing);
    }

    Answer<Durability> durability() override { return read_durability(m_db); }
    Answer<ClockReading> clock(int probes) override { return read_clock(m_db, Need::file, probes); }

private:
    /// Returns how many of the three columns the table has; 0: no such table. A table with none of them counts as 1.
    std::int64_t columns()
    {
        auto query = m_db.one_off(m_db.text_of("dist_lock_columns"), "dist_lock_columns");
        query.bind(m_table);
        query.step();
        return query.number(0) == 0 ? 0 : std::max<std::int64_t>(1, query.number(1));
    }

    Connection& m_db;
    std::string m_table;
};

class DistLockSession final : public UnsupportedSession
{
public:
    DistLockSession(const std::string& path, const SessionOptions& options, const std::string& table)
        : m_db(path, options), m_capabilities(dist_lock::capabilities("sqlite", sqlite3_libversion(), Duration{1})),
          m_locks(m_db, table), m_admin(m_db, table)
    {
        m_capabilities.sql = true;
    }
    [[nodiscard]] const Capabilities& capabilities() const override { return m_capabilities; }
    Locks& locks() override { return m_locks; }
    Admin& admin() override { return m_admin; }
    [[nodiscard]] StatementTrace* rehearsed() const override { return m_db.options().trace.get(); }
    void interrupt() noexcept override { m_db.interrupt(); }

private:
    Connection m_db;
    Capabilities m_capabilities;
    DistLocks m_locks;
    DistAdmin m_admin;
};

} // namespace

Answer<std::unique_ptr<Session>> open_dist_lock(const std::string& path, const SessionOptions& options)
{
    auto parsed = dist_lock::parse_options(options.source);
    if (!parsed)
        return parsed.failure();
    if (options.sandbox)
        return dist_lock::no_sandbox();
    auto session = std::make_unique<DistLockSession>(path, options, parsed->table);
    if (!options.without_schema) {
        auto state = session->admin().schema();
        if (!state)
            return state.failure();
        if (state->version == 0) {
            const auto hint =
                "run `" + CommandLine("init").global("--store", "sqlite://" + path).global("--source", options.source).text()
                + "`";
            return missing_schema(path, hint);
        }
    }
    return std::unique_ptr<Session>(std::move(session));
}

} // namespace lockdesk::sqlite
