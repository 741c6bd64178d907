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

/// The lanes of a lesson as a lane view shows them. Times are microseconds since the lesson's start.
class LaneLooks
{
public:
    /// `store`: named in the lanes where two stores are under each other; may be empty. `wrong`: the line of the first wrong step,
    /// 0 while there is none.
    [[nodiscard]] std::vector<Lane> of(const scenarios::State& state, const QString& store, int wrong = 0);
    /// Another run, or another language: nothing known is right any more.
    void clear() { m_known.clear(); }

private:
    /// Of the marks of a lane: they only get more, or fewer from the end.
    struct Known
    {
        std::vector<LaneMark> marks;
        std::vector<std::size_t> sources; ///< index of each among the lane's
        std::size_t seen = 0;             ///< so many of the lane's
    };
    std::vector<Known> m_known;
    int m_wrong = 0;
};

/// What a lane or a row is of: `lock ledger`. An unknown kind: its key alone.
QString thingText(const std::string& kind, const std::string& key);

/// A value of a row as people read it: instants as seconds of the lesson, whether they are numbers or texts; those long before it as
/// their day; lengths as seconds. `name` says which of the two a number of microseconds is.
QString fieldText(const std::string& name, const scenarios::Value& value);

} // namespace lockdesk
