// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/timeline/read_times.h"
#include "models/timeline/shared_texts.h"
#include "models/timeline/timeline_lane.h"

#include <cstddef>
#include <map>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace lockdesk {

/// The lanes of a timeline, one per worker and one per lock, and which leases are open in them. Bounded: beside what is held,
/// the oldest spans and marks are dropped.
class LaneBook
{
public:
    enum class By { worker, lock };
    /// A thing that is held: a lock, task or message of a connection.
    struct Key
    {
        int connection = -1;
        Entity entity = Entity::lock;
        RareText what;
        [[nodiscard]] auto order() const { return std::tuple(connection, entity, std::string_view(what)); }
    };
    /// The same, to search for it.
    struct KeyView
    {
        int connection = -1;
        Entity entity = Entity::lock;
        std::string_view what;
        [[nodiscard]] auto order() const { return std::tuple(connection, entity, what); }
    };
    /// A lane's place among all.
    struct LaneKey
    {
        int connection = -1;
        RareText name;
        [[nodiscard]] auto order() const { return std::tuple(connection, std::string_view(name)); }
    };
    struct LaneView
    {
        int connection = -1;
        std::string_view name;
        [[nodiscard]] auto order() const { return std::tuple(connection, name); }
    };
    struct InOrder
    {
        using is_transparent = void;
        bool operator()(const auto& a, const auto& b) const { return a.order() < b.order(); }
    };
    /// An open lease.
    struct Held
    {
        RareText who;
        FencingToken token;
        std::int64_t from = 0; ///< of its open span
        std::int64_t taken = 0; ///< the instant of its grant
        std::int64_t seen = 0;  ///< last sign of it in an event
    };
    /// A row with a holder.
    struct Row
    {
        Key key;
        RareText who;
        FencingToken token;
        std::int64_t from = 0;
        std::int64_t until = 0; ///< the end of its lease
        RareText phase;
        bool dated = true; ///< the record has `from`; else it is when the row was seen
    };
    using Lanes = std::map<LaneKey, std::unique_ptr<TimelineLane>, InOrder>;
    using HeldLeases = std::map<Key, Held, InOrder>;
    using Removed = std::vector<std::unique_ptr<TimelineLane>>;

    [[nodiscard]] const Lanes& lanes(By by) const { return m_lanes[int(by)]; }
    [[nodiscard]] const HeldLeases& held() const { return m_held; }
    [[nodiscard]] bool isHeld(const Key& key) const { return m_held.contains(key); }
    [[nodiscard]] std::size_t size() const { return m_size; } ///< spans and marks
    void setCapacity(std::size_t capacity) { m_capacity = capacity; } ///< of spans that ended, and marks
    [[nodiscard]] bool isFull() const;

    /// Returns the lane, and makes it if there is none. A guard's run and a leader's term have their own owners: all of a
    /// process share one lane.
    TimelineLane& lane(By by, int connection, const RareText& key);
    /// Begins a span. One that is still open ends where it was last known to be held.
    void open(const Row& row, bool takenOver);
    /// Ends a span, but not later than it is known: an end that was only noticed at a late read has no time of its own.
    void close(const Key& key, std::int64_t at);
    /// Ends the span of a hold that is over since a grant with this token, whose own end is at `at`.
    void closeBefore(const Key& key, FencingToken token, std::int64_t at);
    /// The lease has ended without a release.
    void overdue(const Key& key, std::int64_t at);
    /// A sign that it is still held.
    void see(const Key& key, std::int64_t at);
    /// Taken and released between two polls.
    void moment(const Key& key, const Event& event);
    void mark(const Key& key, const Event& event);
    void add(TimelineLane& lane, TimelineSpan span, std::optional<int> row = {});
    void endSpan(TimelineLane& lane, const Key& key, std::int64_t at);
    /// Appends; call sortMarks after the last one.
    void addMark(TimelineLane& lane, const Rare<Event>& event, int row = 0);
    void sortMarks();
    /// Adds rows whose leases are not open here yet: each lane is sorted once, after all of them.
    void append(const std::vector<Row>& rows, std::int64_t now);

    void forget(int connection);
    [[nodiscard]] ReadTimes& reads() { return m_reads; }
    [[nodiscard]] const ReadTimes& reads() const { return m_reads; }
    /// Drops a quarter of the stored time, until there is room.
    void prune(std::int64_t now);

    [[nodiscard]] bool lanesChanged() const { return m_lanesChanged; }
    /// Marks the set of lanes as read. Returns the lanes removed since, which views may use by address until they have
    /// read the set.
    [[nodiscard]] Removed takeRemoved();

private:
    [[nodiscard]] std::size_t room() const { return m_capacity + 2 * m_held.size(); } ///< each lease is in up to two lanes
    void append(const Row& row, std::int64_t now, std::vector<TimelineLane*>& grown);
    void end(const Key& key, std::int64_t at);
    void arrange(std::vector<TimelineLane*>& grown);
    void trim(TimelineLane& lane);
    Lanes::iterator drop(Lanes& lanes, Lanes::iterator lane);
    TimelineSpan* openSpan(TimelineLane& lane, const Key& key);
    std::vector<TimelineLane*> lanesOf(const Key& key, const RareText& who);

    Lanes m_lanes[2];
    std::vector<TimelineLane*> m_unsorted; ///< between addMark and sortMarks
    Removed m_removed;
    HeldLeases m_held;
    ReadTimes m_reads;
    SharedTexts m_texts; ///< of spans that events began
    std::size_t m_size = 0;
    std::uint64_t m_revision = 0, m_lastId = 0;
    std::size_t m_capacity = 60'000; ///< what a busy store does in hours; a recording keeps a whole day
    std::size_t m_pruned = 0; ///< number left when pruning could not make room; else 0
    bool m_lanesChanged = false;
};

} // namespace lockdesk
