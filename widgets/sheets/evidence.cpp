// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "backends/engine/contracts/session_locks.h"
#include "backends/observe/maintenance.h"
#include "models/actions/lock_record.h"
#include "models/feed/reasons.h"
#include "models/format/format.h"
#include "models/format/worker_words.h"
#include "widgets/common/live_table.h"
#include "widgets/sheets/action_flow.h"

#include <map>
#include <set>
#include <span>

namespace lockdesk {

namespace {

constexpr std::size_t most_owners = 4; // readers skip more; the remainder is counted
constexpr std::size_t most_workers = 6;
constexpr std::size_t most_errors = 6;

SheetPoint pointOf(const Finding& finding, const Feed& feed)
{
    const OwnFaults& faults = *feed.ownFaults();
    const bool act = finding.severity == Severity::act;
    return {act ? Glyph::diamond : Glyph::triangle, act ? Tone::expired : Tone::closing,
            format::findingKind(finding, faults) + QStringLiteral(": ") + format::evidence(finding, faults, feed.now())};
}

SheetPoint heartbeatOf(const Feed& feed, const std::string& owner)
{
    const WorkerRow* worker = feed.workers().of(owner);
    const QString name = format::ownerShort(owner);
    if (const OwnFault* fault = feed.ownFaults()->of(worker != nullptr ? worker->id : owner)) {
        const QString text = ActionFlow::tr("Holder %1: %2").arg(format::ownFault(*fault, feed.now()), name);
        const bool killed = fault->what == OwnFault::What::killed;
        return {killed ? Glyph::cross : Glyph::bars, killed ? Tone::expired : Tone::closing, text};
    }
    if (worker == nullptr)
        return {Glyph::unknown, Tone::text2,
                ActionFlow::tr("%1 sends no heartbeats here: whether its process lives is not known").arg(name)};
    const auto age = feed.now() - worker->beat_at;
    const WorkerHealth health = worker_health(*worker, judgedNow(feed));
    if (health == WorkerHealth::live)
        return {Glyph::disc, Tone::live,
                ActionFlow::tr("Holder lives: %1 sent a heartbeat %2").arg(name, format::past(age))};
    const bool late = health == WorkerHealth::late;
    return {late ? Glyph::quarter : Glyph::diamond, late ? Tone::closing : Tone::expired,
            (late ? ActionFlow::tr("Holder late: %1 sent its last heartbeat at %2, %3")
                  : ActionFlow::tr("Holder silent: %1 sent its last heartbeat at %2, %3"))
                .arg(name, format::clock(worker->beat_at, feed.now()), format::past(age))};
}

// One line a kind for many rows, with the number of rows that have the finding, not of lines of evidence.
void addFindings(const Feed& feed, const Findings& findings, std::size_t rows, std::vector<SheetPoint>& points)
{
    std::map<FindingKind, std::pair<const Finding*, int>> kinds;
    for (const Finding& finding : findings) {
        auto& kind = kinds[finding.kind];
        kind.first = &finding;
        ++kind.second;
    }
    if (rows == 1) {
        for (const Finding& finding : findings) {
            SheetPoint point = pointOf(finding, feed);
            if (kinds[finding.kind].second > 1) // of two locks of one worker the same may be found
                point.text = format::foreign(finding.key) + QStringLiteral(": ") + point.text;
            points.push_back(std::move(point));
        }
        return;
    }
    for (const auto& [kind, seen] : kinds) {
        SheetPoint point = pointOf(*seen.first, feed);
        point.text = ActionFlow::tr("%1: %Ln of these", nullptr, seen.second).arg(format::findingKind(kind));
        points.push_back(std::move(point));
    }
}

// One line per owner, and for silent owners what silence does not prove.
void addOwners(const Feed& feed, const std::set<std::string>& owners, std::vector<SheetPoint>& points)
{
    bool silent = false;
    std::size_t answer = 0, more = 0;
    std::set<QString> said; // runs of one process have the same line
    for (const std::string& owner : owners) {
        if (owner.empty())
            continue;
        SheetPoint point = heartbeatOf(feed, owner);
        const bool ended = point.glyph == Glyph::cross;
        silent |= !ended && (point.tone == Tone::expired || point.tone == Tone::closing);
        if (!said.insert(point.text).second)
            continue;
        if (++answer <= most_owners)
            points.push_back(std::move(point));
        else
            ++more;
    }
    if (more > 0)
        points.push_back({Glyph::none, Tone::text2, ActionFlow::tr("and %Ln more owner(s)", nullptr, int(more))});
    if (silent)
        points.push_back({Glyph::unknown, Tone::text2,
                          ActionFlow::tr("Nothing proves that the process has ended. It may be frozen and wake")});
}

// Until when, why, and who did it, as far as the row or the store's audit has it.
SheetPoint holdOffOf(const Feed& feed, const LockRow& lock, bool named)
{
    const TimePoint now = feed.now();
    std::string who, why = lock.reason;
    if (const auto maintenance = maintenance_of(lock, now)) {
        who = maintenance->who;
        why = maintenance->reason;
    }
    if (who.empty())
        for (const AuditRow& row : feed.facts().audit()) // newest first
            if (row.entity == word(Entity::lock) && row.action == "hold-off" && row.key == lock.name
                && row.at == lock.released_at) {
                who = row.who;
                break;
            }
    const QString until = format::clock(*lock.cooling_until, now);
    QString text = who.empty() ? ActionFlow::tr("Held off until %1").arg(until)
                               : ActionFlow::tr("Held off until %1 by %2").arg(until, format::foreign(who));
    if (!why.empty())
        text += QStringLiteral(": ") + format::foreign(why);
    return {Glyph::dashedRing, Tone::cooling, named ? format::foreign(lock.name) + QStringLiteral(": ") + text : text};
}

} // namespace

std::vector<SheetPoint> lockEvidence(const Feed& feed, const std::vector<LockRow>& locks)
{
    std::vector<SheetPoint> points;
    std::set<std::string> owners;
    std::vector<Finding> found;
    std::vector<SheetPoint> sessions;
    for (const LockRow& lock : locks) {
        if (session_lock_kind(lock.source))
            sessions.push_back({Glyph::disc, Tone::live,
                                sessionText(lock).isEmpty()
                                    ? ActionFlow::tr("Its session is there: the server shows it")
                                    : ActionFlow::tr("Its session is there: %1").arg(sessionText(lock))});
        else if (lock.owner.empty() && lock.cooling_until && points.size() < most_owners)
            points.push_back(holdOffOf(feed, lock, locks.size() > 1));
        else
            owners.insert(lock.owner);
        for (Finding& finding : feed.facts().findingsOf(Entity::lock, key_of(lock)))
            found.push_back(std::move(finding));
    }
    const auto more = sessions.size() > most_owners ? sessions.size() - most_owners : 0;
    sessions.resize(sessions.size() - more);
    points.insert(points.end(), sessions.begin(), sessions.end());
    if (more > 0)
        points.push_back({Glyph::none, Tone::text2, ActionFlow::tr("and %Ln more owner(s)", nullptr, int(more))});
    addFindings(feed, found, locks.size(), points);
    addOwners(feed, owners, points);
    return points;
}

std::vector<SheetPoint> taskEvidence(const Feed& feed, const std::vector<TaskRow>& tasks)
{
    std::vector<SheetPoint> points;
    std::set<std::string> owners;
    std::vector<Finding> found;
    for (const TaskRow& task : tasks) {
        owners.insert(task.owner);
        for (Finding& finding : feed.facts().findingsOf(Entity::task, task.id))
            found.push_back(std::move(finding));
        if (!task.last_error.empty() && tasks.size() == 1)
            points.push_back(
                {Glyph::cross, Tone::expired,
                 ActionFlow::tr("Failures: %1; the last: %2")
                     .arg(format::failures(task.failures, task.max_failures), format::engineSentence(task.last_error))});
    }
    addFindings(feed, found, tasks.size(), points);
    addOwners(feed, owners, points);
    if (tasks.size() == 1)
        points.push_back({Glyph::clockHands, Tone::text2, whyStuck(feed, tasks.front())});
    return points;
}

// Each error once, and the relays that hold the messages.
std::vector<SheetPoint> messageEvidence(const Feed& feed, const std::vector<MessageRow>& messages)
{
    std::map<std::string, int> errors;
    std::set<std::string> relays;
    for (const MessageRow& message : messages) {
        if (!message.last_error.empty())
            ++errors[message.last_error];
        relays.insert(message.owner);
    }
    std::vector<SheetPoint> points;
    for (const auto& [error, count] : errors) {
        if (points.size() == most_errors)
            break;
        const QString text = format::engineSentence(error);
        points.push_back(
            {Glyph::cross, Tone::expired,
             messages.size() == 1 ? text : ActionFlow::tr("%1: %Ln of these", nullptr, count).arg(text)});
    }
    addOwners(feed, relays, points);
    return points;
}

// All that is known of a worker: its last heartbeat, and its work at that time.
std::vector<SheetPoint> workerEvidence(const Feed& feed, const std::vector<WorkerRow>& workers)
{
    std::vector<SheetPoint> points;
    std::vector<Finding> found;
    for (const WorkerRow& worker : workers)
        for (Finding& finding : feed.facts().findingsOf(Entity::worker, worker.id))
            found.push_back(std::move(finding));
    addFindings(feed, found, workers.size(), points);
    const auto named = std::min(workers.size(), most_workers);
    for (const WorkerRow& worker : std::span(workers).first(named)) {
        const QString name = format::ownerShort(worker.id), doing = format::foreign(worker.doing);
        const QString at = format::clock(worker.beat_at, feed.now()), ago = format::past(feed.now() - worker.beat_at);
        if (worker_health(worker, judgedNow(feed)) == WorkerHealth::live)
            points.push_back({Glyph::disc, Tone::live,
                              doing.isEmpty() ? ActionFlow::tr("%1 lives, and works on nothing").arg(name)
                                              : ActionFlow::tr("%1 works on %2").arg(name, doing)});
        else
            points.push_back({Glyph::unknown, Tone::closing,
                              doing.isEmpty()
                                  ? ActionFlow::tr("%1 sent its last heartbeat at %2, %3").arg(name, at, ago)
                                  : ActionFlow::tr("%1 worked on %2 at its last heartbeat, %3").arg(name, doing, at)});
    }
    if (workers.size() > named)
        points.push_back(
            {Glyph::none, Tone::text2, ActionFlow::tr("and %Ln more worker(s)", nullptr, int(workers.size() - named))});
    return points;
}

SheetVictim victimOf(const Feed& feed, const LockRow& lock)
{
    const auto info = leaseInfo(lock, judgedAt(feed, lock), feed.clock().uncertainty);
    return {format::foreign(lock.name), format::foreign(lock.owner), format::token(lock.token), toLeaseBar(info),
            format::lease(lock, judgedAt(feed, lock), feed.clock().uncertainty)};
}

SheetVictim victimOf(const Feed& feed, const TaskRow& task)
{
    const auto info = leaseInfo(task, judgedAt(feed, task), feed.clock().uncertainty);
    return {format::foreign(task.id), task.owner.empty() ? format::dash() : format::foreign(task.owner),
            format::token(task.token), toLeaseBar(info), format::due(task, judgedAt(feed, task))};
}

SheetVictim victimOf(const Feed& feed, const MessageRow& message)
{
    return {format::foreign(message.id),
            format::foreign(message.topic),
            format::count(message.tries),
            {},
            format::past(feed.now() - message.created_at)};
}

} // namespace lockdesk
