// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/recording/recording.h"

#include <functional>
#include <memory>
#include <string>

namespace lockdesk {

/// Writes what an observer tells into a file, on a thread of its own. Each update is one write, so that a killed program leaves
/// whole lines. Thread-safe. The destructor closes.
class Recorder
{
public:
    struct Progress
    {
        std::uint64_t number = 0; ///< of the last update that is in the file
        std::int64_t lines = 0, bytes = 0;
        std::optional<Failure> failure; ///< nothing is written after it
    };
    /// From the writing thread, after each update.
    using Told = std::function<void(const Progress& progress)>;

    /// Begins the file. A file that is there is replaced if it is empty or a recording; else it is a usage failure.
    static Answer<std::unique_ptr<Recorder>> begin(const std::string& path, RecordingHeader header, Told told = {});
    ~Recorder();
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    /// In the order of the observer.
    void put(UpdatePtr update);
    /// Writes what was put, and the last line. Answers how it went.
    Progress close();
    [[nodiscard]] Progress progress() const;

private:
    class Writing;
    explicit Recorder(std::unique_ptr<Writing> writing);
    std::unique_ptr<Writing> m_writing;
};

} // namespace lockdesk
