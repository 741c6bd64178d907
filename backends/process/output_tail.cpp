// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/process/output_tail.h"

#include "backends/engine/runners/without_pipe_signal.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <poll.h>
#include <pthread.h>
#include <string_view>
#include <thread>
#include <unistd.h>

namespace lockdesk {

namespace {

// Whoever is left behind by the child may keep the pipe open; what the child wrote is there by then.
constexpr std::chrono::milliseconds longest_wait_for_the_end{200};
constexpr std::size_t longest_cut_line = 200;

void write_all(int to, std::string_view text)
{
    while (!text.empty()) {
        const auto n = ::write(to, text.data(), text.size());
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return; // nobody reads ours
        text.remove_prefix(static_cast<std::size_t>(n));
    }
}

// The last bytes of it.
std::string_view end_of(std::string_view text, std::size_t most) { return text.substr(text.size() - std::min(text.size(), most)); }

// Without the line that a cut begins with, and without the end of the last one.
std::string lines_of(std::string kept, bool is_cut)
{
    if (const auto line = kept.find('\n'); is_cut && line < longest_cut_line && line + 1 < kept.size())
        kept.erase(0, line + 1);
    while (kept.ends_with('\n'))
        kept.pop_back();
    return kept;
}

void close_end(int& fd)
{
    if (fd >= 0)
        ::close(fd);
    fd = -1;
}

} // namespace

/// Shared with the thread that reads, which may live longer.
struct OutputTail::Flow
{
    struct Stream
    {
        int from = -1, to = -1;
        std::string kept;
        bool is_cut = false;
    };

    std::array<Stream, 2> streams;
    std::size_t most = 0;
    std::mutex mutex;
    std::condition_variable ended;
    bool has_ended = false;

    ~Flow()
    {
        for (Stream& stream : streams)
            close_end(stream.from);
    }

    void keep(Stream& stream, std::string_view text)
    {
        const std::lock_guard lock(mutex);
        stream.kept += text;
        if (stream.kept.size() > most) {
            stream.kept.erase(0, stream.kept.size() - most);
            stream.is_cut = true;
        }
    }

    void run()
    {
        const WithoutPipeSignal quiet; // our own standard output may be a pipe that nobody reads any more
        std::array<char, 4096> buffer{};
        while (streams[0].from >= 0 || streams[1].from >= 0) {
            std::array<pollfd, 2> ready{{{streams[0].from, POLLIN, 0}, {streams[1].from, POLLIN, 0}}};
            if (::poll(ready.data(), ready.size(), -1) < 0 && errno != EINTR)
                break;
            for (std::size_t i = 0; i < ready.size(); ++i) {
                if (ready[i].revents == 0)
                    continue;
                const auto n = ::read(streams[i].from, buffer.data(), buffer.size());
                if (n < 0 && errno == EINTR)
                    continue;
                if (n <= 0) {
                    close_end(streams[i].from);
                    continue;
                }
                const std::string_view text(buffer.data(), static_cast<std::size_t>(n));
                keep(streams[i], text);
                write_all(streams[i].to, text);
            }
        }
        const std::lock_guard lock(mutex);
        has_ended = true;
        ended.notify_all();
    }
};

OutputTail::OutputTail(std::shared_ptr<Flow> flow, int output, int error)
    : m_flow(std::move(flow)), m_output(output), m_error(error)
{
}

OutputTail::~OutputTail() { given(); }

Answer<std::unique_ptr<OutputTail>> OutputTail::start(std::size_t most, bool to_error)
{
    const auto flow = std::make_shared<Flow>();
    flow->most = most;
    std::array<int, 2> ends{-1, -1};
    for (std::size_t i = 0; i < ends.size(); ++i) {
        std::array<int, 2> pipe{};
        if (::pipe2(pipe.data(), O_CLOEXEC) != 0) {
            close_end(ends[0]);
            return Failure::internal(std::string("no pipe for the command's output: ") + std::strerror(errno)).try_again();
        }
        flow->streams[i].from = pipe[0];
        flow->streams[i].to = i == 1 || to_error ? STDERR_FILENO : STDOUT_FILENO;
        ends[i] = pipe[1];
    }
    std::thread([flow] { flow->run(); }).detach();
    return std::unique_ptr<OutputTail>(new OutputTail(flow, ends[0], ends[1]));
}

void OutputTail::given()
{
    close_end(m_output);
    close_end(m_error);
}

std::string OutputTail::text() const
{
    std::unique_lock lock(m_flow->mutex);
    m_flow->ended.wait_for(lock, longest_wait_for_the_end, [this] { return m_flow->has_ended; });
    const auto& streams = m_flow->streams;
    const std::size_t half = m_flow->most / 2;
    std::string out;
    for (std::size_t i = 0; i < streams.size(); ++i) {
        const std::string& kept = streams[i].kept;
        const std::size_t of_other = std::min(streams[1 - i].kept.size(), half);
        const auto end = end_of(kept, m_flow->most - of_other);
        const auto lines = lines_of(std::string(end), streams[i].is_cut || end.size() < kept.size());
        out += (out.empty() || lines.empty() ? "" : "\n") + lines;
    }
    return out;
}

} // namespace lockdesk
