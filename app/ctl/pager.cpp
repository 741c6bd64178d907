// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/pager.h"

#include "app/ctl/signals.h"

#include <algorithm>
#include <cstdlib>
#include <cerrno>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace lockdesk::ctl {

namespace {

constexpr int not_found = 127; // as a shell

bool fits_terminal(const std::string& text)
{
    const std::size_t lines = terminal_lines();
    return lines == 0 || static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) < lines;
}

// Only fork-safe calls: other threads may exist.
[[noreturn]] void become_pager(int input, const char* command, const char* const environment[])
{
    StopSignals::restore_in_child();
    if (::dup2(input, STDIN_FILENO) >= 0)
        ::execle("/bin/sh", "sh", "-c", command, nullptr, environment);
    ::_exit(not_found);
}

// Returns the environment with LESS unless the user has set it. Escapes pass only if they are ours: -R.
std::vector<const char*> pager_environment(bool coloured)
{
    std::vector<const char*> out;
    for (char** one = environ; *one != nullptr; ++one)
        out.push_back(*one);
    if (std::getenv("LESS") == nullptr)
        out.push_back(coloured ? "LESS=FRX" : "LESS=FX");
    out.push_back(nullptr);
    return out;
}

} // namespace

std::size_t terminal_lines()
{
    winsize size{};
    return ::isatty(STDOUT_FILENO) == 1 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

bool page_through(const std::string& text, bool coloured)
{
    const char* chosen = std::getenv("PAGER");
    const std::string pager = chosen != nullptr ? chosen : "less";
    if (pager.find_first_not_of(" \t") == std::string::npos || pager == "cat" || fits_terminal(text))
        return false;
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return false;
    const auto environment = pager_environment(coloured);
    const pid_t child = ::fork();
    if (child == 0)
        become_pager(ends[0], pager.c_str(), environment.data());
    ::close(ends[0]);
    // A pager that ends early closes the pipe: SIGPIPE is ignored, as in all of the program.
    for (std::size_t at = 0; child > 0 && at < text.size();) {
        const auto written = ::write(ends[1], text.data() + at, text.size() - at);
        if (written < 0 && errno != EINTR)
            break;
        at += written > 0 ? static_cast<std::size_t>(written) : 0;
    }
    ::close(ends[1]);
    int status = 0;
    while (child > 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return child > 0 && !(WIFEXITED(status) && WEXITSTATUS(status) >= not_found - 1);
}

} // namespace lockdesk::ctl
