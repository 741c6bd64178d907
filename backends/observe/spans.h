// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/grouped.h"
#include "backends/engine/contracts/time.h"

#include <cstdint>
#include <string>

namespace lockdesk {

enum class SpanUnit { seconds, minutes, hours, days };

/// A duration rounded for reading: `9 min 12 s` is {9, minutes, 12, true}. Shared, so that all programs round alike.
struct Span
{
    std::int64_t number = 0;
    SpanUnit unit = SpanUnit::seconds;
    int tenths = -1;         ///< of the number; -1: whole
    std::int64_t second = 0; ///< in the next smaller unit
    bool has_second = false;
};

/// A time ahead: tenths of a second below 60 s, minutes and seconds below 10 min, minutes below 2 h, hours and minutes
/// below 2 days, then days. Rounds down; negative counts as 0.
Span span_ahead(Duration d);
/// A time past: whole seconds below 60 s, minutes below 2 h, hours below 2 days, then days.
Span span_past(Duration d);

/// `< 1 s`, `12 s`, `3 min`, `2 h`, `3 days`, `over 100 years`.
std::string past_text(Duration d);
/// `12.4 s`, `9 min 12 s`, `21 min`, `3 h 10 min`, `3 days`.
std::string ahead_text(Duration d);
/// `2 h 14 min`, `4 min 12 s`: an age with a second unit.
std::string long_span_text(Duration d);
/// `14:29:00`, UTC.
std::string clock_text(TimePoint t);
/// `host/pid` of `host/pid/instance`; other owners unchanged.
std::string short_owner(const std::string& owner);
/// From tenths per second: `41`, `4.5`, `0`.
std::string rate_text(std::int64_t tenths);

} // namespace lockdesk
