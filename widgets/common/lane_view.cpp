// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/lane_view.h"

#include "widgets/theme/glyphs.h"
#include "widgets/theme/theme.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lockdesk {

namespace {

constexpr int axisHeight = 22;
constexpr int rightMargin = 14;

} // namespace

LaneView::LaneView(QWidget* parent) : QWidget(parent)
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Lanes"));
    connect(&Theme::get(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void LaneView::setLanes(std::vector<Lane> lanes)
{
    const bool resized = lanes.size() != m_lanes.size();
    m_lanes = std::move(lanes);
    if (resized)
        updateGeometry();
    update();
}

void LaneView::setNow(std::int64_t now)
{
    m_now = now;
    update();
}

void LaneView::setSpan(std::int64_t span)
{
    m_span = std::max<std::int64_t>(span, 1);
    update();
}

void LaneView::setLaneHeight(int height)
{
    m_laneHeight = height;
    updateGeometry();
}

void LaneView::setNameWidth(int width)
{
    m_nameWidth = width;
    update();
}

void LaneView::setStep(std::int64_t step)
{
    m_step = std::max<std::int64_t>(step, 1);
    update();
}

QSize LaneView::sizeHint() const
{
    const Theme& theme = Theme::get();
    return {theme.px(600), theme.px(axisHeight) + theme.px(m_laneHeight) * std::max<int>(1, int(m_lanes.size()))};
}

QSize LaneView::minimumSizeHint() const
{
    const Theme& theme = Theme::get();
    return {theme.px(260), theme.px(axisHeight + m_laneHeight)};
}

double LaneView::xOf(std::int64_t at) const
{
    const double left = Theme::get().px(m_nameWidth);
    const double right = width() - Theme::get().px(rightMargin);
    const double part = double(at - (m_now - m_span)) / double(m_span);
    return left + (right - left) * part;
}

QRectF LaneView::laneRect(int lane) const
{
    const Theme& theme = Theme::get();
    return {0.0, double(theme.px(axisHeight) + lane * theme.px(m_laneHeight)), double(width()),
            double(theme.px(m_laneHeight))};
}

void LaneView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), Theme::get().tokens().base);
    paintAxis(painter);
    for (int i = 0; i < int(m_lanes.size()); ++i)
        paintLane(painter, i);
}

void LaneView::paintAxis(QPainter& painter) const
{
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    painter.setFont(theme.small());
    const int top = theme.px(axisHeight);
    for (std::int64_t back = 0; back <= m_span; back += m_step) {
        const int x = int(std::lround(xOf(m_now - back)));
        painter.fillRect(x, top - theme.px(4), 1, height() - top + theme.px(4), t.hairline);
        const QString text = back == 0 ? tr("now") : tr("−%1 s").arg(back / 1'000'000);
        const int w = painter.fontMetrics().horizontalAdvance(text) + 4;
        const int left = back == 0 ? width() - w - theme.px(10) : x - w / 2;
        painter.setPen(t.text2);
        painter.drawText(QRect(left, 0, w, top - theme.px(2)), Qt::AlignCenter, text);
    }
    painter.fillRect(0, top - 1, width(), 1, t.line);
}

void LaneView::paintLane(QPainter& painter, int index) const
{
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    const Lane& lane = m_lanes[std::size_t(index)];
    const QRectF r = laneRect(index);
    const QRectF name(theme.px(10), r.y(), theme.px(m_nameWidth - 14), r.height() - 1);
    painter.setFont(theme.fixed());
    painter.setPen(t.text);
    const bool tall = m_laneHeight >= 50 && !lane.caption.isEmpty();
    const QString shown = painter.fontMetrics().elidedText(lane.name, Qt::ElideRight, int(name.width()));
    painter.drawText(tall ? name.adjusted(0, 0, 0, -name.height() / 3) : name, Qt::AlignVCenter | Qt::AlignLeft, shown);
    if (tall) {
        painter.setFont(theme.small());
        painter.setPen(t.text3);
        painter.drawText(name.adjusted(0, name.height() / 3, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, lane.caption);
    }
    const double left = theme.px(m_nameWidth);
    painter.save();
    painter.setClipRect(QRectF(left, r.y(), width() - left - theme.px(rightMargin) + 1, r.height()));
    for (const LaneSpan& span : lane.spans)
        paintSpan(painter, r, span);
    painter.setClipRect(QRectF(left, r.y(), width() - left, r.height()));
    for (const LaneMark& mark : lane.marks)
        paintMark(painter, r, mark);
    painter.restore();
    painter.fillRect(QRectF(0, r.bottom() - 1, width(), 1), t.line);
}

void LaneView::paintSpan(QPainter& painter, const QRectF& lane, const LaneSpan& span) const
{
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    const double from = xOf(span.from);
    const double to = xOf(span.to == 0 ? m_now : span.to);
    if (to < 0 || from > width())
        return;
    const double height = theme.px(m_laneHeight >= 50 ? 18 : 14);
    const QRectF bar(from, std::floor(lane.center().y() - height / 2) - (m_laneHeight >= 50 ? 0 : 1),
                     std::max(1.0, to - from), height);
    QColor ink = t.onPrimary;
    switch (span.kind) {
    case LaneSpan::Kind::works:
        // One that follows at once is told from it by a gap.
        painter.fillRect(bar.adjusted(0, 0, bar.width() > 6 ? -theme.px(2) : bar.width() > 3 ? -1 : 0, 0), t.heldFill);
        ink = QColor(0x0F, 0x1A, 0x26);
        break;
    case LaneSpan::Kind::waits:
        painter.fillRect(bar, t.barTrack);
        ink = t.text2;
        break;
    case LaneSpan::Kind::notRunning:
    case LaneSpan::Kind::overdue:
        ink = span.kind == LaneSpan::Kind::overdue ? t.expiredFill : t.text3;
        painter.fillRect(bar, t.base);
        paintHatch(&painter, bar, ink, 6, 1.4);
        painter.setPen(QPen(ink, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
        if (!span.after.isEmpty()) {
            painter.setFont(theme.small());
            painter.setPen(t.text2);
            painter.drawText(QRectF(bar.right() + theme.px(6), bar.y() - 2, theme.px(200), bar.height() + 4),
                             Qt::AlignVCenter | Qt::AlignLeft, span.after);
        }
        return;
    }
    // Text starts inside the window even when its bar began before it.
    const QRectF room(std::max(from, double(theme.px(m_nameWidth))), bar.y(), 0, bar.height());
    const double width = to - room.x() - theme.px(8);
    QFont font = theme.small();
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    if (span.text.isEmpty() || painter.fontMetrics().horizontalAdvance(span.text) > width)
        return;
    painter.setPen(ink);
    painter.drawText(QRectF(room.x() + theme.px(5), bar.y() - 1, width, bar.height() + 2), Qt::AlignVCenter | Qt::AlignLeft,
                     span.text);
}

void LaneView::paintMark(QPainter& painter, const QRectF& lane, const LaneMark& mark) const
{
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    const double x = xOf(mark.at);
    if (x < theme.px(m_nameWidth) - 1 || x > width())
        return;
    const double y = lane.center().y() - 1;
    if (mark.glyph == Glyph::none) {
        painter.fillRect(QRectF(std::floor(x), lane.y() + theme.px(5), 1, lane.height() - theme.px(10)), t.text);
        return;
    }
    const double size = theme.px(12);
    paintGlyph(&painter, QRectF(x - size / 2, y - size / 2, size, size), mark.glyph, t.ink(mark.tone), t.base);
    if (mark.text.isEmpty())
        return;
    painter.setFont(theme.small());
    painter.setPen(t.text2);
    painter.drawText(QRectF(x + theme.px(12), lane.y(), theme.px(200), lane.height() - 2), Qt::AlignVCenter | Qt::AlignLeft,
                     mark.text);
}

const LaneSpan* LaneView::spanAt(const QPoint& point) const
{
    for (int i = 0; i < int(m_lanes.size()); ++i) {
        if (!laneRect(i).contains(point))
            continue;
        for (const LaneSpan& span : m_lanes[std::size_t(i)].spans) {
            if (point.x() >= xOf(span.from) && point.x() <= xOf(span.to == 0 ? m_now : span.to))
                return &span;
        }
    }
    return nullptr;
}

void LaneView::mousePressEvent(QMouseEvent* event)
{
    for (int i = 0; i < int(m_lanes.size()); ++i) {
        if (laneRect(i).contains(event->position())) {
            const double left = Theme::get().px(m_nameWidth);
            const double right = width() - Theme::get().px(rightMargin);
            const double part = (event->position().x() - left) / std::max(1.0, right - left);
            emit laneClicked(i, m_now - m_span + std::int64_t(part * double(m_span)));
            return;
        }
    }
}

bool LaneView::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const LaneSpan* span = spanAt(help->pos());
        if (span == nullptr || span->text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(),
                               tr("%1, %2 s").arg(span->text).arg(double((span->to == 0 ? m_now : span->to) - span->from) / 1e6, 0, 'f', 1),
                               this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace lockdesk
