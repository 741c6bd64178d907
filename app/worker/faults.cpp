// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/faults.h"

#include "app/common/complain.h"
#include "backends/engine/text/text.h"

#include <csignal>
#include <cstdlib>
#include <dirent.h>
#include <poll.h>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockdesk::worker {

namespace {

constexpr auto look_again = std::chrono::milliseconds{20};
constexpr int poll_ms = 200;

void limit(__rlimit_resource what, bool limited, rlim_t to)
{
    rlimit now = {};
    if (::getrlimit(what, &now) != 0)
        return;
    now.rlim_cur = limited ? to : now.rlim_max;
    (void)::setrlimit(what, &now);
}

// For every kind of store: writes to files fail, existing connections end, and new ones are impossible.
void cut_off(bool on)
{
    DIR* const files = on ? ::opendir("/proc/self/fd") : nullptr;
    limit(RLIMIT_FSIZE, on, 0);
    limit(RLIMIT_NOFILE, on, STDERR_FILENO + 1);
    if (files == nullptr)
        return;
    while (const dirent* entry = ::readdir(files)) {
        const int fd = std::atoi(entry->d_name);
        struct stat about = {};
        if (fd > STDERR_FILENO && ::fstat(fd, &about) == 0 && S_ISSOCK(about.st_mode))
            ::shutdown(fd, SHUT_RDWR);
    }
    ::closedir(files);
}

} // namespace

void Faults::listen()
{
    std::signal(SIGXFSZ, SIG_IGN); // a refused write becomes an error of the store and does not end the process
    m_reader = std::jthread([this](const std::stop_token& stop) { read_orders(stop); });
}

void Faults::read_orders(const std::stop_token& stop)
{
    std::string rest;
    char buffer[256];
    while (!stop.stop_requested()) {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        if (::poll(&input, 1, poll_ms) <= 0)
            continue;
        const auto got = ::read(STDIN_FILENO, buffer, sizeof buffer);
        if (got <= 0)
            return;
        rest.append(buffer, static_cast<std::size_t>(got));
        for (auto end = rest.find('\n'); end != std::string::npos; end = rest.find('\n')) {
            if (!obey(std::string_view(rest).substr(0, end)))
                app::complain("lockdesk-worker", "unknown fault order '" + rest.substr(0, end) + "'");
            rest.erase(0, end + 1);
        }
    }
}

bool Faults::obey(std::string_view line)
{
    const auto space = line.find(' ');
    const auto what = line.substr(0, space);
    const auto how = space == std::string_view::npos ? std::string_view() : line.substr(space + 1);
    const bool on = how == "on";
    if (what == "skew") {
        const bool back = how.starts_with('-');
        const auto by = parse_duration(how.substr(back ? 1 : 0));
        if (by)
            m_skew = back ? -by->count() : by->count();
        return by.is_result();
    }
    if (!on && how != "off")
        return false;
    if (what == "hang") {
        m_hangs = on;
        return true;
    }
    if (what != "cut-off")
        return false;
    cut_off(on);
    return true;
}

Handler Faults::hanging(Runtime& runtime, Handler handler)
{
    return [this, &runtime, inner = std::move(handler)](const TaskContext& context) -> Outcome {
        Outcome outcome = inner(context);
        hang(runtime, context.stop);
        return outcome;
    };
}

void Faults::hang(Runtime& runtime, const std::stop_token& stop) const
{
    while (m_hangs && runtime.sleep(stop, look_again)) {
    }
}

} // namespace lockdesk::worker
