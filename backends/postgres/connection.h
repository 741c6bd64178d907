// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/net/interrupter.h"
#include "backends/postgres/params.h"
#include "backends/postgres/result.h"
#include "backends/postgres/session_settings.h"
#include "backends/tls/peer.h"

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

struct pg_conn;

namespace lockdesk::postgres {

using net::Interrupter;

/// Keywords and values of libpq, and `tls-name`: what the server's certificate must be for instead of the host.
using ConnectOptions = std::vector<std::pair<std::string, std::string>>;

/// What went wrong on the way to the server or in it; errors.h makes a Failure of it.
struct Trouble
{
    enum class Cause {
        server,
        lost,
        timeout,
        interrupted,
        pooler,    ///< one stands between and does not let hold what the session needs
        untrusted, ///< TLS was asked for, and `text` is why there is none; nothing was sent
    };
    Cause cause = Cause::server;
    bool connecting = false; ///< the statement was not sent
    bool sent = false;       ///< the statement may have run
    std::string sqlstate;
    std::string text;              ///< the server's or libpq's words
    std::string needs_password_of; ///< the user whose password is missing or wrong
};

template <class T> using Outcome = std::variant<T, Trouble>;

/// One connection on which no call lasts beyond its deadline, not even when the server is stopped: it never blocks in
/// libpq and waits in poll() for the socket or the interrupter. One thread at a time.
///
/// Where a pooler stands between, the backend belongs to the pooler: it may have dropped what the startup packet asked for,
/// and the next statement may run on another backend. Then every statement goes in a transaction that carries the settings.
class Connection
{
public:
    Connection(ConnectOptions options, std::shared_ptr<Interrupter> interrupter);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Opens it when it is not open, and compares what the session is with what was asked for. Waits and tries again while the
    /// server starts or has no free slot.
    std::optional<Trouble> open(SteadyPoint deadline);
    void close() noexcept;
    [[nodiscard]] bool is_open() const { return m_connection != nullptr; }
    /// True when nothing has come over the idle line: no farewell of the server.
    bool is_alive();
    /// Counts the connections made; a session lock is gone when it has changed.
    [[nodiscard]] std::uint64_t generation() const { return m_generation; }
    /// One is open, perhaps a broken one.
    [[nodiscard]] bool in_transaction() const;
    /// The backend is not this session's own: nothing of a session lasts from one transaction to the next (advisory locks,
    /// LISTEN, prepared statements).
    [[nodiscard]] bool is_pooled() const { return m_pooled; }
    [[nodiscard]] int server_version() const;
    [[nodiscard]] std::string server_version_text() const;
    [[nodiscard]] std::string user() const;

    /// The first time as an unnamed statement in one round trip; from the second time on prepared under `name`.
    Outcome<Result> query(const std::string& name, const std::string& sql, const Params& params, SteadyPoint deadline);
    Outcome<Result> query_once(const std::string& sql, const Params& params, SteadyPoint deadline);
    /// Simple protocol: literal text, perhaps of several statements, which are one transaction. The last result.
    Outcome<Result> literal(const std::string& sql, SteadyPoint deadline);
    /// Begins a transaction; `also`: a further statement in the same round trip. Ended by `literal`.
    Outcome<Result> begin(SteadyPoint deadline, const std::string& also = {});
    /// Forgets what was prepared (the server did).
    void forget_prepared()
    {
        m_seen.clear();
        m_prepared.clear();
    }

    /// Payloads of notifications, at least one, or none when the time is over.
    Outcome<std::vector<std::string>> notifications(SteadyPoint deadline);
    /// Sleeps; false when interrupted.
    bool pause(Duration d);

private:
    enum class Wake { ready, timeout, interrupted };
    Wake wait(short events, SteadyPoint deadline);
    using Call = std::function<Outcome<Result>()>;
    std::optional<Trouble> start(SteadyPoint deadline);
    std::optional<Trouble> connect(ConnectOptions options, SteadyPoint deadline);
    std::optional<Trouble> greet(SteadyPoint deadline);
    std::optional<Trouble> try_carrying(SteadyPoint deadline);
    Trouble not_kept(const std::string& what);
    /// A backend of a pool may come with the statement timeout of its former client, which holds until ours is set: what it
    /// cuts off has done nothing yet. True after `wait` when the server cut off `answer` and there is time to ask again.
    bool may_ask_again(const Outcome<Result>& answer, Duration wait, SteadyPoint deadline);
    Outcome<Result> carried(SteadyPoint deadline, const Call& call);
    Outcome<Result> simple(const std::string& sql, SteadyPoint deadline);
    std::optional<Trouble> resolve(ConnectOptions& options, SteadyPoint deadline);
    std::optional<Trouble> poll_until_open(SteadyPoint deadline);
    Trouble connect_trouble() const;
    [[nodiscard]] std::optional<std::string> tls_trouble(const std::string& text) const;
    [[nodiscard]] bool wants_tls() const;
    [[nodiscard]] std::string option(std::string_view keyword) const;
    Outcome<Result> finish(bool queued, SteadyPoint deadline);
    std::optional<Trouble> flush(SteadyPoint deadline);
    Outcome<Result> receive(SteadyPoint deadline);
    Trouble lose(Trouble::Cause cause, bool sent);
    static void on_notice(void* self, const pg_result* notice);

    ConnectOptions m_options;
    std::shared_ptr<Interrupter> m_interrupter;
    pg_conn* m_connection = nullptr;
    tls::Peer m_peer;
    std::uint64_t m_generation = 0;
    bool m_farewell = false; ///< the server said that it ends this connection
    const SessionSettings m_settings;
    bool m_pooled = false;
    std::string m_carrying; ///< how each transaction begins where there is a pooler
    std::set<std::string, std::less<>> m_seen;
    std::set<std::string, std::less<>> m_prepared;
};

} // namespace lockdesk::postgres
