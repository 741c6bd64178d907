// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/timeline/timeline.h"
#include "widgets/common/lane_data.h"
#include "widgets/shell/page_context.h"

#include <QSet>
#include <QStringList>

#include <optional>
#include <unordered_map>
#include <vector>

namespace lockdesk {

/// The timeline as lanes of a view, limited to the filter and the shown connections, built when they come into view.
/// Lanes that need attention are first, then the others by name. If there are hundreds of either, names with a common
/// prefix share a lane until the user expands it.
class TimelineLanes final : public LaneSource
{
public:
    /// Identity of a lane across `refresh`. A name is not enough: a lane may be named like the prefix of others, and of
    /// those with one prefix some need attention and some do not.
    struct Identity
    {
        enum class Kind { one, quietGroup, alarmedGroup };
        Kind kind = Kind::one;
        int connection = -1;
        QString name; ///< of a group: its prefix
        bool operator==(const Identity&) const = default;
    };

    explicit TimelineLanes(const PageContext& context);

    void setBy(Timeline::By by);
    [[nodiscard]] Timeline::By by() const { return m_by; }
    /// Part of a name; empty: all.
    void setFilter(const QString& text) { m_filter = text; }
    /// Names of all lanes of the shown connections, sorted; the first `most`.
    [[nodiscard]] QStringList names(int most) const;
    /// Selects and groups the lanes again.
    void refresh();
    /// Drops the bars and marks of all lanes until they come into view again: tens of thousands after a day.
    void dropMade();
    [[nodiscard]] std::size_t made() const { return m_made.size(); } ///< lanes with bars and marks

    [[nodiscard]] int laneCount() const override { return int(m_shown.size()); }
    [[nodiscard]] const Lane& lane(int index) const override;
    [[nodiscard]] int rows(int index) const override;
    [[nodiscard]] QString tip(int index, const LaneSpan& span) const override;
    [[nodiscard]] QString tip(int index, const LaneMark& mark) const override;
    /// Null: a shared lane; `groupAt` returns its prefix.
    [[nodiscard]] const TimelineLane* at(int index) const { return m_shown[std::size_t(index)].one; }
    /// Returns the common prefix of a shared lane; empty: a single lane.
    [[nodiscard]] QString groupAt(int index) const;
    /// Returns the lane's index after `refresh`. -1: not shown.
    [[nodiscard]] int find(const Identity& identity) const;
    [[nodiscard]] Identity identityAt(int index) const;
    /// Number of lanes, including those in shared lanes.
    [[nodiscard]] int count() const { return m_count; }
    /// True if lanes started or stopped needing attention, which changes the order.
    [[nodiscard]] bool orderChanged() const;
    /// Rows of all lanes; changes when one of them becomes higher.
    [[nodiscard]] std::size_t rowsOfAll() const;

private:
    struct Group
    {
        QString stem;
        int connection = -1;
        bool alarms = false; ///< all of them need attention; otherwise none does
        std::vector<const TimelineLane*> lanes;
        mutable std::uint64_t revision = 0;
        mutable std::int64_t unread = 0; ///< as of a `Made`
        mutable Lane lane;
    };
    struct Shown
    {
        const TimelineLane* one = nullptr;
        std::size_t group = 0; ///< if `one` is null
        bool alarms = false;
    };
    struct Made
    {
        std::optional<std::uint64_t> revision; ///< of a lane without spans and marks it is 0; nullopt: not made yet
        std::int64_t own = 0; ///< number of an own worker's events included
        std::int64_t unread = 0; ///< `Timeline::unreadSince`
        Lane lane;
    };
    void make(const TimelineLane& from, std::int64_t unread, Lane& lane) const;
    [[nodiscard]] QString shared(const QString& text) const;
    void addOwn(const TimelineLane& from, Lane& lane) const;
    [[nodiscard]] QString nameOf(const TimelineLane& lane) const;

    PageContext m_context;
    Timeline::By m_by = Timeline::By::worker;
    QString m_filter;
    void gather(const std::vector<const TimelineLane*>& lanes, bool alarms);
    [[nodiscard]] const Lane& laneOf(const Group& group) const;

    std::vector<Shown> m_shown;
    std::vector<Group> m_groups;
    int m_count = 0;
    mutable std::unordered_map<const TimelineLane*, Made> m_made;
    mutable QSet<QString> m_texts; ///< of bars, each kept once
};

} // namespace lockdesk
