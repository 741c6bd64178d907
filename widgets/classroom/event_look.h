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

/// The lanes of a lesson as a lane view shows them. Times are microseconds since the lesson's start. `store`: named in the captions
/// where two stores are under each other; may be empty.
std::vector<Lane> lanesOf(const scenarios::State& state, const QString& store);

/// A value of a row as people read it: times as seconds of the lesson, `name` says which they are.
QString fieldText(const std::string& name, const scenarios::Value& value);

} // namespace lockdesk
