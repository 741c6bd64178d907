// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/demo.h"

#include "app/common/stores.h"
#include "app/console/connections_controller.h"
#include "models/format/format.h"
#include "widgets/overview/overview_page.h"
#include "widgets/shell/own_workers.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QStandardPaths>

namespace lockdesk::app {

namespace {

constexpr int workerCount = 3, taskCount = 24;
const QString taskKind = QStringLiteral("gateway");
const QStringList phases{QStringLiteral("Creating"), QStringLiteral("Starting"), QStringLiteral("Updating"),
                         QStringLiteral("Stopping"), QStringLiteral("Deleting")};

QString demoFile()
{
    QString folder = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    QDir().mkpath(folder);
    // A database cannot be in a home folder shared with other computers; the runtime folder is local.
    if (is_network_folder(folder.toStdString()))
        folder = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    return folder + QStringLiteral("/demo.sqlite");
}

/// Another window may show the demo too: its file is then in use and must not be touched.
bool inUse(Session& session)
{
    const auto workers = session.workers().list({});
    if (!workers || !workers.store_time())
        return false;
    for (const WorkerRow& row : workers->rows) {
        if (worker_health(row, *workers.store_time()) == WorkerHealth::live)
            return true;
    }
    return false;
}

// Each first window starts fresh: rows of an earlier run would only cause findings about dead processes.
void removeFile(const QString& file)
{
    for (const char* suffix : {"", "-wal", "-shm"})
        QFile::remove(file + QLatin1String(suffix));
}

QString wrong(const Failure& failure) { return format::engineSentence(failure.message); }

/// A lock of the demo and the workers that contend for it.
struct Job
{
    const char* role; ///< argument of `lockdesk-worker --also`
    bool by[workerCount];
};

// Two workers contend for most locks, so that they alternate without overtaking; the leader has two standbys.
constexpr Job jobs[] = {
    {"leader --lock demo/leader --lease 10s --work 2s --interval 500ms --fence", {true, true, true}},
    {"guard --lock demo/ledger --at-most 10s --work 45s --wait forever --interval 800ms --fence", {true, true, false}},
    {"guard --lock demo/mailer --at-most 10s --work 30s --wait forever --interval 800ms --fence", {false, true, true}},
    {"guard --lock demo/import --at-most 30s --work 26s --interval 3s --fence", {true, false, true}},
    {"guard --lock demo/report --guard fixed --at-most 30s --work 24s --interval 4s --fence", {true, false, true}},
    {"guard --lock demo/stock:42 --guard fixed --at-most 10s --work 8s --wait forever --interval 1s --fence",
     {true, true, false}},
    {"guard --lock demo/stock:17 --guard fixed --at-most 10s --work 6s --interval 3s", {false, true, true}},
    {"guard --lock demo/stock:8 --guard fixed --at-most 8s --work 4s --interval 6s", {true, false, true}},
    {"guard --lock demo/cleanup --guard fixed --at-most 15s --at-least 10s --work 1500ms --cron '*/15 * * * * *'",
     {true, true, true}},
};

QString seed(Session& session)
{
    for (const QString& phase : phases) {
        TaskRule rule;
        rule.kind = taskKind.toStdString();
        rule.phase = phase.toStdString();
        if (const auto set = session.tasks().set_rule(rule); !set)
            return wrong(set.failure());
    }
    std::vector<NewTask> tasks;
    for (int i = 1; i <= taskCount; ++i) {
        const std::string number = (i < 10 ? "gw-0" : "gw-") + std::to_string(i);
        tasks.push_back({TaskId::trusted(number), TaskKind::trusted(taskKind.toStdString()),
                         Phase::trusted(phases[i % phases.size()].toStdString()), DesiredState::running, "{}"});
    }
    const auto added = session.tasks().add(tasks);
    return added ? QString() : wrong(added.failure());
}

/// Roles of the worker with this number, from 0.
WorkerStart workOf(int number)
{
    WorkerStart what;
    what.connection = QLatin1String(demoConnectionId);
    what.kind = taskKind;
    what.workMs = 3000;
    for (qsizetype i = 0; i < phases.size(); ++i)
        what.advances << phases[i] + QLatin1Char('=') + phases[(i + 1) % phases.size()];
    what.announce = QStringLiteral("gateway.moved");
    what.receiver = QStringLiteral("exec:sleep 0.5");
    what.also << QStringLiteral("relay --lease 10s --batch 2");
    for (const Job& job : jobs)
        if (job.by[number])
            what.also << QString::fromLatin1(job.role);
    return what;
}

} // namespace

Demo::Demo(ConnectionsController* connections, OwnWorkers* workers, QObject* parent)
    : QObject(parent), m_connections(connections), m_workers(workers)
{
    connect(connections, &ConnectionsController::closed, this, [this](const QString& id) {
        if (id == QLatin1String(demoConnectionId))
            m_running = false;
    });
}

QString Demo::start()
{
    if (m_running)
        return {};
    QElapsedTimer timer;
    timer.start();
    const QString file = demoFile();
    const QString url = QStringLiteral("sqlite://") + file;
    if (const QString problem = prepare(url, file); !problem.isEmpty())
        return problem;
    ConnectionsController::Profile profile;
    profile.id = profile.name = QLatin1String(demoConnectionId);
    profile.url = url;
    if (const QString problem = m_connections->open(profile); !problem.isEmpty())
        return problem;
    m_running = true;
    QString problem;
    for (int i = 0; i < workerCount && problem.isEmpty(); ++i)
        problem = m_workers->start(workOf(i));
    emit notice(problem.isEmpty()
                    ? tr("Demo started in %1 s: demo.sqlite, three workers").arg(double(timer.elapsed()) / 1000, 0, 'f', 1)
                    : tr("The demo has no workers: %1").arg(problem));
    return {};
}

// Creates the file with its schema, rules and tasks. Nothing here changes it afterwards.
QString Demo::prepare(const QString& url, const QString& file)
{
    const auto parsed = parseUrl(url, {});
    if (!parsed)
        return wrong(parsed.failure());
    SessionOptions options;
    options.without_schema = true;
    {
        const auto store = m_connections->registry().open(*parsed);
        if (!store)
            return wrong(store.failure());
        bool used = false;
        if (QFile::exists(file)) {
            auto session = (*store)->open(options);
            used = session && inUse(**session);
        }
        if (!used)
            removeFile(file);
    }
    const auto store = m_connections->registry().open(*parsed);
    if (!store)
        return wrong(store.failure());
    auto session = (*store)->open(options);
    if (!session)
        return wrong(session.failure());
    if (const auto made = (*session)->admin().create_schema(); !made)
        return wrong(made.failure());
    return seed(**session);
}

} // namespace lockdesk::app
