// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/store_url.h"
#include "backends/engine/text/url_options.h"
#include "backends/redis/brief_yield.h"
#include "backends/redis/errors.h"
#include "backends/redis/reply.h"
#include "backends/redis/reply_arena.h"
#include "backends/tls/line.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace lockdesk::redis {

struct ServerInfo
{
    std::string version = "unknown";
    std::string run_id; ///< changes on a restart; empty when INFO is not permitted
    std::string role;   ///< master, slave or sentinel; empty when INFO is not permitted
};

/// Reads the TLS options of a URL; a usage failure for any other option.
Answer<TlsOptions> tls_options(const StoreUrl& url);
/// Returns `host:port` or the socket's path, for messages.
std::string place_of(const StoreUrl& url);
/// Returns the value of `key` in a reply of INFO; empty: missing.
std::string_view info_value(std::string_view info, std::string_view key);

/// One connection, reopened when it is lost. Reads and writes block in the system call, bounded by the socket's own
/// timeouts, which saves a poll() per verb; `interrupt` ends them by shutting the socket down.
class Connection
{
public:
    Connection(StoreUrl url, std::string application_name, Duration timeout);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Connects, with the handshake, unless the connection is open. Returns the trouble, or nullopt.
    std::optional<Trouble> ensure(SteadyPoint deadline);
    /// Sends, and reads one reply. Any trouble closes the connection. `write`: the commands may change something.
    std::optional<Trouble> exchange(std::string_view commands, ReplyPtr& reply, SteadyPoint deadline, bool write);
    /// Sends commands that change nothing, without reading a reply.
    std::optional<Trouble> say(std::string_view commands, SteadyPoint deadline)
    {
        return send_all(commands, deadline, false);
    }
    /// Reads the next reply to the last `exchange`.
    std::optional<Trouble> next(ReplyPtr& reply, SteadyPoint deadline, bool write);
    /// Calls `each` for the next `count` replies to what was said; a reply is freed when `each` returns.
    std::optional<Trouble> for_each_reply(std::size_t count, SteadyPoint deadline,
                                          const std::function<void(std::size_t, View)>& each);
    /// Permanent. From any thread.
    void interrupt() noexcept;
    void close();

    [[nodiscard]] const ServerInfo& server() const { return m_server; }
    [[nodiscard]] Duration timeout() const { return m_timeout; }
    [[nodiscard]] int fd() const { return m_fd; }
    [[nodiscard]] bool interrupted() const { return m_interrupted; }
    /// Returns a reply that has already arrived completely, if any. For listeners, whose replies are unsolicited.
    std::optional<Trouble> arrived(ReplyPtr& reply);
    /// Reads what the socket has, without waiting.
    std::optional<Trouble> drain();
    /// Likewise with a single read; `some`: bytes were read.
    std::optional<Trouble> take(bool& some);
    /// Whether bytes read earlier are buffered here, which a poll of the socket does not show.
    [[nodiscard]] bool has_pending() const { return m_line && m_line->pending() > 0; }

private:
    std::optional<Trouble> begin_tls(SteadyPoint deadline);
    bool answers_in_the_clear(SteadyPoint deadline);
    ssize_t put(std::string_view data);
    ssize_t get(int flags);
    [[nodiscard]] std::string broken(int error) const;
    std::optional<Trouble> greet(SteadyPoint deadline);
    std::optional<Trouble> read_greeting(std::size_t replies, bool with_password, bool with_database, SteadyPoint deadline);
    static void read_info(std::string_view info, ServerInfo& into);
    bool still_open();
    void bound_io(SteadyPoint deadline);
    std::optional<Trouble> feed(std::size_t size);
    std::optional<Trouble> spin(SteadyPoint began);
    std::optional<Trouble> send_all(std::string_view data, SteadyPoint deadline, bool write);
    Trouble lost(Trouble::Cause cause, std::string text, bool write);

    const StoreUrl m_url;
    const TlsOptions m_tls;
    const std::string m_application_name;
    const Duration m_timeout;
    ServerInfo m_server;
    redisReader* m_reader = nullptr;
    std::size_t m_unread = 0; ///< bytes received since the last whole reply
    ReplyArena m_arena;
    std::vector<char> m_buffer;
    std::unique_ptr<tls::Line> m_line; ///< null: without TLS
    std::string m_alert;               ///< the alert with which the server ended the last connection
    SteadyPoint m_last_use{};
    Duration m_usual{0}; ///< recent time to reply
    BriefYield m_yield;
    Duration m_io_bound{0};
    std::mutex m_fd_mutex; ///< guards closing against `interrupt` only
    std::atomic<int> m_fd = -1;
    std::atomic<bool> m_interrupted = false;
};

} // namespace lockdesk::redis
