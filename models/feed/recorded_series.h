// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/recording/recording_file.h"
#include "backends/observe/tracker.h"
#include "models/feed/history.h"

#include <memory>

namespace lockdesk {

/// The rows of an instant as a store would have answered them.
ChangeBatch batchOf(const RecordedState& rows);
/// The same of what a moment brought; lists that it does not tell are as `before` has them.
ChangeBatch batchOf(RecordedChange& change, const StoreRows& before);
/// Rates need a steady time that goes as the recorded one did.
SteadyPoint steadyOf(TimePoint at);

/// The numbers of a recording for charts, as far as somebody has looked at it. What was looked at once is kept: one sample a second.
class RecordedSeries
{
public:
    /// The file outlives it, and is read by it.
    explicit RecordedSeries(RecordingFile& file);

    /// Looks at the ten minutes up to a moment, at most until then. True: all of them are there.
    bool fill(std::size_t moment, SteadyPoint until);
    /// Those of the ten minutes up to a moment that are there, oldest first.
    [[nodiscard]] std::vector<History::Sample> samples(std::size_t moment) const;

private:
    [[nodiscard]] std::size_t first(std::size_t moment) const;
    [[nodiscard]] bool endsASecond(std::size_t moment) const;
    void look(std::size_t moment);

    RecordingFile& m_file;
    std::unique_ptr<Tracker> m_tracker;
    RecordedNumbers m_numbers;
    std::optional<std::size_t> m_at; ///< where the tracker stands
    std::vector<bool> m_looked;
    std::map<std::size_t, History::Sample> m_samples; ///< by moment
};

} // namespace lockdesk
