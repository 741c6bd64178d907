// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/findings/alert_settings.h"
#include "models/findings/finding_watch.h"

#include <QObject>

#include <memory>

class QSystemTrayIcon;

namespace lockdesk {
class MainWindow;
} // namespace lockdesk

namespace lockdesk::app {

class AlertSender;

/// Brings findings to those who do not look at the window: its title, the tray, notifications, commands and webhooks.
class FindingAlerts final : public QObject
{
    Q_OBJECT

public:
    FindingAlerts(FindingWatch* watch, MainWindow* window, QObject* parent = nullptr);
    ~FindingAlerts() override;

    /// The icon in the tray; null: the desktop has none, or it is not wanted.
    [[nodiscard]] QSystemTrayIcon* tray() const { return m_tray.get(); }
    void showDialog();
    void stop();
    /// Notifications of the desktop and its tray, or none. Not kept in the settings.
    void setDesktop(bool on);

signals:
    void problem(const QString& text);

private:
    void take(const Feed* feed, const Findings& findings);
    void notify(const Feed* feed, const Findings& findings);
    void apply(const AlertSettings& settings);
    void showCounts();

    FindingWatch* m_watch;
    MainWindow* m_window;
    AlertSettings m_settings;
    AlertSender* m_sender;
    std::unique_ptr<QSystemTrayIcon> m_tray;
};

} // namespace lockdesk::app
