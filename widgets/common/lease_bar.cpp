// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/lease_bar.h"

#include "widgets/theme/glyphs.h"
#include "widgets/theme/theme.h"

#include <QLinearGradient>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lockdesk {

namespace {

QColor faded(QColor color, float alpha)
{
    color.setAlphaF(alpha);
    return color;
}

void paintRunning(QPainter* painter, const QRectF& rect, const LeaseBar& bar, const Tokens& t)
{
    painter->fillRect(rect, t.barTrack);
    const QColor fill = bar.stale ? faded(t.text3, 0.5F) : bar.closing ? t.closingFill : t.heldFill;
    const qreal left = std::clamp(bar.left, 0.0, 1.0);
    const qreal end = rect.left() + rect.width() * left;
    const qreal blur = std::min(std::max(3.0, rect.width() * bar.uncertainty), std::max(3.0, rect.width() * 0.5));
    // The end fades over +- the uncertainty of the clock; a fresh lease still starts at full width.
    const qreal solid = std::max(rect.left(), end - blur);
    const qreal last = std::min(rect.right(), end + blur * 0.6);
    painter->fillRect(QRectF(rect.left(), rect.top(), solid - rect.left(), rect.height()), fill);
    if (last > solid) {
        QLinearGradient fade(solid, 0, last, 0);
        fade.setColorAt(0, fill);
        fade.setColorAt(1, faded(fill, 0));
        painter->fillRect(QRectF(solid, rect.top(), last - solid, rect.height()), fade);
    }
    if (bar.margin > 0 && left > 0) {
        const qreal width = std::min(std::max(2.0, rect.width() * bar.margin), std::max(0.0, solid - rect.left()));
        paintHatch(painter, QRectF(rect.left(), rect.top(), width, rect.height()), faded(t.base, 0.6F), 3, 1.0);
    }
    if (bar.renewalTick && !bar.stale) {
        const qreal x = std::floor(rect.left() + rect.width() * 2.0 / 3.0) - 1;
        painter->fillRect(QRectF(x, rect.top() - 2, 1, rect.height() + 4), t.text);
    }
}

void paintExpired(QPainter* painter, const QRectF& rect, const LeaseBar& bar, const Tokens& t)
{
    const QColor ink = bar.stale ? t.text3 : t.expiredFill;
    painter->fillRect(rect, faded(ink, 0.08F));
    paintHatch(painter, rect, ink, 5, 1.4);
    painter->setPen(QPen(ink, 1));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
}

void paintCooling(QPainter* painter, const QRectF& rect, const LeaseBar& bar, const Tokens& t)
{
    const QColor ink = bar.stale ? t.text3 : t.coolingFill;
    const qreal end = rect.left() + rect.width() * std::clamp(bar.left, 0.0, 1.0);
    painter->fillRect(rect, t.barTrack);
    const qreal step = std::max(4.0, rect.height() * 0.4);
    for (qreal x = rect.left(); x < end; x += step)
        painter->fillRect(QRectF(x, rect.top(), std::min(step / 2, end - x), rect.height()), ink);
}

} // namespace

void paintLeaseBar(QPainter* painter, const QRectF& rect, const LeaseBar& bar)
{
    const Tokens& t = Theme::get().tokens();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    switch (bar.kind) {
    case LeaseBar::Kind::none: break;
    case LeaseBar::Kind::running: paintRunning(painter, rect, bar, t); break;
    case LeaseBar::Kind::expired: paintExpired(painter, rect, bar, t); break;
    case LeaseBar::Kind::cooling: paintCooling(painter, rect, bar, t); break;
    case LeaseBar::Kind::noExpiry: {
        const QColor ink = bar.stale ? faded(t.heldFill, 0.5F) : t.heldFill;
        const qreal y = std::floor(rect.center().y());
        painter->fillRect(QRectF(rect.left(), y, rect.width(), 2), ink);
        painter->fillRect(QRectF(rect.left(), y - 3, 1, 8), ink);
        painter->fillRect(QRectF(rect.right() - 1, y - 3, 1, 8), ink);
        break;
    }
    }
    painter->restore();
}

} // namespace lockdesk
