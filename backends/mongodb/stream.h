// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/time.h"

#include <mongoc/mongoc.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <set>

namespace lockdesk::mongodb {

/// What all sockets of one client obey: a deadline for the running call, and an end for good from any thread. The library has
/// neither, so its sockets are ours.
class Gate
{
public:
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

    void add(int fd);
    void remove(int fd);
    void interrupt() noexcept;
    [[nodiscard]] bool interrupted() const { return m_interrupted; }
    [[nodiscard]] const std::atomic<bool>& interrupted_flag() const { return m_interrupted; }

private:
    SteadyPoint m_deadline{};
    bool m_started = false;
    bool m_sent = false;
    std::atomic<bool> m_interrupted = false;
    std::mutex m_mutex; ///< guards the set against `interrupt`
    std::set<int> m_fds;
};

/// Connects, with TLS when the URI says so. Null and `error` when it cannot. The stream shares the gate.
mongoc_stream_t* open_stream(const std::shared_ptr<Gate>& gate, const mongoc_uri_t* uri, const mongoc_host_list_t* host,
                             bson_error_t* error);

} // namespace lockdesk::mongodb
