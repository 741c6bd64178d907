// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/join.h"
#include "backends/scenarios/mailbox.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <optional>
#include <poll.h>
#include <sstream>
#include <sys/eventfd.h>
#include <unistd.h>

namespace lockdesk::worker {

namespace {

// Reads lines from standard input; signals wake it.
class Input
{
public:
    explicit Input(ctl::StopSignals& signals)
        : m_wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)), m_hook(signals.on_stop([this] { wake(); }))
    {
        if (signals.stopped())
            wake();
    }
    ~Input()
    {
        m_hook.reset();
        ::close(m_wake);
    }
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;

    /// Returns false when the input has ended, or the program must end.
    bool next(std::string& line)
    {
        for (;;) {
            if (const auto end = m_read.find('\n', m_looked); end != std::string::npos) {
                line = m_read.substr(0, end);
                m_read.erase(0, end + 1);
                m_looked = 0;
                return true;
            }
            m_looked = m_read.size();
            pollfd fds[2] = {{STDIN_FILENO, POLLIN, 0}, {m_wake, POLLIN, 0}};
            const int ready = ::poll(fds, 2, -1);
            if (fds[1].revents != 0 || (ready > 0 && !read_some()))
                return false;
        }
    }

private:
    void wake() const
    {
        const std::uint64_t one = 1;
        (void)!::write(m_wake, &one, sizeof one);
    }
    bool read_some()
    {
        char buffer[65536];
        const auto count = ::read(STDIN_FILENO, buffer, sizeof buffer);
        if (count > 0)
            m_read.append(buffer, static_cast<std::size_t>(count));
        return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
    }

    int m_wake;
    std::unique_ptr<ctl::StopSignals::Hook> m_hook;
    std::string m_read;
    std::size_t m_looked = 0;
};

// Ends the program when its output has no reader, because the sender of the commands is gone.
class Printer
{
public:
    explicit Printer(ctl::StopSignals& signals) : m_signals(signals) {}
    void operator()(const std::string& text)
    {
        for (std::size_t at = 0; at < text.size();) {
            const auto count = ::write(STDOUT_FILENO, text.data() + at, text.size() - at);
            if (count < 0 && errno != EINTR)
                return m_signals.stop(SIGPIPE);
            at += count > 0 ? static_cast<std::size_t>(count) : 0;
        }
    }

private:
    ctl::StopSignals& m_signals;
};

// `draw apply E - <<500`: the following 500 lines are the command's standard input. Removes the mark from the line.
std::optional<std::size_t> take_input_mark(std::string& line)
{
    const auto at = line.rfind(" <<");
    if (at == std::string::npos)
        return std::nullopt;
    const auto count = parse_whole(line.substr(at + 3), "lines");
    if (!count)
        return std::nullopt;
    line.erase(at);
    return static_cast<std::size_t>(*count);
}

} // namespace

int serve_standard_input(Actor& actor, ctl::StopSignals& signals)
{
    Printer print(signals);
    actor.tell_to(print);
    if (const int status = actor.join({}); status != ctl::exit_done)
        return status;
    Input input(signals);
    std::string line;
    while (input.next(line) && line != scenarios::quit_word && line != scenarios::replaced_word) {
        std::stringstream lines;
        std::string one;
        const auto marked = take_input_mark(line);
        for (std::size_t left = marked.value_or(0); left > 0 && input.next(one); --left)
            lines << one << '\n';
        if (const auto status = marked ? actor.run(line, lines) : actor.run(line))
            print(done_line(*status));
    }
    actor.leave(line == scenarios::replaced_word ? Actor::Row::stays : Actor::Row::goes);
    return ctl::exit_done;
}

} // namespace lockdesk::worker
