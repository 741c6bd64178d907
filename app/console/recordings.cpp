// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/recordings.h"

#include "app/console/connections_controller.h"
#include "backends/observe/recording/incident.h"
#include "backends/observe/recording/recorder.h"
#include "models/feed/history.h"
#include "models/feed/replay.h"
#include "models/format/format.h"
#include "widgets/replay/replay_bar.h"
#include "widgets/shell/main_window.h"
#include "widgets/shell/page_context.h"
#include "widgets/shell/strip.h"

#include <QDateTime>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <utility>

namespace lockdesk::app {

namespace {

const QString& suffix()
{
    static const QString text = QStringLiteral("ldrec");
    return text;
}

RecordingHeader headerOf(const Feed& feed)
{
    RecordingHeader header;
    header.name = feed.info().name.toStdString();
    header.environment = feed.info().environment.toStdString();
    header.capabilities = *feed.capabilities();
    header.has_tokens = header.capabilities.fence != FenceStrength::none;
    header.begun = time_from_us(QDateTime::currentMSecsSinceEpoch() * 1000);
    return header;
}

} // namespace

Recordings::Recordings(ConnectionsController* connections, const PageContext& context, QObject* parent)
    : QObject(parent), m_connections(connections), m_feeds(context.feeds), m_history(context.history)
{
    connect(connections, &ConnectionsController::closed, this, [this](const QString& id) {
        if (id == m_of)
            stop();
    });
    connect(connections, &ConnectionsController::passwordGiven, this, &Recordings::takePassword);
}

void Recordings::attach(MainWindow* window)
{
    m_windows.append(window);
    connect(window, &QObject::destroyed, this, [this, window] { m_windows.removeAll(window); });
    connect(window, &MainWindow::recordRequested, this, [this, window] { askWhere(window); });
    connect(window, &MainWindow::stopRecordingRequested, this, &Recordings::stop);
    connect(window, &MainWindow::openRecordingRequested, this, [this, window] { askWhich(window); });
    connect(window, &MainWindow::bundleRequested, this, [this, window] { askBundle(window); });
    connect(window, &MainWindow::disconnectRequested, this, [this](const QString& id) {
        if (m_replay != nullptr && m_replay->feed()->info().id == id)
            closeReplay();
    });
    if (const Feed* of = m_feeds->find(m_of))
        window->setRecording(of->info().name);
    if (m_replay != nullptr) {
        addBar(window);
        m_replay->repeatRows(); // its tables begin with all that is there
    }
}

Recordings::~Recordings() { stop(); }

// The selected connection, else the first that is not a recording.
const Feed* Recordings::meant(const MainWindow* window) const
{
    const Feed* of = nullptr;
    for (const Feed* feed : m_feeds->feeds())
        if (!feed->info().recording && (feed->info().id == window->strip()->chosen() || of == nullptr))
            of = feed;
    return of;
}

QString Recordings::proposedPath(const Feed& feed, const QString& what) const
{
    return QStringLiteral("%1/%2 %3%4.%5")
        .arg(QDir::homePath(), QString(feed.info().name).replace(u'/', u'-'), what,
             QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd HH.mm")), suffix());
}

void Recordings::askWhere(MainWindow* window)
{
    const Feed* of = meant(window);
    if (of == nullptr) {
        emit notice(tr("No store is connected: there is nothing to record."));
        return;
    }
    const QString path = QFileDialog::getSaveFileName(window, tr("Record %1").arg(of->info().name), proposedPath(*of, {}),
                                                      tr("Recordings (*.%1)").arg(suffix()));
    if (path.isEmpty())
        return;
    if (const QString wrong = record(of->info().id, path); !wrong.isEmpty())
        emit notice(wrong);
}

void Recordings::askBundle(MainWindow* window)
{
    const Feed* of = meant(window);
    if (of == nullptr) {
        emit notice(tr("No store is connected: there is nothing to save."));
        return;
    }
    const QString path =
        QFileDialog::getSaveFileName(window, tr("Incident Bundle of %1").arg(of->info().name),
                                     proposedPath(*of, QStringLiteral("incident ")), tr("Recordings (*.%1)").arg(suffix()));
    if (path.isEmpty())
        return;
    if (const QString wrong = bundle(of->info().id, path); !wrong.isEmpty())
        emit notice(wrong);
}

QString Recordings::bundle(const QString& connection, const QString& path)
{
    const Feed* feed = m_feeds->find(connection);
    if (feed == nullptr || feed->capabilities() == nullptr)
        return tr("This connection has not answered yet: there is nothing to save.");
    const auto written = write_bundle(path.toStdString(), headerOf(*feed), feed->flight());
    if (!written)
        return format::engineSentence(written.failure().message);
    emit notice(tr("Saved %1 lines into %2. Payloads, errors of receivers and statements are left out.")
                    .arg(format::count(written->lines), format::foreign(path)));
    return {};
}

// What the maker of a bundle knew of the store.
void Recordings::tellFacts(const QString& name, const std::string& facts)
{
    const QJsonObject all = QJsonDocument::fromJson(QByteArray::fromStdString(facts)).object();
    QStringList weak;
    for (const QJsonValue& one : all.value(QLatin1String("weaknesses")).toArray())
        weak += format::foreign(one.toObject().value(QLatin1String("setting")).toString().toStdString());
    emit notice(tr("Incident bundle of %1: payloads, errors of receivers and statements are left out. %2")
                    .arg(name, weak.isEmpty() ? tr("Its store kept what it acknowledged.")
                                              : tr("Weaknesses of its store: %1.").arg(weak.join(QStringLiteral(", ")))));
}

QString Recordings::record(const QString& connection, const QString& path)
{
    const Feed* feed = m_feeds->find(connection);
    const auto store = m_connections->storeOf(connection);
    if (feed == nullptr || !store || feed->capabilities() == nullptr)
        return tr("This connection has not answered yet: there is nothing to record.");
    stop();
    auto begun = Recorder::begin(path.toStdString(), headerOf(*feed));
    if (!begun)
        return format::engineSentence(begun.failure().message);
    m_recorder = std::move(begun).value();
    m_of = connection;
    m_path = path;
    ObserverOptions options = m_connections->observing(connection);
    auto* recorder = m_recorder.get();
    auto observer = std::make_shared<Observer*>(nullptr);
    m_observer = std::make_unique<Observer>(store, options, [recorder, observer](UpdatePtr update) {
        recorder->put(update);
        if (*observer != nullptr)
            (*observer)->acknowledge(update->number);
    });
    *observer = m_observer.get();
    m_observer->start();
    showRecorded(feed->info().name);
    emit notice(tr("Recording %1 into %2.").arg(feed->info().name, format::foreign(path)));
    return {};
}

void Recordings::takePassword(const QString& connection)
{
    if (m_observer && m_of == connection)
        m_observer->set_store(m_connections->storeOf(connection));
}

void Recordings::stop()
{
    if (!m_observer)
        return;
    m_observer->stop();
    m_observer.reset();
    const auto progress = m_recorder->close();
    m_recorder.reset();
    m_of.clear();
    showRecorded({});
    emit notice(progress.failure
                    ? format::foreign(progress.failure->message)
                    : tr("Recorded %1 lines into %2.").arg(format::count(progress.lines), format::foreign(m_path)));
}

void Recordings::askWhich(MainWindow* window)
{
    const QString path = QFileDialog::getOpenFileName(window, tr("Open Recording or Bundle"), QFileInfo(m_path).absolutePath(),
                                                      tr("Recordings (*.%1);;All files (*)").arg(suffix()));
    if (path.isEmpty())
        return;
    if (const QString wrong = replay(path, window); !wrong.isEmpty())
        emit notice(wrong);
}

void Recordings::showRecorded(const QString& name)
{
    for (MainWindow* window : m_windows)
        window->setRecording(name);
}

void Recordings::addBar(MainWindow* window)
{
    auto* bar = new ReplayBar(m_replay);
    connect(bar, &ReplayBar::closeRequested, this, &Recordings::closeReplay);
    connect(bar, &ReplayBar::factsRequested, window, [this, window] { window->showFacts(m_replay->feed()->info().id); });
    connect(bar, &QObject::destroyed, this, [this, bar] { m_bars.removeAll(bar); });
    m_bars.append(bar);
    window->addBarBelow(bar);
}

QString Recordings::replay(const QString& path, MainWindow* window)
{
    auto file = RecordingFile::open(path.toStdString(), true);
    if (!file)
        return format::engineSentence(file.failure().message);
    if ((*file)->moments() == 0 && !(*file)->damage().empty())
        return format::engineSentence(path.toStdString() + ": " + (*file)->damage());
    if ((*file)->moments() == 0)
        return tr("%1 holds nothing: its recorder was ended before the store answered.").arg(format::foreign(path));
    closeReplay();
    const std::string facts = (*file)->header().facts;
    QString name = format::foreign((*file)->header().name);
    if (name.isEmpty())
        name = format::foreign(QFileInfo(path).completeBaseName());
    m_replay = new Replay(std::move(file).value(), name, m_feeds, this);
    ConnectionInfo info = m_replay->feed()->info();
    info.url = QFileInfo(path).absoluteFilePath();
    m_replay->feed()->setInfo(info);
    m_replay->chart(m_history);
    for (MainWindow* each : m_windows)
        addBar(each);
    // Other connections show another time: selects only the recording at first.
    if (window == nullptr && !m_windows.isEmpty())
        window = m_windows.front();
    if (window != nullptr) {
        window->strip()->setChosen(info.id);
        emit window->strip()->chosenChanged(info.id);
    }
    if (!facts.empty())
        tellFacts(name, facts);
    if (!m_replay->damage().isEmpty())
        emit notice(tr("%1 What is before it is replayed.").arg(m_replay->damage()));
    return {};
}

void Recordings::closeReplay()
{
    if (m_replay == nullptr)
        return;
    for (ReplayBar* bar : QList<ReplayBar*>(m_bars)) {
        bar->hide();
        bar->deleteLater();
    }
    m_bars.clear();
    const QString id = m_replay->feed()->info().id;
    delete std::exchange(m_replay, nullptr);
    for (MainWindow* window : m_windows)
        if (window->strip()->chosen() == id) {
            window->strip()->setChosen({});
            emit window->strip()->chosenChanged({});
        }
}

} // namespace lockdesk::app
