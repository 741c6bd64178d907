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

/// Whether this build can open TLS connections by itself.
bool built_in();

/// Why there is no TLS.
struct Refusal
{
    bool passing = false; ///< no answer in time, or the call was cut: trying again may help
    std::string reason;
};

/// The client's end of TLS 1.2 or newer over a connected socket, which the caller owns, closes and may shut down from any thread;
/// all else from one thread. `send` and `recv` are those of sockets: bytes, 0 at the end, -1 with errno, EAGAIN among it.
class Line
{
public:
    Line(int fd, TlsOptions options, std::string host);
    ~Line();
    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;

    /// Greets, and looks at the server's certificate. Ends by the deadline, and within 20 ms when `stop` becomes true. After a
    /// passing refusal it may be called again and goes on.
    [[nodiscard]] std::optional<Refusal> handshake(SteadyPoint deadline, const std::atomic<bool>& stop);
    /// Whether the server has sent anything.
    [[nodiscard]] bool heard() const;
    /// `flags`: MSG_DONTWAIT or 0, which blocks as long as the socket's own timeout says.
    ssize_t send(const char* data, std::size_t size, int flags);
    ssize_t recv(char* to, std::size_t size, int flags);
    /// Like a look at an idle socket with MSG_PEEK | MSG_DONTWAIT, without what TLS says to itself.
    ssize_t peek();
    /// Bytes that have been read from the socket and can be received without waiting.
    [[nodiscard]] std::size_t pending() const;
    /// What the server said when it ended the connection by an alert, after the greeting too; empty when it did not.
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
