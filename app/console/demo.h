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

/// The built-in demo: a SQLite file of its own in the user's data folder and three worker processes on it, each with several roles.
/// Whatever happens in the file is their work; the console makes the file, its rules and tasks, and starts them. GUI thread.
class Demo final : public QObject
{
    Q_OBJECT

public:
    Demo(ConnectionsController* connections, OwnWorkers* workers, QObject* parent = nullptr);

    /// Prepares the file, opens the connection, starts workers. Answers what is wrong, or nothing.
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
