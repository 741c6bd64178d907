// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/time.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace lockdesk {

/// A lease over absolute time on the store's clock: a bar from acquisition to expiry (fading over the clock's
/// uncertainty), ticks for renewals, crosses for missed ones, the overdue part hatched, a line at now; below it the
/// holder's heartbeats.
struct LeaseTime
{
    TimePoint from{};
    std::optional<TimePoint> until; ///< nullopt: no expiry
    TimePoint now{};
    Duration uncertainty{0};
    std::vector<TimePoint> renewed;
    std::vector<TimePoint> missed;
    std::vector<TimePoint> beats; ///< if empty and not `beatsKnown`, the heartbeat row is omitted
    bool beatsKnown = false;
    bool cooling = false;
};

class LeaseTimeline final : public QWidget
{
    Q_OBJECT

public:
    explicit LeaseTimeline(QWidget* parent = nullptr);
    void setTime(const LeaseTime& time);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintLease(QPainter& painter, const QRectF& bar) const;
    void paintBeats(QPainter& painter, const QRectF& row) const;
    void paintAxis(QPainter& painter, int top) const;
    [[nodiscard]] double xOf(TimePoint t) const;
    [[nodiscard]] double left() const;
    [[nodiscard]] double right() const;
    LeaseTime m_time;
    TimePoint m_begin{};
    TimePoint m_end{};
};

} // namespace lockdesk
