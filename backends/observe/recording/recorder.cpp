// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/recording/recorder.h"

#include "backends/engine/text/replacing_file.h"
#include "backends/observe/recording/line_writer.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <deque>
#include <fcntl.h>
#include <mutex>
#include <string_view>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace lockdesk {

namespace {

constexpr std::array<std::string_view, 2> marks{R"({"v":1,"type":"recording")", R"({"v":1,"type":"bundle",)"};

} // namespace

std::optional<Failure> recording_objection(const std::string& path)
{
    struct stat is
    {
    };
    if (::stat(path.c_str(), &is) != 0 || !S_ISREG(is.st_mode) || is.st_size == 0)
        return std::nullopt;
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    std::string begins(std::max(marks[0].size(), marks[1].size()), '\0');
    const auto got = file < 0 ? -1 : ::pread(file, begins.data(), begins.size(), 0);
    if (file >= 0)
        ::close(file);
    for (const std::string_view mark : marks)
        if (got > 0 && std::string_view(begins).substr(0, static_cast<std::size_t>(got)).starts_with(mark))
            return std::nullopt;
    return Failure::usage(path + " is there already and is no recording: it is not written over.");
}

class Recorder::Writing
{
public:
    Writing(ReplacingFile file, RecordingHeader header, OnProgress on_progress)
        : m_file(std::move(file)), m_lines(header), m_on_progress(std::move(on_progress))
    {
    }

    /// Moves the file to its path at once, so that a killed recorder leaves a readable recording.
    std::optional<Failure> start()
    {
        write(m_lines.begin());
        if (auto failure = progress().failure)
            return failure;
        if (auto failure = m_file.take_place())
            return failure;
        m_thread = std::thread([this] { run(); });
        return std::nullopt;
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
            if (m_on_progress)
                m_on_progress(progress());
        }
        write(m_lines.end());
        (void)m_file.sync();
    }

    void write(const std::string& text, std::uint64_t number = 0)
    {
        std::optional<Failure> failure;
        if (!progress().failure)
            failure = m_file.write(text);
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

    ReplacingFile m_file;
    LineWriter m_lines;
    const OnProgress m_on_progress;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Waiting> m_queue;
    bool m_closing = false;
    Progress m_progress;
    std::thread m_thread;
};

Answer<std::unique_ptr<Recorder>> Recorder::begin(const std::string& path, RecordingHeader header, OnProgress on_progress)
{
    if (auto wrong = recording_objection(path))
        return std::move(*wrong);
    // Readable by its owner alone: a recording contains operators' data.
    auto file = ReplacingFile::begin(path, 0600);
    if (!file)
        return file.failure();
    header.entities = recorded_entities(header.what);
    auto writing = std::make_unique<Writing>(std::move(file).value(), std::move(header), std::move(on_progress));
    if (auto wrong = writing->start())
        return std::move(*wrong);
    return std::unique_ptr<Recorder>(new Recorder(std::move(writing)));
}

Recorder::Recorder(std::unique_ptr<Writing> writing) : m_writing(std::move(writing)) {}
Recorder::~Recorder() { m_writing->close(); }
void Recorder::put(UpdatePtr update) { m_writing->put(std::move(update)); }
Recorder::Progress Recorder::close() { return m_writing->close(); }
Recorder::Progress Recorder::progress() const { return m_writing->progress(); }

} // namespace lockdesk
