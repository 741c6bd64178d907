// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/console/demo_driver.h"

#include <QObject>

namespace lockdesk {
class OwnWorkers;
}

namespace lockdesk::app {

class ConnectionsController;

/// The built-in demo: a SQLite file of its own in the user's data folder, three worker processes on it, and locks and
/// messages in their names. GUI thread.
class Demo final : public QObject
{
    Q_OBJECT

public:
    Demo(ConnectionsController* connections, OwnWorkers* workers, QObject* parent = nullptr);
    ~Demo() override;

    /// Prepares the file, opens the connection, starts workers. Answers what is wrong, or nothing.
    QString start();
    void stop();
    [[nodiscard]] bool running() const { return m_driver != nullptr; }

signals:
    /// `Demo started in 0.4 s: demo.sqlite, workers 3306, 3307, 3308`
    void notice(const QString& text);

private:
    void passWorkers();

    ConnectionsController* m_connections;
    OwnWorkers* m_workers;
    std::unique_ptr<DemoDriver> m_driver;
};

} // namespace lockdesk::app
