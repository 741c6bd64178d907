// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/recording/recording.h"

#include <memory>
#include <string>

namespace lockdesk {

class FileText;

/// Everything known at one instant of a recording.
struct RecordedState
{
    Rows<LockRow> locks;
    Rows<TaskRow> tasks;
    Rows<MessageRow> messages;
    Rows<WorkerRow> workers;
    std::vector<WaiterRow> waiters;
    std::vector<FenceRow> refusals; ///< newest first
    std::vector<AuditRow> audit;    ///< newest first
    RecordedNumbers numbers;
    std::vector<Finding> findings;
    PollCost cost;
    bool sandbox = false;
    bool stale = false; ///< the store did not answer
    std::string cause;
};

/// The changes of one moment.
struct RecordedChange
{
    RecordedState rows; ///< only new and changed rows; waiters, refusals and audit are complete when `lists`
    std::vector<GoneRow> gone;
    std::vector<Event> events;
    bool lists = false, has_numbers = false, has_findings = false;
};

/// Reads a recording at any instant. The file is checked and indexed once; an instant is then the nearest keyframe and the
/// lines after it, and only lines of rows that exist are read. Keyframes are positions in the file, not rows, so they are
/// small. Bytes are read on demand: a file that another program truncates or overwrites merely shows less. One thread.
class RecordingFile
{
public:
    /// A line that is cut, edited, missing or not of a recording is a usage failure that gives its number. `up_to_damage`:
    /// reads up to that line, if that includes the header, and `damage` describes the problem. Of a bundle of several stores
    /// `FILE#NAME` is the part of one; without a name such a file is a usage failure that lists them.
    static Answer<std::unique_ptr<RecordingFile>> open(const std::string& path, bool up_to_damage = false);
    /// Likewise for bytes from elsewhere. `name` begins the message.
    static Answer<std::unique_ptr<RecordingFile>> read(std::shared_ptr<const FileText> text, const std::string& name,
                                                       bool up_to_damage);
    ~RecordingFile();
    RecordingFile(const RecordingFile&) = delete;
    RecordingFile& operator=(const RecordingFile&) = delete;

    [[nodiscard]] const RecordingHeader& header() const;
    [[nodiscard]] const std::string& damage() const; ///< empty: none
    void add_damage(const std::string& what);        ///< of the file around it
    [[nodiscard]] bool closed() const;               ///< the recorder closed it
    [[nodiscard]] std::size_t lines() const;

    /// Number of moments: polls, and instants between them with changes; ascending in time. May be 0.
    [[nodiscard]] std::size_t moments() const;
    [[nodiscard]] TimePoint at(std::size_t moment) const;
    /// The last moment at or before an instant; the first one if all are later.
    [[nodiscard]] std::size_t moment_at(TimePoint at) const;
    /// The next or previous moment (`step` 1 or -1) with a row or an event; `moment` itself if there is none.
    [[nodiscard]] std::size_t moved(std::size_t moment, int step) const;
    /// Returns everything as of that moment.
    [[nodiscard]] RecordedState state(std::size_t moment);
    /// Returns the changes from the moment before.
    [[nodiscard]] RecordedChange change(std::size_t moment);
    /// Returns the last `most` events up to and including a moment, oldest first.
    [[nodiscard]] std::vector<Event> events(std::size_t moment, std::size_t most) const;
    /// Returns the lines of a moment as they are in the file.
    [[nodiscard]] std::vector<std::string> text(std::size_t moment) const;

private:
    class Index;
    explicit RecordingFile(std::unique_ptr<Index> index);
    std::unique_ptr<Index> m_index;
};

} // namespace lockdesk
