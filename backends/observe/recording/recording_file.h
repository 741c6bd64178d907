// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/recording/recording.h"

#include <memory>
#include <string>

namespace lockdesk {

class FileText;

/// Everything that was known at one instant of a recording.
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

/// What one look brought.
struct RecordedChange
{
    RecordedState rows; ///< only what is new or has changed; waiters, refusals and audit complete where `lists`
    std::vector<GoneRow> gone;
    std::vector<Event> events;
    bool lists = false, has_numbers = false, has_findings = false;
};

/// A recording read back, at any instant. The file is checked and indexed once: then an instant is the nearest keyframe and the
/// lines after it, and only lines of rows that are there are read. Its keyframes are places in the file, not rows, so they are small.
/// Bytes are read when they are wanted: a file that another program makes shorter, or writes over, only shows less. One thread.
class RecordingFile
{
public:
    /// A line that is cut, edited, missing or none of a recording is a usage failure that names it. `up_to_damage`: what stands before
    /// it is taken, if that is a header at least, and `damage` says what is wrong.
    static Answer<std::unique_ptr<RecordingFile>> open(const std::string& path, bool up_to_damage = false);
    /// The same of bytes that are read already, or elsewhere. `name` begins the message.
    static Answer<std::unique_ptr<RecordingFile>> read(std::shared_ptr<const FileText> text, const std::string& name,
                                                       bool up_to_damage);
    ~RecordingFile();
    RecordingFile(const RecordingFile&) = delete;
    RecordingFile& operator=(const RecordingFile&) = delete;

    [[nodiscard]] const RecordingHeader& header() const;
    [[nodiscard]] const std::string& damage() const; ///< empty: none
    [[nodiscard]] bool closed() const;               ///< the recorder ended it
    [[nodiscard]] std::size_t lines() const;

    /// Looks, and instants between them at which something was told; ascending in time. There may be none.
    [[nodiscard]] std::size_t moments() const;
    [[nodiscard]] TimePoint at(std::size_t moment) const;
    /// The last one at or before an instant; the first one if all are later.
    [[nodiscard]] std::size_t moment_at(TimePoint at) const;
    /// The next or last one (by `step` 1 or -1) at which a row or an event was told; itself: there is none.
    [[nodiscard]] std::size_t moved(std::size_t moment, int step) const;
    /// All as it was then.
    [[nodiscard]] RecordedState state(std::size_t moment);
    /// What a moment brought to the one before.
    [[nodiscard]] RecordedChange change(std::size_t moment);
    /// Events up to and with a moment, oldest first, the last so many.
    [[nodiscard]] std::vector<Event> events(std::size_t moment, std::size_t most) const;
    /// The lines of a moment, as they are in the file.
    [[nodiscard]] std::vector<std::string> text(std::size_t moment) const;

private:
    class Index;
    explicit RecordingFile(std::unique_ptr<Index> index);
    std::unique_ptr<Index> m_index;
};

} // namespace lockdesk
