// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/link.h"

#include "backends/engine/rules/retry_delay.h"

#include <algorithm>
#include <array>
#include <thread>

namespace lockdesk::mongodb {

namespace {

using namespace std::chrono_literals;
using Cause = Trouble::Cause;

// Outside a sandbox the schema is checked once a second: only a newer or a dropped one matters.
constexpr auto schema_known_for = 1s;

Bson word_for_now() { return Bson().text("$literal", "$$SANDBOX_NOW"); }

std::optional<Trouble> first_write_error(const Bson& reply)
{
    for (const View& error : reply["writeErrors"].items())
        if (error["code"].integer() != duplicate_key)
            return Trouble{Cause::server, static_cast<int>(error["code"].integer()), error["errmsg"].str()};
    return std::nullopt;
}

// CollectionUUIDMismatch, of the command or of a statement in it, which has no code name.
bool is_other_collection(const Failure& failure)
{
    return failure.code == "CollectionUUIDMismatch" || failure.code == "361";
}

// Write conflict, no such transaction, snapshot unavailable: the server has rolled everything back.
bool may_begin_anew(const Trouble& trouble)
{
    return trouble.cause == Cause::server && (trouble.code == 112 || trouble.code == 251 || trouble.code == 246);
}

} // namespace

Bson sandbox_now(View clock)
{
    const auto base = clock["base"].integer();
    const auto set_at = clock["set_at"].integer();
    const double rate = clock["rate"].real(1);
    Bson start;
    start.whole("0", base);
    if (rate != 0) {
        const Bson passed = Bson().array("$subtract", Bson().doc("0", server_now()).whole("1", set_at));
        const Bson scaled =
            rate == 1 ? passed
                      : Bson().doc("$toLong",
                                   Bson().doc("$floor", Bson().array("$multiply", Bson().doc("0", passed).real("1", rate))));
        start.doc("1", scaled);
    }
    return Bson().array("$add", start);
}

Bson look_command(const std::string& prefix, const Bson* lookups)
{
    Bson pipeline = statement("meta_look").fill({}, {prefix, server_now()})["pipeline"].copy();
    if (lookups != nullptr)
        for (const View& stage : lookups->view().items())
            pipeline.push(stage.copy());
    return Bson().text("aggregate", prefix + "meta").array("pipeline", pipeline).doc("cursor", {});
}

Link::Link(const StoreUrl& url, const SessionOptions& options)
    : m_sandbox(options.sandbox), m_read_only(options.read_only), m_without_schema(options.without_schema),
      m_timeout(options.timeout), m_connection(url, options.application_name, options.timeout),
      m_scope{collection_prefix(options.sandbox), options.sandbox ? word_for_now() : server_now()}
{
    m_connection.tell(options.trace);
}

Failure Link::failure(Trouble trouble, const char* name) const
{
    if (trouble.statement.empty())
        trouble.statement = name;
    return to_failure(trouble);
}

std::optional<Failure> Link::connect()
{
    begin_call();
    if (auto trouble = m_connection.ensure())
        return failure(*trouble, "connect");
    return std::nullopt;
}

std::optional<Failure> Link::begin_bare(bool writes)
{
    if (auto failed = connect())
        return failed;
    if (writes && m_read_only)
        return failure({Cause::read_only}, "");
    return std::nullopt;
}

std::optional<Failure> Link::begin_read() { return begin("meta_look", false, Schema::known); }

std::optional<Failure> Link::begin_write(const char* statement, Schema schema) { return begin(statement, true, schema); }

std::optional<Failure> Link::begin(const char* statement, bool writes, Schema schema)
{
    begin_call();
    if (m_connection.interrupted())
        return failure({Cause::interrupted}, statement);
    if (writes && m_read_only)
        return failure({Cause::read_only}, statement);
    if (auto trouble = m_connection.ensure())
        return failure(*trouble, statement);
    const bool known = std::chrono::steady_clock::now() - m_looked_at < schema_known_for;
    if (in_sandbox() || schema == Schema::fresh || !known) {
        m_looked_at = {};
        const auto asked = std::chrono::steady_clock::now();
        auto meta = look();
        if (!meta)
            return meta.failure();
        m_version = meta->doc["version"].integer();
        if (in_sandbox())
            m_scope.now = sandbox_now(meta->doc["clock"]);
        m_looked_at = asked;
        m_looked_now = meta->now;
    }
    if (m_version < schema_version && !m_without_schema) {
        forget_schema(); // it may be upgraded meanwhile
        return failure({Cause::older_schema, static_cast<int>(m_version)}, statement);
    }
    if (writes && m_version > schema_version)
        return failure({Cause::newer_schema, static_cast<int>(m_version)}, statement);
    return std::nullopt;
}

Answer<Bson> Link::run(const char* name, const Bson& command, Effect effect)
{
    Bson reply;
    if (auto trouble = m_connection.ensure())
        return failure(*trouble, name);
    if (auto trouble = m_connection.command(name, command, effect, reply))
        return failure(*trouble, name);
    if (auto trouble = first_write_error(reply))
        return failure(*trouble, name);
    return reply;
}

Answer<Bson> Link::ask_admin(const char* name, const Bson& command)
{
    Bson reply;
    if (auto trouble = m_connection.ensure())
        return failure(*trouble, name);
    if (auto trouble = m_connection.ask_admin(name, command, reply))
        return failure(*trouble, name);
    return reply;
}

Answer<Bson> Link::read(const char* name, const Values& values) { return run(name, filled(name, values), Effect::reads); }

Answer<Bson> Link::write(const char* name, const Values& values) { return run(name, filled(name, values), Effect::writes); }

std::optional<Failure> Link::confirm(const char* name, Effect means)
{
    if (!server().replica_set)
        return std::nullopt;
    auto reply = run(name, filled("confirm", {}), Effect::confirms);
    if (reply)
        return std::nullopt;
    Failure failed = reply.failure();
    if (means == Effect::reads && failed.kind == FailureKind::in_doubt) {
        failed.kind = FailureKind::unavailable;
        failed.retryable = true;
        failed.message = "too few members of the replica set answer to be sure of what this one has; try again";
    }
    return failed;
}

std::optional<Failure> Link::identify(const char* name)
{
    Bson list;
    list.whole("listCollections", 1).doc("filter", Bson().text("name", collection(name)));
    return each("list_collections", list, [&](View doc) {
        if (const View uuid = doc["info"]["uuid"]; uuid.present())
            uuid.append_to(m_identities[name].get(), "collectionUUID");
        return true;
    });
}

Answer<Bson> Link::add(const char* name, const char* collection, const Values& values)
{
    for (bool again = false;; again = true) {
        const auto known = m_identities.find(collection);
        const bool compared = known != m_identities.end() && !in_sandbox();
        if (auto failed = begin_write(name, compared ? Schema::known : Schema::fresh))
            return *failed;
        Bson command = filled(name, values);
        if (compared)
            known->second["collectionUUID"].append_to(command.get(), "collectionUUID");
        auto reply = run(name, command, Effect::writes);
        if (!reply && compared && !again && is_other_collection(reply.failure())) {
            m_identities.clear();
            continue;
        }
        if (reply && !compared && !in_sandbox() && server().compares_collections)
            (void)identify(collection); // on failure the next call checks the schema again
        return reply;
    }
}

TimePoint Link::estimated_now() const
{
    const auto passed = std::chrono::steady_clock::now() - m_looked_at;
    return in_sandbox() ? m_looked_now : m_looked_now + std::chrono::duration_cast<Duration>(passed);
}

Answer<std::optional<Bson>> Link::change(const char* name, const Values& values)
{
    auto reply = write(name, values);
    if (!reply)
        return reply.failure();
    const View value = (*reply)["value"];
    return value.is_document() ? std::optional(value.copy()) : std::nullopt;
}

std::optional<Failure> Link::each(const char* name, const Values& values, const std::function<bool(View)>& want)
{
    return each(name, filled(name, values), want);
}

std::optional<Failure> Link::each(const char* name, const Bson& command, const std::function<bool(View)>& want,
                                  const std::function<bool()>& more)
{
    auto reply = run(name, command, Effect::reads);
    for (const char* batch = "firstBatch";; batch = "nextBatch") {
        if (!reply)
            return reply.failure();
        const View cursor = (*reply)["cursor"];
        const auto id = cursor["id"].integer();
        const std::string ns = cursor["ns"].str();
        const std::string collection = ns.substr(ns.find('.') + 1);
        bool wanted = true;
        for (const View& doc : cursor[batch].items())
            if (!(wanted = want(doc)))
                break;
        if (id == 0)
            return std::nullopt;
        if (!wanted || (more && !more())) {
            const auto ended =
                run(name, Bson().text("killCursors", collection).array("cursors", Bson().whole("0", id)), Effect::reads);
            return ended ? std::nullopt : std::optional(ended.failure());
        }
        reply =
            run(name, Bson().whole("getMore", id).text("collection", collection).whole("batchSize", 1000), Effect::reads);
    }
}

Bson Link::lookup(std::string_view name, const Bson& match, std::string_view as, std::int64_t limit) const
{
    Bson pipeline;
    pipeline.push(Bson().doc("$match", match));
    if (limit > 0)
        pipeline.push(Bson().whole("$limit", limit));
    return lookup_by(name, {}, pipeline, as);
}

Bson Link::lookup_by(std::string_view name, const Bson& let, const Bson& pipeline, std::string_view as) const
{
    return Bson().doc("$lookup",
                      Bson().text("from", collection(name)).doc("let", let).array("pipeline", pipeline).text("as", as));
}

Bson Link::lookup_one(std::string_view name, std::string_view id, std::string_view as) const
{
    return lookup(name, Bson().doc("_id", Bson().text("$eq", id)), as);
}

Answer<Meta> Link::look(const Bson* lookups)
{
    auto meta = look_at(m_scope.prefix, lookups);
    if (meta && !meta->doc["ready"].flag())
        return failure({Cause::no_schema, 0, m_sandbox ? m_sandbox->str() : std::string()}, "meta_look");
    return meta;
}

Answer<Meta> Link::look_at(const std::string& prefix, const Bson* lookups)
{
    auto reply = run("meta_look", look_command(prefix, lookups), Effect::reads);
    if (!reply)
        return reply.failure();
    Meta out;
    out.reply = std::move(*reply);
    out.doc = out.reply["cursor"]["firstBatch"]["0"];
    out.now = time_from_us(out.doc["now"].integer());
    out.server = time_from_us(out.doc["server_now"].integer());
    const TimePoint now = out.now;
    return {std::move(out), now};
}

std::string Link::shown(const char* name, const Values& values) const
{
    return statement(name).fill(values, {m_scope.prefix, in_sandbox() ? word_for_now() : server_now()}).json();
}

std::optional<Failure> Link::one_transaction(const char* name, std::span<const Bson> commands,
                                             const std::function<bool(std::size_t, const Bson&)>& go_on, bool& again)
{
    if (auto trouble = m_connection.begin_transaction())
        return failure(*trouble, name);
    for (std::size_t i = 0; i < commands.size(); ++i) {
        Bson reply;
        auto trouble = m_connection.command(name, commands[i], Effect::writes, reply);
        if (!trouble)
            trouble = first_write_error(reply);
        if (trouble) {
            m_connection.abort();
            trouble->write = false; // nothing persists before the commit is sent
            again = may_begin_anew(*trouble);
            return failure(*trouble, name);
        }
        if (!go_on(i, reply)) {
            m_connection.abort();
            return std::nullopt;
        }
    }
    if (auto trouble = m_connection.commit(name))
        return failure(*trouble, name);
    return std::nullopt;
}

std::optional<Failure> Link::transaction(const char* name, const std::function<std::optional<Failure>(const Send&)>& body)
{
    constexpr std::int64_t longest_pause = 20'000;
    const auto deadline = steady_after(std::chrono::steady_clock::now(), m_timeout);
    for (std::int64_t pause = 500;; pause = std::min(2 * pause, longest_pause)) {
        bool again = false;
        const auto send = [&](const Bson& command, Bson& reply) -> std::optional<Failure> {
            auto trouble = m_connection.command(name, command, Effect::writes, reply);
            if (!trouble)
                trouble = first_write_error(reply);
            if (!trouble)
                return std::nullopt;
            trouble->write = false; // nothing persists before the commit is sent
            again = may_begin_anew(*trouble);
            return failure(*trouble, name);
        };
        std::optional<Failure> failed;
        if (auto trouble = m_connection.begin_transaction())
            return failure(*trouble, name);
        failed = body(send);
        if (failed) {
            m_connection.abort();
        } else if (auto trouble = m_connection.commit(name)) {
            again = may_begin_anew(*trouble);
            failed = failure(*trouble, name);
        }
        if (!failed || !again || interrupted() || std::chrono::steady_clock::now() >= deadline)
            return failed;
        std::this_thread::sleep_for(Duration{random_between(0, pause)});
    }
}

std::optional<Failure> Link::together(const char* name, std::span<const Bson> commands,
                                      const std::function<bool(std::size_t, const Bson&)>& go_on)
{
    if (m_connection.holds(name, commands))
        return held_failure(name);
    if (server().replica_set) {
        constexpr int tries = 20;
        for (int i = 1;; ++i) {
            bool again = false;
            auto failed = one_transaction(name, commands, go_on, again);
            if (!failed || !again || i == tries)
                return failed;
        }
    }
    for (std::size_t i = 0; i < commands.size(); ++i) {
        auto reply = run(name, commands[i], Effect::writes);
        if (!reply) {
            Failure failed = reply.failure();
            if (i > 0)
                failed.kind = FailureKind::in_doubt; // the commands before it were executed
            return failed;
        }
        if (!go_on(i, *reply))
            return std::nullopt;
    }
    return std::nullopt;
}

} // namespace lockdesk::mongodb
