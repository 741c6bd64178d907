// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/recording/recording.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace lockdesk {

/// Writes the updates of an observer to a file, on its own thread. Each update is one write, so that a killed program
/// leaves whole lines. Thread-safe. The destructor closes the file.
class Recorder
{
public:
    struct Progress
    {
        std::uint64_t number = 0; ///< of the last update in the file
        std::int64_t lines = 0, bytes = 0;
        std::optional<Failure> failure; ///< nothing is written after a failure
    };
    /// Called on the writing thread after each update.
    using OnProgress = std::function<void(const Progress& progress)>;

    /// Creates the file. Replaces an existing file if it is empty or a recording; otherwise returns a usage failure.
    static Answer<std::unique_ptr<Recorder>> begin(const std::string& path, RecordingHeader header, OnProgress on_progress = {});
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// Queues an update. Call in the observer's order.
    void put(UpdatePtr update);
    /// Writes the queued updates and the last line, and returns the outcome.
    Progress close();
    [[nodiscard]] Progress progress() const;

private:
    class Writing;
    explicit Recorder(std::unique_ptr<Writing> writing);
    std::unique_ptr<Writing> m_writing;
};

/// Why a recording or bundle may not replace this file: it is neither. An unreadable file counts as one of others.
std::optional<Failure> recording_objection(const std::string& path);

} // namespace lockdesk
