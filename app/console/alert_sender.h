// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/findings/alert_settings.h"

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QThreadPool>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace lockdesk::app {

/// Runs the commands and posts to the webhooks of alerts, two at a time, each within ten seconds. GUI thread.
class AlertSender final : public QObject
{
    Q_OBJECT

public:
    static constexpr int mostWaiting = 50; ///< further ones are dropped, and reported once

    explicit AlertSender(QObject* parent = nullptr);
    ~AlertSender() override;

    /// `json`: the finding. `what`: its kind, one of our own words.
    void send(const AlertSettings::Target& target, Severity severity, const QString& what, const QByteArray& json);
    /// Ends what runs and drops what waits.
    void stop();

signals:
    void problem(const QString& text);

private:
    void start(const QString& label, std::function<std::optional<std::string>(const std::stop_token&)> work);

    std::stop_source m_stop;
    std::shared_ptr<std::atomic<int>> m_waiting = std::make_shared<std::atomic<int>>(0);
    bool m_dropping = false; ///< reported, until there is room again
    QThreadPool m_pool;
};

} // namespace lockdesk::app
