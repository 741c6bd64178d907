// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSet>
#include <QString>

namespace lockdesk {

class FeedSet;

/// Which of the stores that are shown can be spoken of: one that has not answered, or does not answer now, may need somebody.
struct Answers
{
    int asked = 0, missing = 0;
    [[nodiscard]] bool all() const { return missing == 0; }
    friend bool operator==(const Answers&, const Answers&) = default;
};
/// `connections` empty: all.
Answers answersOf(const FeedSet& feeds, const QSet<int>& connections);

/// `3 of 4 stores have not answered`; empty: all have.
QString missingText(const Answers& answers);
/// `Nothing needs you.`, or that nobody can say so yet.
QString nothingText(const Answers& answers);

} // namespace lockdesk
