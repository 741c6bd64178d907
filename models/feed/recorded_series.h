// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/recording/recording_file.h"
#include "backends/observe/lease_book.h"
#include "backends/observe/tracker.h"
#include "models/feed/history.h"

#include <memory>

namespace lockdesk {

/// Converts the rows of an instant to the batch that a store would have returned.
ChangeBatch batchOf(const RecordedState& rows);
/// Converts the changes of a moment likewise; lists that it does not contain are taken from `before`.
ChangeBatch batchOf(RecordedChange& change, const StoreRows& before);
/// Maps a recorded time to a steady time with the same intervals, as rates need one.
SteadyPoint steadyOf(TimePoint at);

/// The numbers of a recording for charts, computed on demand and cached: one sample a second. Keeps those near the last moment
/// that was filled, so that its size does not grow with the recording.
class RecordedSeries
{
public:
    /// Reads from the file, which must outlive it.
    explicit RecordedSeries(RecordingFile& file);

    /// Computes the ten minutes up to a moment, at most until the deadline. Returns true if all are computed.
    bool fill(std::size_t moment, SteadyPoint until);
    /// Returns the computed samples of the ten minutes up to a moment, oldest first.
    [[nodiscard]] std::vector<History::Sample> samples(std::size_t moment) const;
    [[nodiscard]] std::size_t kept() const { return m_samples.size(); }

private:
    [[nodiscard]] std::size_t first(std::size_t moment) const;
    void keepNear(std::size_t moment);
    [[nodiscard]] bool endsASecond(std::size_t moment) const;
    void look(std::size_t moment);

    RecordingFile& m_file;
    std::unique_ptr<Tracker> m_tracker;
    LeaseBook m_book;
    RecordedNumbers m_numbers;
    std::optional<std::size_t> m_at; ///< position of the tracker
    std::vector<bool> m_looked;
    std::map<std::size_t, History::Sample> m_samples; ///< by moment
};

} // namespace lockdesk
