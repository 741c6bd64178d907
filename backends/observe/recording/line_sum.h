// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/running_sum.h"

#include <string>
#include <string_view>

namespace lockdesk {

/// The checksum at the end of each line: `,"sum":"89abcdef"}`. It covers all lines so far, so that a missing line is found,
/// too. Detects accidents and casual edits; it is no protection against forgery.
class LineSum
{
public:
    /// Takes an object without the checksum and returns the line with it.
    std::string closed(std::string_view line);
    /// Whether a line and all before it are unchanged.
    bool check(std::string_view line);

private:
    RunningSum m_sum;
};

} // namespace lockdesk
