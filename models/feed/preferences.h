// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/findings.h"

#include <QMap>
#include <QString>

#include <chrono>

namespace lockdesk {

class FeedSet;

/// What the user has chosen for the whole program. A value; kept in the settings, where anything that is out of bounds counts
/// as not chosen.
struct Preferences
{
    std::chrono::milliseconds interval{1000}; ///< between polls; a store that is slow is polled less often
    bool utc = false;                         ///< times in UTC instead of this computer's zone
    QString language{};                       ///< `en`, `ko`; empty: the desktop's. From the next start on
    QString theme{};                          ///< `dark`, `light`; empty: the desktop's
    int zoom = 100;                           ///< percent
    bool notifications = true;                ///< of the desktop, and its tray
    QString retention{};                      ///< for connections without their own: `30d`, `off`; empty: the programs' default
    /// By id of a saved connection; without those that have the usual ones. Not in the settings: the command line has them,
    /// too.
    QMap<QString, FindingLimits> limitsOf{};

    static constexpr std::chrono::milliseconds shortestInterval{200}, longestInterval{60'000};
    static constexpr int smallestZoom = 80, largestZoom = 200;

    static Preferences load();
    void save() const;
    [[nodiscard]] FindingLimits limitsFor(const QString& connection) const { return limitsOf.value(connection); }
    /// Gives them to the observers that run, and to the formats of times.
    void apply(const FeedSet& feeds) const;
    friend bool operator==(const Preferences&, const Preferences&) = default;
};

} // namespace lockdesk
