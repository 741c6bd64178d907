// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

namespace lockdesk {

/// The time axis of lanes: maps instants to positions and formats them.
struct LaneAxis
{
    enum class Labels {
        ago,     ///< `−20 s`, `now`
        elapsed, ///< `20 s`, since `origin`
        clock,   ///< `14:32:07`, as elsewhere in the console
    };
    std::int64_t from = 0, to = 1; ///< the window shown
    std::int64_t now = 0;
    std::int64_t origin = 0;
    std::int64_t fixedStep = 0; ///< between lines; 0: chosen to fit
    Labels labels = Labels::ago;
    double left = 0, right = 1; ///< position of the window on screen

    [[nodiscard]] double x(std::int64_t at) const { return left + (right - left) * double(at - from) / double(to - from); }
    [[nodiscard]] std::int64_t at(double x) const
    {
        return from + std::int64_t((x - left) / (right > left ? right - left : 1) * double(to - from));
    }
    /// Returns a round interval of at least this many pixels.
    [[nodiscard]] std::int64_t step(double leastPixels) const;
    /// Returns the first line in the window; further ones follow every `step`.
    [[nodiscard]] std::int64_t firstLine(std::int64_t step) const;
    [[nodiscard]] QString label(std::int64_t at, std::int64_t step) const;
    /// With milliseconds, for hovering.
    [[nodiscard]] QString exact(std::int64_t at) const;
    /// A duration: `12.4 s`, `850 ms`, `9 min 12 s`.
    [[nodiscard]] static QString duration(std::int64_t us);
};

} // namespace lockdesk
