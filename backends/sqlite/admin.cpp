// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/admin.h"

#include "backends/sqlite/concerns.h"
#include "backends/sqlite/rows.h"
#include "backends/sqlite/templates.h"
#include "embedded/sqlite.h"

#include <algorithm>

namespace lockdesk::sqlite {

namespace {

std::string prefix_of(const SandboxId& id) { return "lockdesk_sb_" + id.str() + "_"; }

/// Wraps schema changes in BEGIN IMMEDIATE ... COMMIT; the connection rolls back on an exception.
template <class Body> void in_transaction(Connection& db, Body body)
{
    db.execute("BEGIN IMMEDIATE", "schema");
    body();
    db.execute("COMMIT", "schema");
    db.gate().ring();
}

/// Each sandbox is a set of tables with a separate prefix in the same file.
class SqliteAdmin final : public Admin, public ServerFactsReader
{
public:
    explicit SqliteAdmin(Connection& db) : m_db(db) {}

    std::string schema_text() const override { return with_prefix("schema", m_db.prefix()) + "\n"; }

    std::string upgrade_text() const override { return with_prefix("upgrade_2", m_db.prefix()) + "\n"; }

    Answer<SchemaState> schema() override
    {
        return m_db.run<SchemaState>(
            Mode::read,
            [&] {
                if (!m_db.file_exists())
                    return SchemaState{};
                m_db.open_existing();
                return SchemaState{static_cast<int>(m_db.read_version(m_db.prefix())), false};
            },
            Need::nothing);
    }

    Answer<SchemaState> create_schema(const std::optional<TokenFloor>& floor) override
    {
        if (m_db.options().read_only)
            return read_only_session();
        if (floor && m_db.in_sandbox())
            return no_floor_in_sandbox_failure();
        if (m_db.in_sandbox()) {
            auto made = create_sandbox(*m_db.options().sandbox);
            if (!made)
                return made.failure();
            return SchemaState{schema_version, false};
        }
        return m_db.run<SchemaState>(
            Mode::read,
            [&] {
                m_db.open_or_create();
                return install(floor);
            },
            Need::nothing);
    }

    std::string token_floor_text(const TokenFloor& floor) const override
    {
        const auto number = floor.number ? std::to_string(*floor.number) : "CAST(strftime('%s', 'now') AS INTEGER)";
        std::string sql = with_prefix("floor_raise", m_db.prefix());
        for (auto at = sql.find("?1"); at != std::string::npos; at = sql.find("?1", at + number.size()))
            sql.replace(at, 2, number);
        return sql;
    }

    Answer<Durability> durability() override { return read_durability(m_db); }

    Answer<ServerFacts> server_facts() override { return read_server_facts(m_db); }

    Answer<Done> drop_schema() override
    {
        if (m_db.in_sandbox()) {
            auto dropped = drop_sandbox(*m_db.options().sandbox);
            if (!dropped)
                return dropped.failure();
            return Done{};
        }
        auto answer = m_db.run<Done>(
            Mode::write,
            [&] {
                if (m_db.read_version(m_db.prefix()) > 0)
                    drop_tables(m_db.prefix());
                return Done{};
            },
            Need::file);
        m_db.forget_schema();
        return answer;
    }

    Answer<ClockReading> clock(int probes) override
    {
        return read_clock(m_db, m_db.in_sandbox() ? Need::schema : Need::file, probes);
    }

    Answer<ClockReading> set_clock(TimePoint t) override
    {
        return change_clock([&] { m_db.change("clock_set", t); });
    }

    Answer<ClockReading> advance_clock(Duration d) override
    {
        return change_clock([&] { m_db.change("clock_set", add(m_db.store_time(), d)); });
    }

    Answer<ClockReading> set_rate(double rate) override
    {
        if (!(rate >= 0))
            return Failure::usage("a clock's rate is 0 (paused) or more");
        return change_clock([&] { m_db.change("clock_rate", rate); });
    }

    Answer<SandboxInfo> create_sandbox(const SandboxId& id) override
    {
        return m_db.run<SandboxInfo>(
            Mode::write,
            [&] {
                if (const auto version = m_db.read_version(prefix_of(id)); version == 0)
                    create_tables(prefix_of(id), true);
                else
                    bring_up_to_date(prefix_of(id), version);
                return SandboxInfo{id.str(), time_from_us(m_db.wall_clock())};
            },
            Need::file);
    }

    Answer<bool> drop_sandbox(const SandboxId& id) override
    {
        auto answer = m_db.run<bool>(
            Mode::write,
            [&] {
                if (m_db.read_version(prefix_of(id)) == 0)
                    return false;
                drop_tables(prefix_of(id));
                drop_what_lessons_made(prefix_of(id));
                return true;
            },
            Need::file);
        m_db.forget_schema();
        return answer;
    }

    Answer<std::vector<SandboxInfo>> list_sandboxes() override
    {
        return m_db.run<std::vector<SandboxInfo>>(
            Mode::snapshot,
            [&] {
                std::vector<SandboxInfo> sandboxes;
                auto list = m_db.one_off(std::string(resource("sandbox_list")), "sandbox_list");
                while (list.step()) {
                    const auto id = SandboxId::parse(list.text(0));
                    if (!id)
                        continue;
                    auto created = m_db.one_off(with_prefix("meta_get", prefix_of(*id)), "meta_get");
                    created.bind("created_at");
                    std::optional<TimePoint> at;
                    if (created.step() && !created.is_null(0))
                        at = time_from_us(created.number(0));
                    sandboxes.push_back({id->str(), at});
                }
                return sandboxes;
            },
            Need::file);
    }

private:
    SchemaState install(const std::optional<TokenFloor>& floor)
    {
        SchemaState state;
        in_transaction(m_db, [&] {
            state.version = static_cast<int>(m_db.read_version(m_db.prefix()));
            if (state.version == 0) {
                create_tables(m_db.prefix(), false);
                state = {schema_version, true, std::nullopt};
            } else {
                bring_up_to_date(m_db.prefix(), state.version);
                state.version = std::max(state.version, schema_version);
            }
            state.token_floor = raise_floor(m_db.prefix(), floor);
        });
        m_db.use_wal();
        m_db.forget_schema();
        return state;
    }

    void bring_up_to_date(const std::string& prefix, std::int64_t version)
    {
        if (version < 2)
            m_db.execute(with_prefix("upgrade_2", prefix), "upgrade_2");
    }

    std::int64_t raise_floor(const std::string& prefix, const std::optional<TokenFloor>& floor)
    {
        if (floor) {
            auto raise = m_db.one_off(with_prefix("floor_raise", prefix), "floor_raise");
            raise.bind(floor->number.value_or(m_db.wall_clock() / 1'000'000)).run();
        }
        auto read = m_db.one_off(with_prefix("meta_get", prefix), "meta_get");
        read.bind("token_floor");
        return read.step() ? read.number(0) : 0;
    }

    void create_tables(const std::string& prefix, bool with_clock)
    {
        {
            auto objects = m_db.one_off(std::string(resource("schema_objects")), "schema_objects");
            objects.bind(prefix);
            if (objects.step())
                throw StoreError{foreign_table(m_db.path(), objects.text(0))};
        }
        m_db.execute(with_prefix("schema", prefix), "schema");
        auto created = m_db.one_off(with_prefix("meta_put", prefix), "meta_put");
        created.bind("created_at").bind(m_db.wall_clock()).run();
        if (with_clock)
            m_db.one_off(with_prefix("clock_start", prefix), "clock_start").run();
    }

    void drop_tables(const std::string& prefix) { m_db.execute(with_prefix("drop", prefix), "drop"); }

    void drop_what_lessons_made(const std::string& prefix)
    {
        std::vector<std::string> drops;
        {
            auto list = m_db.one_off(std::string(resource("sandbox_tables")), "sandbox_tables");
            list.bind(prefix);
            while (list.step())
                drops.emplace_back(list.text(0));
        }
        for (const auto& drop : drops)
            m_db.execute(drop, "sandbox_drop");
    }

    template <class Change> Answer<ClockReading> change_clock(Change change)
    {
        if (!m_db.in_sandbox())
            return Failure::usage("the clock can only be changed in a sandbox; give --sandbox ID");
        auto answer = m_db.run<Done>(Mode::write, [&] {
            change();
            return Done{};
        });
        if (!answer)
            return answer.failure();
        return clock(1);
    }

    Connection& m_db;
};

} // namespace

Answer<ClockReading> read_clock(Connection& db, Need need, int probes)
{
    std::optional<ClockReading> best;
    for (int i = 0; i < std::max(probes, 1); ++i) {
        const auto before = std::chrono::steady_clock::now();
        auto answer = db.run<ClockReading>(
            Mode::read,
            [&] {
                ClockReading reading{db.store_time()};
                if (db.in_sandbox()) {
                    auto clock = db.query("clock_read");
                    if (clock.step())
                        reading.rate = clock.column(2).real();
                }
                return reading;
            },
            need);
        if (!answer)
            return answer;
        const auto trip = std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - before);
        answer->uncertainty = trip / 2 + Duration{1}; // the offset stays 0: both clocks are the same one
        if (!best || answer->uncertainty < best->uncertainty)
            best = *answer;
    }
    return Answer<ClockReading>(*best, best->store);
}

std::unique_ptr<Admin> make_admin(Connection& db) { return std::make_unique<SqliteAdmin>(db); }

} // namespace lockdesk::sqlite
