// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/strip.h"

#include "models/format/format.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/proxy_style.h"
#include "widgets/theme/theme.h"

#include <QPainter>

namespace lockdesk {

SegmentButton::SegmentButton(QWidget* parent) : QAbstractButton(parent)
{
    setCheckable(true);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void SegmentButton::setSegment(const StripSegment& segment)
{
    if (segment == m_segment)
        return;
    m_segment = segment;
    setText(segment.name);
    setShortcut({}); // a name with an ampersand must not create a mnemonic
    setAccessibleName(tr("%1, %2, %3").arg(segment.name, format::environment(segment.environment), segment.healthText));
    setToolTip(segment.toolTip);
    update();
}

QSize SegmentButton::sizeHint() const { return {Theme::get().px(182), Theme::get().px(50)}; }

void SegmentButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    const EnvironmentLook look = environmentLook(m_segment.environment, t);
    painter.fillRect(rect(), isChecked() ? t.selected : underMouse() ? t.raised : t.window);
    painter.fillRect(0, 0, width(), 1, t.line);
    painter.fillRect(0, height() - 1, width(), 1, t.line);
    paintEnvironmentLine(&painter, QRect(0, 1, width(), theme.px(3)), look);
    painter.fillRect(width() - 1, theme.px(3) + 1, 1, height(), t.line);

    const int left = theme.px(12);
    const int right = width() - theme.px(11);
    const QRect top(left, theme.px(7), right - left, theme.px(19));
    const int chip = paintChip(&painter, top, format::environment(m_segment.environment), look, true);
    painter.setFont(theme.title());
    painter.setPen(t.text);
    const QString name = painter.fontMetrics().elidedText(m_segment.name, Qt::ElideMiddle, top.width() - chip - theme.px(8));
    painter.drawText(top, Qt::AlignVCenter | Qt::AlignLeft, name);
    if (m_segment.readOnly) {
        const int x = left + painter.fontMetrics().horizontalAdvance(name) + theme.px(5);
        if (x + theme.px(14) < right - chip)
            lockdesk::icon(QStringLiteral("eye"), Tone::text2)
                .paint(&painter, QRect(x, top.y() + theme.px(3), theme.px(14), theme.px(14)));
    }

    const QRect bottom(left, theme.px(26), right - left, theme.px(18));
    const StateLook state = stateLook(m_segment.health);
    const int box = theme.px(12);
    paintGlyph(&painter, QRectF(left - theme.px(1), bottom.center().y() - box / 2 + 1, box, box), state.glyph,
               t.ink(state.tone), t.window);
    painter.setFont(theme.caption());
    painter.setPen(m_segment.health == QLatin1String("live") ? t.text : t.ink(state.tone));
    painter.drawText(bottom.adjusted(theme.px(15), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, m_segment.healthText);
    painter.setPen(t.text2);
    if (!m_segment.since.isEmpty()) {
        painter.drawText(bottom, Qt::AlignVCenter | Qt::AlignRight, m_segment.since);
    } else {
        paintTabular(&painter, bottom, Qt::AlignVCenter | Qt::AlignRight, m_segment.share);
        const int share = int(tabularWidth(painter.font(), m_segment.share));
        const int end = std::min(theme.px(124), right - share - theme.px(8));
        paintTabular(&painter, QRectF(left, bottom.y(), end - left, bottom.height()), Qt::AlignVCenter | Qt::AlignRight,
                     m_segment.offset);
    }
    if (hasFocus())
        paintFocusOutline(&painter, rect());
}

NumberButton::NumberButton(const QString& caption, Glyph glyph, Tone tone, QWidget* parent)
    : QAbstractButton(parent), m_caption(caption), m_glyph(glyph), m_tone(tone), m_pieces{QStringLiteral("0")}
{
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setAccessibleName(caption);
}

void NumberButton::setPieces(const QStringList& pieces, bool zero, bool alarms)
{
    if (pieces == m_pieces && zero == m_zero && alarms == m_alarms)
        return;
    m_pieces = pieces;
    m_zero = zero;
    m_alarms = alarms;
    setAccessibleName(QStringLiteral("%1: %2").arg(m_caption, pieces.join(QString())));
    updateGeometry();
    update();
}

double NumberButton::piecesWidth() const
{
    const Theme& theme = Theme::get();
    double width = 0;
    for (int i = 0; i < m_pieces.size(); ++i)
        width += tabularWidth(i % 2 == 0 ? theme.headline() : theme.body(), m_pieces.at(i));
    return width;
}

QSize NumberButton::sizeHint() const
{
    const Theme& theme = Theme::get();
    const int caption = QFontMetrics(theme.caption()).horizontalAdvance(m_caption);
    const int number = int(piecesWidth()) + (m_alarms ? theme.px(20) : 0);
    return {std::max(theme.px(100), std::max(caption, number) + theme.px(27)), theme.px(50)};
}

void NumberButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    painter.fillRect(rect(), underMouse() ? t.raised : t.window);
    painter.fillRect(0, 0, width(), 1, t.line);
    painter.fillRect(0, height() - 1, width(), 1, t.line);
    painter.fillRect(0, 0, 1, height(), t.line);
    const QColor ink = m_zero ? t.text3 : m_alarms ? t.ink(m_tone) : t.text;
    const QRect top(theme.px(13), theme.px(5), width(), theme.px(24));
    double x = top.x();
    if (m_alarms && m_glyph != Glyph::none) {
        const int size = theme.px(14);
        paintGlyph(&painter, QRectF(x - 1, top.center().y() - size / 2 + 1, size, size), m_glyph, ink, t.window);
        x += theme.px(19);
    }
    QFont large = theme.headline();
    if (m_zero)
        large.setWeight(QFont::Normal);
    // Large and small pieces share a baseline.
    const QFontMetricsF metrics(large);
    const double baseline = top.y() + (top.height() + metrics.capHeight()) / 2.0;
    for (int i = 0; i < m_pieces.size(); ++i) {
        const QFont font = i % 2 == 0 ? large : theme.body();
        painter.setFont(font);
        painter.setPen(ink);
        const double width = tabularWidth(font, m_pieces.at(i));
        const QFontMetricsF own(font);
        paintTabular(&painter, QRectF(x, baseline - own.ascent(), width + 1, own.ascent() + own.descent()),
                     Qt::AlignVCenter | Qt::AlignLeft, m_pieces.at(i));
        x += width;
    }
    painter.setFont(theme.caption());
    painter.setPen(t.text2);
    painter.drawText(QRect(theme.px(12), theme.px(27), width(), theme.px(18)), Qt::AlignVCenter | Qt::AlignLeft, m_caption);
    if (hasFocus())
        paintFocusOutline(&painter, rect());
}

} // namespace lockdesk
