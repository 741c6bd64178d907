// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/classroom/lesson_picture.h"

#include <algorithm>

namespace lockdesk {

const scenarios::State* LessonPicture::state(const ClassTrack& track) const
{
    if (track.playback() == nullptr)
        return nullptr;
    const int n = m_player.eventsShown(track);
    const std::optional<Duration> at = m_player.clockOf(track);
    Known& known = m_known[&track == &m_tracks[0] ? 0 : 1];
    if (!known.state || known.events != n || known.clock != at || known.edition != track.edition()) {
        known.state = track.playback()->state(n, at);
        known.events = n;
        known.clock = at;
        known.edition = track.edition();
    }
    return &*known.state;
}

scenarios::Verdict LessonPicture::verdict(const ClassTrack& track) const
{
    return track.playback() != nullptr ? track.playback()->verdict(m_player.eventsShown(track)) : scenarios::Verdict{};
}

int LessonPicture::firstDifference() const
{
    const ClassTrack& a = m_tracks[0];
    const ClassTrack& b = m_tracks[1];
    if (a.playback() == nullptr || b.playback() == nullptr)
        return 0;
    const std::size_t both = std::min(a.visible().size(), b.visible().size());
    if (a.edition() != m_compared.editions[0] || b.edition() != m_compared.editions[1] || m_compared.steps > both)
        m_compared = {{a.edition(), b.edition()}, 0};
    for (std::size_t& i = m_compared.steps; i < both; ++i) {
        const scenarios::Event& x = a.event(a.visible()[i]);
        const scenarios::Event& y = b.event(b.visible()[i]);
        if (x.actor != y.actor || x.event != y.event || x.step != y.step || x.t != y.t || x.result != y.result)
            return int(i) + 1;
    }
    return 0;
}

} // namespace lockdesk
