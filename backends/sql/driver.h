// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"
#include "backends/net/interrupter.h"
#include "backends/sql/result.h"

#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace lockdesk::sql {

using net::Interrupter;

/// What went wrong on the way to the server or in it; the store's errors.cpp makes a Failure of it.
struct Trouble
{
    enum class Cause {
        server,
        lost,
        timeout,
        interrupted,
        pooled,    ///< a pooler or proxy stands between and does not keep what the session needs
        untrusted, ///< TLS was asked for, and `text` is why there is none; nothing was sent
    };
    Cause cause = Cause::server;
    bool connecting = false;       ///< the statement was not sent
    bool sent = false;             ///< the statement may have run
    std::string code;              ///< the server's: a SQLSTATE or an error number
    std::string text;              ///< the server's or the client library's words
    std::string needs_password_of; ///< the user whose password is missing or wrong
};

inline Trouble trouble_of(Trouble::Cause cause)
{
    Trouble trouble;
    trouble.cause = cause;
    return trouble;
}

template <class T> using Outcome = std::variant<T, Trouble>;

/// One connection by a client library. No call lasts beyond its deadline, not even when the server is stopped: calls wait in
/// poll() for the socket or the interrupter. One thread at a time.
class Driver
{
public:
    explicit Driver(std::shared_ptr<Interrupter> interrupter) : m_interrupter(std::move(interrupter)) {}
    virtual ~Driver() = default;
    Driver(const Driver&) = delete;
    Driver& operator=(const Driver&) = delete;

    /// Opens it when it is not open. Tries again while the server starts or has no free slot.
    std::optional<Trouble> open(SteadyPoint deadline);
    virtual void close() noexcept = 0;
    [[nodiscard]] virtual bool is_open() const = 0;
    /// True when nothing has come over the idle line: no farewell of the server.
    virtual bool is_alive() = 0;
    /// As the server said last.
    [[nodiscard]] virtual bool in_transaction() const = 0;
    /// A pooler or proxy stands between, and the next statement may run in another session of the server: nothing of a session
    /// lasts (its locks, LISTEN, prepared statements).
    [[nodiscard]] virtual bool is_pooled() const = 0;
    [[nodiscard]] virtual std::string server_version_text() const = 0;
    /// Text as it is, of one or more statements.
    virtual Outcome<Reply> literal(const std::string& sql, SteadyPoint deadline) = 0;
    /// Begins a transaction, and sends `also` with it.
    virtual Outcome<Reply> begin(SteadyPoint deadline, const std::string& also = {}) = 0;

    /// Counts the connections made; a session lock is gone when it has changed.
    [[nodiscard]] std::uint64_t generation() const { return m_generation; }
    /// Sleeps; false when interrupted.
    bool pause(Duration d);

protected:
    virtual std::optional<Trouble> start(SteadyPoint deadline) = 0;
    /// A server that starts, or whose slots are taken at this moment, is worth another try.
    [[nodiscard]] virtual bool is_passing(const Trouble& trouble) const = 0;
    [[nodiscard]] const Interrupter& interrupter() const { return *m_interrupter; }
    void count_connection() { ++m_generation; }

private:
    std::shared_ptr<Interrupter> m_interrupter;
    std::uint64_t m_generation = 0;
};

} // namespace lockdesk::sql
