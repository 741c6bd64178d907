// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/recordings.h"

#include "app/console/connections_controller.h"
#include "backends/observe/recording/bundle_file.h"
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

#include <algorithm>
#include <utility>
#include <vector>

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
        if (isReplayed(id))
            closeReplay();
    });
    if (const Feed* of = m_feeds->find(m_of))
        window->setRecording(of->info().name);
    if (m_replay != nullptr) {
        addBar(window);
        m_replay->repeatRows(); // its tables begin with all that is there
        for (Replay* each : m_beside)
            each->repeatRows();
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

// The selected connection, else every one that has answered: what went wrong may be between them.
std::vector<const Feed*> Recordings::meantForBundle(const MainWindow* window) const
{
    std::vector<const Feed*> all;
    for (const Feed* feed : m_feeds->feeds()) {
        if (feed->info().recording)
            continue;
        if (feed->info().id == window->strip()->chosen())
            return {feed};
        if (feed->capabilities() != nullptr)
            all.push_back(feed);
    }
    return all;
}

QString Recordings::proposedPath(const QString& name, const QString& what) const
{
    return QStringLiteral("%1/%2 %3%4.%5")
        .arg(QDir::homePath(), QString(name).replace(u'/', u'-'), what,
             QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd HH.mm")), suffix());
}

void Recordings::askWhere(MainWindow* window)
{
    const Feed* of = meant(window);
    if (of == nullptr) {
        emit notice(tr("No store is connected: there is nothing to record."));
        return;
    }
    const QString path = QFileDialog::getSaveFileName(window, tr("Record %1").arg(of->info().name), proposedPath(of->info().name, {}),
                                                      tr("Recordings (*.%1)").arg(suffix()));
    if (path.isEmpty())
        return;
    if (const QString wrong = record(of->info().id, path); !wrong.isEmpty())
        emit notice(wrong);
}

void Recordings::askBundle(MainWindow* window)
{
    const std::vector<const Feed*> all = meantForBundle(window);
    if (all.empty()) {
        emit notice(tr("No store is connected: there is nothing to save."));
        return;
    }
    QStringList ids, names;
    for (const Feed* feed : all) {
        ids += feed->info().id;
        names += feed->info().name;
    }
    const QString path =
        QFileDialog::getSaveFileName(window, tr("Incident Bundle of %1").arg(names.join(QStringLiteral(", "))),
                                     proposedPath(names.size() == 1 ? names.front() : tr("%Ln store(s)", nullptr, int(names.size())),
                                                  QStringLiteral("incident ")),
                                     tr("Recordings (*.%1)").arg(suffix()));
    if (path.isEmpty())
        return;
    if (const QString wrong = bundle(ids, path); !wrong.isEmpty())
        emit notice(wrong);
}

QString Recordings::bundle(const QStringList& connections, const QString& path)
{
    std::vector<BundlePart> parts;
    QStringList names;
    for (const QString& connection : connections) {
        const Feed* feed = m_feeds->find(connection);
        if (feed == nullptr || feed->capabilities() == nullptr)
            return tr("This connection has not answered yet: there is nothing to save.");
        parts.push_back({headerOf(*feed), feed->flight()});
        names += feed->info().name;
    }
    const auto written = write_bundle(path.toStdString(), parts);
    if (!written)
        return format::engineSentence(written.failure().message);
    const QString saved = format::count(written->lines), file = format::foreign(path);
    emit notice(names.size() == 1
                    ? tr("Saved %1 lines into %2. Payloads, errors of receivers and statements are left out.").arg(saved, file)
                    : tr("Saved %1 lines of %2 into %3. Payloads, errors of receivers and statements are left out.")
                          .arg(saved, names.join(QStringLiteral(", ")), file));
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
    connect(bar, &ReplayBar::factsRequested, window, [this, window] { showFacts(window); });
    connect(bar, &QObject::destroyed, this, [this, bar] { m_bars.removeAll(bar); });
    m_bars.append(bar);
    window->addBarBelow(bar);
}

QString Recordings::replay(const QString& path, MainWindow* window)
{
    auto files = open_recordings(path.toStdString(), true);
    if (!files)
        return format::engineSentence(files.failure().message);
    for (const auto& file : *files)
        if (file->moments() == 0 && !file->damage().empty())
            return format::engineSentence(path.toStdString() + ": " + file->damage());
    std::erase_if(*files, [](const auto& file) { return file->moments() == 0; });
    if (files->empty())
        return tr("%1 holds nothing: its recorder was ended before the store answered.").arg(format::foreign(path));
    // The one that begins first moves the others.
    std::stable_sort(files->begin(), files->end(), [](const auto& a, const auto& b) { return a->at(0) < b->at(0); });
    closeReplay();
    QStringList names, damage;
    std::string facts;
    for (auto& file : *files) {
        facts = facts.empty() ? file->header().facts : facts;
        Replay* const replay = addReplay(std::move(file), path);
        names += replay->name();
        if (!replay->damage().isEmpty())
            damage += replay->damage();
    }
    for (MainWindow* each : m_windows)
        addBar(each);
    // Other connections show another time: selects only the recording at first, if all of it is one.
    if (window == nullptr && !m_windows.isEmpty())
        window = m_windows.front();
    const bool alone = std::all_of(m_feeds->feeds().begin(), m_feeds->feeds().end(), [](const Feed* f) { return f->info().recording; });
    if (window != nullptr) {
        const QString chosen = alone && names.size() > 1 ? QString() : m_replay->feed()->info().id;
        window->strip()->setChosen(chosen);
        emit window->strip()->chosenChanged(chosen);
    }
    if (!facts.empty() && names.size() == 1)
        tellFacts(names.front(), facts);
    else if (names.size() > 1)
        emit notice(tr("Incident bundle of %1: payloads, errors of receivers and statements are left out.")
                        .arg(names.join(QStringLiteral(", "))));
    if (!damage.isEmpty())
        emit notice(tr("%1 What is before it is replayed.").arg(damage.join(u' ')));
    return {};
}

Replay* Recordings::addReplay(std::unique_ptr<RecordingFile> file, const QString& path)
{
    QString name = format::foreign(file->header().name);
    if (name.isEmpty())
        name = format::foreign(QFileInfo(path).completeBaseName());
    const QString wanted = name;
    for (int i = 2; isReplayed(QStringLiteral("recording:") + name); ++i) // two stores of one name
        name = QStringLiteral("%1 (%2)").arg(wanted).arg(i);
    auto* replay = new Replay(std::move(file), name, m_feeds, this);
    ConnectionInfo info = replay->feed()->info();
    info.url = QFileInfo(path).absoluteFilePath();
    replay->feed()->setInfo(info);
    replay->chart(m_history);
    if (m_replay == nullptr) {
        m_replay = replay;
        return replay;
    }
    m_beside.push_back(replay);
    connect(m_replay, &Replay::moved, replay, [this, replay] { replay->seek(m_replay->position()); });
    replay->seek(m_replay->position());
    return replay;
}

bool Recordings::isReplayed(const QString& id) const
{
    const auto is = [&id](const Replay* replay) { return replay != nullptr && replay->feed()->info().id == id; };
    return is(m_replay) || std::any_of(m_beside.begin(), m_beside.end(), is);
}

// Those of the selected store, if it is of the bundle.
void Recordings::showFacts(MainWindow* window) const
{
    const QString& chosen = window->strip()->chosen();
    window->showFacts(isReplayed(chosen) ? chosen : m_replay->feed()->info().id);
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
    QStringList ids{m_replay->feed()->info().id};
    for (Replay* each : std::exchange(m_beside, {})) {
        ids += each->feed()->info().id;
        delete each;
    }
    delete std::exchange(m_replay, nullptr);
    for (MainWindow* window : m_windows)
        if (ids.contains(window->strip()->chosen())) {
            window->strip()->setChosen({});
            emit window->strip()->chosenChanged({});
        }
}

} // namespace lockdesk::app
