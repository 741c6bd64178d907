// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/empty_texts.h"

#include "widgets/theme/theme.h"

#include <QPainter>
#include <QWidget>

#include <algorithm>

namespace lockdesk {

void paintEmptyTexts(QPainter& painter, const QWidget& viewport, const EmptyTexts& texts)
{
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    const int wide = std::min(theme.px(430), viewport.width() - theme.px(70));
    if (wide < theme.px(120) || viewport.height() < theme.px(70))
        return;
    const int line = QFontMetrics(theme.body()).height();
    const int flags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
    const QRect what = QFontMetrics(theme.caption()).boundingRect(QRect(0, 0, wide, 400), flags, texts.what);
    const int x = (viewport.width() - wide) / 2 + theme.px(16);
    const int y = (viewport.height() - line - what.height()) / 2;
    const int box = theme.px(18);
    paintGlyph(&painter, QRectF(x - theme.px(32), y + (line + what.height() - box) / 2, box, box), texts.glyph, t.text2,
               t.base);
    painter.setFont(theme.body());
    painter.setPen(t.text);
    painter.drawText(QRect(x, y, wide, line), int(Qt::AlignLeft | Qt::AlignVCenter), texts.sentence);
    painter.setFont(theme.caption());
    painter.setPen(t.text2);
    painter.drawText(QRect(x, y + line + 1, wide, what.height()), flags, texts.what);
}

} // namespace lockdesk
