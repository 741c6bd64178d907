// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/worker_processes.h"

#include "app/console/connections_controller.h"
#include "models/format/format.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>

#include <algorithm>
#include <csignal>

namespace lockdesk::app {

namespace {

constexpr std::int64_t laneMemoryUs = 120'000'000;
constexpr std::int64_t endedMemoryUs = 60'000'000;
constexpr int stopSettleMs = 2, freezeAgainMs = 3, mostFreezeTries = 200;

QString workerProgram() { return QCoreApplication::applicationDirPath() + QStringLiteral("/lockdesk-worker"); }

QStringList argumentsOf(const WorkerStart& what, const QString& label)
{
    const auto ms = [](std::int64_t value) { return QString::number(value) + QStringLiteral("ms"); };
    QStringList out{QStringLiteral("--json"),
                    QStringLiteral("--end-with-parent"),
                    QStringLiteral("--faults"),
                    QStringLiteral("--name"),
                    label,
                    QStringLiteral("--interval"),
                    ms(what.intervalMs),
                    QStringLiteral("--batch"),
                    QString::number(what.batch)};
    if (what.role == QLatin1String("relay")) {
        out << QStringLiteral("--role") << what.role;
        return out;
    }
    out << QStringLiteral("--kind") << what.kind << QStringLiteral("--work") << ms(what.workMs);
    for (const QString& phase : what.phases)
        out << QStringLiteral("--phase") << phase;
    for (const QString& advance : what.advances)
        out << QStringLiteral("--advance") << advance;
    if (!what.announce.isEmpty())
        out << QStringLiteral("--announce") << what.announce;
    for (const QString& role : what.also)
        out << QStringLiteral("--also") << role;
    return out;
}

// A process that writes to a SQLite file has a write lock on it; others have only read locks. The kernel lists
// locks without access to the file.
bool writesFile(qint64 pid)
{
    QFile locks(QStringLiteral("/proc/locks"));
    if (!locks.open(QIODevice::ReadOnly))
        return false;
    for (const QByteArray& line : locks.readAll().split('\n')) {
        const QList<QByteArray> words = line.simplified().split(' ');
        const auto at = words.indexOf("WRITE");
        if (at >= 0 && words.value(at + 1).toLongLong() == pid)
            return true;
    }
    return false;
}

} // namespace

std::int64_t WorkerProcesses::wallUs() { return QDateTime::currentMSecsSinceEpoch() * 1000; }

WorkerProcesses::WorkerProcesses(FindTarget target, QObject* parent) : OwnWorkers(parent), m_target(std::move(target))
{
    // Events arrive in bursts: pages are notified at most ten times a second.
    m_tell.setSingleShot(true);
    m_tell.setInterval(100);
    connect(&m_tell, &QTimer::timeout, this, &WorkerProcesses::tell);
}

WorkerProcesses::~WorkerProcesses() { stopAll({}, 800); }

const OwnWorker* WorkerProcesses::find(const QString& connection, qint64 pid) const
{
    const auto it = std::find_if(m_shown.begin(), m_shown.end(),
                                 [&](const OwnWorker& w) { return w.connection == connection && w.pid == pid; });
    return it != m_shown.end() ? &*it : nullptr;
}

WorkerProcesses::Child* WorkerProcesses::child(const QString& label)
{
    const auto it =
        std::find_if(m_children.begin(), m_children.end(), [&](const auto& c) { return c->info.label == label; });
    return it != m_children.end() ? it->get() : nullptr;
}

QString WorkerProcesses::freeLabel(const QString& base) const
{
    for (int n = 1;; ++n) {
        const QString label = QStringLiteral("%1-%2").arg(base).arg(n);
        if (std::none_of(m_children.begin(), m_children.end(), [&](const auto& c) { return c->info.label == label; }))
            return label;
    }
}

QString WorkerProcesses::start(const WorkerStart& what)
{
    const std::optional<Target> target = m_target(what.connection);
    if (!target)
        return tr("This connection is not open.");
    if (target->readOnly)
        return tr("%1 is read-only: the session itself cannot write, and workers must.").arg(target->name);
    if (!QFileInfo(workerProgram()).isExecutable())
        return tr("%1 is missing. It is installed beside the console.").arg(workerProgram());
    for (int i = 0; i < what.count; ++i) {
        const QString problem = launch(what, *target, freeLabel(target->name));
        if (!problem.isEmpty())
            return problem;
    }
    return {};
}

QString WorkerProcesses::launch(const WorkerStart& what, const Target& target, const QString& label)
{
    auto made = std::make_unique<Child>();
    Child* c = made.get();
    c->info.label = label;
    c->info.connection = what.connection;
    c->info.role = what.role;
    c->info.stateSince = wallUs();
    c->process = std::make_unique<QProcess>();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LOCKDESK_STORE"), withPassword(target.url, target.password));
    if (!what.receiver.isEmpty())
        environment.insert(QStringLiteral("LOCKDESK_RECEIVER"), what.receiver);
    c->process->setProcessEnvironment(environment);
    c->process->setProgram(workerProgram());
    QStringList arguments = argumentsOf(what, label);
    if (!target.retention.isEmpty())
        arguments << QStringLiteral("--retention") << target.retention;
    c->process->setArguments(arguments);
    connect(c->process.get(), &QProcess::readyReadStandardOutput, this, [this, c] { readEvents(*c); });
    connect(c->process.get(), &QProcess::readyReadStandardError, this, [c] {
        const QList<QByteArray> lines = c->process->readAllStandardError().trimmed().split('\n');
        if (!lines.last().isEmpty())
            c->lastError = lines.last();
    });
    connect(c->process.get(), &QProcess::finished, this, [this, c] { ended(*c); });
    c->process->start(QIODevice::ReadWrite);
    if (!c->process->waitForStarted(1000))
        return tr("%1 did not start: %2").arg(workerProgram(), c->process->errorString());
    c->info.pid = c->process->processId();
    if (!what.reason.isEmpty())
        tellForced(*c, "start", {}, what.reason);
    m_children.push_back(std::move(made));
    m_tell.start();
    return {};
}

void WorkerProcesses::setState(Child& c, OwnWorker::State state)
{
    if (state == c.info.state)
        return;
    c.info.state = state;
    c.info.stateSince = wallUs();
}

void WorkerProcesses::ended(Child& c)
{
    readEvents(c);
    const bool crashed = c.process->exitStatus() == QProcess::CrashExit;
    c.endedAt = wallUs();
    c.closeWork({}, c.endedAt);
    setState(c, crashed ? OwnWorker::State::crashed : OwnWorker::State::ended);
    c.add(crashed ? WorkerLaneEvent::Kind::crashed : WorkerLaneEvent::Kind::ended, {}, c.endedAt);
    for (const QString& task : c.unfinished.keys())
        c.add(WorkerLaneEvent::Kind::orphaned, task, c.endedAt);
    if (!crashed && c.process->exitCode() != 0) {
        emit notice(tr("%1 ended with exit status %2: %3")
                        .arg(c.info.label, QString::number(c.process->exitCode()),
                             format::foreign(c.lastError.trimmed().toStdString())));
    } else if (crashed && !c.info.killedByUser) {
        emit notice(tr("%1 was killed, not from this window: by another program, the system or a crash of its own.").arg(c.info.label));
    }
    m_tell.start();
}

void WorkerProcesses::tellForced(const Child& c, const char* action, const QString& value, const QString& reason)
{
    QJsonObject evidence{
        {QStringLiteral("label"), c.info.label}, {QStringLiteral("pid"), c.info.pid}, {QStringLiteral("role"), c.info.role}};
    if (!value.isEmpty())
        evidence.insert(QStringLiteral("by"), value);
    emit forced(c.info.connection, QString::fromLatin1(action), c.info.workerId.isEmpty() ? c.info.label : c.info.workerId,
                QString::fromUtf8(QJsonDocument(evidence).toJson(QJsonDocument::Compact)), reason);
}

void WorkerProcesses::crash(const QString& label)
{
    Child* c = child(label);
    if (c == nullptr || c->process->state() != QProcess::Running)
        return;
    c->info.killedByUser = true;
    c->process->kill();
    tellForced(*c, "crash");
    emit notice(tr("%1 killed by you. What it held is free when its lease runs out.").arg(label));
}

void WorkerProcesses::freeze(const QString& label)
{
    Child* c = child(label);
    if (c == nullptr || c->process->state() != QProcess::Running || c->info.state == OwnWorker::State::frozen)
        return;
    tryFreeze(label, 0);
}

// A process frozen during a write to a file would block all other writers. Such a process continues for a moment and is
// stopped again.
void WorkerProcesses::tryFreeze(const QString& label, int tries)
{
    Child* c = child(label);
    if (c == nullptr || c->process->state() != QProcess::Running || c->info.state == OwnWorker::State::frozen)
        return;
    ::kill(pid_t(c->info.pid), SIGSTOP);
    QTimer::singleShot(stopSettleMs, this, [this, label, tries] {
        Child* stopped = child(label);
        if (stopped == nullptr || stopped->process->state() != QProcess::Running
            || stopped->info.state == OwnWorker::State::frozen)
            return;
        if (tries < mostFreezeTries && writesFile(stopped->info.pid)) {
            ::kill(pid_t(stopped->info.pid), SIGCONT);
            QTimer::singleShot(freezeAgainMs + tries % 5, this, [this, label, tries] { tryFreeze(label, tries + 1); });
            return;
        }
        setState(*stopped, OwnWorker::State::frozen);
        tellForced(*stopped, "freeze");
        stopped->add(WorkerLaneEvent::Kind::frozen, {}, wallUs());
        emit notice(tr("%1 frozen by you. It notices nothing and goes on when it is thawed.").arg(label));
        m_tell.start();
    });
}

WorkerProcesses::Child* WorkerProcesses::order(const QString& label, const QByteArray& fault)
{
    Child* c = child(label);
    if (c == nullptr || c->process->state() != QProcess::Running || c->info.state == OwnWorker::State::frozen)
        return nullptr;
    c->process->write(fault + '\n');
    m_tell.start();
    return c;
}

void WorkerProcesses::hang(const QString& label, bool on)
{
    Child* c = order(label, on ? "hang on" : "hang off");
    if (c == nullptr)
        return;
    c->info.hangs = on;
    tellForced(*c, on ? "hang" : "unhang");
    emit notice(on ? tr("%1 hangs: it lives and beats, and never finishes what it has.").arg(label)
                   : tr("%1 goes on. A write of what it lost meanwhile is refused.").arg(label));
}

void WorkerProcesses::cutOff(const QString& label, bool on)
{
    Child* c = order(label, on ? "cut-off on" : "cut-off off");
    if (c == nullptr)
        return;
    c->info.cutOff = on;
    c->info.cutOffSince = wallUs();
    tellForced(*c, on ? "cut-off" : "reconnect");
    emit notice(on ? tr("%1 cut off from its store: its work is told when the lease cannot be trusted any more.").arg(label)
                   : tr("%1 reaches its store again.").arg(label));
}

void WorkerProcesses::skew(const QString& label, std::int64_t byMs)
{
    Child* c = order(label, "skew " + QByteArray::number(qint64(byMs)) + (byMs == 0 ? "" : "ms"));
    if (c == nullptr)
        return;
    c->info.skewMs = byMs;
    tellForced(*c, "skew", QString::number(qint64(byMs)) + QStringLiteral("ms"));
    emit notice(byMs == 0
                    ? tr("The clock of %1 is right again.").arg(label)
                    : tr("The clock of %1 is wrong by %2 s: it must change nothing.").arg(label).arg(double(byMs) / 1000));
}

void WorkerProcesses::thaw(const QString& label)
{
    Child* c = child(label);
    if (c == nullptr || c->info.state != OwnWorker::State::frozen)
        return;
    ::kill(pid_t(c->info.pid), SIGCONT);
    for (WorkerLaneEvent& event : c->info.lane) {
        if (event.to == 0 && (event.kind == WorkerLaneEvent::Kind::frozen || event.kind == WorkerLaneEvent::Kind::overtaken))
            event.to = wallUs();
    }
    setState(*c, OwnWorker::State::running);
    tellForced(*c, "thaw");
    emit notice(tr("%1 thawed. A write of what it lost meanwhile is refused.").arg(label));
    m_tell.start();
}

void WorkerProcesses::stop(const QString& label)
{
    Child* c = child(label);
    if (c == nullptr || c->process->state() != QProcess::Running)
        return;
    // A stopped process receives no signal but SIGKILL until it continues.
    ::kill(pid_t(c->info.pid), SIGCONT);
    c->process->terminate();
    setState(*c, OwnWorker::State::stopping);
    tellForced(*c, "stop");
    m_tell.start();
}

void WorkerProcesses::prune()
{
    const std::int64_t now = wallUs();
    for (const auto& c : m_children) {
        auto& lane = c->info.lane;
        lane.erase(std::remove_if(lane.begin(), lane.end(),
                                  [now](const WorkerLaneEvent& e) {
                                      const bool open = e.to == 0
                                                        && (e.kind == WorkerLaneEvent::Kind::works
                                                            || e.kind == WorkerLaneEvent::Kind::frozen
                                                            || e.kind == WorkerLaneEvent::Kind::overtaken
                                                            || e.kind == WorkerLaneEvent::Kind::orphaned);
                                      return !open && std::max(e.from, e.to) < now - laneMemoryUs;
                                  }),
                   lane.end());
    }
    std::erase_if(m_children, [now](const auto& c) { return c->endedAt != 0 && c->endedAt < now - endedMemoryUs; });
}

void WorkerProcesses::tell()
{
    prune();
    m_shown.clear();
    for (const auto& c : m_children)
        m_shown.push_back(c->info);
    emit changed();
}

void WorkerProcesses::askAll()
{
    for (const auto& c : m_children) {
        if (c->process->state() == QProcess::NotRunning)
            continue;
        c->process->disconnect(this);
        ::kill(pid_t(c->info.pid), SIGCONT);
        c->process->terminate();
    }
}

void WorkerProcesses::stopAll(const QString& connection, int graceMs)
{
    std::vector<Child*> going;
    for (const auto& c : m_children) {
        if ((connection.isEmpty() || c->info.connection == connection) && c->process->state() != QProcess::NotRunning)
            going.push_back(c.get());
    }
    for (Child* c : going) {
        c->process->disconnect(this);
        ::kill(pid_t(c->info.pid), SIGCONT);
        c->process->terminate();
    }
    const std::int64_t deadline = QDateTime::currentMSecsSinceEpoch() + graceMs;
    for (Child* c : going) {
        const auto left = int(std::max<std::int64_t>(0, deadline - QDateTime::currentMSecsSinceEpoch()));
        if (!c->process->waitForFinished(left)) {
            c->process->kill();
            c->process->waitForFinished(300);
        }
    }
    std::erase_if(m_children, [&](const auto& c) { return connection.isEmpty() || c->info.connection == connection; });
    tell();
}

} // namespace lockdesk::app
