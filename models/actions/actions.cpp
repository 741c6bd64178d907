// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/actions/actions.h"

#include "backends/engine/contracts/session_locks.h"
#include "backends/engine/text/command_line.h"
#include "backends/engine/text/shown_text.h"
#include "backends/engine/text/text.h"
#include "models/feed/feed.h"
#include "models/format/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockdesk {

namespace {

struct ActionTexts
{
    Q_DECLARE_TR_FUNCTIONS(actions)
};

CommandLine& addHolder(CommandLine& line, const ActionTarget& target)
{
    return line.option("--owner", target.owner.toStdString()).option("--token", target.token.number());
}

CommandLine& addSeen(CommandLine& line, const ActionTarget& target)
{
    return line.option("--if-owner", target.owner.toStdString()).option("--if-token", target.token.number());
}

QString counted(const ActionRequest& request, const QString& one, const QString& many)
{
    const auto n = request.targets.size();
    return n == 1 ? one.arg(format::foreign(request.targets.front().key))
                  : many.arg(format::count(static_cast<std::int64_t>(n)));
}

QString workerTitle(const ActionRequest& request)
{
    switch (request.control.order) {
    case WorkerOrder::run: return counted(request, ActionTexts::tr("Resume %1"), ActionTexts::tr("Resume %1 workers"));
    case WorkerOrder::pause: return counted(request, ActionTexts::tr("Pause %1"), ActionTexts::tr("Pause %1 workers"));
    case WorkerOrder::slow:
        return counted(request, ActionTexts::tr("Slow down %1"), ActionTexts::tr("Slow down %1 workers"));
    case WorkerOrder::stop: return counted(request, ActionTexts::tr("Stop %1"), ActionTexts::tr("Stop %1 workers"));
    }
    return {};
}

CommandLine verbLine(const ActionRequest& request, const ActionTarget& target)
{
    const std::string key = target.key.toStdString(), reason = request.reason.toStdString();
    const auto line = [&](std::string_view verb) { return CommandLine(verb).positional(key); };
    switch (request.kind) {
    case ActionKind::forceRelease: {
        const auto* seen = std::get_if<LockSeen>(&target.seen);
        const bool plain = seen == nullptr || (!name_defect(seen->row.name, {}) && !name_defect(seen->row.owner, {}));
        CommandLine out("lock force-release");
        if (plain) {
            addSeen(out.positional(key), target);
        } else {
            out.flag("--escaped").positional(shown(seen->row.name)).option("--if-owner", shown(seen->row.owner));
            out.option("--if-token", target.token.number());
        }
        if (request.evidenceExpired && seen && seen->row.expires_at)
            out.option("--if-expires", to_us(*seen->row.expires_at));
        if (request.holdOff.count() > 0)
            out.option("--hold-off", duration_text(request.holdOff));
        return out.option("--reason", reason);
    }
    case ActionKind::extendLock: {
        CommandLine out = line("lock renew");
        return addHolder(out, target).option("--lease", duration_text(request.wait));
    }
    case ActionKind::relockTask:
    case ActionKind::unlockTask: {
        CommandLine out = line("task relock").flag("--force");
        return addSeen(out, target)
            .option("--wait", request.kind == ActionKind::unlockTask ? "0" : duration_text(request.wait))
            .option("--reason", reason);
    }
    case ActionKind::extendTask: {
        CommandLine out = line("task extend");
        return addHolder(out, target);
    }
    case ActionKind::advanceTask: {
        CommandLine out = line("task advance").option("--to", request.toPhase.toStdString());
        return addHolder(out, target);
    }
    case ActionKind::requeue:
    case ActionKind::retryDead: return key.empty() ? CommandLine("outbox retry-dead") : line("outbox retry-dead");
    case ActionKind::orderWorker: {
        CommandLine out(std::string("worker ") + word(request.control.order));
        if (request.control.order == WorkerOrder::slow)
            out.positional(duration_text(request.control.slow_by));
        out.positional(key);
        if (!request.reason.isEmpty())
            out.option("--reason", request.reason.toStdString());
        return out;
    }
    }
    return CommandLine("");
}

} // namespace

QString storeArgument(const ConnectionInfo& info) { return info.saved ? u'@' + info.name : info.url; }

QString commandLine(const QString& store, const ActionRequest& request, const ActionTarget& target)
{
    // What a relay holds is given back in its name, which no command does; dead ones are retried.
    if (request.kind == ActionKind::requeue && !target.owner.isEmpty())
        return {};
    CommandLine line = verbLine(request, target);
    line.global("--store", store.toStdString());
    if (request.source != QLatin1String("lockdesk"))
        line.global("--source", request.source.toStdString());
    return format::exact(line.text());
}

bool endsSessions(const ActionRequest& request)
{
    return request.kind == ActionKind::forceRelease && session_lock_kind(request.source.toStdString()).has_value();
}

QString actionTitle(const ActionRequest& request)
{
    switch (request.kind) {
    case ActionKind::forceRelease:
        if (endsSessions(request))
            return counted(request, ActionTexts::tr("End the session that holds %1"),
                           ActionTexts::tr("End the sessions that hold %1 locks"));
        return request.holdOff.count() > 0
                   ? counted(request, ActionTexts::tr("Hold off %1"), ActionTexts::tr("Hold off %1 locks"))
                   : counted(request, ActionTexts::tr("Force unlock %1"), ActionTexts::tr("Force unlock %1 locks"));
    case ActionKind::extendLock: return counted(request, ActionTexts::tr("Extend %1"), ActionTexts::tr("Extend %1 locks"));
    case ActionKind::relockTask: return counted(request, ActionTexts::tr("Relock %1"), ActionTexts::tr("Relock %1 tasks"));
    case ActionKind::unlockTask: return counted(request, ActionTexts::tr("Unlock %1"), ActionTexts::tr("Unlock %1 tasks"));
    case ActionKind::extendTask: return counted(request, ActionTexts::tr("Extend %1"), ActionTexts::tr("Extend %1 tasks"));
    case ActionKind::advanceTask:
        return counted(request, ActionTexts::tr("Advance %1"), ActionTexts::tr("Advance %1 tasks"));
    case ActionKind::retryDead:
        if (request.targets.empty())
            return request.all > 0 ? ActionTexts::tr("Retry all %1 dead messages").arg(format::count(request.all))
                                   : ActionTexts::tr("Retry all dead messages");
        return counted(request, ActionTexts::tr("Retry %1"), ActionTexts::tr("Retry %1 messages"));
    case ActionKind::requeue: return counted(request, ActionTexts::tr("Requeue %1"), ActionTexts::tr("Requeue %1 messages"));
    case ActionKind::orderWorker: return workerTitle(request);
    }
    return {};
}

std::int64_t victimCount(const ActionRequest& request)
{
    return request.targets.empty() ? request.all : std::int64_t(request.targets.size());
}

QString confirmation(const ActionRequest& request, const QString& connection)
{
    // Of a worker what people call it by: its instance is for machines.
    if (request.targets.size() == 1 && request.kind == ActionKind::orderWorker)
        return format::foreign(request.targets.front().key.section(u'/', 0, 1));
    if (request.targets.size() == 1)
        return format::foreign(request.targets.front().key);
    return victimCount(request) == 0 ? ActionTexts::tr("all in %1").arg(connection)
                                     : ActionTexts::tr("%1 in %2").arg(format::count(victimCount(request)), connection);
}

bool confirms(const QString& typed, const QString& confirmation)
{
    constexpr QChar lineBreak(0x200B); // never in what is shown, but to break it
    return QString(typed).remove(lineBreak) == confirmation || format::foreign(typed) == confirmation;
}

QString objection(const ActionRequest& request, const ActionTarget& target, bool readOnly)
{
    if (readOnly)
        return ActionTexts::tr("The connection is read-only: the session itself cannot write.");
    switch (request.kind) {
    case ActionKind::forceRelease:
    case ActionKind::extendLock:
        return target.owner.isEmpty() ? ActionTexts::tr("Nobody holds %1.").arg(format::foreign(target.key)) : QString();
    case ActionKind::extendTask:
    case ActionKind::advanceTask:
        return target.owner.isEmpty() ? ActionTexts::tr("Nobody holds %1: only its holder's claim can be moved.")
                                            .arg(format::foreign(target.key))
                                      : QString();
    case ActionKind::relockTask:
    case ActionKind::unlockTask:
    case ActionKind::retryDead:
    case ActionKind::requeue:
    case ActionKind::orderWorker: break;
    }
    return {};
}

} // namespace lockdesk
