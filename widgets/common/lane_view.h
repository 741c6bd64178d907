// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/tokens.h"

#include <QWidget>

#include <cstdint>
#include <vector>

namespace lockdesk {

/// A bar in a lane. Times in microseconds on any one clock; all lanes of a view share it.
struct LaneSpan
{
    enum class Kind {
        works,      ///< solid: works under a lease
        notRunning, ///< grey hatch: frozen, crashed, cut off
        overdue,    ///< red hatch: past its lease
        waits,      ///< track colour with text
    };
    std::int64_t from = 0;
    std::int64_t to = 0; ///< 0: until now
    Kind kind = Kind::works;
    QString text; ///< in the bar when it fits
    QString after; ///< right of its end
};

/// A mark on top of the bars.
struct LaneMark
{
    std::int64_t at = 0;
    Glyph glyph = Glyph::none; ///< none: a renewal tick
    Tone tone = Tone::text;
    QString text; ///< right of the glyph, when there is room
};

struct Lane
{
    QString name;
    QString caption; ///< second line, only in tall lanes
    std::vector<LaneSpan> spans;
    std::vector<LaneMark> marks;
};

/// Lanes over a common time axis, 28 px each (lesson: 56). The right edge is `now`, moved by the owner's timer.
class LaneView final : public QWidget
{
    Q_OBJECT

public:
    explicit LaneView(QWidget* parent = nullptr);

    void setLanes(std::vector<Lane> lanes);
    [[nodiscard]] const std::vector<Lane>& lanes() const { return m_lanes; }
    /// The window shown: (now - span, now].
    void setNow(std::int64_t now);
    void setSpan(std::int64_t span);
    void setLaneHeight(int height);
    void setNameWidth(int width);
    /// Where the axis has its lines, in microseconds between them.
    void setStep(std::int64_t step);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void laneClicked(int lane, std::int64_t at);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] double xOf(std::int64_t at) const;
    [[nodiscard]] QRectF laneRect(int lane) const;
    [[nodiscard]] const LaneSpan* spanAt(const QPoint& point) const;
    void paintAxis(QPainter& painter) const;
    void paintLane(QPainter& painter, int index) const;
    void paintSpan(QPainter& painter, const QRectF& lane, const LaneSpan& span) const;
    void paintMark(QPainter& painter, const QRectF& lane, const LaneMark& mark) const;

    std::vector<Lane> m_lanes;
    std::int64_t m_now = 0;
    std::int64_t m_span = 60'000'000;
    std::int64_t m_step = 10'000'000;
    int m_laneHeight = 28;
    int m_nameWidth = 92;
};

} // namespace lockdesk
