// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/reasons.h"

#include "backends/observe/judged.h"
#include "backends/observe/processes.h"
#include "backends/observe/why.h"
#include "models/feed/feed.h"
#include "models/format/format.h"
#include "models/format/worker_words.h"

#include <algorithm>

namespace lockdesk {

namespace {

std::int64_t liveRelays(const Feed& feed, TimePoint now)
{
    return feed.workers().liveAt(now, [](const WorkerRow& worker) { return has_role(worker, "relay"); });
}

// What this window did to the owner's process explains more than its missing heartbeats.
QString withFault(const Feed& feed, const WorkerRow* holder, const std::string& owner, std::optional<TimePoint> since,
                  const QString& why)
{
    if (owner.empty())
        return why;
    const OwnFault* fault = feed.ownFaults()->of(holder != nullptr ? holder->id : owner, since);
    if (fault == nullptr)
        return why;
    return format::ownFaultSentence(owner, *fault, feed.now()) + u' ' + why;
}

} // namespace

TimePoint judgedNow(const Feed& feed)
{
    const TimePoint at = feed.now();
    return std::min(at, feed.workers().readAt().value_or(at));
}

TimePoint judgedAt(const Feed& feed, const LockRow& row) { return judged_at(row, feed.now(), feed.facts().locksRead()); }

TimePoint judgedAt(const Feed& feed, const TaskRow& row) { return judged_at(row, feed.now(), feed.facts().tasksRead()); }

QString whyStuck(const Feed& feed, const LockRow& row)
{
    const auto waiters = row.key.empty() ? feed.facts().waitersOf(row.name) : std::vector<WaiterRow>{};
    WhyContext context;
    context.now = judgedAt(feed, row);
    context.workers_read = feed.workers().readAt();
    context.holder = feed.workers().of(row.owner, row.acquired_at);
    context.waiters = waiters;
    return withFault(feed, context.holder, row.owner, row.acquired_at, format::sentences(why(row, context), feed.now()));
}

QString whyStuck(const Feed& feed, const TaskRow& row)
{
    WhyContext context;
    context.now = judgedAt(feed, row);
    context.workers_read = feed.workers().readAt();
    context.holder = feed.workers().of(row.owner);
    context.live_workers = feed.workers().liveAt(
        judgedNow(feed), [&](const WorkerRow& worker) { return claims(worker, row.kind, row.phase); });
    return withFault(feed, context.holder, row.owner, row.locked_at, format::sentences(why(row, context), feed.now()));
}

QString whyStuck(const Feed& feed, const MessageRow& row)
{
    WhyContext context;
    context.now = feed.now();
    context.workers_read = feed.workers().readAt();
    context.holder = feed.workers().of(row.owner);
    context.live_workers = liveRelays(feed, judgedNow(feed));
    const auto& backlog = feed.facts().backlog();
    context.flows = backlog && (backlog->sending > 0 || backlog->out_rate >= 0.05);
    return withFault(feed, context.holder, row.owner, {}, format::sentences(why(row, context), context.now));
}

QString whyBacklog(const Feed& feed)
{
    const auto& backlog = feed.facts().backlog();
    if (!backlog)
        return {};
    return format::sentences(why_backlog(*backlog, liveRelays(feed, judgedNow(feed))), feed.now());
}

} // namespace lockdesk
