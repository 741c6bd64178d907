// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/feed_set.h"
#include "models/timeline/lane_book.h"
#include "models/timeline/move_log.h"

#include <QObject>
#include <QSet>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace lockdesk {

/// Events since the connections were opened, as lanes: one per worker and one per lock. Feeds fill a `LaneBook` and a
/// `MoveLog`; the timeline announces their changes, and holds the selected span of time. GUI thread.
class Timeline final : public QObject
{
    Q_OBJECT

public:
    using By = LaneBook::By;
    using Window = std::pair<std::int64_t, std::int64_t>;

    explicit Timeline(FeedSet* feeds, QObject* parent = nullptr);

    /// Lanes ordered by name within a connection. Lanes, also removed ones, live until the next `lanesChanged` has
    /// reached all receivers.
    [[nodiscard]] const std::vector<const TimelineLane*>& lanes(By by) const { return m_order[int(by)]; }
    /// From the oldest kept instant until now; equal: empty.
    [[nodiscard]] Window extent() const;
    /// Clock of the first shown connection's store; this computer's without one.
    [[nodiscard]] std::int64_t now() const;
    /// Returns the last instant at which the connection's store was read, on its clock, if what is held now is unknown
    /// because it was not read since; else 0.
    [[nodiscard]] std::int64_t unreadSince(int connection) const;
    /// Sets the connections that count for `extent` and `now`; empty: all.
    void setShown(const QSet<int>& connections) { m_shown = connections; }
    /// Maximum number of spans and marks.
    void setCapacity(std::size_t capacity) { m_book.setCapacity(capacity); }
    [[nodiscard]] std::size_t size() const { return m_book.size(); }

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
    void take(const Feed& feed, const Update& update);
    void forget(int connection);
    void announce();

    FeedSet* m_feeds;
    LaneBook m_book;
    MoveLog m_log;
    std::vector<const TimelineLane*> m_order[2];
    QSet<int> m_shown;
    QTimer m_tell;
    std::optional<Window> m_selection;
    std::shared_ptr<const MovedRows> m_moved;
};

} // namespace lockdesk
