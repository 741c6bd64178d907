// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/feed_set.h"

#include <algorithm>
#include <thread>

namespace lockdesk {

FeedSet::FeedSet(QObject* parent) : QObject(parent) { qRegisterMetaType<UpdatePtr>(); }

FeedSet::~FeedSet() { stopAll(); }

Feed* FeedSet::add(ConnectionInfo info, std::optional<int> index)
{
    auto* feed = new Feed(std::move(info), this);
    feed->m_index = index ? *index : m_next++;
    connect(feed, &Feed::updated, this, [this, feed](const UpdatePtr& update) { emit updated(feed, update); });
    connect(feed, &Feed::healthChanged, this, [this, feed] { emit healthChanged(feed); });
    connect(feed, &Feed::infoChanged, this, [this, feed] { emit infoChanged(feed); });
    connect(feed, &Feed::ownFaultsChanged, this, [this, feed] { emit ownFaultsChanged(feed); });
    m_feeds.insert(std::upper_bound(m_feeds.begin(), m_feeds.end(), feed->m_index,
                                    [](int before, const Feed* other) { return before < other->index(); }),
                   feed);
    emit added(feed);
    return feed;
}

void FeedSet::remove(Feed* feed)
{
    const int index = feed->index();
    std::erase(m_feeds, feed);
    feed->stop();
    feed->disconnect(this);
    emit removed(index);
    feed->deleteLater();
}

// Stops run concurrently, as each may wait for its store.
void FeedSet::stopAll()
{
    std::vector<std::thread> stopping;
    for (Feed* feed : m_feeds)
        stopping.emplace_back([feed] { feed->stop(); });
    for (std::thread& thread : stopping)
        thread.join();
}

Feed* FeedSet::at(int index) const
{
    const auto found =
        std::find_if(m_feeds.begin(), m_feeds.end(), [&](const Feed* feed) { return feed->index() == index; });
    return found == m_feeds.end() ? nullptr : *found;
}

Feed* FeedSet::find(const QString& id) const
{
    const auto found = std::find_if(m_feeds.begin(), m_feeds.end(), [&](const Feed* feed) { return feed->info().id == id; });
    return found == m_feeds.end() ? nullptr : *found;
}

} // namespace lockdesk
