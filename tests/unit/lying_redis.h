// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/local_listener.h"

#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace lockdesk::test {

/// Returns the length of the first value of RESP 2 in a text; 0: it is not whole.
std::size_t value_length(std::string_view text);
/// Returns the elements of an array of RESP 2; none of anything else.
std::vector<std::string_view> elements_of(std::string_view value);

/// Stands between clients and a Redis server, and replaces one of its replies.
class LyingRedis
{
public:
    /// Makes a false reply of the true one.
    using Lie = std::function<std::string(std::string_view truth)>;

    explicit LyingRedis(int server_port);
    ~LyingRedis();
    LyingRedis(const LyingRedis&) = delete;
    LyingRedis& operator=(const LyingRedis&) = delete;

    [[nodiscard]] std::string url() const { return "redis://127.0.0.1:" + std::to_string(m_listener.port()); }
    /// Replaces the reply number `at` from now on, 0: the next one.
    void lie_at(std::size_t at, Lie lie);
    /// Returns whether the reply came, and ends the lie.
    bool lied();

private:
    void serve(int client);
    void forward(std::string& replies, int client);

    const int m_server_port;
    LocalListener m_listener;
    std::mutex m_mutex; ///< of what follows
    Lie m_lie;
    std::size_t m_left = 0; ///< replies before the false one
    bool m_lied = false;
    std::vector<int> m_clients;
    std::vector<std::thread> m_threads;
    std::thread m_accepting;
};

} // namespace lockdesk::test
