// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/time.h"
#include "backends/engine/text/url_options.h"
#include "backends/tls/line.h"

#include <mongoc/mongoc.h>

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace lockdesk::mongodb {

/// Controls all sockets of one client: a deadline for the running call, and a permanent interrupt from any thread. The
/// library has neither, so its sockets are ours.
class Gate
{
public:
    explicit Gate(TlsOptions tls = {}) : m_tls(std::move(tls)) {}
    [[nodiscard]] const TlsOptions& tls() const { return m_tls; }
    /// Why the server was not trusted on the last attempt; else empty.
    void note_distrust(std::string reason) { m_distrust = std::move(reason); }
    [[nodiscard]] const std::string& distrust() const { return m_distrust; }
    /// The server has sent what is no reply of MongoDB: forgotten when it is asked.
    void note_nonsense() { m_nonsense = true; }
    [[nodiscard]] bool take_nonsense() { return std::exchange(m_nonsense, false); }
    /// Sets the deadline. Call on the thread that uses the client.
    void begin(SteadyPoint deadline) { m_deadline = deadline; }
    [[nodiscard]] SteadyPoint deadline() const { return m_deadline; }
    /// Begins to note whether any byte of the command itself is sent, excluding handshakes that may precede it.
    void begin_command() { m_started = m_sent = false; }
    void note_started()
    {
        m_started = true;
        m_sent = false;
    }
    void note_sent() { m_sent = true; }
    [[nodiscard]] bool sent() const { return m_started && m_sent; }
    /// Returns false when the server has closed an idle socket.
    [[nodiscard]] bool still_open();
    /// Whether a connection exists that the server has not closed.
    [[nodiscard]] bool connected();

    /// `line`: of a TLS socket; must live until `remove`.
    void add(int fd, tls::Line* line = nullptr);
    void remove(int fd);
    void interrupt() noexcept;
    [[nodiscard]] bool interrupted() const { return m_interrupted; }
    [[nodiscard]] const std::atomic<bool>& interrupted_flag() const { return m_interrupted; }

private:
    const TlsOptions m_tls;
    std::string m_distrust;
    SteadyPoint m_deadline{};
    bool m_started = false;
    bool m_sent = false;
    bool m_nonsense = false;
    std::atomic<bool> m_interrupted = false;
    std::mutex m_mutex; ///< guards the sockets against `interrupt`
    std::map<int, tls::Line*> m_sockets;
};

/// Connects, with TLS if the gate's options require it: our own, because the library does not report defects of
/// certificates. Returns null and sets `error` on failure. The stream shares the gate.
mongoc_stream_t* open_stream(const std::shared_ptr<Gate>& gate, const mongoc_uri_t* uri, const mongoc_host_list_t* host,
                             bson_error_t* error);

} // namespace lockdesk::mongodb
