// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/own_faults_link.h"

#include "models/feed/feed_set.h"
#include "widgets/shell/own_workers.h"

#include <set>

namespace lockdesk {

namespace {

std::optional<OwnFault> faultOf(const OwnWorker& worker, const ClockState& clock)
{
    const auto at = [&](std::int64_t localUs) { return time_from_us(localUs) + clock.offset; };
    switch (worker.state) {
    case OwnWorker::State::crashed:
        return OwnFault{OwnFault::What::killed, at(worker.stateSince), worker.killedByUser};
    case OwnWorker::State::frozen: return OwnFault{OwnFault::What::frozen, at(worker.stateSince)};
    case OwnWorker::State::ended: return std::nullopt;
    default: break;
    }
    return worker.cutOff ? std::optional(OwnFault{OwnFault::What::cutOff, at(worker.cutOffSince)}) : std::nullopt;
}

} // namespace

OwnFaultsLink::OwnFaultsLink(OwnWorkers* workers, FeedSet* feeds, QObject* parent)
    : QObject(parent), m_workers(workers), m_feeds(feeds)
{
    connect(workers, &OwnWorkers::changed, this, &OwnFaultsLink::pass);
}

void OwnFaultsLink::pass()
{
    for (Feed* feed : m_feeds->feeds()) {
        OwnFaults faults = *feed->ownFaults();
        for (const OwnWorker& worker : m_workers->workers()) {
            if (worker.connection != feed->info().id || worker.workerId.isEmpty())
                continue;
            const std::string id = worker.workerId.toStdString();
            auto fault = faultOf(worker, feed->clock());
            // The estimate of the store's clock changes; the instant that was shown does not.
            if (const OwnFault* known = faults.of(id); fault && known != nullptr && known->what == fault->what)
                fault->at = known->at;
            faults.set(id, fault);
        }
        feed->setOwnFaults(std::move(faults));
    }
}

} // namespace lockdesk
