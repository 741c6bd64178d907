// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/concerns.h"

#include "backends/engine/contracts/database_waits.h"
#include "backends/engine/contracts/marked_sessions.h"
#include "backends/engine/contracts/server_facts.h"
#include "backends/engine/rules/clock_probe.h"
#include "backends/sql/rows.h"

#include <algorithm>

namespace lockdesk::sql {

namespace {

constexpr const char* no_sandbox = "empty outside sandboxes"; // the comment of the clock's table

bool is_among(const std::vector<SandboxInfo>& sandboxes, const SandboxId& id)
{
    return std::ranges::find(sandboxes, id.str(), &SandboxInfo::id) != sandboxes.end();
}

DatabaseWait wait_in(const Result& r, int row)
{
    const auto text = [&](int column) { return std::string(r.text(row, column)); };
    DatabaseWait wait;
    wait.waiter = {text(1), text(2), text(3), text(4), text(5)};
    wait.holder = {text(6), text(7), text(8), text(9), text(10)};
    wait.what = text(11);
    wait.since = r.time(row, 12);
    return wait;
}

SandboxInfo sandbox_in(const Result& r, int row) { return {std::string(r.text(row, 1)), time_from_us(r.number(row, 2))}; }

Weakness weakness_in(const Result& r, int row)
{
    const auto text = [&](int column) { return std::string(r.text(row, column)); };
    return {text(1) == "lags" ? Weakness::Kind::lags : Weakness::Kind::loses, text(2), text(3), text(4)};
}

class SqlAdmin final : public Admin, public MarkedSessions, public DatabaseWaits, public ServerFactsReader
{
public:
    SqlAdmin(Link& link, const AdminForms& forms) : m_link(link), m_forms(forms) {}

    std::string schema_text() const override
    {
        return m_forms.schema_sql(m_link.options().sandbox, no_sandbox, std::nullopt) + "\n";
    }
    std::string upgrade_text() const override { return m_forms.upgrade_text(m_link); }
    Answer<Durability> durability() override { return read_durability(m_link); }
    Answer<ClockReading> clock(int probes) override { return read_clock(m_link, probes); }

    Answer<SchemaState> schema() override
    {
        const auto answer = m_link.run("schema_version", {}, Effect::read);
        if (answer)
            return {SchemaState{static_cast<int>(answer->number(0, 1)), false}, answer.store_time()};
        if (answer.failure().code == m_forms.no_such_table)
            return SchemaState{0, false};
        return answer.failure();
    }

    std::string token_floor_text(const TokenFloor& floor) const override
    {
        const auto number = floor.number ? std::to_string(*floor.number) : m_link.text("floor_of_clock");
        return m_link.text("floor_raise", {{"number", Sql{number}}});
    }

    Answer<std::vector<DatabaseWait>> database_waits() override
    {
        auto answer = m_link.run("database_waits", {}, Effect::read);
        if (!answer && answer.failure().code == m_forms.no_wait_table)
            return Failure::unsupported("this server has no table of its lock waits that Lockdesk reads");
        return decoded(std::move(answer), [](const Result& r) { return rows_of(r, wait_in); });
    }

    // Rows of name and value; rights are among them, with the names of the fields.
    Answer<ServerFacts> server_facts() override
    {
        return decoded(m_link.run("server_facts", {}, Effect::read), [&](const Result& rows) {
            ServerFacts out;
            for (int row = 0; row < rows.rows(); ++row) {
                const auto name = rows.text(row, 1), value = rows.text(row, 2);
                if (rows.is_null(row, 2))
                    continue;
                if (name == "may_write")
                    out.may_write = value == "1";
                else if (name == "superuser")
                    out.superuser = value == "1";
                else
                    out.settings.push_back({std::string(name), std::string(value)});
            }
            out.pooled = m_link.connection().is_pooled();
            // Without a schema there is no floor.
            if (const auto floor = m_link.run("floor_read", {}, Effect::read); floor && floor->rows() > 0)
                out.token_floor = floor->number(0, 1);
            return out;
        });
    }

    Answer<std::vector<SandboxInfo>> list_sandboxes() override
    {
        return decoded(m_link.run("sandbox_list", {}, Effect::read), [](const Result& r) { return rows_of(r, sandbox_in); });
    }

    Answer<SchemaState> create_schema(const std::optional<TokenFloor>& floor) override
    {
        if (m_link.options().sandbox)
            return Failure::usage("a sandbox is made with its schema in it");
        if (const auto opened = m_link.open(); !opened)
            return opened.failure();
        if (m_link.schema_version() >= lockdesk::schema_version)
            return settle_floor(floor, SchemaState{m_link.schema_version(), false, std::nullopt});
        const auto unfit = m_link.run("unfit_server", {}, Effect::read);
        if (!unfit || !unfit->is_null(0, 1))
            return unfit ? Failure::unsupported(std::string(unfit->text(0, 1))) : unfit.failure();
        SchemaState state;
        const auto done = m_forms.create_alone(m_link, "create_schema", [&] {
            // No grant precedes the floor.
            auto made = decoded(create_missing(floor), [&](const SchemaState& is) { return settle_floor(floor, is); });
            state = made ? *made : state;
            return decoded(std::move(made), [](const SchemaState&) { return Done{}; });
        });
        m_link.greet_again();
        return decoded(done, [&](Done) { return Answer<SchemaState>(state, server_time()); });
    }

    Answer<Done> drop_schema() override
    {
        if (m_link.options().sandbox)
            return Failure::usage("a sandbox's schema goes with the sandbox: drop that");
        const auto state = schema();
        if (!state)
            return state.failure();
        if (state->version == 0)
            return {Done{}, server_time()};
        const auto dropped = send("drop", m_link.text("drop"));
        m_link.greet_again();
        return decoded(dropped, [&](Done done) { return Answer<Done>(done, server_time()); });
    }

    Answer<ClockReading> set_clock(TimePoint t) override { return change_clock(t, {}, {}); }
    Answer<ClockReading> advance_clock(Duration d) override { return change_clock({}, d, {}); }

    Answer<ClockReading> set_rate(double rate) override
    {
        if (!(rate >= 0))
            return Failure::usage("the rate of a sandbox clock must be 0 or more");
        return change_clock({}, {}, rate);
    }

    Answer<std::int64_t> marked_sessions(const std::string& mark) override
    {
        return decoded(m_link.run("marked_sessions", {{"mark", mark}}, Effect::read), first_number);
    }

    Answer<SandboxInfo> create_sandbox(const SandboxId& id) override
    {
        SandboxInfo made{id.str(), std::nullopt};
        const auto done = m_forms.create_alone(m_link, "sandbox_create", [&] {
            const auto sandboxes = list_sandboxes();
            made.created_at = sandboxes.store_time();
            return decoded(sandboxes, [&](const auto& there) -> Answer<Done> {
                if (is_among(there, id))
                    return Failure::usage("there is a sandbox " + id.str() + " already");
                return send("sandbox_create", m_forms.sandbox_create_sql(m_link, id, to_us(*made.created_at)));
            });
        });
        return decoded(done, [&](Done) { return Answer<SandboxInfo>(made, made.created_at); });
    }

    Answer<bool> drop_sandbox(const SandboxId& id) override
    {
        bool existed = false;
        const auto done = m_forms.drop_alone(m_link, "sandbox_drop", [&] {
            return decoded(list_sandboxes(), [&](const auto& there) -> Answer<Done> {
                existed = is_among(there, id);
                if (!existed)
                    return Done{};
                if (!m_link.options().read_only)
                    m_forms.end_transactions_in(m_link, id);
                return decoded(m_forms.sandbox_drop_sql(m_link, id),
                               [&](const std::string& drop) { return send("sandbox_drop", drop); });
            });
        });
        return decoded(done, [&](Done) { return Answer<bool>(existed, server_time()); });
    }

private:
    // The server's clock: while the schema is created or dropped no other statement can read it.
    std::optional<TimePoint> server_time()
    {
        const auto answer = m_link.run("clock_real", {}, Effect::read);
        return answer ? answer->now() : std::nullopt;
    }

    // Raises the token floor, never lowers it, and reads it into the state.
    Answer<SchemaState> settle_floor(const std::optional<TokenFloor>& floor, SchemaState state)
    {
        if (floor && state.version <= schema_version) // a newer schema is not written to
            if (const auto raised = m_link.run_literal("floor_raise", token_floor_text(*floor), Effect::write); !raised)
                return raised.failure();
        return decoded(m_link.run("floor_read", {}, Effect::read), [&](const Result& r) {
            if (r.rows() > 0)
                state.token_floor = r.number(0, 1);
            return state;
        });
    }

    Answer<SchemaState> create_missing(const std::optional<TokenFloor>& floor)
    {
        const auto installed = m_link.run("installed", {}, Effect::read);
        if (!installed)
            return installed.failure();
        const Result& tables = installed->last();
        bool ours = false;
        for (int i = 0; i < tables.rows(); ++i) {
            if (tables.text(i, 1) != "lockdesk_meta")
                continue;
            const auto there = schema();
            if (!there || (there->version == 0 && !m_forms.finishes_init))
                return foreign_table("lockdesk_meta");
            if (there->version > 0)
                return bring_up_to_date(there->version);
            ours = true;
        }
        if (!ours && tables.rows() > 0)
            return foreign_table(std::string(tables.text(0, 1)));
        return decoded(send("create_schema", m_forms.schema_sql(std::nullopt, no_sandbox, floor)), [](Done) {
            return SchemaState{lockdesk::schema_version, true, std::nullopt};
        });
    }

    [[nodiscard]] Failure foreign_table(const std::string& table) const
    {
        return foreign_table_failure(table, m_link.place(), m_forms.table_exists, m_forms.use_another);
    }

    // Each step is idempotent: without transactions, the next `init` finishes an interrupted one.
    Answer<SchemaState> bring_up_to_date(int version)
    {
        const SchemaState now{std::max(version, lockdesk::schema_version), false, std::nullopt};
        if (version >= lockdesk::schema_version)
            return now;
        return decoded(send("create_schema", m_forms.upgrade_text(m_link)), [&](Done) { return now; });
    }

    Answer<Done> send(const std::string& name, const std::string& sql)
    {
        return decoded(m_link.run_literal(name, sql, Effect::write), [](const Reply&) { return Done{}; });
    }

    Answer<ClockReading> change_clock(std::optional<TimePoint> to, std::optional<Duration> by, std::optional<double> rate)
    {
        if (!m_link.options().sandbox)
            return Failure::usage("only a sandbox has a clock that can be set; name one with --sandbox");
        return decoded(m_link.run("clock_set", {{"to", to}, {"by", by}, {"rate", rate}}, Effect::write),
                       [&](const Reply&) { return clock(1); });
    }

    Link& m_link;
    AdminForms m_forms;
};

} // namespace

std::unique_ptr<Admin> make_admin(Link& link, const AdminForms& forms) { return std::make_unique<SqlAdmin>(link, forms); }

Answer<Durability> read_durability(Link& link)
{
    return decoded(link.run("durability", {}, Effect::read),
                   [](const Result& r) { return Durability{rows_of(r, weakness_in)}; });
}

Answer<ClockReading> read_clock(Link& link, int probes)
{
    const bool sandbox = link.options().sandbox.has_value();
    return probe_clock(probes, [&](ClockReading& out) -> Answer<TimePoint> {
        const auto answer = link.run(sandbox ? "clock_read" : "clock_real", {}, Effect::read);
        if (!answer)
            return answer.failure();
        out.store = answer.store_time().value_or(TimePoint{});
        if (sandbox && !answer->is_null(0, 2))
            out.rate = std::stod(std::string(answer->text(0, 2)));
        return time_from_us(answer->number(0, 1));
    });
}

} // namespace lockdesk::sql
