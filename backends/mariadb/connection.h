// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/url_options.h"
#include "backends/mariadb/result.h"
#include "backends/net/interrupter.h"
#include "backends/tls/peer.h"

#include <functional>
#include <memory>
#include <string>
#include <variant>

struct st_mysql;

namespace lockdesk::mariadb {

using net::Interrupter;

struct ConnectOptions
{
    std::string host, user, password, database;
    int port = 3306;
    std::string socket;  ///< a path: instead of host and port
    std::string program; ///< shown in performance_schema.session_connect_attrs
    TlsOptions tls;
    std::string setup;      ///< what every new session is told
    bool read_only = false; ///< `setup` makes it so; compared with what the session says
    bool by_hand = false;   ///< one statement at a time, and rows that were found count as written
};

/// What went wrong on the way to the server or in it; errors.h makes a Failure of it.
struct Trouble
{
    enum class Cause {
        server,
        lost,
        timeout,
        interrupted,
        proxy,     ///< one stands between and does not let hold what the session was told
        untrusted, ///< TLS was asked for, and `text` is why there is none; nothing was sent
    };
    Cause cause = Cause::server;
    bool connecting = false; ///< the statement was not sent
    bool sent = false;       ///< the statement may have run
    int code = 0;            ///< the server's error number
    std::string text;        ///< the server's or the library's words
};

template <class T> using Outcome = std::variant<T, Trouble>;

/// One connection on which no call lasts beyond its deadline, not even when the server is stopped: the library's calls run
/// without blocking, and we wait in poll() for the socket or the interrupter. One thread at a time.
class Connection
{
public:
    Connection(ConnectOptions options, std::shared_ptr<Interrupter> interrupter);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Opens it when it is not open. Waits and tries again while the server has no free slot.
    std::optional<Trouble> open(SteadyPoint deadline);
    void close() noexcept;
    [[nodiscard]] bool is_open() const { return m_connection != nullptr; }
    /// True when nothing has come over the idle line: no farewell of the server.
    [[nodiscard]] bool is_alive() const;
    /// Counts the connections made; a session lock is gone when it has changed.
    [[nodiscard]] std::uint64_t generation() const { return m_generation; }
    /// As the server said with its last answer.
    [[nodiscard]] bool in_transaction() const;
    /// A proxy stands between, and the next statement may run in another session of the server: nothing of a session lasts
    /// (GET_LOCK, prepared statements, a session that is read-only).
    [[nodiscard]] bool is_pooled() const { return m_pooled; }
    [[nodiscard]] std::int64_t id() const; ///< the server's number of it
    [[nodiscard]] std::string server_version_text() const;

    /// One command of one or more statements.
    Outcome<Reply> query(const std::string& sql, SteadyPoint deadline);
    /// Sleeps; false when interrupted.
    bool pause(Duration d);
    /// For the library's own socket functions: TLS begins, if it does.
    void meet_peer();

private:
    using Step = std::function<int(int)>; ///< an event mask to go on with (0: begin); answers what to wait for, or 0
    enum class Wake { ready, timeout, interrupted };
    Wake wait(int& events, SteadyPoint deadline) const;
    std::optional<Trouble> run(const Step& step, SteadyPoint deadline);
    std::optional<Trouble> start(SteadyPoint deadline);
    std::optional<Trouble> connect(const std::string& host, SteadyPoint deadline);
    std::optional<Trouble> greet(SteadyPoint deadline);
    void set_options();
    void set_tls_options();
    static int wait_in_handshake(int socket, char is_read, int timeout);
    std::optional<Trouble> handshake_trouble(SteadyPoint deadline) const;
    [[nodiscard]] std::string certificate_name() const;
    Trouble trouble(bool connecting);
    Trouble lose(Trouble::Cause cause, bool sent);

    ConnectOptions m_options;
    std::shared_ptr<Interrupter> m_interrupter;
    st_mysql* m_connection = nullptr;
    tls::Peer m_peer;
    SteadyPoint m_connect_by{};
    std::uint64_t m_generation = 0;
    bool m_pooled = false;
};

} // namespace lockdesk::mariadb
