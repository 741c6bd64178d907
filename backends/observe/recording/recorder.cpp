// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/recording/recorder.h"

#include "backends/observe/recording/line_writer.h"

#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <mutex>
#include <string_view>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace lockdesk {

namespace {

constexpr std::string_view mark = R"({"v":1,"type":"recording")";

Failure trouble(const std::string& what, const std::string& path, int error)
{
    return {FailureKind::unavailable,
            std::strerror(error),
            {},
            false,
            false,
            what + " " + path + ": " + std::strerror(error) + "."};
}

// Nobody's other file is written over.
std::optional<Failure> objection(int file, const std::string& path)
{
    struct stat is
    {
    };
    if (::fstat(file, &is) != 0)
        return trouble("Cannot write", path, errno);
    if (!S_ISREG(is.st_mode) || is.st_size == 0)
        return std::nullopt;
    std::string begins(mark.size(), '\0');
    if (::pread(file, begins.data(), begins.size(), 0) == static_cast<ssize_t>(begins.size()) && begins == mark)
        return std::nullopt;
    return usage_failure(path + " is there already and is no recording: it is not written over.");
}

} // namespace

class Recorder::Writing
{
public:
    Writing(int file, std::string path, RecordingHeader header, Told told)
        : m_file(file), m_path(std::move(path)), m_lines(header), m_told(std::move(told))
    {
    }
    ~Writing() { ::close(m_file); }

    void start()
    {
        write(m_lines.begin());
        m_thread = std::thread([this] { run(); });
    }
    void put(UpdatePtr update)
    {
        const std::lock_guard lock(m_mutex);
        m_queue.push_back({std::move(update), std::chrono::steady_clock::now()});
        m_changed.notify_one();
    }
    Progress close()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_closing = true;
            m_changed.notify_one();
        }
        if (m_thread.joinable())
            m_thread.join();
        return progress();
    }
    Progress progress() const
    {
        const std::lock_guard lock(m_mutex);
        return m_progress;
    }

private:
    struct Waiting
    {
        UpdatePtr update;
        SteadyPoint at;
    };

    void run()
    {
        while (true) {
            Waiting next;
            {
                std::unique_lock lock(m_mutex);
                m_changed.wait(lock, [this] { return m_closing || !m_queue.empty(); });
                if (m_queue.empty())
                    break;
                next = std::move(m_queue.front());
                m_queue.pop_front();
            }
            write(m_lines.lines(*next.update, next.at), next.update->number);
            if (m_told)
                m_told(progress());
        }
        write(m_lines.end());
        ::fsync(m_file);
    }

    void write(const std::string& text, std::uint64_t number = 0)
    {
        std::optional<Failure> failure;
        if (!progress().failure) {
            for (std::string_view rest = text; !rest.empty();) {
                const auto done = ::write(m_file, rest.data(), rest.size());
                if (done < 0 && errno == EINTR)
                    continue;
                if (done < 0) {
                    failure = trouble("Cannot write", m_path, errno);
                    break;
                }
                rest.remove_prefix(static_cast<std::size_t>(done));
            }
        }
        const std::lock_guard lock(m_mutex);
        if (number != 0)
            m_progress.number = number;
        if (failure)
            m_progress.failure = failure;
        if (m_progress.failure)
            return;
        m_progress.lines = m_lines.count();
        m_progress.bytes += static_cast<std::int64_t>(text.size());
    }

    const int m_file;
    const std::string m_path;
    LineWriter m_lines;
    const Told m_told;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Waiting> m_queue;
    bool m_closing = false;
    Progress m_progress;
    std::thread m_thread;
};

Answer<std::unique_ptr<Recorder>> Recorder::begin(const std::string& path, RecordingHeader header, Told told)
{
    // What operators store is nobody else's business.
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND, 0600);
    if (file < 0)
        return trouble("Cannot write", path, errno);
    if (auto wrong = objection(file, path)) {
        ::close(file);
        return std::move(*wrong);
    }
    if (::ftruncate(file, 0) != 0 && errno != EINVAL) { // a pipe cannot be cut
        const auto failure = trouble("Cannot write", path, errno);
        ::close(file);
        return failure;
    }
    header.entities = recorded_entities(header.what);
    auto writing = std::make_unique<Writing>(file, path, std::move(header), std::move(told));
    writing->start();
    return std::unique_ptr<Recorder>(new Recorder(std::move(writing)));
}

Recorder::Recorder(std::unique_ptr<Writing> writing) : m_writing(std::move(writing)) {}
Recorder::~Recorder() { m_writing->close(); }
void Recorder::put(UpdatePtr update) { m_writing->put(std::move(update)); }
Recorder::Progress Recorder::close() { return m_writing->close(); }
Recorder::Progress Recorder::progress() const { return m_writing->progress(); }

} // namespace lockdesk
