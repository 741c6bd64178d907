// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Standard output of own workers as spans and marks of their lanes.
#include "app/console/worker_processes.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QSet>

namespace lockdesk::app {

void WorkerProcesses::readEvents(Child& c)
{
    c.rest += c.process->readAllStandardOutput();
    for (qsizetype end = c.rest.indexOf('\n'); end >= 0; end = c.rest.indexOf('\n')) {
        handleEvent(c, c.rest.left(end));
        c.rest.remove(0, end + 1);
    }
}

void WorkerProcesses::handleEvent(Child& c, const QByteArray& line)
{
    const QJsonObject o = QJsonDocument::fromJson(line).object();
    if (o.value(QLatin1String("type")).toString() == QLatin1String("error")) {
        c.lastError = o.value(QLatin1String("message")).toString().toUtf8();
        return;
    }
    const QString event = o.value(QLatin1String("event")).toString();
    const QString task = o.value(QLatin1String("task")).toString();
    if (const QString id = o.value(QLatin1String("worker")).toString(); !id.isEmpty())
        c.info.workerId = id;
    const bool wasStarting = c.info.state == OwnWorker::State::starting;
    if (c.info.state == OwnWorker::State::frozen) {
        // The line was written before.
    } else if (event == QLatin1String("paused")) {
        setState(c, OwnWorker::State::paused);
    } else if (event == QLatin1String("resumed")) {
        setState(c, OwnWorker::State::running);
    } else if (event == QLatin1String("stopped")) {
        setState(c, OwnWorker::State::stopping);
    } else if (wasStarting) {
        setState(c, OwnWorker::State::running);
    }

    static const QSet<QString> settled = {QStringLiteral("advanced"), QStringLiteral("relocked"), QStringLiteral("unlocked"),
                                          QStringLiteral("failed"), QStringLiteral("resigned")};
    const auto token = static_cast<std::int64_t>(o.value(QLatin1String("token")).toInteger());
    using End = WorkerStory::End;
    // A leader holds its lock like a worker holds a task.
    if (event == QLatin1String("claimed") || event == QLatin1String("elected"))
        c.claimed(task, token, othersOn(c), wallUs());
    else if (settled.contains(event))
        c.ended(task, token, End::settled, othersOn(c), wallUs());
    else if (event == QLatin1String("refused") || event == QLatin1String("lost"))
        c.ended(task, token, event == QLatin1String("lost") ? End::lost : End::refused, othersOn(c), wallUs());
    if (!m_tell.isActive())
        m_tell.start();
}

std::vector<WorkerStory*> WorkerProcesses::othersOn(const Child& c) const
{
    std::vector<WorkerStory*> out;
    for (const auto& other : m_children)
        if (other.get() != &c && other->info.connection == c.info.connection)
            out.push_back(other.get());
    return out;
}

} // namespace lockdesk::app
