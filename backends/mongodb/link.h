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

/// base + (server clock - set_at) * rate, with the numbers that were read a moment ago. A clock that is set between the look
/// and the statement makes the statement one that came a moment earlier.
Bson sandbox_now(View clock);

/// Our collections, without prefix.
std::span<const char* const> collections();

/// The document `lockdesk` of the collection meta, and what was read with it in the same statement.
struct Meta
{
    Bson reply;       ///< keeps the rest alive
    View doc;         ///< absent: no schema
    TimePoint now;    ///< the session's clock
    TimePoint server; ///< the server's own
};

/// How old what is known of the schema may be. Statements that may create a document want it fresh, because a write into a
/// collection that was dropped a moment ago would make it anew.
enum class Schema { known, fresh };

/// Runs statements over the session's connection, and knows whether the schema is there, how now is said, and what the
/// session may do. Every verb begins with `begin_read` or `begin_write`, which start its time.
class Link
{
public:
    Link(const StoreUrl& url, const SessionOptions& options);

    std::optional<Failure> begin_read();
    std::optional<Failure> begin_write(const char* statement, Schema schema = Schema::known);
    /// For the administrator: connected and, for writes, allowed to write; the schema may be missing.
    std::optional<Failure> begin_bare(bool writes);
    std::optional<Failure> connect();

    /// A statement; its reply. A failed statement of an update command is one of the call, except a duplicate key.
    Answer<Bson> read(const char* name, const Values& values);
    Answer<Bson> write(const char* name, const Values& values);
    /// Whether all that was read on this connection so far stays, whatever becomes of this member. What a primary has is undone
    /// when most others have not got it and elect another one, which then gives the same lease, with the same token, to somebody
    /// else: so an answer "this is yours already" that comes from reading needs it. `means`: what a lost answer leaves open.
    std::optional<Failure> confirm(const char* name, Effect means);
    /// findAndModify: the document afterwards, or nothing when none matched.
    Answer<std::optional<Bson>> change(const char* name, const Values& values);
    /// A `write` of a statement that may create documents in `collection`, with its own `begin_write`. A collection that was dropped is not
    /// made anew: the server compares its identity where it can, else the schema is looked at right before.
    Answer<Bson> add(const char* name, const char* collection, const Values& values);
    Answer<Bson> run(const char* name, const Bson& command, Effect effect);
    /// One that reads, on the database `admin`.
    Answer<Bson> ask_admin(const char* name, const Bson& command);
    /// All documents of a find or aggregate; `each` says whether it wants more.
    std::optional<Failure> each(const char* name, const Bson& command, const std::function<bool(View)>& want);
    std::optional<Failure> each(const char* name, const Values& values, const std::function<bool(View)>& want);

    /// The meta document with the clock; `lookups`: an array of `$lookup` stages that read more in the same statement.
    Answer<Meta> look(const Bson* lookups = nullptr);
    Answer<Meta> look_at(const std::string& prefix, const Bson* lookups);
    /// A lookup of the document with this _id.
    [[nodiscard]] Bson lookup_one(std::string_view collection, std::string_view id, std::string_view as) const;
    [[nodiscard]] Bson lookup(std::string_view collection, const Bson& match, std::string_view as,
                              std::int64_t limit = 0) const;
    /// A lookup of what a pipeline makes of a collection; `let`: names in it for what the meta document has.
    [[nodiscard]] Bson lookup_by(std::string_view collection, const Bson& let, const Bson& pipeline,
                                 std::string_view as) const;

    /// Runs them all: in one transaction where there are transactions, else one after the other. `go_on` is told each reply,
    /// and ends it (nothing of a transaction stays) with false.
    std::optional<Failure> together(const char* name, std::span<const Bson> commands,
                                    const std::function<bool(std::size_t, const Bson&)>& go_on);

    using Send = std::function<std::optional<Failure>(const Bson& command, Bson& reply)>;
    /// One transaction in which a command depends on the replies before it. What another transaction was quicker with is
    /// begun anew, as long as there is time. Only on a replica set.
    std::optional<Failure> transaction(const char* name, const std::function<std::optional<Failure>(const Send&)>& body);

    /// As the server's log shows it, without what belongs to the session. In a sandbox, whose clock the server does not know,
    /// now is a word: `"$$SANDBOX_NOW"`.
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
    /// The session's clock as it was when this call looked at the schema: of calls with a fresh look.
    [[nodiscard]] TimePoint looked_now() const { return m_looked_now; }
    /// The same, and what has passed here since: at most a second. Not in a sandbox, whose clock may stand.
    [[nodiscard]] TimePoint estimated_now() const;
    /// What is known of the schema is not so any more.
    void forget_schema() { m_looked_at = {}; }
    /// A call that is many calls for the server has as much time for each.
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
    std::map<std::string, Bson, std::less<>> m_identities; ///< `collectionUUID` of collections that are added to
    std::int64_t m_version = 0;
};

} // namespace lockdesk::mongodb
