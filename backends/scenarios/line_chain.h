// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/running_sum.h"

#include <optional>
#include <string>
#include <string_view>

namespace lockdesk::scenarios {

/// The check at the end of each line of an event file: `,"sum":"89abcdef"}`. It goes on from line to line, so that one that was
/// changed, taken out or added is found, whatever the others say. What a line says counts, not how it is written, and the stores'
/// names do not count: the same run has the same sums on every store. What was sent to the store (`sent`) does not count either; it has a
/// running sum of its own, `,"sent_sum":"..."` before. Against edits in passing, not against forgers.
class LineChain
{
public:
    /// `line`: an object without it. Answers the line with it.
    std::string closed(const std::string& line);
    /// Goes on past a line; whether it is as it was written.
    bool check(std::string_view line);

private:
    std::string next(std::string line);
    RunningSum m_sum;
    RunningSum m_sent_sum; ///< of the statements that were sent, as `sent_sum`
};

/// The first line, from 1, that does not go on from those before it; none: all do, or the file is of before there were sums.
std::optional<int> first_break(std::string_view text_of_file);

} // namespace lockdesk::scenarios
