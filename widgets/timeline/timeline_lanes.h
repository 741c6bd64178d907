// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/timeline/timeline.h"
#include "widgets/common/lane_data.h"
#include "widgets/shell/page_context.h"

#include <unordered_map>
#include <vector>

namespace lockdesk {

/// The timeline as lanes of a view: those that fit the filter, of the connections that are shown. Made when they come into view.
/// What needs a human comes first, then the rest by name. Where there are hundreds of either, names that begin alike share a lane
/// until somebody asks for them.
class TimelineLanes final : public LaneSource
{
public:
    /// What stays the same when lanes are chosen anew. A name alone does not: a lane may be called as others begin, and of those
    /// that begin alike some need a human and some do not.
    struct Identity
    {
        enum class Kind { one, quietGroup, alarmedGroup };
        Kind kind = Kind::one;
        int connection = -1;
        QString name; ///< of a group: its stem
        bool operator==(const Identity&) const = default;
    };

    explicit TimelineLanes(const PageContext& context);

    void setBy(Timeline::By by);
    [[nodiscard]] Timeline::By by() const { return m_by; }
    /// Part of a name; empty: all.
    void setFilter(const QString& text) { m_filter = text; }
    /// Chooses the lanes anew.
    void refresh();

    [[nodiscard]] int laneCount() const override { return int(m_shown.size()); }
    [[nodiscard]] const Lane& lane(int index) const override;
    [[nodiscard]] int rows(int index) const override;
    /// Null: a lane of many; `groupAt` says of which.
    [[nodiscard]] const TimelineLane* at(int index) const { return m_shown[std::size_t(index)].one; }
    /// What the names of a shared lane begin with; empty: it is one lane.
    [[nodiscard]] QString groupAt(int index) const;
    /// Which lane it has become after `refresh`. -1: it is not shown.
    [[nodiscard]] int find(const Identity& identity) const;
    [[nodiscard]] Identity identityAt(int index) const;
    /// How many there are, those in shared lanes too.
    [[nodiscard]] int count() const { return m_count; }
    /// Lanes have come to need a human, or no longer do: the order is another one.
    [[nodiscard]] bool orderChanged() const;
    /// All rows of all lanes: another number after one of them has become higher.
    [[nodiscard]] std::size_t rowsOfAll() const;

private:
    struct Group
    {
        QString stem;
        int connection = -1;
        bool alarms = false; ///< all of them need a human; otherwise none does
        std::vector<const TimelineLane*> lanes;
        mutable std::uint64_t revision = 0;
        mutable Lane lane;
    };
    struct Shown
    {
        const TimelineLane* one = nullptr;
        std::size_t group = 0; ///< if there is no one
        bool alarms = false;
    };
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
    void gather(const std::vector<const TimelineLane*>& lanes, bool alarms);
    [[nodiscard]] static const Lane& laneOf(const Group& group);

    std::vector<Shown> m_shown;
    std::vector<Group> m_groups;
    int m_count = 0;
    mutable std::unordered_map<const TimelineLane*, Made> m_made;
};

} // namespace lockdesk
