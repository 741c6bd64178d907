// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/admin.h"

#include "backends/mariadb/sandbox_login.h"
#include "backends/mariadb/statements.h"

#include <algorithm>
#include <cstdio>

namespace lockdesk::mariadb {

namespace {

constexpr int oldest_server = 1006; // SKIP LOCKED

// DDL is no transaction: one at a time, by a name of the server.
constexpr std::string_view schema_lock = "lockdesk schema";

int server_number(const std::string& version)
{
    int major = 0;
    int minor = 0;
    return std::sscanf(version.c_str(), "%d.%d", &major, &minor) == 2 ? major * 100 + minor : 0;
}

constexpr std::string_view sandbox_comment = "lockdesk sandbox ";
const std::string sandbox_comment_outside = "empty outside sandboxes";

bool has(const std::vector<SandboxInfo>& sandboxes, const SandboxId& id)
{
    return std::any_of(sandboxes.begin(), sandboxes.end(), [&](const SandboxInfo& s) { return s.id == id.str(); });
}

std::string floor_number(const TokenFloor& floor)
{
    return floor.number ? std::to_string(*floor.number) : "UNIX_TIMESTAMP()";
}

TimePoint local_now() { return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now()); }

} // namespace

std::string schema_sql(const std::optional<SandboxId>& sandbox, const std::string& comment,
                       const std::optional<TokenFloor>& floor)
{
    auto values = fixed_values(sandbox);
    values.sql("floor", floor ? floor_number(*floor) : "0");
    values.sql("comment", comment).number("version", schema_version);
    return Template(statement_text("schema"), values).fill({});
}

std::string MariaDbAdmin::schema_text() const { return schema_sql(m_link.options().sandbox, sandbox_comment_outside); }

Answer<SchemaState> MariaDbAdmin::schema()
{
    const auto answer = m_link.run("schema_version", {}, Effect::read);
    if (answer)
        return {SchemaState{static_cast<int>(answer->last().number(0, 1)), false}, answer.store_time()};
    if (answer.failure().code == "1146")
        return SchemaState{0, false};
    return answer.failure();
}

std::string MariaDbAdmin::token_floor_text(const TokenFloor& floor) const
{
    Values values;
    values.sql("number", floor_number(floor));
    return Template(statement_text("floor_raise"), fixed_values(m_link.options().sandbox)).fill(values);
}

// Of a schema that is there: raised, never lowered; a newer one is not written to.
Answer<SchemaState> MariaDbAdmin::settle_floor(const std::optional<TokenFloor>& floor, SchemaState state)
{
    if (floor && state.version <= schema_version)
        if (const auto raised = m_link.run_literal("floor_raise", token_floor_text(*floor), Effect::write); !raised)
            return raised.failure();
    const auto read = m_link.run("floor_read", {}, Effect::read);
    if (!read)
        return read.failure();
    if (read->last().rows() > 0)
        state.token_floor = read->last().number(0, 1);
    return {state, read->last().time(0, 0)};
}

Answer<SchemaState> MariaDbAdmin::create_schema(const std::optional<TokenFloor>& floor)
{
    if (m_link.options().sandbox)
        return usage_failure("a sandbox is made with its schema in it");
    if (const auto opened = m_link.open(); !opened)
        return opened.failure();
    if (m_link.schema_version() >= schema_version)
        return settle_floor(floor, SchemaState{m_link.schema_version(), false, std::nullopt});
    const auto& version = m_link.server_version();
    if (version.find("MariaDB") == std::string::npos)
        return unsupported_failure("the server is MySQL " + version
                                   + "; Lockdesk's schema needs sequences and compound statements, which MariaDB 10.6 has");
    if (server_number(version) < oldest_server)
        return unsupported_failure("MariaDB " + version + " is too old; 10.6 or newer is needed");
    auto answer = alone<SchemaState>([&] { return create_alone(floor); });
    if (!answer)
        return answer;
    m_link.greet_again();
    return settle_floor(floor, *answer);
}

// One after another, because DDL cannot be rolled back.
template <class T> Answer<T> MariaDbAdmin::alone(const std::function<Answer<T>()>& body)
{
    const std::string key = literal(std::string(schema_lock) + " " + m_link.place().database);
    const auto wait = std::to_string(std::max<std::int64_t>(m_link.options().timeout / std::chrono::seconds{1}, 1));
    const auto locked =
        m_link.run_literal("schema_lock", m_link.expand("SELECT {real}, GET_LOCK(" + key + ", " + wait + ")"), Effect::read);
    if (!locked)
        return locked.failure();
    if (!locked->last().boolean(0, 1))
        return Failure{
            FailureKind::unavailable, {}, "schema_lock", true, false, "somebody else changes the schema just now"};
    auto answer = body();
    const auto freed = m_link.run_literal("schema_lock", "DO RELEASE_LOCK(" + key + ")", Effect::read);
    if (answer && !freed)
        return freed.failure();
    return answer;
}

// A meta table of ours without a version is what an interrupted `init` left: it is finished.
Answer<SchemaState> MariaDbAdmin::create_alone(const std::optional<TokenFloor>& floor)
{
    const auto installed = m_link.run("installed", {}, Effect::read);
    if (!installed)
        return installed.failure();
    const Result& r = installed->last();
    bool ours = false;
    for (int i = 0; i < r.rows(); ++i) {
        if (r.text(i, 1) != "lockdesk_meta")
            continue;
        const auto state = schema();
        if (!state)
            return foreign_table_failure("lockdesk_meta", m_link.place());
        if (state->version > 0)
            return bring_up_to_date(state->version);
        ours = true;
    }
    if (!ours && r.rows() > 0)
        return foreign_table_failure(std::string(r.text(0, 1)), m_link.place());
    const auto sql = schema_sql(std::nullopt, sandbox_comment_outside, floor);
    if (const auto created = m_link.run_literal("create_schema", sql, Effect::write); !created)
        return created.failure();
    return SchemaState{schema_version, true};
}

// Each step may be done twice: an interrupted one is finished by the next `init`.
Answer<SchemaState> MariaDbAdmin::bring_up_to_date(int version)
{
    if (version < 2)
        if (const auto changed = m_link.run("upgrade_2", {}, Effect::write); !changed)
            return changed.failure();
    return SchemaState{std::max(version, schema_version), false};
}

Answer<Done> MariaDbAdmin::drop_schema()
{
    if (m_link.options().sandbox)
        return usage_failure("a sandbox's schema goes with the sandbox: drop that");
    const auto state = schema();
    if (!state)
        return state.failure();
    if (state->version == 0)
        return {Done{}, server_time()};
    const auto dropped = m_link.run("drop", {}, Effect::write);
    m_link.greet_again();
    if (!dropped)
        return dropped.failure();
    return {Done{}, server_time()};
}

// The server's clock: other statements have none while the schema comes and goes.
std::optional<TimePoint> MariaDbAdmin::server_time()
{
    const auto answer = m_link.run("clock_real", {}, Effect::read);
    return answer ? answer->last().time(0, 0) : std::nullopt;
}

Answer<ClockReading> MariaDbAdmin::clock(int probes)
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
        reading.offset = time_from_us(answer->last().number(0, 1)) - (before + took / 2);
        reading.uncertainty = took / 2;
        if (sandbox && !answer->last().is_null(0, 2))
            reading.rate = std::stod(std::string(answer->last().text(0, 2)));
        best = reading;
    }
    return {*best, now};
}

Answer<ClockReading> MariaDbAdmin::change_clock(const Values& values)
{
    if (!m_link.options().sandbox)
        return usage_failure("only a sandbox has a clock that can be set; name one with --sandbox");
    const auto changed = m_link.run("clock_set", values, Effect::write);
    if (!changed)
        return changed.failure();
    return clock(1);
}

Answer<ClockReading> MariaDbAdmin::set_clock(TimePoint t)
{
    Values values;
    values.number("to", to_us(t)).sql("by", "NULL").sql("rate", "NULL");
    return change_clock(values);
}

Answer<ClockReading> MariaDbAdmin::advance_clock(Duration d)
{
    Values values;
    values.sql("to", "NULL").number("by", d.count()).sql("rate", "NULL");
    return change_clock(values);
}

Answer<ClockReading> MariaDbAdmin::set_rate(double rate)
{
    if (!(rate >= 0))
        return usage_failure("the rate of a sandbox clock must be 0 or more");
    Values values;
    values.sql("to", "NULL").sql("by", "NULL").real("rate", rate);
    return change_clock(values);
}

Answer<SandboxInfo> MariaDbAdmin::create_sandbox(const SandboxId& id)
{
    return alone<SandboxInfo>([&]() -> Answer<SandboxInfo> {
        const auto there = list_sandboxes();
        if (!there)
            return there.failure();
        if (has(*there, id))
            return usage_failure("there is a sandbox " + id.str() + " already");
        const auto now = m_link.run("clock_real", {}, Effect::read);
        if (!now)
            return now.failure();
        const std::string at = std::to_string(now->last().number(0, 0));
        auto sql = schema_sql(id, std::string(sandbox_comment) + at);
        sql += ";\n" + Template(statement_text("clock_start"), fixed_values(id)).fill({});
        if (const auto created = m_link.run_literal("sandbox_create", sql, Effect::write); !created)
            return created.failure();
        return {SandboxInfo{id.str(), now->last().time(0, 0)}, now.store_time()};
    });
}

Answer<std::int64_t> MariaDbAdmin::marked_sessions(const std::string& mark)
{
    const auto answer =
        m_link.run_literal("marked_sessions", m_link.expand("SELECT {real}, " + sessions_with(mark)), Effect::read);
    if (!answer)
        return answer.failure();
    return {answer->last().number(0, 1), answer.store_time()};
}

// A lesson's process that is frozen may have a transaction open, and a table that is in one cannot be dropped. These are found
// by the server's named locks, which are gone when their connections are.
void MariaDbAdmin::end_transactions_in(const SandboxId& id)
{
    std::string marks;
    for (int i = 0; i < statement_marks; ++i)
        marks += "\n        UNION ALL SELECT IS_USED_LOCK(" + literal(statement_mark(m_link.place(), id, i)) + ")";
    auto values = fixed_values(id);
    values.sql("marks", marks);
    const auto holders =
        m_link.run_literal("sandbox_holders", Template(statement_text("sandbox_holders"), values).fill({}), Effect::read);
    if (!holders)
        return; // the drop will say what is wrong
    const Result& r = holders->last();
    for (int i = 0; i < r.rows(); ++i)
        (void)m_link.run_literal("sandbox_holders", "KILL CONNECTION " + std::to_string(r.number(i, 1)), Effect::read);
}

// A sandbox "a_b" begins like a sandbox "a": what may belong to the longer name stays with it.
Answer<Done> MariaDbAdmin::drop_what_lessons_made(const SandboxId& id, const std::vector<SandboxInfo>& sandboxes)
{
    const auto prefix = table_prefix(id);
    Values values;
    values.text("prefix", prefix);
    const auto tables = m_link.run("sandbox_tables", values, Effect::read);
    if (!tables)
        return tables.failure();
    std::string sql = "SET SESSION foreign_key_checks = 0";
    for (int i = 0; i < tables->last().rows(); ++i) {
        const auto name = tables->last().text(i, 1);
        const bool of_another = std::any_of(sandboxes.begin(), sandboxes.end(), [&](const SandboxInfo& s) {
            const auto other = prefix.substr(0, prefix.size() - id.str().size() - 1) + s.id + "_";
            return other.size() > prefix.size() && name.starts_with(other);
        });
        // The clock is last of all, with the rest of ours: it is what shows that the sandbox is there.
        if (of_another || name == prefix + "clock")
            continue;
        const auto type = tables->last().text(i, 2);
        const std::string what = type == "VIEW" ? "VIEW" : type == "SEQUENCE" ? "SEQUENCE" : "TABLE";
        sql += "; DROP " + what + " IF EXISTS `" + std::string(name) + "`";
    }
    const auto dropped = m_link.run_literal("sandbox_drop", sql + "; SET SESSION foreign_key_checks = 1", Effect::write);
    if (!dropped)
        return dropped.failure();
    return Done{};
}

Answer<bool> MariaDbAdmin::drop_sandbox(const SandboxId& id)
{
    return alone<bool>([&]() -> Answer<bool> {
        const auto there = list_sandboxes();
        if (!there)
            return there.failure();
        if (!has(*there, id))
            return {false, there.store_time()};
        if (!m_link.options().read_only)
            end_transactions_in(id);
        const auto account = login_drop_sql(m_link, id); // first: it is noted in the sandbox
        if (!account)
            return account.failure();
        if (!account->empty())
            if (const auto gone = m_link.run_literal("sandbox_drop", *account, Effect::write); !gone)
                return gone.failure();
        if (const auto dropped = drop_what_lessons_made(id, *there); !dropped)
            return dropped.failure();
        const auto dropped =
            m_link.run_literal("sandbox_drop", Template(statement_text("drop"), fixed_values(id)).fill({}), Effect::write);
        if (!dropped)
            return dropped.failure();
        return {true, there.store_time()};
    });
}

Answer<std::vector<SandboxInfo>> MariaDbAdmin::list_sandboxes()
{
    const auto answer = m_link.run("sandbox_list", {}, Effect::read);
    if (!answer)
        return answer.failure();
    constexpr std::string_view prefix = "lockdesk_sb_";
    constexpr std::string_view suffix = "_clock";
    std::vector<SandboxInfo> sandboxes;
    const Result& r = answer->last();
    for (int i = 0; i < r.rows(); ++i) {
        const auto table = r.text(i, 1);
        if (!r.text(i, 2).starts_with(sandbox_comment))
            continue; // a table that a lesson called so
        SandboxInfo& info = sandboxes.emplace_back();
        info.id = table.substr(prefix.size(), table.size() - prefix.size() - suffix.size());
        info.created_at = time_from_us(std::atoll(std::string(r.text(i, 2).substr(sandbox_comment.size())).c_str()));
    }
    return {std::move(sandboxes), answer.store_time()};
}

} // namespace lockdesk::mariadb
