// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/lane_axis.h"
#include "widgets/common/lane_data.h"

#include <QRectF>

#include <optional>
#include <utility>
#include <vector>

class QPainter;

namespace lockdesk {

/// Paints one lane within its window of time. Made for one repaint.
class LanePainter
{
public:
    LanePainter(QPainter& painter, const LaneAxis& axis, int laneHeight);
    /// A line over the bars and under the marks.
    void setPlayhead(double x) { m_playhead = x; }
    /// `row`: the whole row; the name stands left of the axis.
    void lane(const Lane& lane, const QRectF& row, bool current, bool focused);

    /// The spans of a lane that the window shows: indexes [first, last).
    [[nodiscard]] static std::pair<std::size_t, std::size_t> visible(const Lane& lane, const LaneAxis& axis);

private:
    void name(const Lane& lane, const QRectF& row) const;
    void spans(const Lane& lane, const QRectF& row);
    void bar(const LaneSpan& span, const QRectF& rect);
    void hatched(const LaneSpan& span, const QRectF& rect);
    void mark(const Lane& lane);
    [[nodiscard]] std::optional<double> placeFor(double wide, double from, double to) const;
    void textIn(const LaneSpan& span, const QRectF& bar, const QColor& ink) const;
    void textAfter(const LaneSpan& span, const QRectF& bar);
    void marks(const Lane& lane, const QRectF& row);
    void markText(const LaneMark& mark, double x, const QRectF& row, double before, double next);
    [[nodiscard]] bool isFree(double from, double to) const;
    void occupy(double from, double to);
    [[nodiscard]] bool tall() const { return m_laneHeight >= 50; }

    QPainter& m_painter;
    const LaneAxis& m_axis;
    const int m_laneHeight;
    std::optional<double> m_playhead;
    std::vector<double> m_marked;                   ///< where marks of the lane lie, ascending
    std::vector<std::pair<double, double>> m_taken; ///< of the lane, ascending and apart
};

} // namespace lockdesk
