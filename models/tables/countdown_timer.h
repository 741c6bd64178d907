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

/// The window's only timer for texts that count: 10 ticks a second while something visible has less than 60 s left, else
/// one a second, and none while nothing is registered or visible. Repaints; never touches a model.
class CountdownTimer final : public QObject
{
    Q_OBJECT

public:
    explicit CountdownTimer(QObject* parent = nullptr);

    /// Returns the shortest time counted on screen now (LiveTableModel::soonest), or nullopt if nothing is visible.
    using Soonest = std::function<std::optional<Duration>()>;
    /// `repaint` is called at every tick at which `soonest` returns a value. Removed when `owner` is destroyed.
    void add(QObject* owner, Soonest soonest, std::function<void()> repaint);
    /// Computes the interval again, after a scroll, show or change.
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
