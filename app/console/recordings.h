// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/store.h"
#include "models/feed/feed_set.h"

#include <QObject>
#include <QString>

#include <memory>

namespace lockdesk {
class History;
class MainWindow;
class Recorder;
class Replay;
class ReplayBar;
struct PageContext;
} // namespace lockdesk

namespace lockdesk::app {

class ConnectionsController;

/// Records a connection to a file and replays files. One recording and one replay at a time. GUI thread.
class Recordings final : public QObject
{
    Q_OBJECT

public:
    Recordings(ConnectionsController* connections, const PageContext& context, MainWindow* window,
               QObject* parent = nullptr);
    ~Recordings() override;

    /// Returns an error, or an empty text. Uses a separate observer, so that the file begins with all rows.
    QString record(const QString& connection, const QString& path);
    void stop();
    [[nodiscard]] bool isRecording() const { return m_observer != nullptr; }
    /// Saves what the last ten minutes of a connection had, without secrets. Returns an error, or an empty text.
    QString bundle(const QString& connection, const QString& path);
    /// Returns an error, or an empty text.
    QString replay(const QString& path);
    void closeReplay();
    [[nodiscard]] Replay* replaying() const { return m_replay; }

signals:
    void notice(const QString& text);

private:
    void takePassword(const QString& connection);
    void askWhere();
    void askWhich();
    void askBundle();
    [[nodiscard]] const Feed* meant() const;
    [[nodiscard]] QString proposedPath(const Feed& feed, const QString& what) const;
    void tellFacts(const QString& name, const std::string& facts);

    ConnectionsController* m_connections;
    FeedSet* m_feeds;
    History* m_history;
    MainWindow* m_window;
    QString m_of, m_path;
    std::unique_ptr<Recorder> m_recorder;
    std::unique_ptr<Observer> m_observer;
    Replay* m_replay = nullptr;
    ReplayBar* m_bar = nullptr;
};

} // namespace lockdesk::app
