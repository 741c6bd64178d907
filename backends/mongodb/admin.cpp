// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/server_facts.h"
#include "backends/engine/rules/clock_probe.h"
#include "backends/mongodb/concerns.h"
#include "backends/mongodb/durability.h"
#include "backends/mongodb/spans.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace lockdesk::mongodb {

namespace {

std::string make_epoch()
{
    std::random_device random;
    return std::to_string((static_cast<std::uint64_t>(random()) << 32) | random());
}

Bson create_command(const std::string& prefix, const char* collection)
{
    const Bson indexes = statement("indexes").fill({}, {})[collection].copy();
    if (indexes.empty())
        return Bson().text("create", prefix + collection);
    return Bson().text("createIndexes", prefix + collection).array("indexes", indexes);
}

Bson ready_command(const std::string& prefix, bool ready)
{
    Bson fields = Bson().flag("ready", ready);
    if (ready)
        fields.whole("version", schema_version);
    const Bson change = Bson().doc("$set", fields);
    const Bson update = Bson().doc("q", Bson().text("_id", "lockdesk")).doc("u", change);
    return Bson().text("update", prefix + "meta").array("updates", Bson().push(update));
}

/// What the login may do. Without a login the server requires none, and everybody may do everything.
void take_rights(View login, const std::string& database, const std::string& collection, ServerFacts& out)
{
    const bool anybody = login["authenticatedUsers"].is_array() && login["authenticatedUsers"].items().empty();
    std::set<std::string> may;
    for (const View& one : login["authenticatedUserPrivileges"].items()) {
        const View on = one["resource"];
        const bool here = on["anyResource"].flag()
                          || (on["db"].is_text() && (on["db"].text().empty() || on["db"].text() == database)
                              && (on["collection"].text().empty() || on["collection"].text() == collection));
        for (const View& action : one["actions"].items())
            if (here)
                may.insert(action.str());
    }
    out.may_write = anybody || may.contains("anyAction")
                    || (may.contains("insert") && may.contains("update") && may.contains("remove"));
    const auto roles = login["authenticatedUserRoles"].items();
    out.superuser = anybody || std::any_of(roles.begin(), roles.end(), [](const View& role) {
        return role["role"].text() == "root" || role["role"].text() == "__system";
    });
}

Values floor_values(const TokenFloor& floor)
{
    if (floor.number)
        return Values().whole("floor", *floor.number);
    const Bson ms = Bson().text("$toLong", "$$NOW");
    return Values().doc(
        "floor", Bson().doc("$toLong", Bson().doc("$trunc", Bson().array("$divide", Bson().push(ms).whole("1", 1000)))));
}

bool is(const Failure& failure, const char* code) { return failure.code == code; }

class MongoAdmin final : public Admin, public ServerFactsReader
{
public:
    explicit MongoAdmin(Link& link) : m_link(link) {}

    [[nodiscard]] std::string schema_text() const override
    {
        Values install;
        install.whole("version", schema_version).text("epoch", "a random text").doc("more", {});
        std::string out = m_link.shown("install", install) + "\n";
        for (const char* collection : collections())
            if (std::string_view(collection) != "meta")
                out += create_command(m_link.prefix(), collection).json() + "\n";
        return out + ready_command(m_link.prefix(), true).json() + "\n";
    }

    Answer<SchemaState> schema() override
    {
        if (auto failed = m_link.begin_bare(false))
            return *failed;
        auto meta = m_link.look_at(m_link.prefix(), nullptr);
        if (!meta)
            return meta.failure();
        const bool ready = meta->doc["ready"].flag();
        return {SchemaState{ready ? static_cast<int>(meta->doc["version"].integer()) : 0, false}, meta->now};
    }

    Answer<SchemaState> create_schema(const std::optional<TokenFloor>& floor) override
    {
        if (m_link.in_sandbox())
            return floor ? Answer<SchemaState>(no_floor_in_sandbox_failure()) : schema();
        if (auto failed = m_link.begin_bare(true))
            return *failed;
        return create(m_link.prefix(), false, floor);
    }

    [[nodiscard]] std::string token_floor_text(const TokenFloor& floor) const override
    {
        return m_link.shown("floor_raise", floor_values(floor)) + "\n"
               + m_link.shown("floor_rows", Values().text("floor", "the base")) + "\n";
    }

    Answer<Durability> durability() override { return read_durability(m_link); }

    Answer<ServerFacts> server_facts() override
    {
        if (auto failed = m_link.begin_bare(false))
            return *failed;
        const auto meta = m_link.look_at(m_link.prefix(), nullptr);
        if (!meta)
            return meta.failure();
        ServerFacts out;
        out.settings.push_back({"replica set", m_link.server().replica_set ? "yes" : "no"});
        if (const View floor = meta->doc["token_floor"]; floor.present())
            out.token_floor = floor.integer();
        const auto status = m_link.ask_admin("rights", Bson().whole("connectionStatus", 1).flag("showPrivileges", true));
        if (!status && status.failure().connection_lost)
            return status.failure();
        if (status)
            take_rights((*status)["authInfo"], m_link.database(), m_link.prefix() + "locks", out);
        return {std::move(out), meta->now};
    }

    Answer<Done> drop_schema() override
    {
        if (m_link.in_sandbox())
            return Failure::usage("a sandbox is removed with `sandbox drop`");
        if (auto failed = m_link.begin_bare(true))
            return *failed;
        m_link.forget_schema();
        auto meta = m_link.look_at(m_link.prefix(), nullptr);
        if (!meta)
            return meta.failure();
        if (!meta->doc["epoch"].present())
            return Done{};
        if (auto failed = drop(m_link.prefix()))
            return *failed;
        return {Done{}, meta->server};
    }

    Answer<ClockReading> clock(int probes) override
    {
        if (auto failed = m_link.begin_bare(false))
            return *failed;
        const auto read = [&](ClockReading& out) -> Answer<TimePoint> {
            auto meta = look_at_clock();
            if (!meta)
                return meta.failure();
            out.store = meta->now;
            if (const View clock = meta->doc["clock"]; clock.present())
                out.rate = clock["rate"].real(1);
            return meta->server;
        };
        return probe_clock(probes, read, resolution);
    }

    Answer<ClockReading> set_clock(TimePoint t) override
    {
        return change_clock(Values().whole("base", bounded_us(t.time_since_epoch())).text("rate", "$clock.rate"));
    }

    Answer<ClockReading> advance_clock(Duration d) override
    {
        return change_clock(Values().doc("base", clock_plus(d)).text("rate", "$clock.rate"));
    }

    Answer<ClockReading> set_rate(double rate) override
    {
        if (!(rate >= 0) || !std::isfinite(rate))
            return Failure::usage("the rate of a sandbox clock is a number >= 0");
        return change_clock(Values().doc("base", clock_plus(Duration{0})).doc("rate", Bson().real("$literal", rate)));
    }

    Answer<SandboxInfo> create_sandbox(const SandboxId& id) override
    {
        if (auto failed = m_link.begin_bare(true))
            return *failed;
        const std::string prefix = collection_prefix(id);
        auto created = create(prefix, true, std::nullopt);
        if (!created)
            return created.failure();
        auto meta = m_link.look_at(prefix, nullptr);
        if (!meta)
            return meta.failure();
        return {SandboxInfo{id.str(), meta->doc["created_at"].time()}, meta->now};
    }

    Answer<bool> drop_sandbox(const SandboxId& id) override
    {
        if (auto failed = m_link.begin_bare(true))
            return *failed;
        const std::string prefix = collection_prefix(id);
        auto meta = m_link.look_at(prefix, nullptr);
        if (!meta)
            return meta.failure();
        if (!meta->doc["epoch"].present())
            return {false, server_time()};
        if (auto failed = drop(prefix))
            return *failed;
        return {true, meta->server};
    }

    Answer<std::vector<SandboxInfo>> list_sandboxes() override
    {
        if (auto failed = m_link.begin_bare(false))
            return *failed;
        auto ids = sandbox_ids();
        if (!ids)
            return ids.failure();
        std::vector<SandboxInfo> out;
        const auto now = server_time();
        for (const std::string& id : *ids) {
            const auto parsed = SandboxId::parse(id);
            auto meta = m_link.look_at(collection_prefix(*parsed), nullptr);
            if (!meta)
                return meta.failure();
            if (meta->doc["epoch"].present())
                out.push_back({id, meta->doc["created_at"].time()});
        }
        return {std::move(out), now};
    }

private:
    /// Names of the collections and views that match.
    Answer<std::set<std::string>> existing(const std::string& regex)
    {
        Bson command;
        command.whole("listCollections", 1).flag("nameOnly", true);
        command.doc("filter", Bson().doc("name", Bson().text("$regex", regex)));
        std::set<std::string> out;
        if (auto failed = m_link.each("list_collections", command, [&](View doc) {
                out.insert(doc["name"].str());
                return true;
            }))
            return *failed;
        return out;
    }

    Answer<SchemaState> create(const std::string& prefix, bool sandbox, const std::optional<TokenFloor>& floor)
    {
        auto meta = m_link.look_at(prefix, nullptr);
        if (!meta)
            return meta.failure();
        const bool ours = meta->doc["epoch"].present();
        const bool older = meta->doc["ready"].flag();
        if (meta->doc["ready"].flag() && meta->doc["version"].integer() >= schema_version)
            return settled(prefix, floor,
                           SchemaState{static_cast<int>(meta->doc["version"].integer()), false, std::nullopt});
        std::string names;
        for (const char* collection : collections())
            names += (names.empty() ? "" : "|") + std::string(collection);
        auto there = existing("^" + prefix + "(" + names + ")$");
        if (!there)
            return there.failure();
        if (!ours && !there->empty())
            return m_link.failure({Trouble::Cause::odd_document, 0,
                                   "a collection " + *there->begin()
                                       + " exists and is not Lockdesk's; nothing was changed. Rename it or use "
                                         "another database"},
                                  "install");
        Values install;
        install.whole("version", schema_version).text("epoch", make_epoch());
        install.doc("more", sandbox ? m_link.filled("clock_start", {}) : Bson());
        const Scope scope{prefix, server_now()};
        if (auto made = m_link.run("install", statement("install").fill(install, scope), Effect::writes); !made)
            return made.failure();
        if (auto failed = create_collections(prefix, *there))
            return *failed;
        // Raised before the schema is usable.
        if (floor)
            if (auto failed = raise_floor(prefix, *floor))
                return *failed;
        if (auto done = m_link.run("set_ready", ready_command(prefix, true), Effect::writes); !done)
            return done.failure();
        return settled(prefix, std::nullopt, SchemaState{schema_version, !older, std::nullopt});
    }

    std::optional<Failure> raise_floor(const std::string& prefix, const TokenFloor& floor)
    {
        const Scope scope{prefix, server_now()};
        auto raised = m_link.run("floor_raise", statement("floor_raise").fill(floor_values(floor), scope), Effect::writes);
        if (!raised)
            return raised.failure();
        const auto meta = m_link.look_at(prefix, nullptr);
        if (!meta)
            return meta.failure();
        const Values base = Values().whole("floor", meta->doc["token_base"].integer());
        m_link.begin_call();
        auto carried = m_link.run("floor_rows", statement("floor_rows").fill(base, scope), Effect::writes);
        if (!carried)
            return carried.failure();
        return std::nullopt;
    }

    // Raises the floor of an existing schema and reads it back. Does not write to a newer schema.
    Answer<SchemaState> settled(const std::string& prefix, const std::optional<TokenFloor>& floor, SchemaState state)
    {
        if (floor && state.version <= schema_version)
            if (auto failed = raise_floor(prefix, *floor))
                return *failed;
        const auto meta = m_link.look_at(prefix, nullptr);
        if (!meta)
            return meta.failure();
        state.token_floor = meta->doc["token_floor"].integer();
        return {state, meta->now};
    }

    std::optional<Failure> create_collections(const std::string& prefix, const std::set<std::string>& there)
    {
        for (const char* collection : collections()) {
            const Bson command = create_command(prefix, collection);
            const bool has_indexes = command["createIndexes"].present();
            if (std::string_view(collection) == "meta" || (!has_indexes && there.contains(prefix + collection)))
                continue;
            m_link.begin_call();
            if (auto made = m_link.run("create", command, Effect::writes); !made && !is(made.failure(), "NamespaceExists"))
                return made.failure();
        }
        return std::nullopt;
    }

    // Drops the meta document last: while it exists, the other collections are known to be ours.
    std::optional<Failure> drop(const std::string& prefix)
    {
        if (auto marked = m_link.run("set_ready", ready_command(prefix, false), Effect::writes); !marked)
            return marked.failure();
        const auto all = collections();
        for (auto at = all.rbegin(); at != all.rend(); ++at) {
            m_link.begin_call();
            auto gone = m_link.run("drop", Bson().text("drop", prefix + *at), Effect::writes);
            if (!gone && !is(gone.failure(), "NamespaceNotFound"))
                return gone.failure();
        }
        return std::nullopt;
    }

    // Reads the clock of the server for a database without our schema.
    Answer<Meta> look_at_clock()
    {
        auto meta = m_link.look();
        if (meta || !m_link.without_schema() || meta.failure().code != "NOSCHEMA")
            return meta;
        auto reply = m_link.run("clock", Bson().whole("isMaster", 1), Effect::reads);
        if (!reply)
            return reply.failure();
        Meta out;
        out.reply = std::move(*reply);
        out.now = out.server = out.reply["localTime"].date().value_or(TimePoint{});
        return out;
    }

    Answer<ClockReading> change_clock(const Values& values)
    {
        if (!m_link.in_sandbox())
            return Failure::usage("only the clock of a sandbox can be set; give --sandbox");
        if (auto failed = m_link.begin_write("clock_set"))
            return *failed;
        auto done = m_link.change("clock_set", values);
        if (!done)
            return done.failure();
        return clock(1);
    }

    Answer<std::vector<std::string>> sandbox_ids()
    {
        const std::string begin = "lockdesk_sb_", end = "_meta";
        auto names = existing("^" + begin + "[a-z0-9_]{1,32}" + end + "$");
        if (!names)
            return names.failure();
        std::vector<std::string> out;
        for (const std::string& name : *names)
            out.push_back(name.substr(begin.size(), name.size() - begin.size() - end.size()));
        return out;
    }

    /// For a database with the schema, and answers that read no time otherwise.
    std::optional<TimePoint> server_time()
    {
        auto root = m_link.look_at(collection_prefix(std::nullopt), nullptr);
        return root && root->doc.present() ? std::optional(root->server) : std::nullopt;
    }

    Bson clock_plus(Duration step) const { return m_link.filled("clock_now", Values().whole("step", bounded_us(step))); }

    Link& m_link;
};

} // namespace

std::unique_ptr<Admin> make_admin(Link& link) { return std::make_unique<MongoAdmin>(link); }

} // namespace lockdesk::mongodb
