// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/running_sum.h"

#include <string>
#include <string_view>

namespace lockdesk {

/// The check at the end of each line: `,"sum":"89abcdef"}`. It goes on from line to line, so that one that is missing is found, too.
/// Against accidents and edits in passing; it proves nothing against somebody who means it.
class LineSum
{
public:
    /// `line`: an object without it. Answers the line with it.
    std::string closed(std::string_view line);
    /// Whether a line is as it was written.
    bool check(std::string_view line);

private:
    RunningSum m_sum;
};

} // namespace lockdesk
