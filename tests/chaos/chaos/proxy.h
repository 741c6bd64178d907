// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <thread>
#include <vector>

namespace lockdesk::chaos {

/// Forwards bytes between a free port (of 127.0.0.1, or of all addresses) and the server on port `target`, on its own
/// thread. Cuts connections, and drops replies: the server has executed the call, but the client gets no answer.
class Proxy
{
public:
    explicit Proxy(int target, bool everywhere = false);
    ~Proxy();
    Proxy(const Proxy&) = delete;
    Proxy& operator=(const Proxy&) = delete;

    [[nodiscard]] int port() const { return m_port; }
    /// Drops the answer and cuts the connection, for the next `count` connections with an answer.
    void lose_replies(int count) { m_to_lose += count; }
    /// Cuts all connections now.
    void cut() { m_cut = true; }
    /// Simulates a network that is down: no byte passes and no connection ends until it is up again.
    void set_down(bool down) { m_down = down; }
    [[nodiscard]] int replies_lost() const { return m_lost; }

private:
    struct Pair
    {
        int client = -1, server = -1;
    };
    void run(const std::stop_token& stop);
    void admit();
    bool pass(Pair& pair, bool from_client);
    void close_all();

    int m_target;
    int m_listener = -1;
    int m_port = 0;
    std::vector<Pair> m_pairs;
    std::atomic<int> m_to_lose = 0;
    std::atomic<int> m_lost = 0;
    std::atomic<bool> m_cut = false;
    std::atomic<bool> m_down = false;
    std::jthread m_thread;
};

} // namespace lockdesk::chaos
