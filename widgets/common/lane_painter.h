// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/lane_axis.h"
#include "widgets/common/lane_data.h"

#include <QRectF>

#include <map>
#include <optional>
#include <utility>
#include <vector>

class QPainter;

namespace lockdesk {

/// Paints lanes within a window of time. Created for one repaint.
class LanePainter
{
public:
    LanePainter(QPainter& painter, const LaneAxis& axis, int laneHeight);
    /// Sets the position of a line over the bars and under the marks.
    void setPlayhead(double x) { m_playhead = x; }
    /// `row`: rectangle of the whole lane, as high as `heightOf` returns; the name is left of the axis.
    void lane(const Lane& lane, const QRectF& row, bool current, bool focused);
    /// Height of a lane with this many rows, on screen.
    [[nodiscard]] static int heightOf(int laneHeight, int rows);

    /// Returns the visible spans of a lane: indexes [first, last).
    [[nodiscard]] static std::pair<std::size_t, std::size_t> visible(const Lane& lane, const LaneAxis& axis);

private:
    void name(const Lane& lane, const QRectF& whole) const;
    void spans(const Lane& lane, const QRectF& row);
    /// Returns the rectangle of a row; the first is as high as a lane of one row.
    [[nodiscard]] QRectF rowOf(const QRectF& whole, int row) const;
    [[nodiscard]] bool isHere(const LaneSpan& span, const Lane& lane) const;
    [[nodiscard]] bool isHere(const LaneMark& mark, const Lane& lane) const;
    void overAllRows(const Lane& lane, const QRectF& whole);
    /// `room`: x where the next bar covers this one; its text ends before it.
    void bar(const LaneSpan& span, const QRectF& rect, double room);
    void hatched(const LaneSpan& span, const QRectF& rect, double room);
    [[nodiscard]] double roomOf(const Lane& lane, std::size_t index, std::size_t last) const;
    void mark(const Lane& lane);
    [[nodiscard]] static std::optional<double> placeFor(double wide, double from, double to, const std::vector<double>& marked);
    void textIn(const LaneSpan& span, const QRectF& bar, double room, const QColor& ink);
    void textAfter(const LaneSpan& span, const QRectF& bar);
    void marks(const Lane& lane, const QRectF& row);
    /// Returns positions for marks [first, last) that would cover each other: side by side where they are few, else none.
    [[nodiscard]] std::map<std::size_t, double> sideBySide(const Lane& lane) const;
    void markText(const LaneMark& mark, double x, const QRectF& row, double before, double next);
    [[nodiscard]] bool isFree(double from, double to) const;
    void occupy(double from, double to);
    [[nodiscard]] bool tall() const { return m_laneHeight >= 50; }

    QPainter& m_painter;
    const LaneAxis& m_axis;
    const int m_laneHeight;
    std::optional<double> m_playhead;
    int m_row = 0;                                  ///< the row being painted; the next five members belong to it
    std::map<std::size_t, double> m_beside;         ///< see `sideBySide`
    std::vector<double> m_marked;                   ///< positions of marks, ascending
    std::vector<double> m_glyphs;                   ///< the same without renewals
    std::vector<std::pair<double, double>> m_named; ///< where a name takes the place of renewals
    std::vector<std::pair<double, double>> m_taken; ///< ascending and disjoint
};

} // namespace lockdesk
