// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/preferences.h"
#include "widgets/shell/page_context.h"

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>

namespace lockdesk {
class MainWindow;
} // namespace lockdesk

namespace lockdesk::app {

class ConnectionsController;
class ConnectionTester;
class ConnectionsManager;
class Lessons;
class Recordings;
class Demo;
class AuditBook;
class FindingAlerts;
class LinkFollower;
class WorkerProcesses;

/// Connects feeds, actions, workers, demo and window. Lives as long as the program.
class Console final : public QObject
{
    Q_OBJECT

public:
    Console();
    ~Console() override;

    [[nodiscard]] MainWindow* window() const { return m_window.get(); }
    [[nodiscard]] FeedSet* feeds() const { return m_context.feeds; }
    [[nodiscard]] Classroom* classroom() const { return m_context.classroom; } ///< null: not built in
    [[nodiscard]] Recordings* recordings() const { return m_recordings; }
    [[nodiscard]] FindingAlerts* alerts() const { return m_alerts; }

    /// `addresses`: URLs, `@name` of saved connections, or `demo`. Empty: those open last time, or the demo on first start.
    void start(const QStringList& addresses);
    /// Takes links from further starts of the program, and follows `link`, if any, once the connections are open.
    void takeLinks(const QByteArray& link);
    /// Opens a further window over the same connections, with this page.
    MainWindow* openWindow(const QString& page); ///< as many as wanted
    [[nodiscard]] const QList<MainWindow*>& furtherWindows() const { return m_further; }
    /// Opens a recording at `seconds` from its beginning. Returns an error, or an empty text.
    QString replay(const QString& path, double seconds = 0);
    /// Ends children and observers, within two seconds.
    void shutDown();

private:
    void buildContext();
    void buildWindow();
    void follow(MainWindow* window);
    void say(const QString& text);
    void openAddress(const QString& address);
    void startDemo();
    void refreshSaved();
    void showPreferences();
    void usePreferences(const Preferences& preferences);
    /// Changes the zoom by this percentage, and keeps it; 0: the usual one.
    void zoomBy(int by);
    void noteForced(const QString& connection, const QString& action, const QString& worker, const QString& evidence,
                    const QString& reason);

    Preferences m_preferences; ///< in use
    PageContext m_context;
    ConnectionsController* m_connections = nullptr;
    ConnectionTester* m_tester = nullptr;
    ConnectionsManager* m_manager = nullptr;
    AuditBook* m_audit = nullptr;
    FindingAlerts* m_alerts = nullptr;
    WorkerProcesses* m_workers = nullptr;
    Recordings* m_recordings = nullptr;
    Lessons* m_lessons = nullptr; ///< null: not built in
    Demo* m_demo = nullptr;
    LinkFollower* m_links = nullptr;
    std::unique_ptr<MainWindow> m_window;
    [[nodiscard]] int freeNumber() const;

    QList<MainWindow*> m_further; ///< owned by themselves: they end when they are closed
    bool m_down = false;
};

} // namespace lockdesk::app
