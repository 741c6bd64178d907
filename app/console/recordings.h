// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/store.h"
#include "models/feed/feed_set.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <string>
#include <vector>

namespace lockdesk {
class History;
class MainWindow;
class Recorder;
class RecordingFile;
class Replay;
class ReplayBar;
struct PageContext;
} // namespace lockdesk

namespace lockdesk::app {

class ConnectionsController;

/// Records a connection to a file and replays files, as any window asks. One recording and one replay at a time, which every
/// window shows. GUI thread.
class Recordings final : public QObject
{
    Q_OBJECT

public:
    Recordings(ConnectionsController* connections, const PageContext& context, QObject* parent = nullptr);
    ~Recordings() override;

    /// Takes the requests of a window, and shows there what runs.
    void attach(MainWindow* window);
    /// Returns an error, or an empty text. Uses a separate observer, so that the file begins with all rows.
    QString record(const QString& connection, const QString& path);
    void stop();
    [[nodiscard]] bool isRecording() const { return m_observer != nullptr; }
    /// Saves what the last ten minutes of these connections had, in one file without secrets. Returns an error, or an empty text.
    QString bundle(const QStringList& connections, const QString& path);
    /// Returns an error, or an empty text. `window` shows only the recording at first; null: the first window. Of a bundle of
    /// several stores each is a connection, all at the instant of the first one.
    QString replay(const QString& path, MainWindow* window = nullptr);
    void closeReplay();
    [[nodiscard]] Replay* replaying() const { return m_replay; }
    /// The other stores of its bundle.
    [[nodiscard]] const std::vector<Replay*>& beside() const { return m_beside; }

signals:
    void notice(const QString& text);

private:
    void takePassword(const QString& connection);
    void askWhere(MainWindow* window);
    void askWhich(MainWindow* window);
    void askBundle(MainWindow* window);
    void addBar(MainWindow* window);
    void showRecorded(const QString& name);
    [[nodiscard]] const Feed* meant(const MainWindow* window) const;
    [[nodiscard]] QString proposedPath(const QString& name, const QString& what) const;
    [[nodiscard]] std::vector<const Feed*> meantForBundle(const MainWindow* window) const;
    Replay* addReplay(std::unique_ptr<RecordingFile> file, const QString& path);
    [[nodiscard]] bool isReplayed(const QString& id) const;
    void showFacts(MainWindow* window) const;
    void tellFacts(const QString& name, const std::string& facts);

    ConnectionsController* m_connections;
    FeedSet* m_feeds;
    History* m_history;
    QList<MainWindow*> m_windows; ///< the first one first
    QString m_of, m_path;
    std::unique_ptr<Recorder> m_recorder;
    std::unique_ptr<Observer> m_observer;
    Replay* m_replay = nullptr;     ///< the one that the bars move
    std::vector<Replay*> m_beside;  ///< follow it
    QList<ReplayBar*> m_bars; ///< one in each window
};

} // namespace lockdesk::app
