// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/actions/action_request.h"

#include "backends/engine/text/command_line.h"
#include "models/actions/action.h"
#include "models/actions/action_texts.h"
#include "models/feed/feed.h"
#include "models/format/format.h"

#include <algorithm>

namespace lockdesk {

namespace {

ActionTarget targetOf(const LockRow& lock, TimePoint now)
{
    return {format::exact(lock.name), format::exact(lock.owner), lock.token, LockSeen{lock, now}};
}

ActionTarget targetOf(const TaskRow& task, TimePoint now)
{
    return {format::exact(task.id), format::exact(task.owner), task.token, TaskSeen{task, now}};
}

ActionTarget targetOf(const MessageRow& message, TimePoint now)
{
    return {format::exact(message.id), format::exact(message.owner), message.token, MessageSeen{message, now}};
}

ActionTarget targetOf(const WorkerRow& worker, TimePoint now)
{
    return {format::exact(worker.id), {}, {}, WorkerSeen{worker, now}};
}

template <class Row> std::vector<ActionTarget> targetsOf(const Feed& feed, const std::vector<Row>& rows)
{
    std::vector<ActionTarget> targets;
    targets.reserve(rows.size());
    for (const Row& row : rows)
        targets.push_back(targetOf(row, feed.now()));
    return targets;
}

template <class Row> ActionRequest requestOfRows(const Action& action, const Feed* feed, const std::vector<Row>& rows)
{
    ActionRequest request{.action = &action};
    if (feed == nullptr)
        return request;
    request.connection = feed->index();
    request.targets = targetsOf(*feed, rows);
    action.weigh(request, *feed);
    return request;
}

} // namespace

ActionRequest requestOf(const Action& action, const Feed* feed, const std::vector<LockRow>& locks)
{
    return requestOfRows(action, feed, locks);
}

ActionRequest requestOf(const Action& action, const Feed* feed, const std::vector<TaskRow>& tasks)
{
    return requestOfRows(action, feed, tasks);
}

ActionRequest requestOf(const Action& action, const Feed* feed, const std::vector<MessageRow>& messages)
{
    return requestOfRows(action, feed, messages);
}

ActionRequest requestOf(const Action& action, const Feed* feed, const std::vector<WorkerRow>& workers)
{
    return requestOfRows(action, feed, workers);
}

ActionRequest requestOfAllDead(const Feed& feed, const std::vector<MessageRow>& known)
{
    ActionRequest request{.action = &actions::retryDead(), .connection = feed.index()};
    request.all = std::max(std::int64_t(known.size()), feed.facts().backlog() ? feed.facts().backlog()->dead : 0);
    request.known = targetsOf(feed, known);
    return request;
}

QString storeArgument(const ConnectionInfo& info) { return info.saved ? u'@' + info.name : info.url; }

QString commandLine(const QString& store, const ActionRequest& request, const ActionTarget& target)
{
    auto line = request.action->commandLine(request, target);
    if (!line)
        return {};
    line->global("--store", store.toStdString());
    if (request.source != QLatin1String("lockdesk"))
        line->global("--source", request.source.toStdString());
    return format::exact(line->text());
}

std::int64_t victimCount(const ActionRequest& request)
{
    return request.targets.empty() ? request.all : std::int64_t(request.targets.size());
}

QString confirmation(const ActionRequest& request, const QString& connection)
{
    if (request.targets.size() == 1)
        return request.action->nameOf(request.targets.front());
    return victimCount(request) == 0 ? ActionTexts::tr("all in %1").arg(connection)
                                     : ActionTexts::tr("%1 in %2").arg(format::count(victimCount(request)), connection);
}

bool confirms(const QString& typed, const QString& confirmation)
{
    constexpr QChar lineBreak(0x200B); // never in what is shown, but to break it
    return QString(typed).remove(lineBreak) == confirmation || format::foreign(typed) == confirmation;
}

std::optional<Objection> objection(const ActionRequest& request, const ActionTarget& target, bool readOnly)
{
    if (readOnly)
        return Objection{Objection::Why::readOnly};
    return request.action->objectionTo(target);
}

std::optional<Objection> objection(const ActionRequest& request, const Feed* feed)
{
    const Action& action = *request.action;
    if (feed == nullptr || request.connection < 0)
        return Objection{Objection::Why::severalStores, {}, action.entity()};
    if (request.targets.empty() && !action.takesAll())
        return action.nothingChosen();
    if (const auto wrong = action.objectionToAll(request, *feed))
        return wrong;
    if (feed->info().recording)
        return Objection{Objection::Why::recording, feed->info().name};
    for (const ActionTarget& target : request.targets)
        if (const auto wrong = objection(request, target, false))
            return wrong; // it names the row
    return std::nullopt;
}

} // namespace lockdesk
