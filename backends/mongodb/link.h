// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/store.h"
#include "backends/mongodb/connection.h"
#include "backends/mongodb/statements.h"

#include <functional>
#include <optional>
#include <span>
#include <string>

namespace lockdesk::mongodb {

/// Prefix of all our collections: `lockdesk_`, in a sandbox `lockdesk_sb_<id>_`.
std::string collection_prefix(const std::optional<SandboxId>& sandbox);

/// Reads the meta document of the collections with this prefix.
Bson look_command(const std::string& prefix, const Bson* lookups = nullptr);

/// base + (server clock - set_at) * rate, with the numbers read before. If the clock is set between that read
/// and the statement, the statement counts as earlier.
Bson sandbox_now(View clock);

/// Our collections, without prefix.
std::span<const char* const> collections();

/// The document `lockdesk` of the collection meta, with the documents read in the same statement.
struct Meta
{
    Bson reply;       ///< keeps the views alive
    View doc;         ///< absent: no schema
    TimePoint now;    ///< the session's clock
    TimePoint server; ///< the server's own
};

/// Required freshness of what is known of the schema. Statements that may create a document require `fresh`, because a
/// write to a collection dropped a moment ago would recreate it.
enum class Schema { known, fresh };

/// Runs statements over the session's connection, and keeps the state of the schema, the expression for now, and the
/// session's permissions. Every verb begins with `begin_read` or `begin_write`, which start its time.
class Link
{
public:
    Link(const StoreUrl& url, const SessionOptions& options);

    std::optional<Failure> begin_read();
    std::optional<Failure> begin_write(const char* statement, Schema schema = Schema::known);
    /// For the administrator: connects and, for writes, checks permission; the schema may be missing.
    std::optional<Failure> begin_bare(bool writes);
    std::optional<Failure> connect();

    /// Run a statement. A failed statement of an update command fails the call, except for a duplicate key.
    Answer<Bson> read(const char* name, const Values& values);
    Answer<Bson> write(const char* name, const Values& values);
    /// Ensures that all reads on this connection so far are permanent, whatever happens to this member. A primary's writes
    /// are rolled back when most others lack them and elect another one, which may grant the same lease, with the same
    /// token, to another owner: so an answer "already yours" based on a read needs it. `means`: what a lost reply leaves
    /// open.
    std::optional<Failure> confirm(const char* name, Effect means);
    /// findAndModify: returns the document afterwards, or nullopt when none matched.
    Answer<std::optional<Bson>> change(const char* name, const Values& values);
    /// A `write` of a statement that may create documents in `collection`; includes `begin_write`. Does not recreate a
    /// dropped collection: the server compares its identity where it can, otherwise the schema is checked right before.
    Answer<Bson> add(const char* name, const char* collection, const Values& values);
    Answer<Bson> run(const char* name, const Bson& command, Effect effect);
    /// Runs a reading command on the database `admin`.
    Answer<Bson> ask_admin(const char* name, const Bson& command);
    /// Iterates over the documents of a find or aggregate until `want` returns false, or `more` before another reply is requested.
    std::optional<Failure> each(const char* name, const Bson& command, const std::function<bool(View)>& want,
                                const std::function<bool()>& more = {});
    std::optional<Failure> each(const char* name, const Values& values, const std::function<bool(View)>& want);

    /// Reads the meta document with the clock; `lookups`: array of `$lookup` stages that read more in the same statement.
    Answer<Meta> look(const Bson* lookups = nullptr);
    Answer<Meta> look_at(const std::string& prefix, const Bson* lookups);
    /// A lookup stage for the document with this _id.
    [[nodiscard]] Bson lookup_one(std::string_view collection, std::string_view id, std::string_view as) const;
    [[nodiscard]] Bson lookup(std::string_view collection, const Bson& match, std::string_view as,
                              std::int64_t limit = 0) const;
    /// A lookup stage for a pipeline on a collection; `let`: its variables, from fields of the meta document.
    [[nodiscard]] Bson lookup_by(std::string_view collection, const Bson& let, const Bson& pipeline,
                                 std::string_view as) const;

    /// Runs all commands, in one transaction where supported, else one after the other. `go_on` gets each reply and ends
    /// the run with false (a transaction is rolled back).
    std::optional<Failure> together(const char* name, std::span<const Bson> commands,
                                    const std::function<bool(std::size_t, const Bson&)>& go_on);

    using Send = std::function<std::optional<Failure>(const Bson& command, Bson& reply)>;
    /// Runs a transaction in which a command depends on earlier replies. Restarts after a conflict with another
    /// transaction, as long as there is time. Requires a replica set.
    std::optional<Failure> transaction(const char* name, const std::function<std::optional<Failure>(const Send&)>& body);

    /// Formats a statement like the server's log, without the session's fields. In a sandbox, whose clock the server does
    /// not know, now is a word: `"$$SANDBOX_NOW"`.
    [[nodiscard]] std::string shown(const char* name, const Values& values) const;
    [[nodiscard]] Bson filled(const char* name, const Values& values) const { return statement(name).fill(values, m_scope); }

    [[nodiscard]] Failure failure(Trouble trouble, const char* name) const;
    [[nodiscard]] const std::string& prefix() const { return m_scope.prefix; }
    [[nodiscard]] std::string collection(std::string_view name) const { return m_scope.prefix + std::string(name); }
    [[nodiscard]] bool in_sandbox() const { return m_sandbox.has_value(); }
    [[nodiscard]] bool read_only() const { return m_read_only; }
    [[nodiscard]] bool without_schema() const { return m_without_schema; }
    [[nodiscard]] const ServerInfo& server() const { return m_connection.server(); }
    [[nodiscard]] const std::string& database() const { return m_connection.database(); }
    /// The session's clock when this call read the schema; for calls with a fresh read.
    [[nodiscard]] TimePoint looked_now() const { return m_looked_now; }
    /// Likewise, plus the time since then: at most a second. Not in a sandbox, whose clock may be stopped.
    [[nodiscard]] TimePoint estimated_now() const;
    /// Discards what is known of the schema.
    void forget_schema() { m_looked_at = {}; }
    /// Restarts the time: a call with several server calls has the full timeout for each.
    void begin_call() { m_connection.begin_call(m_timeout); }
    void begin_call(Duration at_most) { m_connection.begin_call(at_most); }
    void tell_as(std::string text, std::string word) { m_connection.tell_as(std::move(text), std::move(word)); }
    [[nodiscard]] StatementTrace* trace() const { return m_connection.trace(); }
    void interrupt() noexcept { m_connection.interrupt(); }
    [[nodiscard]] bool interrupted() const { return m_connection.interrupted(); }
    [[nodiscard]] Duration timeout() const { return m_timeout; }

private:
    std::optional<Failure> begin(const char* statement, bool writes, Schema schema);
    std::optional<Failure> identify(const char* collection);
    std::optional<Failure> one_transaction(const char* name, std::span<const Bson> commands,
                                           const std::function<bool(std::size_t, const Bson&)>& go_on, bool& again);

    const std::optional<SandboxId> m_sandbox;
    const bool m_read_only, m_without_schema;
    const Duration m_timeout;
    Connection m_connection;
    Scope m_scope;
    SteadyPoint m_looked_at{};
    TimePoint m_looked_now{};
    std::map<std::string, Bson, std::less<>> m_identities; ///< `collectionUUID` of collections that documents are added to
    std::int64_t m_version = 0;
};

} // namespace lockdesk::mongodb
