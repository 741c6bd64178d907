// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/postgres/session_settings.h"
#include "backends/sql/driver.h"
#include "backends/tls/peer.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

struct pg_conn;
struct pg_result;

namespace lockdesk::postgres {

using sql::Interrupter;
using sql::Outcome;
using sql::Reply;
using sql::Result;
using sql::Trouble;

/// Keywords and values of libpq, and `tls-name`: what the server's certificate must be for instead of the host.
using ConnectOptions = std::vector<std::pair<std::string, std::string>>;

/// By libpq, in which it never blocks.
///
/// Where a pooler stands between, the backend belongs to the pooler: it may have dropped what the startup packet asked for,
/// and the next statement may run on another backend. Then every statement goes in a transaction that carries the settings.
class Connection final : public sql::Driver
{
public:
    Connection(ConnectOptions options, std::shared_ptr<Interrupter> interrupter);
    ~Connection() override;

    void close() noexcept override;
    [[nodiscard]] bool is_open() const override { return m_connection != nullptr; }
    bool is_alive() override;
    /// One is open, perhaps a broken one.
    [[nodiscard]] bool in_transaction() const override;
    [[nodiscard]] bool is_pooled() const override { return m_pooled; }
    [[nodiscard]] int server_version() const;
    [[nodiscard]] std::string server_version_text() const override;
    [[nodiscard]] std::string user() const;

    /// The values of $1, $2 and so on; a null pointer for NULL.
    using Parameters = std::vector<const char*>;
    /// The first time as an unnamed statement in one round trip; from the second time on prepared under `name`.
    Outcome<Reply> query(const std::string& name, const std::string& sql, const Parameters& values, SteadyPoint deadline);
    Outcome<Reply> query_once(const std::string& sql, const Parameters& values, SteadyPoint deadline);
    /// By the simple protocol: several statements are one transaction, and the last result is the answer.
    Outcome<Reply> literal(const std::string& sql, SteadyPoint deadline) override;
    Outcome<Reply> begin(SteadyPoint deadline, const std::string& also = {}) override;
    /// Forgets what was prepared (the server did).
    void forget_prepared()
    {
        m_seen.clear();
        m_prepared.clear();
    }

    /// Payloads of notifications, at least one, or none when the time is over.
    Outcome<std::vector<std::string>> notifications(SteadyPoint deadline);

private:
    enum class Wake { ready, timeout, interrupted };
    Wake wait(short events, SteadyPoint deadline);
    using Call = std::function<Outcome<Reply>()>;
    /// Compares what the session is with what was asked for, too.
    std::optional<Trouble> start(SteadyPoint deadline) override;
    [[nodiscard]] bool is_passing(const Trouble& trouble) const override;
    std::optional<Trouble> connect(ConnectOptions options, SteadyPoint deadline);
    std::optional<Trouble> greet(SteadyPoint deadline);
    std::optional<Trouble> try_carrying(SteadyPoint deadline);
    Trouble not_kept(const std::string& what);
    /// A backend of a pool may come with the statement timeout of its former client, which holds until ours is set: what it
    /// cuts off has done nothing yet. True after `wait` when the server cut off `answer` and there is time to ask again.
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
    Trouble lose(Trouble::Cause cause, bool sent);
    static void on_notice(void* self, const pg_result* notice);

    ConnectOptions m_options;
    pg_conn* m_connection = nullptr;
    tls::Peer m_peer;
    bool m_farewell = false; ///< the server said that it ends this connection
    const SessionSettings m_settings;
    bool m_pooled = false;
    std::string m_carrying; ///< how each transaction begins where there is a pooler
    std::set<std::string, std::less<>> m_seen;
    std::set<std::string, std::less<>> m_prepared;
};

} // namespace lockdesk::postgres
