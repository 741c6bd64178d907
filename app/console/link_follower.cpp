// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/link_follower.h"

#include "models/feed/feed_set.h"
#include "models/format/format.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/status_line.h"

#include <algorithm>
#include <chrono>

namespace lockdesk::app {

namespace {

using namespace std::chrono_literals;

constexpr auto longestWait = 15s;
constexpr auto betweenTries = 250ms;

} // namespace

LinkFollower::LinkFollower(FeedSet* feeds, MainWindow* window, Closed closed, QObject* parent)
    : QObject(parent), m_feeds(feeds), m_window(window), m_closed(std::move(closed))
{
    m_again.setSingleShot(true);
    m_again.setInterval(betweenTries);
    connect(&m_again, &QTimer::timeout, this, &LinkFollower::tryUntilDone);
}

void LinkFollower::follow(const QByteArray& text)
{
    m_window->bringToFront();
    const ReadRowLink read = readRowLink(text);
    m_link = read.link;
    if (!m_link) {
        m_window->statusLine()->showNotice(read.problem);
        return;
    }
    m_since.start();
    tryUntilDone();
}

// A name as a browser changed it, in small letters, will do if it means one connection alone.
const Feed* LinkFollower::meant() const
{
    const Feed* other = nullptr;
    int others = 0;
    for (const Feed* feed : m_feeds->feeds()) {
        if (feed->info().recording)
            continue;
        if (feed->info().name == m_link->connection)
            return feed;
        if (feed->info().name.compare(m_link->connection, Qt::CaseInsensitive) == 0) {
            other = feed;
            ++others;
        }
    }
    return others == 1 ? other : nullptr;
}

QString LinkFollower::missing() const
{
    const QString name = format::foreign(m_link->connection);
    const auto closed = m_closed();
    const bool saved = std::any_of(closed.begin(), closed.end(), [&](const auto& one) {
        return one.second.compare(m_link->connection, Qt::CaseInsensitive) == 0;
    });
    return saved ? tr("The link leads to %1, which is not open: open it with Connection, Open, and follow the link again.").arg(name)
                 : tr("The link leads to %1: no connection has that name here.").arg(name);
}

bool LinkFollower::tryNow()
{
    const Feed* feed = meant();
    if (feed == nullptr) {
        m_window->statusLine()->showNotice(missing());
        return true;
    }
    if (feed->facts().summary().at == TimePoint{}) {
        if (m_since.elapsed() <= std::chrono::milliseconds(longestWait).count())
            return false;
        m_window->statusLine()->showNotice(tr("The link leads to %1, which has not answered yet.").arg(feed->info().name));
        return true;
    }
    // What somebody is about to do must not change under the hands.
    if (m_window->isInUse()) {
        m_window->statusLine()->showNotice(
            tr("A link to %1 was not followed: close the sheet or dialog first.").arg(format::foreign(m_link->key)));
        return true;
    }
    m_window->showStore(feed->info().id);
    m_window->showRow(QString::fromLatin1(word(m_link->entity)), feed->info().id, m_link->key);
    return true;
}

void LinkFollower::tryUntilDone()
{
    if (m_link && !tryNow())
        m_again.start();
    else
        m_link.reset();
}

} // namespace lockdesk::app
