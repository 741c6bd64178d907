// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <map>
#include <stdexcept>
#include <vector>

namespace lockdesk::test {

inline constexpr int racers = 16;

/// Forks `racers` processes; each runs `body(number)` once all exist and exits with the code it returns. Returns the
/// counts of exit codes; -1 for a killed one. A body must not use threads or connections of this process.
template <class Body> std::map<int, int> race(Body body)
{
    std::array<int, 2> start{};
    if (::pipe(start.data()) != 0)
        throw std::runtime_error("no pipe");
    std::vector<::pid_t> children;
    for (int i = 0; i < racers; ++i) {
        const auto child = ::fork();
        if (child == 0) {
            ::close(start[1]);
            char c = 0;
            [[maybe_unused]] const auto n = ::read(start[0], &c, 1); // ends when the parent closes its side
            ::_exit(body(i));
        }
        children.push_back(child);
    }
    ::close(start[0]);
    ::close(start[1]);
    std::map<int, int> exits;
    for (const auto child : children) {
        int status = 0;
        ::waitpid(child, &status, 0);
        ++exits[WIFEXITED(status) ? WEXITSTATUS(status) : -1];
    }
    return exits;
}

} // namespace lockdesk::test
