// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/feed_set.h"

#include <QByteArray>
#include <QHash>
#include <QObject>

#include <chrono>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockdesk {

class FindingBook;

/// Notices findings that appear, and counts those that need a human. What a store has when it is first read is no news;
/// neither is what is acknowledged or muted, nor the same finding again within `again`. GUI thread.
class FindingWatch final : public QObject
{
    Q_OBJECT

public:
    static constexpr std::chrono::seconds again{60};

    FindingWatch(FeedSet* feeds, FindingBook* book, QObject* parent = nullptr);
    /// Of all connections, without acknowledged and muted ones.
    [[nodiscard]] std::int64_t open() const { return m_open; }
    /// Those of them that a human must act on now.
    [[nodiscard]] std::int64_t act() const { return m_act; }

signals:
    void appeared(const lockdesk::Feed* feed, const std::vector<lockdesk::Finding>& findings);
    void countsChanged();

private:
    struct Seen
    {
        /// Marks, and when they were reported last; ascending, as there may be tens of thousands each second.
        std::vector<std::pair<std::uint64_t, SteadyPoint>> present;
        std::unordered_map<std::uint64_t, SteadyPoint> left; ///< of those that vanished less than `again` ago
        std::weak_ptr<const Findings> last;      ///< the list that was read last
        bool read = false;
        std::int64_t open = 0, act = 0;
    };
    void read(const Feed* feed, const Update& update);
    static std::vector<Finding> takeMarks(Seen& seen, const Findings& findings);
    void count(const Feed* feed, const Findings& findings);
    void total();

    FeedSet* m_feeds;
    FindingBook* m_book;
    QHash<int, Seen> m_seen; ///< by connection index
    std::int64_t m_open = 0, m_act = 0;
};

/// One finding for other programs, on one line, with the keys of `lockdeskctl findings --json` and its connection.
QByteArray findingJson(const Feed& feed, const Finding& finding);

} // namespace lockdesk
