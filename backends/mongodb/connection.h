// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/statement_trace.h"
#include "backends/engine/text/store_url.h"
#include "backends/mongodb/bson.h"
#include "backends/mongodb/errors.h"
#include "backends/mongodb/link_options.h"
#include "backends/mongodb/stream.h"

#include <optional>
#include <span>
#include <string>
#include <utility>

namespace lockdesk::mongodb {

struct ServerInfo
{
    std::string version = "unknown";
    bool replica_set = false;          ///< then it has transactions and change streams
    bool compares_collections = false; ///< a write may name the collection's UUID: 6.0 and newer
};

/// What a command may do, for saying what a lost answer means. `confirms` reads, and is answered only when most members have all
/// that this one had before: what was read of it earlier in the same session is then there to stay.
enum class Effect { reads, writes, confirms };

/// Usage failure for what the URL asks for and cannot have, libmongoc's own opinion included.
std::optional<Failure> unusable_url(const StoreUrl& url);

/// One client of the library with one session of the server, made anew after every loss: the library would wait before it asks a
/// lost server again. Its own repeating of writes is off, because it would hide what is in doubt.
class Connection
{
public:
    Connection(const StoreUrl& url, std::string application_name, Duration timeout);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Gets every command on our database, without what belongs to the session; null: nobody looks.
    void tell(std::shared_ptr<StatementTrace> trace) { m_trace = std::move(trace); }
    /// Told is a word instead of this text, which is another one each time.
    void tell_as(std::string text, std::string word) { m_told_as = {std::move(text), std::move(word)}; }
    [[nodiscard]] StatementTrace* trace() const { return m_trace.get(); }

    /// From now on the calls have this much time together.
    void begin_call(Duration at_most);
    /// Connected and not closed by the server meanwhile; or why not.
    std::optional<Trouble> ensure();
    /// A rehearsal holds them back: they are taken down, and not to be sent.
    bool holds(const char* statement, std::span<const Bson> commands) const;
    /// One command on our database. In a transaction when one was begun.
    std::optional<Trouble> command(const char* statement, const Bson& command, Effect effect, Bson& reply);
    /// The same on the database `admin`, outside transactions.
    std::optional<Trouble> ask_admin(const char* statement, const Bson& command, Bson& reply);

    std::optional<Trouble> begin_transaction();
    std::optional<Trouble> commit(const char* statement);
    void abort();

    void interrupt() noexcept { m_gate->interrupt(); }
    [[nodiscard]] bool interrupted() const { return m_gate->interrupted(); }
    void close();
    [[nodiscard]] const ServerInfo& server() const { return m_server; }
    [[nodiscard]] const std::string& database() const { return m_database; }

private:
    std::optional<Trouble> connect();
    std::optional<Trouble> greet();
    [[nodiscard]] std::string place() const;
    std::optional<Trouble> send(const char* database, const char* statement, const Bson& command, Effect effect,
                                Bson& reply);
    Trouble to_trouble(const char* statement, const bson_error_t& error, const Bson& reply, Effect effect);
    Bson options(Effect effect);
    void note(const char* statement, const Bson& command) const;

    const StoreUrl m_url;
    const UrlWishes m_wishes;
    const std::string m_application_name;
    const Duration m_timeout;
    const std::string m_database;
    const std::shared_ptr<Gate> m_gate;
    std::shared_ptr<StatementTrace> m_trace;
    std::pair<std::string, std::string> m_told_as;
    mongoc_client_t* m_client = nullptr;
    mongoc_client_session_t* m_session = nullptr;
    ServerInfo m_server;
    bool m_journals = true; ///< false: the server has said that it keeps no journal to wait for
};

} // namespace lockdesk::mongodb
