// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/admin.h"

#include "backends/engine/placeholders.h"
#include "backends/postgres/sandbox_login.h"

#include <algorithm>

namespace lockdesk::postgres {

namespace {

constexpr int oldest_server = 130000; // xid8 and pg_current_xact_id()
const std::string lock_schema = "SELECT pg_advisory_xact_lock(hashtext('lockdesk schema'), hashtext(current_database()))";
const std::string real_now = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

TimePoint local_now() { return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now()); }

} // namespace

std::string schema_sql(bool sandbox)
{
    return statement_text(sandbox ? "clock_sandbox" : "clock_store") + "\n" + statement_text("schema") + "\n"
           + statement_text("functions") + "\n" + statement_text("triggers");
}

std::string PostgresAdmin::schema_text() const { return schema_sql(m_link.options().sandbox.has_value()); }

Answer<SchemaState> PostgresAdmin::schema()
{
    const auto answer = m_link.run("hello", {}, Effect::read);
    if (answer)
        return {SchemaState{answer->rows() > 0 ? static_cast<int>(answer->number(0, 1)) : 0, false}, answer.store_time()};
    if (answer.failure().code == "42P01")
        return SchemaState{0, false};
    return answer.failure();
}

std::string PostgresAdmin::token_floor_text(const TokenFloor& floor) const
{
    return fill_placeholders(statement_text("floor_raise"), {{"number", floor.number ? std::to_string(*floor.number)
                                                                        : "extract(epoch FROM clock_timestamp())::bigint"}});
}

Answer<SchemaState> PostgresAdmin::create_schema(const std::optional<TokenFloor>& floor)
{
    if (m_link.options().sandbox)
        return usage_failure("a sandbox is made with its schema in it");
    if (const auto opened = m_link.open(); !opened)
        return opened.failure();
    const bool newer = m_link.schema_version() > schema_version; // it is not written to
    if (m_link.schema_version() >= schema_version && (newer || !floor)) {
        SchemaState state{m_link.schema_version(), false, std::nullopt};
        if (auto failure = settle_floor(newer ? std::nullopt : floor, state))
            return *failure;
        return {state, server_time()};
    }
    if (m_link.connection().server_version() < oldest_server)
        return unsupported_failure("PostgreSQL " + m_link.server_version() + " is too old; 13 or newer is needed");
    auto answer = m_link.in_transaction<SchemaState>("create_schema", [&]() -> Answer<SchemaState> {
        auto state = create_in_transaction();
        if (!state)
            return state;
        if (auto failure = settle_floor(floor, *state))
            return *failure;
        return state;
    });
    if (answer) {
        m_link.greet_again();
        return {*answer, server_time()};
    }
    auto failure = answer.failure();
    if (failure.code == "3F000")
        failure.message = "no schema of the search_path exists in database " + m_link.place().database
                          + "; create one, or set search_path with ?options=-csearch_path=...";
    return failure;
}

Answer<SchemaState> PostgresAdmin::create_in_transaction()
{
    if (const auto locked = m_link.run_literal("create_schema", lock_schema, Effect::write); !locked)
        return locked.failure();
    const auto installed = m_link.run("installed", {}, Effect::read);
    if (!installed)
        return installed.failure();
    for (int i = 0; i < installed->rows(); ++i) {
        if (installed->text(i, 1) != "lockdesk_meta")
            continue;
        const auto hello = m_link.run("hello", {}, Effect::read);
        if (hello && hello->rows() > 0 && hello->number(0, 1) > 0)
            return bring_up_to_date(static_cast<int>(hello->number(0, 1)));
        return foreign_table_failure("lockdesk_meta", m_link.place());
    }
    if (installed->rows() > 0)
        return foreign_table_failure(std::string(installed->text(0, 1)), m_link.place());
    if (const auto created = m_link.run_literal("create_schema", schema_sql(false), Effect::write); !created)
        return created.failure();
    return SchemaState{schema_version, true};
}

// In the transaction that holds the schema's lock.
Answer<SchemaState> PostgresAdmin::bring_up_to_date(int version)
{
    if (version < 2)
        for (const char* step : {"upgrade_2", "functions"})
            if (const auto changed = m_link.run_literal(step, statement_text(step), Effect::write); !changed)
                return changed.failure();
    return SchemaState{std::max(version, schema_version), false, std::nullopt};
}

// In the transaction of what makes the schema, so that no grant comes before it.
std::optional<Failure> PostgresAdmin::settle_floor(const std::optional<TokenFloor>& floor, SchemaState& state)
{
    const auto answer = floor ? m_link.run_literal("floor_raise", token_floor_text(*floor), Effect::write)
                              : m_link.run("floor_read", {}, Effect::read);
    if (!answer)
        return answer.failure();
    if (answer->rows() > 0)
        state.token_floor = answer->number(0, 1);
    return std::nullopt;
}

Answer<Done> PostgresAdmin::drop_schema()
{
    if (m_link.options().sandbox)
        return usage_failure("a sandbox's schema goes with the sandbox: drop that");
    const auto state = schema();
    if (!state)
        return state.failure();
    if (state->version == 0)
        return {Done{}, server_time()};
    const auto dropped = m_link.run_literal("drop", statement_text("drop"), Effect::write);
    m_link.greet_again();
    if (!dropped)
        return dropped.failure();
    return {Done{}, server_time()};
}

// The server's clock, spelled without our functions: they come and go with the schema.
std::optional<TimePoint> PostgresAdmin::server_time()
{
    const auto answer = m_link.run("clock_real", {}, Effect::read);
    return answer && answer->rows() > 0 ? answer->time(0, 0) : std::nullopt;
}

Answer<ClockReading> PostgresAdmin::clock(int probes)
{
    const bool sandbox = m_link.options().sandbox.has_value();
    std::optional<ClockReading> best;
    std::optional<TimePoint> now;
    for (int i = 0; i < std::max(probes, 1); ++i) {
        const auto start = std::chrono::steady_clock::now();
        const auto before = local_now();
        const auto answer = m_link.run(sandbox ? "clock_read" : "clock_real", {}, Effect::read);
        const auto took = std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - start);
        if (!answer)
            return answer.failure();
        now = answer.store_time();
        if (best && best->uncertainty <= took / 2)
            continue;
        ClockReading reading;
        reading.store = now.value_or(TimePoint{});
        reading.offset = time_from_us(answer->number(0, 1)) - (before + took / 2);
        reading.uncertainty = took / 2;
        if (sandbox && !answer->is_null(0, 2))
            reading.rate = std::stod(std::string(answer->text(0, 2)));
        best = reading;
    }
    return {*best, now};
}

Answer<ClockReading> PostgresAdmin::change_clock(const Params& params)
{
    if (!m_link.options().sandbox)
        return usage_failure("only a sandbox has a clock that can be set; name one with --sandbox");
    const auto changed = m_link.run("clock_set", params, Effect::write);
    if (!changed)
        return changed.failure();
    return clock(1);
}

Answer<ClockReading> PostgresAdmin::set_clock(TimePoint t)
{
    Params params;
    params.time(t).null().null();
    return change_clock(params);
}

Answer<ClockReading> PostgresAdmin::advance_clock(Duration d)
{
    Params params;
    params.null().duration(d).null();
    return change_clock(params);
}

Answer<ClockReading> PostgresAdmin::set_rate(double rate)
{
    if (!(rate >= 0))
        return usage_failure("the rate of a sandbox clock must be 0 or more");
    Params params;
    params.null().null().real(rate);
    return change_clock(params);
}

Answer<SandboxInfo> PostgresAdmin::create_sandbox(const SandboxId& id)
{
    return m_link.in_transaction<SandboxInfo>("sandbox_create", [&]() -> Answer<SandboxInfo> {
        if (const auto locked = m_link.run_literal("sandbox_create", lock_schema, Effect::write); !locked)
            return locked.failure();
        const auto there = list_sandboxes();
        if (!there)
            return there.failure();
        if (std::any_of(there->begin(), there->end(), [&](const SandboxInfo& s) { return s.id == id.str(); }))
            return usage_failure("there is a sandbox " + id.str() + " already");
        const auto now = m_link.run("clock_real", {}, Effect::read);
        if (!now)
            return now.failure();
        const std::string schema = sandbox_schema(id);
        const std::string at = std::to_string(now->number(0, 0));
        const std::string sql =
            "CREATE SCHEMA " + schema + ";\nCOMMENT ON SCHEMA " + schema + " IS 'lockdesk sandbox " + at
            + "';\nSET LOCAL search_path = " + schema + ";\n" + schema_sql(true)
            + "\nINSERT INTO lockdesk_clock (id, base, set_at, rate) SELECT 1, n.now, n.now, 1 FROM (SELECT " + real_now
            + " AS now) n";
        if (const auto created = m_link.run_literal("sandbox_create", sql, Effect::write); !created)
            return created.failure();
        return {SandboxInfo{id.str(), now->time(0, 0)}, now.store_time()};
    });
}

Answer<std::int64_t> PostgresAdmin::marked_sessions(const std::string& mark)
{
    Params params;
    params.text(mark);
    const auto answer = m_link.run("marked_sessions", params, Effect::read);
    if (!answer)
        return answer.failure();
    return {answer->number(0, 1), answer.store_time()};
}

Answer<bool> PostgresAdmin::drop_sandbox(const SandboxId& id)
{
    const auto there = list_sandboxes();
    if (!there)
        return there.failure();
    if (std::none_of(there->begin(), there->end(), [&](const SandboxInfo& s) { return s.id == id.str(); }))
        return {false, there.store_time()};
    if (!m_link.options().read_only) {
        // A lesson's process that is frozen may have a transaction open, and a table that is in one cannot be dropped. What
        // is wrong with ending it, the drop will say.
        Params schema;
        schema.text(sandbox_schema(id));
        (void)m_link.run("sandbox_holders", schema, Effect::write);
    }
    const auto drop = sandbox_drop_sql(m_link, id);
    if (!drop)
        return drop.failure();
    const auto dropped = m_link.run_literal("sandbox_drop", *drop, Effect::write);
    if (!dropped)
        return dropped.failure();
    return {true, there.store_time()};
}

Answer<std::vector<SandboxInfo>> PostgresAdmin::list_sandboxes()
{
    const auto answer = m_link.run("sandbox_list", {}, Effect::read);
    if (!answer)
        return answer.failure();
    constexpr std::string_view prefix = "lockdesk_sb_";
    constexpr std::string_view comment = "lockdesk sandbox ";
    std::vector<SandboxInfo> sandboxes;
    for (int i = 0; i < answer->rows(); ++i) {
        if (answer->is_null(i, 1))
            continue;
        SandboxInfo& info = sandboxes.emplace_back();
        info.id = answer->text(i, 1).substr(prefix.size());
        if (const auto text = answer->text(i, 2); text.starts_with(comment))
            info.created_at = time_from_us(std::atoll(std::string(text.substr(comment.size())).c_str()));
    }
    return {std::move(sandboxes), answer.store_time()};
}

} // namespace lockdesk::postgres
