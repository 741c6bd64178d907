// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/detail/lease_timeline.h"

#include "models/format/format.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/theme.h"

#include <QLinearGradient>
#include <QPainter>

#include <algorithm>

namespace lockdesk {

LeaseTimeline::LeaseTimeline(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Lease and heartbeat over time"));
    connect(&Theme::get(), &Theme::changed, this, [this] {
        setFixedHeight(sizeHint().height());
        update();
    });
    setFixedHeight(sizeHint().height());
}

QSize LeaseTimeline::sizeHint() const { return {300, Theme::get().px(m_time.beatsKnown ? 82 : 58)}; }

void LeaseTimeline::setTime(const LeaseTime& time)
{
    m_time = time;
    m_begin = std::min(time.from, time.now);
    m_end = std::max(time.until.value_or(time.now), time.now);
    // At least a third of a second, so that a fresh lease has a width.
    m_end = std::max(m_end, m_begin + Duration{333'000});
    if (height() != sizeHint().height())
        setFixedHeight(sizeHint().height());
    update();
}

double LeaseTimeline::left() const { return Theme::get().px(56); }
double LeaseTimeline::right() const { return width() - Theme::get().px(14); }

double LeaseTimeline::xOf(TimePoint t) const
{
    const double share = double((t - m_begin).count()) / double((m_end - m_begin).count());
    return left() + std::clamp(share, 0.0, 1.0) * (right() - left());
}

void LeaseTimeline::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::get();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const int top = theme.px(14);
    const int high = theme.px(18);
    painter.setFont(theme.caption());
    painter.setPen(theme.tokens().text2);
    painter.drawText(QRectF(0, top, left() - 6, high), Qt::AlignVCenter | Qt::AlignLeft,
                     m_time.cooling ? tr("cooling") : tr("lease"));
    paintLease(painter, QRectF(left(), top, right() - left(), high));
    int y = top + high;
    if (m_time.beatsKnown) {
        painter.setFont(theme.caption());
        painter.setPen(theme.tokens().text2);
        painter.drawText(QRectF(0, y + theme.px(6), left(), theme.px(16)), Qt::AlignVCenter | Qt::AlignLeft, tr("beats"));
        paintBeats(painter, QRectF(left(), y + theme.px(8), right() - left(), theme.px(12)));
        y += theme.px(24);
    }
    const double now = xOf(m_time.now);
    painter.fillRect(QRectF(now - 1, theme.px(4), 2, y - theme.px(2)), theme.tokens().primary);
    paintAxis(painter, y + theme.px(2));
}

void LeaseTimeline::paintLease(QPainter& painter, const QRectF& bar) const
{
    const Tokens& tokens = Theme::get().tokens();
    const double end = m_time.until ? xOf(*m_time.until) : bar.right();
    const double now = xOf(m_time.now);
    painter.fillRect(bar, tokens.barTrack);
    const QColor fill = m_time.cooling ? tokens.coolingFill : tokens.heldFill;
    if (!m_time.until) {
        painter.fillRect(QRectF(bar.left(), bar.center().y() - 1, now - bar.left(), 2), fill);
        return;
    }
    painter.fillRect(QRectF(bar.left(), bar.top(), end - bar.left(), bar.height()), fill);
    const double fade = std::max(3.0, double(m_time.uncertainty.count()) / double((m_end - m_begin).count()) * bar.width());
    QLinearGradient gradient(end - fade, 0, end + fade, 0);
    QColor clear = fill;
    clear.setAlpha(0);
    gradient.setColorAt(0, fill);
    gradient.setColorAt(1, clear);
    painter.fillRect(QRectF(end, bar.top(), fade, bar.height()), gradient);
    if (*m_time.until < m_time.now && !m_time.cooling) {
        const QRectF over(end, bar.top(), now - end, bar.height());
        paintHatch(&painter, over, tokens.expiredFill, 6, 2);
        painter.setPen(tokens.expiredInk);
        painter.drawRect(over.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    painter.setPen(QPen(tokens.text, 1.3));
    for (const TimePoint t : m_time.renewed)
        if (t > m_begin)
            painter.drawLine(QPointF(xOf(t), bar.top()), QPointF(xOf(t), bar.bottom()));
    painter.setPen(QPen(tokens.expiredInk, 1.4));
    for (const TimePoint t : m_time.missed) {
        const QPointF at(xOf(t), bar.top() - 6);
        painter.drawLine(at + QPointF(-3, -3), at + QPointF(3, 3));
        painter.drawLine(at + QPointF(-3, 3), at + QPointF(3, -3));
    }
}

void LeaseTimeline::paintBeats(QPainter& painter, const QRectF& row) const
{
    const Tokens& tokens = Theme::get().tokens();
    painter.setPen(QPen(tokens.line, 1));
    painter.drawLine(QPointF(row.left(), row.center().y()), QPointF(row.right(), row.center().y()));
    painter.setPen(QPen(tokens.liveInk, 1.6));
    for (const TimePoint t : m_time.beats)
        if (t >= m_begin)
            painter.drawLine(QPointF(xOf(t), row.top()), QPointF(xOf(t), row.bottom()));
}

void LeaseTimeline::paintAxis(QPainter& painter, int top) const
{
    const Theme& theme = Theme::get();
    painter.setFont(theme.small());
    const QFontMetrics metrics(theme.small());
    double free_from = 0;
    const auto label = [&](TimePoint t, const QString& text, const QColor& ink) {
        const double wide = metrics.horizontalAdvance(text);
        const double x = std::clamp(xOf(t) - wide / 2, left() - theme.px(20), double(width()) - wide - 2);
        if (x < free_from)
            return;
        painter.setPen(ink);
        painter.drawText(QRectF(x, top, wide + 2, theme.px(16)), Qt::AlignVCenter | Qt::AlignLeft, text);
        free_from = x + wide + theme.px(8);
    };
    const Tokens& tokens = theme.tokens();
    label(m_time.from, format::clock(m_time.from, m_time.now), tokens.text2);
    const bool over = m_time.until && *m_time.until < m_time.now;
    if (over && m_time.until)
        label(*m_time.until, format::clock(*m_time.until, m_time.now), tokens.expiredInk);
    label(m_time.now, tr("now"), tokens.primary);
    if (!over && m_time.until)
        label(*m_time.until, format::clock(*m_time.until, m_time.now), tokens.text2);
}

} // namespace lockdesk
