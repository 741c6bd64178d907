// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/scenarios/playback.h"
#include "widgets/common/lane_data.h"

#include <QString>

namespace lockdesk {

/// Glyph and ink of an event.
struct EventLook
{
    Glyph glyph = Glyph::ring;
    Tone tone = Tone::free;
    bool bold = false;
};
EventLook eventLook(const std::string& word, scenarios::Tone tone);

/// Converts the lanes of a lesson for a lane view. Times are microseconds since the lesson's start.
class LaneLooks
{
public:
    /// `store`: shown in the lanes if two stores are shown; may be empty. `wrong`: line of the first wrong step; 0: none.
    [[nodiscard]] std::vector<Lane> of(const scenarios::State& state, const QString& store, int wrong = 0);
    /// Drops the cache, for another run or language.
    void clear() { m_known.clear(); }

private:
    /// Cached marks of a lane: marks are only appended, or removed from the end.
    struct Known
    {
        std::vector<LaneMark> marks;
        std::vector<std::size_t> sources; ///< index of each among the lane's
        std::size_t seen = 0;             ///< number of the lane's marks handled
    };
    std::vector<Known> m_known;
    int m_wrong = 0;
};

/// The object of a lane or row: `lock ledger`. For an unknown kind only its key.
QString thingText(const std::string& kind, const std::string& key);

/// Formats a value of a row: instants, as numbers or texts, as seconds of the lesson, those long before it as their date;
/// durations as seconds. `name` decides whether a number of microseconds is an instant or a duration.
QString fieldText(const std::string& name, const scenarios::Value& value);

} // namespace lockdesk
