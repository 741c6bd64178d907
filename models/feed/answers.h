// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QString>

namespace lockdesk {

class FeedSet;

/// How many of the shown stores have current data; only when all have can the window say that nothing needs attention.
struct Answers
{
    int asked = 0, missing = 0;
    int reading = 0; ///< of those missing: their first rows are here
    [[nodiscard]] bool all() const { return missing == 0; }
    friend bool operator==(const Answers&, const Answers&) = default;
};
/// Counts the answers of these connections; empty: of all.
Answers answersOf(const FeedSet& feeds, const QSet<int>& connections);

/// `3 of 4 stores have not answered`, `the store is being read`; empty: all have answered.
QString missingText(const Answers& answers);
/// `Nothing needs you.`, else which stores have not answered, or that no store is shown.
QString nothingText(const Answers& answers);

} // namespace lockdesk
