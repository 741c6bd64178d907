// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What own workers say on standard output, as spans and marks of their lanes.
#include "app/console/worker_processes.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include <algorithm>

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
    if (event == QLatin1String("paused"))
        setState(c, OwnWorker::State::paused);
    else if (event == QLatin1String("resumed"))
        setState(c, OwnWorker::State::running);
    else if (event == QLatin1String("stopped"))
        setState(c, OwnWorker::State::stopping);
    else if (wasStarting)
        setState(c, OwnWorker::State::running);

    static const QSet<QString> ends = {QStringLiteral("advanced"), QStringLiteral("relocked"), QStringLiteral("unlocked"),
                                       QStringLiteral("failed"),   QStringLiteral("lost"),     QStringLiteral("refused"),
                                       QStringLiteral("resigned")};
    // A leader holds its lock as others hold a task.
    if (event == QLatin1String("claimed") || event == QLatin1String("elected")) {
        claimed(c, task);
    } else if (ends.contains(event)) {
        c.unfinished.remove(task);
        closeSpans(c, task, wallUs());
        if (c.info.doing == task)
            c.info.doing.clear();
        if (event == QLatin1String("refused"))
            mark(c, WorkerLaneEvent::Kind::refused, task);
        else if (event == QLatin1String("lost"))
            mark(c, WorkerLaneEvent::Kind::lost, task);
    }
    if (!m_tell.isActive())
        m_tell.start();
}

// `gw-1` and `gw-1, taken over`, but not `gw-10`.
bool WorkerProcesses::isWorkOn(const QString& span, const QString& task)
{
    return span == task || span == tr("%1, taken over").arg(task);
}

void WorkerProcesses::claimed(Child& c, const QString& task)
{
    const std::int64_t now = wallUs();
    const bool takeover = takeFromOthers(c, task, now);
    if (takeover)
        mark(c, WorkerLaneEvent::Kind::takesOver, task);
    openSpan(c, WorkerLaneEvent::Kind::works, takeover ? tr("%1, taken over").arg(task) : task, now);
    c.unfinished.insert(task);
    c.info.doing = task;
}

bool WorkerProcesses::takeFromOthers(const Child& taker, const QString& task, std::int64_t at)
{
    bool had = false;
    for (const auto& other : m_children) {
        if (other.get() == &taker || other->info.connection != taker.info.connection || !other->unfinished.remove(task))
            continue;
        had = true;
        for (WorkerLaneEvent& span : other->info.lane) {
            const bool open = span.to == 0;
            if (open && span.kind == WorkerLaneEvent::Kind::orphaned && span.text == task)
                span.to = at;
            if (open && span.kind == WorkerLaneEvent::Kind::works && isWorkOn(span.text, task))
                span.to = at;
        }
        if (other->info.state == OwnWorker::State::frozen)
            openSpan(*other, WorkerLaneEvent::Kind::overtaken, task, at);
    }
    return had;
}

// The first row in which nothing goes on: what begins now overlaps nothing there.
int WorkerProcesses::freeRow(const Child& c)
{
    QSet<int> taken;
    for (const WorkerLaneEvent& span : c.info.lane)
        if (span.kind == WorkerLaneEvent::Kind::works && span.to == 0)
            taken.insert(span.row);
    int row = 0;
    while (taken.contains(row))
        ++row;
    return row;
}

// Where it worked on that last.
int WorkerProcesses::rowOf(const Child& c, const QString& task)
{
    const auto& lane = c.info.lane;
    const auto work = std::find_if(lane.rbegin(), lane.rend(), [&](const WorkerLaneEvent& span) {
        return span.kind == WorkerLaneEvent::Kind::works && isWorkOn(span.text, task);
    });
    return work != lane.rend() ? work->row : 0;
}

void WorkerProcesses::openSpan(Child& c, WorkerLaneEvent::Kind kind, const QString& text, std::int64_t at)
{
    WorkerLaneEvent span;
    span.kind = kind;
    span.from = at;
    span.text = text;
    span.row = kind == WorkerLaneEvent::Kind::works    ? freeRow(c)
               : kind == WorkerLaneEvent::Kind::frozen ? WorkerLaneEvent::allRows
                                                       : rowOf(c, text);
    c.info.lane.push_back(span);
}

void WorkerProcesses::closeSpans(Child& c, const QString& text, std::int64_t at)
{
    for (WorkerLaneEvent& span : c.info.lane) {
        if (span.kind == WorkerLaneEvent::Kind::works && span.to == 0 && (text.isEmpty() || isWorkOn(span.text, text)))
            span.to = at;
    }
}

void WorkerProcesses::mark(Child& c, WorkerLaneEvent::Kind kind, const QString& text)
{
    WorkerLaneEvent event;
    event.kind = kind;
    event.from = wallUs();
    event.text = text;
    event.row = rowOf(c, text);
    c.info.lane.push_back(event);
}

} // namespace lockdesk::app
