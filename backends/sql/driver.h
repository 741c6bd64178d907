// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"
#include "backends/net/interrupter.h"
#include "backends/sql/result.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace lockdesk::sql {

using net::Interrupter;

/// An error of the connection or the server; the store's errors.cpp maps it to a Failure.
struct Trouble
{
    enum class Cause {
        server,
        lost,
        timeout,
        interrupted,
        pooled,    ///< a pooler or proxy in between does not keep what the session needs
        untrusted, ///< TLS was requested but not established, `text` says why; nothing was sent
    };
    Cause cause = Cause::server;
    bool connecting = false;         ///< the statement was not sent
    bool sent = false;               ///< the statement may have run
    std::string code{};              ///< of the server: a SQLSTATE or an error number
    std::string text{};              ///< message of the server or the client library
    std::string needs_password_of{}; ///< the user whose password is missing or wrong

    /// The same trouble of a session that is not ready for its first statement.
    Trouble while_connecting() &&
    {
        connecting = true;
        sent = false;
        return std::move(*this);
    }
};

template <class T> using Outcome = std::variant<T, Trouble>;

/// One connection through a client library. No call exceeds its deadline, not even when the server is stopped: calls wait
/// in poll() for the socket or the interrupter. One thread at a time.
class Driver
{
public:
    explicit Driver(std::shared_ptr<Interrupter> interrupter) : m_interrupter(std::move(interrupter)) {}
    virtual ~Driver() = default;
    Driver(const Driver&) = delete;
    Driver& operator=(const Driver&) = delete;

    /// Opens the connection if it is closed. Retries while the server starts or has no free slot.
    std::optional<Trouble> open(SteadyPoint deadline);
    virtual void close() noexcept = 0;
    [[nodiscard]] virtual bool is_open() const = 0;
    /// Returns true if nothing has arrived on the idle connection, such as the server's closing message.
    virtual bool is_alive() = 0;
    /// Returns the state that the server reported last.
    [[nodiscard]] virtual bool in_transaction() const = 0;
    /// Returns true behind a pooler or proxy, where the next statement may run in another session of the server: no session
    /// state lasts (locks, LISTEN, prepared statements).
    [[nodiscard]] virtual bool is_pooled() const = 0;
    [[nodiscard]] virtual std::string server_version_text() const = 0;
    /// Returns the login's user, or an empty string if the client library does not know it.
    [[nodiscard]] virtual std::string user() const { return {}; }
    /// Sends text unchanged, one or more statements.
    virtual Outcome<Reply> literal(const std::string& sql, SteadyPoint deadline) = 0;
    /// Begins a transaction, and sends `also` with it.
    virtual Outcome<Reply> begin(SteadyPoint deadline, const std::string& also = {}) = 0;

    /// Counts the connections made; a session lock is lost when it has changed.
    [[nodiscard]] std::uint64_t generation() const { return m_generation; }
    /// Sleeps. Returns false when interrupted.
    bool pause(Duration d);

protected:
    virtual std::optional<Trouble> start(SteadyPoint deadline) = 0;
    /// Returns true for a server that is starting, or has no free slot at the moment: a retry may succeed.
    [[nodiscard]] virtual bool is_passing(const Trouble& trouble) const = 0;
    [[nodiscard]] const Interrupter& interrupter() const { return *m_interrupter; }
    void count_connection() { ++m_generation; }
    /// Closes the connection. Returns the trouble of one whose session does not keep `what`: a pooler is between.
    Trouble not_kept(std::string what);
    /// Closes the connection. Returns why, with the library's message for a lost one.
    Trouble lose(Trouble::Cause cause, bool sent);
    /// Returns the library's message about its last call.
    [[nodiscard]] virtual std::string library_error() const = 0;
    /// Returns why a wait has ended without a result.
    [[nodiscard]] Trouble::Cause late() const;
    /// Waits for these events of poll() on the socket. Returns why they did not occur, or nullopt and `events` that did.
    std::optional<Trouble::Cause> wait(int socket, short& events, SteadyPoint deadline) const;
    /// Returns the addresses of a host as text, at least one: the libraries look names up without a timeout.
    [[nodiscard]] Outcome<std::vector<std::string>> addresses_of(const std::string& host, SteadyPoint deadline) const;

private:
    std::shared_ptr<Interrupter> m_interrupter;
    std::uint64_t m_generation = 0;
};

} // namespace lockdesk::sql
