// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/actions/store_actions.h"

#include "models/actions/action_lane.h"
#include "models/format/format.h"

#include <QCoreApplication>

#include <algorithm>
#include <thread>

namespace lockdesk {

StoreActions::StoreActions(FeedSet* feeds, StoreOpener opener, QString who, QObject* parent)
    : ActionRunner(parent), m_feeds(feeds), m_opener(std::move(opener)), m_who(std::move(who))
{
    connect(feeds, &FeedSet::updated, this, [this](Feed* feed, const UpdatePtr& update) {
        if (update->refusals)
            lookForLateWrites(feed);
    });
    connect(feeds, &FeedSet::removed, this, [this](int index) {
        if (const auto found = m_lanes.find(index); found != m_lanes.end()) {
            found->second->stop();
            m_lanes.erase(found);
        }
    });
    m_watchTimer.setInterval(250);
    connect(&m_watchTimer, &QTimer::timeout, this, &StoreActions::endWatches);
}

StoreActions::~StoreActions()
{
    std::vector<std::thread> stopping;
    for (auto& [connection, lane] : m_lanes)
        stopping.emplace_back([lane = lane] { lane->stop(); });
    for (std::thread& thread : stopping)
        thread.join();
}

StoreActions::Lane& StoreActions::lane(int connection)
{
    auto& lane = m_lanes[connection];
    if (!lane) {
        lane = std::make_shared<Lane>(this, connection, m_opener, m_who.toStdString(), m_scriptText);
        lane->start();
    }
    return *lane;
}

quint64 StoreActions::enqueue(const ActionRequest& request, bool previewOnly)
{
    const Feed* feed = m_feeds->at(request.connection);
    lane(request.connection).enqueue({++m_next, request, feed ? storeArgument(feed->info()) : QString(), previewOnly});
    return m_next;
}

quint64 StoreActions::preview(const ActionRequest& request) { return enqueue(request, true); }

quint64 StoreActions::run(const ActionRequest& request) { return enqueue(request, false); }

void StoreActions::cancel(quint64 number)
{
    for (auto& [connection, lane] : m_lanes)
        lane->cancel(number);
}

void StoreActions::noteDone(const ActionRequest& request, quint64 number, const std::vector<ActionResult>& results,
                            std::optional<TimePoint> at)
{
    const auto count = [&](auto... outcomes) {
        return static_cast<int>(std::count_if(results.begin(), results.end(),
                                              [&](const ActionResult& r) { return ((r.outcome == outcomes) || ...); }));
    };
    using Outcome = ActionResult::Outcome;
    emit finished(number, count(Outcome::done), count(Outcome::changed), count(Outcome::failed, Outcome::inDoubt));
    Watch watch;
    watch.number = number;
    watch.connection = request.connection;
    for (const ActionResult& result : results)
        if (request.action->isWatched(request) && result.outcome == Outcome::done && result.token)
            watch.locks.emplace_back(result.key.toStdString(), *result.token);
    if (watch.locks.empty())
        return;
    Feed* feed = m_feeds->at(request.connection);
    watch.from = at ? *at : feed ? feed->now() : TimePoint{};
    watch.until = std::chrono::steady_clock::now() + m_watchTime;
    m_watches.push_back(std::move(watch));
    m_watchTimer.start();
    if (feed)
        lookForLateWrites(feed);
}

// Refusals at the fence of a lock that was freed, with a token from before.
void StoreActions::lookForLateWrites(Feed* feed)
{
    for (Watch& watch : m_watches) {
        if (watch.connection != feed->index())
            continue;
        for (const FenceRow& row : feed->facts().refusals()) {
            const auto freed = std::find_if(watch.locks.begin(), watch.locks.end(), [&](const auto& lock) {
                return lock.first == row.resource && row.token < lock.second;
            });
            const bool reported = std::find(watch.seen.begin(), watch.seen.end(), row) != watch.seen.end();
            if (freed == watch.locks.end() || row.at < watch.from || reported)
                continue;
            watch.seen.push_back(row);
            LateWrite write{watch.connection, format::exact(row.resource), format::foreign(row.who), row.token, row.at, {}};
            write.text =
                row.who.empty()
                    ? QCoreApplication::translate("actions", "Late write with token %1 refused at %2.")
                          .arg(row.token.number())
                          .arg(format::clock(row.at, feed->now()))
                    : QCoreApplication::translate("actions", "Late write from %1 with token %2 refused at %3.")
                          .arg(format::ownerShort(row.who), QString::number(row.token.number()),
                               format::clock(row.at, feed->now()));
            emit lateWrite(write);
        }
    }
}

void StoreActions::endWatches()
{
    const auto now = std::chrono::steady_clock::now();
    std::vector<std::pair<quint64, int>> ended;
    std::erase_if(m_watches, [&](const Watch& watch) {
        if (now < watch.until)
            return false;
        ended.emplace_back(watch.number, static_cast<int>(watch.seen.size()));
        return true;
    });
    if (m_watches.empty())
        m_watchTimer.stop();
    for (const auto& [number, writes] : ended)
        emit watchEnded(number, writes);
}

} // namespace lockdesk
