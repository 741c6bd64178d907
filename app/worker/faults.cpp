// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/faults.h"

#include "backends/engine/text.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <poll.h>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockdesk::worker {

namespace {

constexpr auto cut_again = std::chrono::milliseconds{5};
constexpr auto look_again = std::chrono::milliseconds{20};
constexpr int poll_ms = 200;

// Every connection of this process to anywhere: whatever its store is, it is gone, and so is the next one.
void cut_all_sockets()
{
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", error)) {
        const int fd = std::atoi(entry.path().filename().c_str());
        struct stat about = {};
        if (fd > STDERR_FILENO && ::fstat(fd, &about) == 0 && S_ISSOCK(about.st_mode))
            ::shutdown(fd, SHUT_RDWR);
    }
}

// A store that is a file cannot be cut off by sockets: the file takes no more writes of this process.
void allow_file_writes(bool allowed)
{
    rlimit limit = {};
    if (::getrlimit(RLIMIT_FSIZE, &limit) != 0)
        return;
    limit.rlim_cur = allowed ? limit.rlim_max : 0;
    (void)::setrlimit(RLIMIT_FSIZE, &limit);
}

} // namespace

Faults::~Faults()
{
    m_cutter.request_stop();
    allow_file_writes(true);
}

void Faults::listen()
{
    std::signal(SIGXFSZ, SIG_IGN); // a refused write is an error to the store, not the end of the process
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
                (void)std::fprintf(stderr, "lockdesk-worker: unknown fault order '%s'\n", rest.substr(0, end).c_str());
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
    allow_file_writes(!on);
    if (on)
        m_cutter = std::jthread([this](const std::stop_token& stop) { cut_sockets(stop); });
    else
        m_cutter = {};
    return true;
}

void Faults::cut_sockets(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        cut_all_sockets();
        std::this_thread::sleep_for(cut_again);
    }
}

Handler Faults::hanging(Runtime& runtime, Handler handler)
{
    return [this, &runtime, inner = std::move(handler)](const TaskContext& context) -> Outcome {
        Outcome outcome = inner(context);
        while (m_hangs && runtime.sleep(context.stop, look_again)) {
        }
        return outcome;
    };
}

} // namespace lockdesk::worker
