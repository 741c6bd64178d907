// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/classroom/lesson_player.h"

namespace lockdesk {

/// The state of each track at the position of the player, and where two tracks differ. Caches, as it has many readers.
class LessonPicture
{
public:
    LessonPicture(const LessonPlayer& player, const ClassTrack (&tracks)[2]) : m_player(player), m_tracks(tracks) {}

    /// Null until the track is prepared. Valid until the next change.
    [[nodiscard]] const scenarios::State* state(const ClassTrack& track) const;
    /// Computes only the verdict of that state, which is cheap.
    [[nodiscard]] scenarios::Verdict verdict(const ClassTrack& track) const;
    /// With two stores: the first step, counted from 1, that differs; 0: none.
    [[nodiscard]] int firstDifference() const;
    void clear() { m_known[0] = m_known[1] = {}; }

private:
    struct Known
    {
        int events = -1;
        std::optional<Duration> clock;
        int edition = -1;
        std::optional<scenarios::State> state;
    };
    struct Compared
    {
        int editions[2] = {-1, -1};
        std::size_t steps = 0; ///< number of equal steps
    };

    const LessonPlayer& m_player;
    const ClassTrack (&m_tracks)[2];
    mutable Known m_known[2];
    mutable Compared m_compared;
};

} // namespace lockdesk
