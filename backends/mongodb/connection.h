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
    bool replica_set = false;          ///< has transactions and change streams
    bool compares_collections = false; ///< a write may contain the collection's UUID: 6.0 and newer
};

/// Effect of a command, which determines what a lost reply means. `confirms` reads, and is answered only when most members
/// have everything that this one had before: what was read earlier in the same session is then permanent.
enum class Effect { reads, writes, confirms };

/// Returns a usage failure for options of the URL that cannot be met, including those that libmongoc rejects.
std::optional<Failure> unusable_url(const StoreUrl& url);

/// One client of the library with one session of the server, recreated after every loss: the library would wait before it
/// contacts a lost server again. Its own retries of writes are off, because they would hide doubt.
class Connection
{
public:
    Connection(const StoreUrl& url, std::string application_name, Duration timeout);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Sets a trace that gets every command on our database, without the session's fields; null: none.
    void tell(std::shared_ptr<StatementTrace> trace) { m_trace = std::move(trace); }
    /// Replaces this text, which differs each time, by a word in the trace.
    void tell_as(std::string text, std::string word) { m_reported_as = {std::move(text), std::move(word)}; }
    [[nodiscard]] StatementTrace* trace() const { return m_trace.get(); }

    /// Sets the total time for the following calls.
    void begin_call(Duration at_most);
    /// Connects unless connected and not closed by the server; returns the trouble, or nullopt.
    std::optional<Trouble> ensure();
    /// Whether a rehearsal holds the commands back: they are recorded, and must not be sent.
    bool holds(const char* statement, std::span<const Bson> commands) const;
    /// Runs one command on our database, within the current transaction if any.
    std::optional<Trouble> command(const char* statement, const Bson& command, Effect effect, Bson& reply);
    /// Likewise on the database `admin`, outside transactions.
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
    std::pair<std::string, std::string> m_reported_as;
    mongoc_client_t* m_client = nullptr;
    mongoc_client_session_t* m_session = nullptr;
    ServerInfo m_server;
    bool m_journals = true; ///< false: the server has reported that it keeps no journal
};

} // namespace lockdesk::mongodb
