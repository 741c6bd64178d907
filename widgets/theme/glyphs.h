// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/tokens.h"

#include <QFont>
#include <QRectF>

class QPainter;

namespace lockdesk {

/// Paints a state glyph centred in `box` (12 px at scale 1). `ground` is the background, in which marks inside filled
/// glyphs are painted.
void paintGlyph(QPainter* painter, const QRectF& box, Glyph glyph, const QColor& ink, const QColor& ground);

/// Paints diagonal lines within `rect`. `spacing` in pixels across.
void paintHatch(QPainter* painter, const QRectF& rect, const QColor& ink, qreal spacing = 5, qreal width = 1.3);

/// Paints text with each digit in a cell as wide as the widest digit, so that changing numbers do not shift.
void paintTabular(QPainter* painter, const QRectF& rect, Qt::Alignment align, const QString& text);
/// Returns the width of that text.
qreal tabularWidth(const QFont& font, const QString& text);

/// Paints the environment chip (`production`), right-aligned in `rect` or left-aligned. Returns its width.
int paintChip(QPainter* painter, const QRect& rect, const QString& text, const EnvironmentLook& look, bool rightAligned,
              bool stale = false);
int chipWidth(const QString& text, const EnvironmentLook& look);

/// Paints the 3 px line on top of a strip segment, detail or sheet.
void paintEnvironmentLine(QPainter* painter, const QRect& rect, const EnvironmentLook& look);
/// Paints the 3 x 14 bar before the store's name.
void paintStoreBar(QPainter* painter, const QPoint& topLeft, const EnvironmentLook& look, bool stale = false);

} // namespace lockdesk
