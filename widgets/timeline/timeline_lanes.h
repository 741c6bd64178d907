// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/timeline.h"
#include "widgets/common/lane_data.h"
#include "widgets/shell/page_context.h"

#include <unordered_map>

namespace lockdesk {

/// The timeline as lanes of a view: those that fit the filter, of the connections that are shown. Made when they come into view.
class TimelineLanes final : public LaneSource
{
public:
    explicit TimelineLanes(const PageContext& context);

    void setBy(Timeline::By by);
    [[nodiscard]] Timeline::By by() const { return m_by; }
    /// Part of a name; empty: all.
    void setFilter(const QString& text) { m_filter = text; }
    /// Chooses the lanes anew.
    void refresh();

    [[nodiscard]] int laneCount() const override { return int(m_shown.size()); }
    [[nodiscard]] const Lane& lane(int index) const override;
    [[nodiscard]] const TimelineLane* at(int index) const { return m_shown[std::size_t(index)]; }

private:
    struct Made
    {
        std::uint64_t revision = 0;
        std::int64_t own = 0; ///< events of an own worker that were taken in
        Lane lane;
    };
    void make(const TimelineLane& from, Lane& lane) const;
    void addOwn(const TimelineLane& from, Lane& lane) const;
    [[nodiscard]] QString nameOf(const TimelineLane& lane) const;

    PageContext m_context;
    Timeline::By m_by = Timeline::By::worker;
    QString m_filter;
    std::vector<const TimelineLane*> m_shown;
    mutable std::unordered_map<const TimelineLane*, Made> m_made;
};

} // namespace lockdesk
