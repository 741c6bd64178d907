// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"
#include "backends/engine/text/url_options.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>

namespace lockdesk::tls {

/// Whether this build supports TLS connections of its own.
bool built_in();
inline constexpr const char* not_built_in = "TLS is not built in; build with LOCKDESK_TLS=ON, which needs OpenSSL";
/// Returns a failure if a URL demands TLS that this build does not have.
inline std::optional<Failure> missing(const TlsOptions& wishes)
{
    return wishes.wanted() && !built_in() ? std::optional(Failure::unsupported(not_built_in)) : std::nullopt;
}

/// Why a TLS connection failed.
struct Refusal
{
    bool passing = false; ///< timeout or interrupted: a retry may succeed
    std::string reason;
};

/// The client side of TLS 1.2 or newer over a connected socket, which the caller owns, closes, may shut down from any
/// thread; otherwise one thread. `send` and `recv` behave as for sockets: bytes, 0 at the end, -1 with errno, including
/// EAGAIN.
class Line
{
public:
    Line(int fd, TlsOptions options, std::string host);
    ~Line();
    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;

    /// Performs the handshake and verifies the server's certificate. Ends by the deadline, and within 20 ms when `stop`
    /// becomes true. May be called again after a passing refusal and continues.
    [[nodiscard]] std::optional<Refusal> handshake(SteadyPoint deadline, const std::atomic<bool>& stop);
    /// Whether the server has sent anything.
    [[nodiscard]] bool heard() const;
    /// `flags`: MSG_DONTWAIT, or 0 to block up to the socket's own timeout.
    ssize_t send(const char* data, std::size_t size, int flags);
    ssize_t recv(char* to, std::size_t size, int flags);
    /// Like a recv() of an idle socket with MSG_PEEK | MSG_DONTWAIT, after TLS's own messages are processed.
    ssize_t peek();
    /// Bytes already read from the socket that can be received without waiting.
    [[nodiscard]] std::size_t pending() const;
    /// The server's alert that ended the connection, also after the handshake; empty: none.
    [[nodiscard]] const std::string& alert() const { return m_alert; }

private:
    struct Parts;
    ssize_t result(int done, std::size_t bytes);
    std::optional<Refusal> set_up();
    [[nodiscard]] Refusal why();
    void note_alert();

    const TlsOptions m_options;
    const std::string m_host;
    std::unique_ptr<Parts> m_parts;
    std::string m_alert;
};

} // namespace lockdesk::tls
