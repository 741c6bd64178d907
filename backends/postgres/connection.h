// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/postgres/session_settings.h"
#include "backends/sql/driver.h"
#include "backends/tls/peer.h"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

struct pg_conn;
struct pg_result;

namespace lockdesk::postgres {

using sql::Interrupter;
using sql::Outcome;
using sql::Reply;
using sql::Result;
using sql::Trouble;

/// Keywords and values of libpq, and `tls-name`: the name that the server's certificate must have instead of the host.
using ConnectOptions = std::map<std::string, std::string, std::less<>>;

/// A connection through libpq, never in a blocking call.
///
/// Behind a pooler, the backend belongs to the pooler: the settings of the startup packet may be lost, and the next
/// statement may run on another backend. Then every statement is sent in a transaction that carries the settings.
class Connection final : public sql::Driver
{
public:
    Connection(ConnectOptions options, std::shared_ptr<Interrupter> interrupter);
    ~Connection() override;

    void close() noexcept override;
    [[nodiscard]] bool is_open() const override { return m_connection != nullptr; }
    bool is_alive() override;
    /// Returns true if a transaction is open, even a failed one.
    [[nodiscard]] bool in_transaction() const override;
    [[nodiscard]] bool is_pooled() const override { return m_pooled; }
    [[nodiscard]] std::string server_version_text() const override;
    [[nodiscard]] std::string user() const override;

    /// The values of $1, $2 and so on; a null pointer for NULL.
    using Parameters = std::vector<const char*>;
    /// Runs a statement: the first time unnamed in one round trip, from the second time on prepared under `name`.
    Outcome<Reply> query(const std::string& name, const std::string& sql, const Parameters& values, SteadyPoint deadline);
    Outcome<Reply> query_once(const std::string& sql, const Parameters& values, SteadyPoint deadline);
    /// Uses the simple protocol: several statements are one transaction, and the last result is the answer.
    Outcome<Reply> literal(const std::string& sql, SteadyPoint deadline) override;
    Outcome<Reply> begin(SteadyPoint deadline, const std::string& also = {}) override;
    /// Waits for notifications. Returns at least one payload, or none at the deadline.
    Outcome<std::vector<std::string>> notifications(SteadyPoint deadline);

private:
    std::optional<Trouble::Cause> wait(short events, SteadyPoint deadline) const;
    [[nodiscard]] std::string library_error() const override;
    using Call = std::function<Outcome<Reply>()>;
    /// Also compares the session's settings with the requested ones.
    std::optional<Trouble> start(SteadyPoint deadline) override;
    [[nodiscard]] bool is_passing(const Trouble& trouble) const override;
    std::optional<Trouble> connect(ConnectOptions options, SteadyPoint deadline);
    std::optional<Trouble> greet(SteadyPoint deadline);
    std::optional<Trouble> try_carrying(SteadyPoint deadline);
    [[nodiscard]] std::string noticing_the_end(int client_pid) const;
    /// A pooled backend may have its former client's statement timeout, until ours is set: a statement that it cuts off has
    /// done nothing yet. Returns true, after `wait`, if the server cut off `answer` and time for a retry is left.
    bool may_ask_again(const Outcome<Reply>& answer, Duration wait, SteadyPoint deadline);
    Outcome<Reply> carried(SteadyPoint deadline, const Call& call);
    Outcome<Reply> simple(const std::string& sql, SteadyPoint deadline);
    std::optional<Trouble> resolve(ConnectOptions& options, SteadyPoint deadline);
    std::optional<Trouble> poll_until_open(SteadyPoint deadline);
    Trouble connect_trouble() const;
    [[nodiscard]] std::optional<std::string> tls_trouble(const std::string& text) const;
    [[nodiscard]] bool wants_tls() const;
    [[nodiscard]] std::string option(std::string_view keyword) const;
    Outcome<Reply> finish(bool queued, SteadyPoint deadline);
    std::optional<Trouble> flush(SteadyPoint deadline);
    Outcome<Reply> receive(SteadyPoint deadline);
    static void on_notice(void* self, const pg_result* notice);

    ConnectOptions m_options;
    pg_conn* m_connection = nullptr;
    tls::Peer m_peer;
    bool m_farewell = false; ///< the server announced that it ends this connection
    const SessionSettings m_settings;
    bool m_pooled = false;
    std::string m_carrying; ///< how each transaction begins behind a pooler
    std::set<std::string, std::less<>> m_seen;
    std::set<std::string, std::less<>> m_prepared;
};

} // namespace lockdesk::postgres
