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

Recordings::Recordings(ConnectionsController* connections, const PageContext& context, MainWindow* window, QObject* parent)
    : QObject(parent), m_connections(connections), m_feeds(context.feeds), m_history(context.history), m_window(window)
{
    connect(window, &MainWindow::recordRequested, this, &Recordings::askWhere);
    connect(window, &MainWindow::stopRecordingRequested, this, &Recordings::stop);
    connect(window, &MainWindow::openRecordingRequested, this, &Recordings::askWhich);
    connect(window, &MainWindow::bundleRequested, this, &Recordings::askBundle);
    connect(connections, &ConnectionsController::closed, this, [this](const QString& id) {
        if (id == m_of)
            stop();
    });
    connect(connections, &ConnectionsController::passwordGiven, this, &Recordings::takePassword);
    connect(window, &MainWindow::disconnectRequested, this, [this](const QString& id) {
        if (m_replay != nullptr && m_replay->feed()->info().id == id)
            closeReplay();
    });
}

Recordings::~Recordings() { stop(); }

// The selected connection, else the first that is not a recording.
const Feed* Recordings::meant() const
{
    const Feed* of = nullptr;
    for (const Feed* feed : m_feeds->feeds())
        if (!feed->info().recording && (feed->info().id == m_window->strip()->chosen() || of == nullptr))
            of = feed;
    return of;
}

QString Recordings::proposedPath(const Feed& feed, const QString& what) const
{
    return QStringLiteral("%1/%2 %3%4.%5")
        .arg(QDir::homePath(), QString(feed.info().name).replace(u'/', u'-'), what,
             QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd HH.mm")), suffix());
}

void Recordings::askWhere()
{
    const Feed* of = meant();
    if (of == nullptr) {
        emit notice(tr("No store is connected: there is nothing to record."));
        return;
    }
    const QString path = QFileDialog::getSaveFileName(m_window, tr("Record %1").arg(of->info().name), proposedPath(*of, {}),
                                                      tr("Recordings (*.%1)").arg(suffix()));
    if (path.isEmpty())
        return;
    if (const QString wrong = record(of->info().id, path); !wrong.isEmpty())
        emit notice(wrong);
}

void Recordings::askBundle()
{
    const Feed* of = meant();
    if (of == nullptr) {
        emit notice(tr("No store is connected: there is nothing to save."));
        return;
    }
    const QString path =
        QFileDialog::getSaveFileName(m_window, tr("Incident Bundle of %1").arg(of->info().name),
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
    m_window->setRecording(feed->info().name);
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
    m_window->setRecording({});
    emit notice(progress.failure
                    ? format::foreign(progress.failure->message)
                    : tr("Recorded %1 lines into %2.").arg(format::count(progress.lines), format::foreign(m_path)));
}

void Recordings::askWhich()
{
    const QString path = QFileDialog::getOpenFileName(m_window, tr("Open Recording or Bundle"), QFileInfo(m_path).absolutePath(),
                                                      tr("Recordings (*.%1);;All files (*)").arg(suffix()));
    if (path.isEmpty())
        return;
    if (const QString wrong = replay(path); !wrong.isEmpty())
        emit notice(wrong);
}

QString Recordings::replay(const QString& path)
{
    auto file = RecordingFile::open(path.toStdString(), true);
    if (!file)
        return format::engineSentence(file.failure().message);
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
    m_bar = new ReplayBar(m_replay);
    connect(m_bar, &ReplayBar::closeRequested, this, &Recordings::closeReplay);
    m_window->addBarBelow(m_bar);
    // Other connections show another time: selects only the recording at first.
    m_window->strip()->setChosen(m_replay->feed()->info().id);
    emit m_window->strip()->chosenChanged(m_replay->feed()->info().id);
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
    m_bar->deleteLater();
    m_bar->hide();
    m_bar = nullptr;
    const bool chosen = m_window->strip()->chosen() == m_replay->feed()->info().id;
    delete m_replay;
    m_replay = nullptr;
    if (chosen) {
        m_window->strip()->setChosen({});
        emit m_window->strip()->chosenChanged({});
    }
}

} // namespace lockdesk::app
