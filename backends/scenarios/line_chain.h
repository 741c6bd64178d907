// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/running_sum.h"

#include <optional>
#include <string>
#include <string_view>

namespace lockdesk::scenarios {

/// The checksum at the end of each line of an event file: `,"sum":"89abcdef"}`. It covers all lines so far, so that a line
/// that was changed, removed or added is found. It covers a line's content, not its formatting, and not the stores' names:
/// the same run has the same sums on every store. Statements (`sent`) are excluded; they have a running sum of their own,
/// `,"sent_sum":"..."`, before it. Detects casual edits, not forgery.
class LineChain
{
public:
    /// Takes an object without the sum and returns the line with it.
    std::string closed(const std::string& line);
    /// Advances past a line; returns whether it is unchanged.
    bool check(std::string_view line);

private:
    std::string next(std::string line);
    RunningSum m_sum;
    RunningSum m_sent_sum; ///< of the statements sent, as `sent_sum`
};

/// Returns the first line, from 1, that does not continue the chain; nullopt: all do, or the file predates sums.
std::optional<int> first_break(std::string_view text_of_file);

} // namespace lockdesk::scenarios
