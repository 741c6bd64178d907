// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QString>

namespace lockdesk {
class ConnectionsDialog;
class MainWindow;
struct ConnectionDraft;
} // namespace lockdesk

namespace lockdesk::app {

class ConnectionsController;
class ConnectionTester;

/// The dialogs for saved connections: one of them, and all of them. GUI thread.
class ConnectionsManager final : public QObject
{
    Q_OBJECT

public:
    ConnectionsManager(ConnectionsController* connections, ConnectionTester* tester, MainWindow* window, QObject* parent);

    /// The dialog for a new connection with this address.
    void createOne(const QString& url);
    /// The dialog for a saved or open one.
    void edit(const QString& id);
    /// All saved ones.
    void show();

signals:
    void changed();

private:
    void showDialog(const ConnectionDraft& draft);
    void duplicate(const QString& id);
    void open(const QString& id);
    void remove(const QString& id);
    void undo();
    void arrange();
    void refresh();

    ConnectionsController* m_connections;
    ConnectionTester* m_tester;
    MainWindow* m_window;
    QPointer<ConnectionsDialog> m_dialog; ///< the manager while it is open
};

} // namespace lockdesk::app
