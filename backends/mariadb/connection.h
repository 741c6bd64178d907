// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/url_options.h"
#include "backends/sql/driver.h"
#include "backends/tls/peer.h"

#include <functional>
#include <memory>
#include <string>

struct st_mysql;

namespace lockdesk::mariadb {

using sql::Interrupter;
using sql::Outcome;
using sql::Reply;
using sql::Result;
using sql::Trouble;

struct ConnectOptions
{
    std::string host, user, password, database;
    int port = 3306;
    std::string socket;  ///< a path, instead of host and port
    std::string program; ///< shown in performance_schema.session_connect_attrs
    TlsOptions tls;
    std::string setup;      ///< the statement sent first in every new session
    bool read_only = false; ///< set by `setup`; compared with the session's actual value
    bool by_hand = false;   ///< for hand-written SQL: one statement at a time, and matched rows count as written
};

/// A connection through the client library's non-blocking calls.
class Connection final : public sql::Driver
{
public:
    Connection(ConnectOptions options, std::shared_ptr<Interrupter> interrupter);
    ~Connection() override;

    void close() noexcept override;
    [[nodiscard]] bool is_open() const override { return m_connection != nullptr; }
    bool is_alive() override;
    [[nodiscard]] bool in_transaction() const override;
    [[nodiscard]] bool is_pooled() const override { return m_pooled; }
    [[nodiscard]] std::int64_t id() const; ///< its number on the server
    [[nodiscard]] std::string server_version_text() const override;
    Outcome<Reply> literal(const std::string& sql, SteadyPoint deadline) override;
    Outcome<Reply> begin(SteadyPoint deadline, const std::string& also = {}) override;
    /// Called by the library's socket functions: sets the requirements on the peer once TLS begins.
    void meet_peer();

private:
    using Step = std::function<int(int)>; ///< takes the events that occurred (0: begin); returns those to wait for, or 0
    /// Waits for events of the library, and replaces them by those that occurred.
    std::optional<Trouble::Cause> wait(int& events, SteadyPoint deadline) const;
    std::optional<Trouble> run(const Step& step, SteadyPoint deadline);
    /// Runs a call of the library, which has a function that starts it and one that continues it.
    template <class Out, class Begin, class Continue, class... Values>
    std::optional<Trouble> call(SteadyPoint deadline, Out& out, Begin begins, Continue continues, const Values&... values)
    {
        return run(
            [&](int events) {
                return events == 0 ? begins(&out, m_connection, values...) : continues(&out, m_connection, events);
            },
            deadline);
    }
    std::optional<Trouble> start(SteadyPoint deadline) override;
    [[nodiscard]] bool is_passing(const Trouble& trouble) const override;
    std::optional<Trouble> connect(const std::string& host, SteadyPoint deadline);
    std::optional<Trouble> greet(SteadyPoint deadline);
    void set_options();
    void set_tls_options();
    static int wait_in_handshake(int socket, char is_read, int timeout);
    std::optional<Trouble> handshake_trouble(SteadyPoint deadline) const;
    [[nodiscard]] std::string certificate_name() const;
    Trouble trouble(bool connecting);
    [[nodiscard]] std::string library_error() const override;
    /// How the server lists this session; empty: it is not open, may write, or a proxy is between.
    [[nodiscard]] std::string listed_as() const;
    void end_on_server(const std::string& session) const noexcept;

    ConnectOptions m_options;
    st_mysql* m_connection = nullptr;
    tls::Peer m_peer;
    SteadyPoint m_connect_by{};
    bool m_pooled = false;
    bool m_greeted = false; ///< it is a session on the server
};

} // namespace lockdesk::mariadb
