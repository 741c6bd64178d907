// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/feed.h"

namespace lockdesk {

/// All connections of the window. Indexes are never reused; tables merge the rows of all feeds.
class FeedSet final : public QObject
{
    Q_OBJECT

public:
    explicit FeedSet(QObject* parent = nullptr);
    ~FeedSet() override;
    /// Adds a feed, owned by the set. Feeds are ordered by index: one with a reserved index takes its reserved place.
    Feed* add(ConnectionInfo info, std::optional<int> index = std::nullopt);
    /// Reserves the index of a feed that is added later.
    [[nodiscard]] int reserve() { return m_next++; }
    void remove(Feed* feed);        ///< stops and deletes it and removes its rows from all tables
    /// Stops all observers concurrently: at most two seconds in total.
    void stopAll();
    [[nodiscard]] const std::vector<Feed*>& feeds() const { return m_feeds; }
    [[nodiscard]] Feed* at(int index) const; ///< null: removed
    [[nodiscard]] Feed* find(const QString& id) const;

signals:
    void added(lockdesk::Feed* feed);
    void removed(int index);
    void updated(lockdesk::Feed* feed, lockdesk::UpdatePtr update);
    void healthChanged(lockdesk::Feed* feed);
    void infoChanged(lockdesk::Feed* feed);
    void ownFaultsChanged(lockdesk::Feed* feed);
    /// The user wants to give the password of a connection whose login was refused.
    void passwordWanted(lockdesk::Feed* feed);

private:
    std::vector<Feed*> m_feeds;
    int m_next = 0;
};

} // namespace lockdesk
