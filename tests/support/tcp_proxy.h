// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <climits>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace lockdesk::test {

/// Forwards between clients and a local server, on its own loopback port.
class TcpProxy
{
public:
    /// `first` modifies the first bytes that the server sends on a connection, `asked` all that clients send.
    using Rewrite = std::function<void(std::string& bytes)>;

    explicit TcpProxy(int server_port, Rewrite first = {}, Rewrite asked = {});
    ~TcpProxy();
    TcpProxy(const TcpProxy&) = delete;
    TcpProxy& operator=(const TcpProxy&) = delete;

    [[nodiscard]] int port() const { return m_port; }
    /// Answers only this many connections in total; further ones are accepted but not served.
    void answer_only(int connections) { m_answered = connections; }
    /// Number of accepted connections.
    [[nodiscard]] int accepted() const { return m_accepted; }

private:
    struct Line
    {
        int client = -1, server = -1; ///< -1: never connected to the server
        bool begun = false;
    };
    void run();
    void accept_one();
    bool pass(Line& line, bool from_client);
    static void close_line(Line& line);

    const int m_server_port;
    const Rewrite m_rewrite, m_asked;
    int m_listener = -1, m_stop = -1, m_port = 0;
    std::atomic<int> m_answered = INT_MAX, m_accepted = 0;
    std::vector<Line> m_lines;
    std::thread m_thread;
};

} // namespace lockdesk::test
