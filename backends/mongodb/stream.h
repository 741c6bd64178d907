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

/// What all sockets of one client obey: a deadline for the running call, and an end for good from any thread. The library has
/// neither, so its sockets are ours.
class Gate
{
public:
    explicit Gate(TlsOptions tls = {}) : m_tls(std::move(tls)) {}
    [[nodiscard]] const TlsOptions& tls() const { return m_tls; }
    /// Why the server was not trusted, the last time that it was tried; empty otherwise.
    void note_distrust(std::string reason) { m_distrust = std::move(reason); }
    [[nodiscard]] const std::string& distrust() const { return m_distrust; }
    /// Of the thread that uses the client.
    void begin(SteadyPoint deadline) { m_deadline = deadline; }
    [[nodiscard]] SteadyPoint deadline() const { return m_deadline; }
    /// Whether anything of the command itself is sent is noted, and not of the greetings that may go before it.
    void begin_command() { m_started = m_sent = false; }
    void note_started()
    {
        m_started = true;
        m_sent = false;
    }
    void note_sent() { m_sent = true; }
    [[nodiscard]] bool sent() const { return m_started && m_sent; }
    /// False: the server has closed a socket that is idle.
    [[nodiscard]] bool still_open();
    /// There is a connection, and the server has not closed it.
    [[nodiscard]] bool connected();

    /// `line`: of a socket with TLS; lives until `remove`.
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
    std::atomic<bool> m_interrupted = false;
    std::mutex m_mutex; ///< guards the sockets against `interrupt`
    std::map<int, tls::Line*> m_sockets;
};

/// Connects, with TLS when the gate says so: our own, because the library does not tell what it dislikes about a certificate.
/// Null and `error` when it cannot. The stream shares the gate.
mongoc_stream_t* open_stream(const std::shared_ptr<Gate>& gate, const mongoc_uri_t* uri, const mongoc_host_list_t* host,
                             bson_error_t* error);

} // namespace lockdesk::mongodb
