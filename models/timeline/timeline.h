// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/feed.h"
#include "models/tables/moved_rows.h"

#include <QObject>
#include <QSet>
#include <QTimer>

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk {

/// A lease in a lane of the timeline. Times are the store's, in microseconds since 1970.
struct TimelineSpan
{
    enum class Kind { works, overdue, silent };
    std::int64_t from = 0;
    std::int64_t to = 0; ///< 0: open
    Kind kind = Kind::works;
    Entity entity = Entity::lock;
    std::string what; ///< lock, task or message
    std::string who;  ///< owner
    std::string phase;
    FencingToken token;
    bool takenOver = false;
    int row = 0; ///< row of its lane; spans of one row do not overlap, except in the last row
};

struct TimelineMark
{
    std::int64_t at = 0;
    EventKind kind = EventKind::renewed;
    Event event;
    int row = 0; ///< of the span to which it belongs
};

struct TimelineLane
{
    int connection = -1;
    std::string key;                 ///< lock name; for a process its worker id, else the first owner seen
    std::string role;                ///< of a worker
    std::vector<TimelineSpan> spans; ///< ascending by begin
    std::vector<TimelineMark> marks; ///< ascending
    std::int64_t longest = 0;        ///< upper bound of the length of a finished span
    std::size_t trimmed = 0;         ///< number of spans left when too many were held; else 0
    int alarms = 0;                  ///< open spans that need attention: past their lease, or silent
    /// The end of each row; at most `mostRows`.
    struct Row
    {
        std::int64_t end = 0; ///< of the last finished span
        int open = 0;         ///< open spans
    };
    static constexpr std::size_t mostRows = 6;
    std::vector<Row> rows = {};
    std::uint64_t revision = 0; ///< changes with each change; unique among all lanes
};

/// Events since the connections were opened, as lanes: one per worker and one per lock. Bounded: the oldest are dropped.
/// Also holds the selected span of time and the rows that moved in it. GUI thread.
class Timeline final : public QObject
{
    Q_OBJECT

public:
    enum class By { worker, lock };
    using Window = std::pair<std::int64_t, std::int64_t>;

    explicit Timeline(FeedSet* feeds, QObject* parent = nullptr);

    /// Lanes ordered by name within a connection. Lanes, also removed ones, live until the next `lanesChanged` has
    /// reached all receivers.
    [[nodiscard]] const std::vector<const TimelineLane*>& lanes(By by) const { return m_groups[int(by)].order; }
    /// From the oldest kept instant until now; equal: empty.
    [[nodiscard]] Window extent() const;
    /// Clock of the first shown connection's store; this computer's without one.
    [[nodiscard]] std::int64_t now() const;
    /// Sets the connections that count for `extent` and `now`; empty: all.
    void setShown(const QSet<int>& connections) { m_shown = connections; }
    /// Maximum number of spans and marks.
    void setCapacity(std::size_t capacity) { m_capacity = capacity; }
    [[nodiscard]] std::size_t size() const { return m_size; }

    /// Limits the tables to what moved in a span of time. nullopt: no limit.
    void select(std::optional<Window> window);
    [[nodiscard]] std::optional<Window> selection() const { return m_selection; }
    /// Null: no selection.
    [[nodiscard]] const std::shared_ptr<const MovedRows>& moved() const { return m_moved; }

signals:
    void changed();      ///< the contents of lanes; at most once per batch of a feed
    void lanesChanged(); ///< the set of lanes; before `changed`
    void selectionChanged();

private:
    using Lanes = std::map<std::pair<int, std::string>, std::unique_ptr<TimelineLane>>;
    struct Group
    {
        Lanes lanes;
        std::vector<const TimelineLane*> order;
    };
    struct Key
    {
        int connection = -1;
        Entity entity = Entity::lock;
        std::string what;
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    struct Open
    {
        std::string who;
        FencingToken token;
        std::int64_t from = 0; ///< of its open span
    };
    /// A row with a holder.
    struct Seen
    {
        Key key;
        std::string who;
        FencingToken token;
        std::int64_t from = 0;
        std::int64_t until = 0; ///< the end of its lease
        std::string phase;
    };
    struct Happened
    {
        std::int64_t at = 0;
        int connection = -1;
        Entity entity = Entity::lock;
        std::string key;
    };

    void take(const Feed& feed, const Update& update);
    void takeRows(int connection, const Update& update, std::int64_t now);
    void append(const Seen& seen, std::int64_t now, std::vector<TimelineLane*>& grown);
    void arrange(std::vector<TimelineLane*>& grown);
    template <class Row> void closeMissing(int connection, Entity entity, const Rows<Row>& rows, std::int64_t now);
    void happen(int connection, const Event& event);
    void lockEvent(int connection, const Event& event, const Key& key);
    void taskEvent(int connection, const Event& event, const Key& key);
    void messageEvent(int connection, const Event& event, const Key& key);
    void workerEvent(int connection, const Event& event);
    void open(const Key& key, const std::string& who, FencingToken token, std::int64_t at, const std::string& phase,
              bool takenOver);
    void close(const Key& key, std::int64_t at);
    void overdue(const Key& key, std::int64_t at);
    void moment(const Key& key, const Event& event);
    void mark(const Key& key, const std::string& who, const Event& event);
    TimelineLane& lane(By by, int connection, const std::string& key);
    void add(TimelineLane& lane, TimelineSpan span, std::optional<int> row = {});
    void trim(TimelineLane& lane);
    static void place(TimelineLane& lane, TimelineSpan& span, std::optional<int> row);
    static void placeAll(TimelineLane& lane);
    Lanes::iterator drop(Group& group, Lanes::iterator lane);
    TimelineSpan* openSpan(TimelineLane& lane, const Key& key);
    void endSpan(TimelineLane& lane, const Key& key, std::int64_t at);
    void addMark(TimelineLane& lane, const Event& event, int row = 0);
    std::vector<TimelineLane*> lanesOf(const Key& key, const std::string& who);
    void forget(int connection);
    void prune();
    void announce();
    void computeMoved();

    FeedSet* m_feeds;
    Group m_groups[2];
    std::vector<std::unique_ptr<TimelineLane>> m_gone; ///< kept until all views have handled `lanesChanged`
    std::map<Key, Open> m_open;
    std::deque<Happened> m_log;
    QSet<int> m_shown;
    std::size_t m_size = 0;
    std::uint64_t m_revision = 0;
    std::size_t m_capacity = 200'000;
    std::size_t m_pruned = 0; ///< number left when pruning could not get below the capacity; else 0
    bool m_lanesDirty = false, m_dirty = false;
    QTimer m_tell;
    std::optional<Window> m_selection;
    std::shared_ptr<const MovedRows> m_moved;
};

} // namespace lockdesk
