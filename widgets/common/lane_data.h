// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/tokens.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

/// Data of a lane view: plain structs, so that any source of times can fill them. Times are microseconds on one clock,
/// common to all lanes of a view.
namespace lockdesk {

/// A bar in a lane.
struct LaneSpan
{
    enum class Kind {
        works,      ///< solid: works under a lease
        notRunning, ///< grey hatch: frozen, crashed, cut off
        overdue,    ///< red hatch: past its lease
        waits,      ///< track colour with text
        margin,     ///< hatched in the colour of held: the lease still runs, but is no longer safe to rely on
        cooling,    ///< striped: nobody may take it until a time
        unread,     ///< faint hatch: may have ended, as nobody has looked since
    };
    std::int64_t from = 0;
    std::int64_t to = 0; ///< 0: open
    Kind kind = Kind::works;
    QString text =
        {}; ///< in the bar if it fits; hatched bars paint it on a patch: past the lease always, else in tall lanes
    QString after = {};           ///< right of its end
    QString tip = {};             ///< first line shown on hover; empty: the text
    std::optional<Tone> ink = {}; ///< of the text; nullopt: the one that suits the bar
    int row = 0;                  ///< in the lane; `allRows`: spans all rows
    static constexpr int allRows = -1;
    std::uint64_t id = 0; ///< of what it shows, as its source numbers it; 0: none
};

/// A mark on top of the bars.
struct LaneMark
{
    std::int64_t at = 0;
    Glyph glyph = Glyph::none; ///< none: a renewal tick
    Tone tone = Tone::text;
    QString text = {}; ///< right of the glyph if there is room, else left; omitted if it would cover something
    QString tip = {};  ///< text shown on hover; empty: the text
    int row = 0;       ///< in the lane
    int beside = 0;    ///< number of marks of the same instant left of it
    std::uint64_t id = 0; ///< as of a span
};

struct Lane
{
    QString name;
    QString caption = {};             ///< second line, only in tall lanes
    std::vector<LaneSpan> spans = {}; ///< ascending by `from`; later ones are painted on top
    std::vector<LaneMark> marks = {}; ///< ascending
    std::int64_t longest = 0;         ///< maximum length of a finished span, to search long lanes; 0: unknown
    int rows = 1;                     ///< overlapping bars are stacked in rows
    std::int64_t openSince = 0;       ///< with `longest`: start of the first open span; 0: none
};

/// Provides many lanes without copying: only visible ones are queried. The reference returned by `lane` stays valid until
/// the source changes and `LaneView::sourceChanged` is called.
class LaneSource
{
public:
    virtual ~LaneSource() = default;
    [[nodiscard]] virtual int laneCount() const = 0;
    [[nodiscard]] virtual const Lane& lane(int index) const = 0;
    /// As `Lane::rows`; queried for all lanes, as their heights determine the layout.
    [[nodiscard]] virtual int rows(int index) const { return lane(index).rows; }
    /// Returns the text shown on hover over a bar or mark of that lane. A source of many makes it when it is wanted.
    [[nodiscard]] virtual QString tip(int /*index*/, const LaneSpan& span) const { return tipOr(span); }
    [[nodiscard]] virtual QString tip(int /*index*/, const LaneMark& mark) const { return tipOr(mark); }
    [[nodiscard]] static const QString& tipOr(const auto& shown) { return shown.tip.isEmpty() ? shown.text : shown.tip; }
};

} // namespace lockdesk
