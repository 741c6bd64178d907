// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/theme/glyphs.h"

#include <QString>

class QWidget;

namespace lockdesk {

/// Text of a table without rows: one sentence, and what will appear here.
struct EmptyTexts
{
    Glyph glyph = Glyph::ring;
    QString sentence, what;
    bool passing = false; ///< queried again a moment later
};

/// Paints the texts in the middle of a table's viewport; nothing if there is no room.
void paintEmptyTexts(QPainter& painter, const QWidget& viewport, const EmptyTexts& texts);

} // namespace lockdesk
