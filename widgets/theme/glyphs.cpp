// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/glyphs.h"

#include "widgets/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

namespace lockdesk {

namespace {

QPen roundPen(const QColor& ink, qreal width) { return {ink, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin}; }

/// All shapes are drawn on a 12 x 12 grid with its origin in the centre.
void paintRingShape(QPainter* p, Glyph glyph, const QColor& ink)
{
    p->setPen(roundPen(ink, 1.4));
    p->setBrush(Qt::NoBrush);
    if (glyph == Glyph::dashedRing) {
        QPen pen(ink, 1.7, Qt::CustomDashLine, Qt::FlatCap);
        pen.setDashPattern({1.1, 0.86});
        p->setPen(pen);
        p->drawEllipse(QPointF(0, 0), 4.8, 4.8);
        p->setPen(Qt::NoPen);
        p->setBrush(ink);
        p->drawEllipse(QPointF(0, 0), 1.4, 1.4);
        return;
    }
    p->drawEllipse(QPointF(0, 0), 4.3, 4.3);
    if (glyph == Glyph::quarter) {
        p->setPen(Qt::NoPen);
        p->setBrush(ink);
        p->drawPie(QRectF(-4.3, -4.3, 8.6, 8.6), 0, 90 * 16);
    } else if (glyph == Glyph::clockHands) {
        const QPointF hands[] = {{0, -2.6}, {0, 0.2}, {1.9, 1.3}};
        p->setPen(roundPen(ink, 1.2));
        p->drawPolyline(hands, 3);
    } else if (glyph == Glyph::unknown) {
        p->setPen(roundPen(ink, 1.1));
        QPainterPath path(QPointF(-1.4, -1.2));
        path.cubicTo(-1.2, -2.9, 1.6, -2.7, 1.4, -1.0);
        path.cubicTo(1.3, -0.1, 0.1, 0.0, 0.0, 1.0);
        p->drawPath(path);
        p->drawPoint(QPointF(0, 2.5));
    }
}

void paintSign(QPainter* p, Glyph glyph, const QColor& ink, const QColor& ground)
{
    if (glyph == Glyph::diamond) {
        p->setPen(roundPen(ink, 1.0));
        p->setBrush(ink);
        const QPointF shape[] = {{0, -5.2}, {5.2, 0}, {0, 5.2}, {-5.2, 0}};
        p->drawPolygon(shape, 4);
        p->setPen(QPen(ground, 1.5, Qt::SolidLine, Qt::FlatCap));
        p->drawLine(QPointF(0, -2.9), QPointF(0, 0.6));
        p->drawLine(QPointF(0, 1.6), QPointF(0, 3.0));
    } else {
        p->setPen(roundPen(ink, 1.3));
        p->setBrush(Qt::NoBrush);
        const QPointF shape[] = {{0, -4.6}, {5.2, 4.4}, {-5.2, 4.4}};
        p->drawPolygon(shape, 3);
        p->setPen(QPen(ink, 1.2, Qt::SolidLine, Qt::FlatCap));
        p->drawLine(QPointF(0, -1.5), QPointF(0, 1.4));
        p->drawLine(QPointF(0, 2.2), QPointF(0, 3.3));
    }
}

void paintMark(QPainter* p, Glyph glyph, const QColor& ink)
{
    p->setBrush(Qt::NoBrush);
    switch (glyph) {
    case Glyph::play: {
        const QPointF shape[] = {{-3.4, -4.2}, {4.2, 0}, {-3.4, 4.2}};
        p->setPen(Qt::NoPen);
        p->setBrush(ink);
        p->drawPolygon(shape, 3);
        return;
    }
    case Glyph::check: {
        const QPointF shape[] = {{-4.4, 0.2}, {-1.4, 3.2}, {4.4, -3.4}};
        p->setPen(roundPen(ink, 1.8));
        p->drawPolyline(shape, 3);
        return;
    }
    case Glyph::cross:
        p->setPen(roundPen(ink, 2.0));
        p->drawLine(QPointF(-3.2, -3.2), QPointF(3.2, 3.2));
        p->drawLine(QPointF(3.2, -3.2), QPointF(-3.2, 3.2));
        return;
    case Glyph::bars:
        p->setPen(Qt::NoPen);
        p->setBrush(ink);
        p->drawRect(QRectF(-3.6, -4, 2.4, 8));
        p->drawRect(QRectF(1.2, -4, 2.4, 8));
        return;
    case Glyph::wave: {
        QPainterPath path(QPointF(-4.6, 1.4));
        path.cubicTo(-2.8, -3.6, -1.4, -2.4, 0, 0);
        path.cubicTo(1.4, 2.4, 2.8, 3.6, 4.6, -1.4);
        p->setPen(roundPen(ink, 1.5));
        p->drawPath(path);
        return;
    }
    case Glyph::staleSquare:
        p->setPen(QPen(ink, 1.2));
        p->drawRect(QRectF(-4.4, -4.4, 8.8, 8.8));
        p->setClipRect(QRectF(-4.4, -4.4, 8.8, 8.8));
        p->setPen(QPen(ink, 1.2));
        for (qreal x = -9; x < 9; x += 3)
            p->drawLine(QPointF(x, 5), QPointF(x + 10, -5));
        return;
    default: return;
    }
}

} // namespace

void paintGlyph(QPainter* painter, const QRectF& box, Glyph glyph, const QColor& ink, const QColor& ground)
{
    if (glyph == Glyph::none)
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(box.center());
    const qreal s = box.width() / 12.0;
    painter->scale(s, s);
    switch (glyph) {
    case Glyph::disc:
        painter->setPen(Qt::NoPen);
        painter->setBrush(ink);
        painter->drawEllipse(QPointF(0, 0), 4.6, 4.6);
        break;
    case Glyph::diamond:
    case Glyph::triangle: paintSign(painter, glyph, ink, ground); break;
    case Glyph::quarter:
    case Glyph::ring:
    case Glyph::dashedRing:
    case Glyph::clockHands:
    case Glyph::unknown: paintRingShape(painter, glyph, ink); break;
    default: paintMark(painter, glyph, ink);
    }
    painter->restore();
}

void paintHatch(QPainter* painter, const QRectF& rect, const QColor& ink, qreal spacing, qreal width)
{
    if (rect.isEmpty())
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setClipRect(rect, Qt::IntersectClip);
    painter->setPen(QPen(ink, width, Qt::SolidLine, Qt::FlatCap));
    // Anchored to the grid, not to the rectangle, so that the pattern does not move while a bar drains.
    const qreal height = rect.height();
    const qreal from = std::floor((rect.left() - height) / spacing) * spacing;
    for (qreal x = from; x < rect.right(); x += spacing)
        painter->drawLine(QPointF(x, rect.bottom()), QPointF(x + height, rect.top()));
    painter->restore();
}

namespace {

qreal digitCell(const QFontMetricsF& metrics)
{
    qreal widest = 0;
    for (char16_t c = u'0'; c <= u'9'; ++c)
        widest = std::max(widest, metrics.horizontalAdvance(QChar(c)));
    return widest;
}

// Fonts with digits of equal width need no cells and keep their kerning.
bool hasEvenDigits(const QFontMetricsF& metrics, qreal cell)
{
    return std::abs(metrics.horizontalAdvance(QChar(u'1')) - cell) < 0.05;
}

} // namespace

qreal tabularWidth(const QFont& font, const QString& text)
{
    const QFontMetricsF metrics(font);
    const qreal cell = digitCell(metrics);
    if (hasEvenDigits(metrics, cell))
        return metrics.horizontalAdvance(text);
    qreal width = 0;
    for (const QChar c : text)
        width += c.isDigit() ? cell : metrics.horizontalAdvance(c);
    return width;
}

void paintTabular(QPainter* painter, const QRectF& rect, Qt::Alignment align, const QString& text)
{
    const QFontMetricsF metrics(painter->font());
    const qreal cell = digitCell(metrics);
    if (hasEvenDigits(metrics, cell)) {
        // A text that just fits may lack a fraction of a pixel, which is no reason to clip it.
        painter->drawText(rect, int(align | Qt::TextSingleLine | Qt::TextDontClip), text);
        return;
    }
    const qreal width = tabularWidth(painter->font(), text);
    qreal x = rect.x();
    if (align & Qt::AlignRight)
        x = rect.right() - width;
    else if (align & Qt::AlignHCenter)
        x = rect.center().x() - width / 2;
    const qreal baseline = rect.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    for (const QChar c : text) {
        const qreal advance = metrics.horizontalAdvance(c);
        const qreal room = c.isDigit() ? cell : advance;
        painter->drawText(QPointF(x + (room - advance) / 2, baseline), QString(c));
        x += room;
    }
}

int chipWidth(const QString& text, const EnvironmentLook& look)
{
    const Theme& theme = Theme::get();
    QFont font = theme.small();
    if (look.chip == EnvironmentLook::Chip::filled)
        font.setWeight(QFont::DemiBold);
    const int pad = look.chip == EnvironmentLook::Chip::plain ? 0 : theme.px(6);
    return qCeil(QFontMetricsF(font).horizontalAdvance(text)) + 2 * pad + (pad > 0 ? 1 : 0);
}

int paintChip(QPainter* painter, const QRect& rect, const QString& text, const EnvironmentLook& look, bool rightAligned,
              bool stale)
{
    const Theme& theme = Theme::get();
    const int width = chipWidth(text, look);
    const int height = theme.px(17);
    const QRect box(rightAligned ? rect.right() + 1 - width : rect.x(), rect.y() + (rect.height() - height) / 2, width,
                    height);
    QFont font = theme.small();
    QColor ink = stale ? theme.tokens().text3 : look.chipColor;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (look.chip == EnvironmentLook::Chip::filled) {
        font.setWeight(QFont::DemiBold);
        painter->setPen(stale ? QPen(ink, 1) : QPen(Qt::NoPen));
        painter->setBrush(stale ? QBrush(Qt::NoBrush) : QBrush(look.chipColor));
        painter->drawRoundedRect(stale ? QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5) : QRectF(box), 2.5, 2.5);
        if (!stale)
            ink = Qt::white;
    } else if (look.chip == EnvironmentLook::Chip::outlined) {
        painter->setPen(QPen(ink, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 2.5, 2.5);
    }
    painter->setFont(font);
    painter->setPen(ink);
    painter->drawText(box, Qt::AlignCenter, text);
    painter->restore();
    return width;
}

void paintEnvironmentLine(QPainter* painter, const QRect& rect, const EnvironmentLook& look)
{
    if (look.pattern == Qt::SolidLine) {
        painter->fillRect(rect, look.line);
        return;
    }
    const int dash = look.pattern == Qt::DashLine ? 8 : 2;
    const int step = look.pattern == Qt::DashLine ? 12 : 5;
    for (int x = rect.x(); x <= rect.right(); x += step)
        painter->fillRect(QRect(x, rect.y(), std::min(dash, rect.right() + 1 - x), rect.height()), look.line);
}

void paintStoreBar(QPainter* painter, const QPoint& topLeft, const EnvironmentLook& look, bool stale)
{
    const Theme& theme = Theme::get();
    QColor color = look.line;
    if (stale)
        color.setAlphaF(0.6F);
    const int width = theme.px(3);
    const int height = theme.px(14);
    if (look.pattern == Qt::SolidLine) {
        painter->fillRect(QRect(topLeft, QSize(width, height)), color);
        return;
    }
    const int dash = theme.px(look.pattern == Qt::DashLine ? 6 : 2);
    const int step = theme.px(look.pattern == Qt::DashLine ? 8 : 4);
    for (int y = 0; y < height; y += step)
        painter->fillRect(QRect(topLeft.x(), topLeft.y() + y, width, std::min(dash, height - y)), color);
}

} // namespace lockdesk
