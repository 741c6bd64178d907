// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/actions.h"

#include "backends/engine/session_locks.h"
#include "backends/engine/text.h"
#include "models/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockdesk {

namespace {

struct ActionTexts
{
    Q_DECLARE_TR_FUNCTIONS(actions)
};

// As a POSIX shell takes it.
QString quoted(const QString& text)
{
    const bool plain = !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) {
        return (c.unicode() < 128 && c.isLetterOrNumber()) || QStringLiteral("_-./:@%+=,").contains(c);
    });
    if (plain && !text.startsWith(u'-'))
        return text;
    return u'\'' + QString(text).replace(u'\'', QStringLiteral("'\\''")) + u'\'';
}

QString duration(Duration d) { return QString::fromStdString(duration_text(d)); }

// A value that begins with a dash must not be taken for an option.
QString option(const char* name, const QString& value)
{
    return QStringLiteral(" %1%2%3").arg(QString::fromLatin1(name),
                                         value.startsWith(u'-') ? QStringLiteral("=") : QStringLiteral(" "), quoted(value));
}

QString holder(const ActionTarget& target)
{
    return option("--owner", target.owner) + QStringLiteral(" --token %1").arg(target.token.number());
}

QString seen(const ActionTarget& target)
{
    return option("--if-owner", target.owner) + QStringLiteral(" --if-token %1").arg(target.token.number());
}

QString workerWords(const ActionRequest& request)
{
    switch (request.control.order) {
    case WorkerOrder::run: return QStringLiteral("worker run");
    case WorkerOrder::pause: return QStringLiteral("worker pause");
    case WorkerOrder::slow: return QStringLiteral("worker slow %1").arg(duration(request.control.slow_by));
    case WorkerOrder::stop: return QStringLiteral("worker stop");
    }
    return {};
}

QString counted(const ActionRequest& request, const QString& one, const QString& many)
{
    const auto n = request.targets.size();
    return n == 1 ? one.arg(request.targets.front().key) : many.arg(format::count(static_cast<std::int64_t>(n)));
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

QString verbLine(const ActionRequest& request, const ActionTarget& target)
{
    const QString key = quoted(target.key);
    switch (request.kind) {
    case ActionKind::forceRelease: {
        QString line = QStringLiteral("lock force-release %1").arg(key) + seen(target);
        if (request.evidenceExpired && target.expires)
            line += QStringLiteral(" --if-expires %1").arg(to_us(*target.expires));
        if (request.holdOff.count() > 0)
            line += QStringLiteral(" --hold-off %1").arg(duration(request.holdOff));
        return line + option("--reason", request.reason);
    }
    case ActionKind::extendLock:
        return QStringLiteral("lock renew %1").arg(key) + holder(target) + QStringLiteral(" --lease ")
               + duration(request.wait);
    case ActionKind::relockTask:
    case ActionKind::unlockTask:
        return QStringLiteral("task relock %1 --force").arg(key) + seen(target)
               + QStringLiteral(" --wait %1")
                     .arg(request.kind == ActionKind::unlockTask ? QStringLiteral("0") : duration(request.wait))
               + option("--reason", request.reason);
    case ActionKind::extendTask: return QStringLiteral("task extend %1").arg(key) + holder(target);
    case ActionKind::advanceTask:
        return QStringLiteral("task advance %1").arg(key) + option("--to", request.toPhase) + holder(target);
    case ActionKind::retryDead: return QStringLiteral("outbox retry-dead") + (target.key.isEmpty() ? QString() : u' ' + key);
    case ActionKind::requeue: return {}; // only dead ones have a command: see retryDead
    case ActionKind::orderWorker: return workerWords(request) + u' ' + key;
    }
    return {};
}

} // namespace

QString commandLine(const QString& store, const ActionRequest& request, const ActionTarget& target)
{
    const QString verb = verbLine(request, target);
    if (verb.isEmpty())
        return {};
    const QString source =
        request.source == QLatin1String("lockdesk") ? QString() : option(" --source", request.source).trimmed() + u' ';
    return QStringLiteral("lockdeskctl --store %1 ").arg(quoted(u'@' + store)) + source + verb;
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
        return request.targets.empty() ? ActionTexts::tr("Retry all dead messages")
                                       : counted(request, ActionTexts::tr("Retry %1"), ActionTexts::tr("Retry %1 messages"));
    case ActionKind::requeue: return counted(request, ActionTexts::tr("Requeue %1"), ActionTexts::tr("Requeue %1 messages"));
    case ActionKind::orderWorker: return workerTitle(request);
    }
    return {};
}

QString confirmation(const ActionRequest& request, const QString& connection)
{
    if (request.targets.size() == 1)
        return request.targets.front().key;
    return request.targets.empty() ? ActionTexts::tr("all in %1").arg(connection)
                                   : ActionTexts::tr("%1 in %2").arg(request.targets.size()).arg(connection);
}

QString objection(const ActionRequest& request, const ActionTarget& target, bool readOnly)
{
    if (readOnly)
        return ActionTexts::tr("The connection is read-only: the session itself cannot write.");
    switch (request.kind) {
    case ActionKind::forceRelease:
    case ActionKind::extendLock:
        return target.owner.isEmpty() ? ActionTexts::tr("Nobody holds %1.").arg(target.key) : QString();
    case ActionKind::extendTask:
    case ActionKind::advanceTask:
        return target.owner.isEmpty()
                   ? ActionTexts::tr("Nobody holds %1: only its holder's claim can be moved.").arg(target.key)
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
