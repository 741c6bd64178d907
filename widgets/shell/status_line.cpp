// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/status_line.h"

#include "widgets/theme/glyphs.h"
#include "widgets/theme/theme.h"

#include <QPainter>
#include <QTimer>

#include <cmath>

namespace lockdesk {

namespace {

constexpr int noticeMs = 8000;

} // namespace

StatusLine::StatusLine(QWidget* parent) : QWidget(parent), m_timer(new QTimer(this))
{
    setFixedHeight(Theme::get().px(24));
    connect(&Theme::get(), &Theme::changed, this, [this] { setFixedHeight(Theme::get().px(24)); });
    m_timer->setSingleShot(true);
    connect(m_timer, &QTimer::timeout, this, [this] {
        m_notice.clear();
        update();
    });
}

void StatusLine::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    setAccessibleName(text);
    update();
}

void StatusLine::showNotice(const QString& text)
{
    m_notice = text;
    setAccessibleName(text);
    m_timer->start(noticeMs);
    update();
}

void StatusLine::setParts(const QStringList& parts)
{
    if (parts == m_parts)
        return;
    m_parts = parts;
    update();
}

void StatusLine::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = Theme::get();
    const Tokens& t = theme.tokens();
    painter.fillRect(rect(), t.window);
    painter.fillRect(0, 0, width(), 1, t.line);
    painter.setFont(theme.caption());
    painter.setPen(t.text2);
    const int pad = theme.px(10);
    const int leftWidth = painter.fontMetrics().horizontalAdvance(text());
    int right = width();
    for (int i = int(m_parts.size()) - 1; i >= 0; --i) {
        const int w = int(std::ceil(tabularWidth(painter.font(), m_parts.at(i)))) + 2 * pad;
        if (right - w < std::min(leftWidth + 2 * pad, width() / 2))
            break;
        right -= w;
        painter.fillRect(right, theme.px(6), 1, height() - theme.px(11), t.line);
        painter.setPen(t.text2);
        paintTabular(&painter, QRect(right + pad, 0, w - 2 * pad, height()), Qt::AlignVCenter | Qt::AlignRight,
                     m_parts.at(i));
    }
    const QRect left(pad, 0, right - 2 * pad, height());
    const QString shown = painter.fontMetrics().elidedText(text(), Qt::ElideRight, left.width());
    painter.setPen(m_notice.isEmpty() ? t.text2 : t.text);
    painter.drawText(left, Qt::AlignVCenter | Qt::AlignLeft, shown);
    if (!shown.isEmpty())
        painter.fillRect(left.x() + painter.fontMetrics().horizontalAdvance(shown) + pad, theme.px(6), 1,
                         height() - theme.px(11), t.line);
}

} // namespace lockdesk
