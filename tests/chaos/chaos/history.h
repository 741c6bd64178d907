// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk::chaos {

/// An action of a process as it saw it. Times are nanoseconds of the steady clock, which all processes of a computer
/// share. `begun` is written before a call that changes something, so that a process that dies during it leaves a trace.
struct Event
{
    enum class What {
        granted,   ///< a lock: subject, token, owner
        write,     ///< to the fenced resource; done: admitted
        increment, ///< of the resource's counter, after its write
        claimed,   ///< a task
        advance,   ///< of a task from phase `detail`
        add,       ///< a message
        delivered, ///< a message, to its receiver
        applied,   ///< to the draw: subject is the person, token the number; refused: no place left
        trusted, ///< a lock: at `begin` its holder trusted it; nobody else may from the first such moment to the last
        trouble, ///< a call without a result; `detail`: the kind of failure
    };
    enum class Result { begun, done, refused, in_doubt };
    What what = What::write;
    Result result = Result::done;
    std::string subject;
    std::int64_t token = 0;
    std::string owner;
    std::int64_t begin = 0, end = 0;
    std::string detail;
};

std::int64_t steady_ns();

/// A file of JSON lines, each written to the file when `write` returns: a killed process loses none.
class HistoryWriter
{
public:
    explicit HistoryWriter(const std::filesystem::path& file);
    ~HistoryWriter();
    HistoryWriter(const HistoryWriter&) = delete;
    HistoryWriter& operator=(const HistoryWriter&) = delete;
    void write(const Event& event);

private:
    int m_file = -1;
};

/// Reads one file, or all files of a folder that end in `.jsonl`. Ignores an incomplete last line.
std::vector<Event> read_history(const std::filesystem::path& path);

} // namespace lockdesk::chaos
