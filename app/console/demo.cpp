// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/demo.h"

#include "app/common/stores.h"
#include "app/console/connections_controller.h"
#include "models/format.h"
#include "widgets/overview/overview_page.h"
#include "widgets/shell/own_workers.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QStandardPaths>

namespace lockdesk::app {

namespace {

constexpr int workerCount = 3;
const QString kind = QStringLiteral("gateway");
const QStringList phases{QStringLiteral("Creating"), QStringLiteral("Starting"), QStringLiteral("Updating"),
                         QStringLiteral("Stopping"), QStringLiteral("Deleting")};

QString demoFile()
{
    QString folder = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    QDir().mkpath(folder);
    // A home that other computers have too is no place for a database; what is of this computer goes with its session.
    if (is_network_folder(folder.toStdString()))
        folder = QStandardPaths::writableLocation(QStandardPaths::RuntimeLocation);
    return folder + QStringLiteral("/demo.sqlite");
}

/// Another window may show the demo too: then its file is alive and must be left alone.
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

void removeFile(const QString& file)
{
    for (const char* suffix : {"", "-wal", "-shm"})
        QFile::remove(file + QLatin1String(suffix));
}

} // namespace

Demo::Demo(ConnectionsController* connections, OwnWorkers* workers, QObject* parent)
    : QObject(parent), m_connections(connections), m_workers(workers)
{
    connect(workers, &OwnWorkers::changed, this, &Demo::passWorkers);
    connect(connections, &ConnectionsController::closed, this, [this](const QString& id) {
        if (id == QLatin1String(demoConnectionId))
            stop();
    });
}

Demo::~Demo() { stop(); }

QString Demo::start()
{
    if (m_driver != nullptr)
        return {};
    QElapsedTimer timer;
    timer.start();
    const QString file = demoFile();
    const QString url = QStringLiteral("sqlite://") + file;
    const auto parsed = parseUrl(url, {});
    if (!parsed)
        return format::foreign(parsed.failure().message);
    SessionOptions options;
    options.without_schema = true;
    {
        const auto store = m_connections->registry().open(*parsed);
        if (!store)
            return format::foreign(store.failure().message);
        // Each first window starts fresh: what an earlier run left would only be findings about processes long gone.
        bool used = false;
        if (QFile::exists(file)) {
            auto session = (*store)->open(options);
            used = session && inUse(**session);
        }
        if (!used)
            removeFile(file);
    }
    const auto store = m_connections->registry().open(*parsed);
    auto session = (*store)->open(options);
    if (!session)
        return format::foreign(session.failure().message);
    if (const auto made = (*session)->admin().create_schema(); !made)
        return format::foreign(made.failure().message);
    if (const QString wrong = DemoDriver::seed(**session, kind.toStdString(), phases); !wrong.isEmpty())
        return wrong;

    ConnectionsController::Profile profile;
    profile.id = profile.name = QLatin1String(demoConnectionId);
    profile.url = url;
    if (const QString wrong = m_connections->open(profile); !wrong.isEmpty())
        return wrong;
    m_driver = std::make_unique<DemoDriver>(std::move(*session));
    WorkerStart what;
    what.connection = QLatin1String(demoConnectionId);
    what.count = workerCount;
    what.kind = kind;
    what.workMs = 5000;
    for (qsizetype i = 0; i < phases.size(); ++i)
        what.advances << phases[i] + QLatin1Char('=') + phases[(i + 1) % phases.size()];
    const QString wrong = m_workers->start(what);
    emit notice(wrong.isEmpty()
                    ? tr("Demo started in %1 s: demo.sqlite, three workers").arg(double(timer.elapsed()) / 1000, 0, 'f', 1)
                    : tr("The demo has no workers: %1").arg(wrong));
    return {};
}

void Demo::stop() { m_driver.reset(); }

void Demo::passWorkers()
{
    if (m_driver == nullptr)
        return;
    std::vector<DemoDriver::Actor> actors;
    for (const OwnWorker& worker : m_workers->workers()) {
        if (worker.connection != QLatin1String(demoConnectionId) || worker.workerId.isEmpty())
            continue;
        const bool alive = worker.state == OwnWorker::State::running || worker.state == OwnWorker::State::slow
                           || worker.state == OwnWorker::State::paused;
        actors.push_back({worker.workerId.toStdString(), alive, worker.state == OwnWorker::State::frozen});
    }
    m_driver->setActors(std::move(actors));
}

} // namespace lockdesk::app
