// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/time.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <optional>
#include <vector>

namespace lockdesk {

/// The one timer of the window behind everything that counts by itself: 10 times a second while something visible has less
/// than 60 s, else once a second, and not at all while nothing is registered or visible. Repaints; never touches a model.
class CountdownTimer final : public QObject
{
    Q_OBJECT

public:
    explicit CountdownTimer(QObject* parent = nullptr);

    /// The shortest time that is counted on screen now (LiveTableModel::soonest), or nothing if nothing is visible.
    using Soonest = std::function<std::optional<Duration>()>;
    /// `repaint` is called at every tick at which `soonest` answers something. Ends with `owner`.
    void add(QObject* owner, Soonest soonest, std::function<void()> repaint);
    /// Something was scrolled, shown or changed: judge the pace again now.
    void rejudge();
    [[nodiscard]] int interval() const { return m_timer.interval(); }

signals:
    void tick();

private:
    struct Client
    {
        QPointer<QObject> owner;
        Soonest soonest;
        std::function<void()> repaint;
    };
    void fire();
    std::vector<Client> m_clients;
    QTimer m_timer;
};

} // namespace lockdesk
