// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

namespace lockdesk {
class OwnWorkers;
}

namespace lockdesk::app {

class ConnectionsController;

/// The built-in demo: a SQLite file in the user's data folder and three worker processes with several roles each.
/// The workers do everything in it; the console only creates it with rules and tasks, and starts them. GUI thread.
class Demo final : public QObject
{
    Q_OBJECT

public:
    Demo(ConnectionsController* connections, OwnWorkers* workers, QObject* parent = nullptr);

    /// Prepares the file, opens the connection, starts the workers. Returns an error, or an empty text.
    QString start();
    [[nodiscard]] bool running() const { return m_running; }

signals:
    /// `Demo started in 0.4 s: demo.sqlite, workers 3306, 3307, 3308`
    void notice(const QString& text);

private:
    QString prepare(const QString& url, const QString& file);

    ConnectionsController* m_connections;
    OwnWorkers* m_workers;
    bool m_running = false;
};

} // namespace lockdesk::app
