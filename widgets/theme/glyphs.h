// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/tokens.h"

#include <QFont>
#include <QRectF>

class QPainter;

namespace lockdesk {

/// Paints a state glyph centred in `box` (12 px at scale 1). `ground` is what it stands on: marks inside filled glyphs are cut
/// out in it.
void paintGlyph(QPainter* painter, const QRectF& box, Glyph glyph, const QColor& ink, const QColor& ground);

/// Diagonal lines within `rect`. `spacing` in pixels across.
void paintHatch(QPainter* painter, const QRectF& rect, const QColor& ink, qreal spacing = 5, qreal width = 1.3);

/// Text whose digits each stand in a cell as wide as the widest digit, so that counting numbers do not dance.
void paintTabular(QPainter* painter, const QRectF& rect, Qt::Alignment align, const QString& text);
/// Width of that text.
qreal tabularWidth(const QFont& font, const QString& text);

/// The environment chip (`production`), right-aligned in `rect` or left-aligned. Answers its width.
int paintChip(QPainter* painter, const QRect& rect, const QString& text, const EnvironmentLook& look, bool rightAligned,
              bool stale = false);
int chipWidth(const QString& text, const EnvironmentLook& look);

/// The 3 px line on top of a strip segment, detail or sheet.
void paintEnvironmentLine(QPainter* painter, const QRect& rect, const EnvironmentLook& look);
/// The 3 x 14 bar that leads the store column.
void paintStoreBar(QPainter* painter, const QPoint& topLeft, const EnvironmentLook& look, bool stale = false);

} // namespace lockdesk
