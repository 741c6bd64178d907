// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/finding_list.h"
#include "backends/observe/store_rows.h"

#include <optional>

namespace lockdesk {

struct FindingLimits
{
    Duration oldest_message = std::chrono::minutes{1};
    Duration starving_after = std::chrono::minutes{1};      ///< due for this long (and twice the lock timeout)
    Duration overdue_without_habit = std::chrono::hours{2}; ///< held for this long, when no usual time is known
    int overdue_times = 10; ///< held for this many times its usual time, and ten minutes at least
    int missed_periods = 2; ///< nobody took it for this many periods
    Duration clock_offset = std::chrono::seconds{1};
    Duration clock_uncertainty = std::chrono::milliseconds{500};
    friend bool operator==(const FindingLimits&, const FindingLimits&) = default;
};

/// What a limit can be: a span of time within these, a number of times from 1 to this.
inline constexpr Duration shortest_finding_limit = std::chrono::milliseconds{1};
inline constexpr Duration longest_finding_limit = std::chrono::hours{24 * 365};
inline constexpr int most_finding_times = 1000;

/// Finds what needs a human in these rows at store time `now`, worst first (see `worse`).
std::vector<Finding> find_findings(const StoreRows& rows, TimePoint now, const FindingLimits& limits = {});

/// The same again and again. Belongs to one thread.
class Finder
{
public:
    /// Returns the same list as long as it would be equal.
    FindingsPtr find(const StoreRows& rows, TimePoint now, const FindingLimits& limits);

private:
    Findings::Rows m_found; ///< in the order in which they were found
    FindingsPtr m_sorted;
};

/// Findings of a store that does not answer: its silence first, then `before`. `now` and `since` are on the store's clock;
/// `since` is absent when it never answered. `cause` is the message of its client or server, may be empty; with `refuses`
/// it is the answer.
Findings with_silence(const Findings& before, std::optional<TimePoint> since, TimePoint now, const std::string& cause,
                      bool refuses = false);

/// Order of a table of findings: a silent store first, then by severity, age (longest first), kind and key.
bool worse(const Finding& a, const Finding& b);

} // namespace lockdesk
