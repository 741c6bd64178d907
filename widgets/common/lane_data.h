// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/tokens.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

/// What a lane view shows: plain data, so that everybody who has times can fill it. Times are microseconds on any one clock that all
/// lanes of a view share.
namespace lockdesk {

/// A bar in a lane.
struct LaneSpan
{
    enum class Kind {
        works,      ///< solid: works under a lease
        notRunning, ///< grey hatch: frozen, crashed, cut off
        overdue,    ///< red hatch: past its lease
        waits,      ///< track colour with text
        margin,     ///< hatched in the colour of held: the lease still runs, nobody may trust it any more
        cooling,    ///< striped: kept free for nobody until a time
    };
    std::int64_t from = 0;
    std::int64_t to = 0; ///< 0: until now
    Kind kind = Kind::works;
    QString text =
        {}; ///< in the bar when it fits; in a hatched one on a patch of its own: past the lease always, else in tall lanes
    QString after = {};           ///< right of its end
    QString tip = {};             ///< first line of what hovering shows; empty: the text
    std::optional<Tone> ink = {}; ///< of the text; none: what fits the bar
    int row = 0;                  ///< in the lane; `allRows`: over all of them
    static constexpr int allRows = -1;
};

/// A mark on top of the bars.
struct LaneMark
{
    std::int64_t at = 0;
    Glyph glyph = Glyph::none; ///< none: a renewal tick
    Tone tone = Tone::text;
    QString text = {}; ///< beside the glyph, right of it if there is room, else left; nowhere if it would cover something
    QString tip = {};  ///< what hovering shows; empty: the text
    int row = 0;       ///< in the lane
    int beside = 0;    ///< so many marks of the same instant stand left of it
};

struct Lane
{
    QString name;
    QString caption = {};             ///< second line, only in tall lanes
    std::vector<LaneSpan> spans = {}; ///< ascending by `from`; later ones lie on top
    std::vector<LaneMark> marks = {}; ///< ascending
    std::int64_t longest = 0;         ///< at least as long as each finished span; lets long lanes be searched. 0: unknown
    int rows = 1;                     ///< bars that overlap lie below each other
    std::int64_t openSince = 0;       ///< with `longest`: where the first span without an end begins; 0: there is none
};

/// Many lanes, without a copy: only those in view are asked for. What `lane` answers must stay until the source next changes and
/// `LaneView::sourceChanged` was called.
class LaneSource
{
public:
    virtual ~LaneSource() = default;
    [[nodiscard]] virtual int laneCount() const = 0;
    [[nodiscard]] virtual const Lane& lane(int index) const = 0;
    /// As `Lane::rows`: how high each lane is must be known of all of them.
    [[nodiscard]] virtual int rows(int index) const { return lane(index).rows; }
};

} // namespace lockdesk
