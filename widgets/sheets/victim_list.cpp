// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/sheets/action_sheet.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace lockdesk {

namespace {

// Shares of the width, as in the table: name, owner, token (right), lease.
constexpr double owner_at = 0.23;
constexpr double token_end = 0.66;
constexpr double lease_at = 0.67;

} // namespace

VictimList::VictimList(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); }

void VictimList::setContent(const SheetContent& content)
{
    m_content = content;
    QStringList names;
    for (const auto& victim : content.victims)
        names += victim.name;
    setAccessibleName(names.join(QStringLiteral(", ")));
    setFixedHeight(sizeHint().height());
    update();
}

QSize VictimList::sizeHint() const { return {400, Theme::get().px(26) * (int(m_content.victims.size()) + 1)}; }

void VictimList::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::get();
    const Tokens& tokens = theme.tokens();
    QPainter painter(this);
    const int row = theme.px(26);
    const int pad = theme.px(14);
    const auto x = [&](double share) { return int(width() * share); };
    const auto cell = [&](int y, int from, int to) { return QRect(from, y, std::max(0, to - from), row); };

    painter.fillRect(rect(), tokens.base);
    painter.fillRect(QRect(0, 0, width(), row), tokens.raised);
    painter.setFont(theme.caption());
    painter.setPen(tokens.text2);
    painter.drawText(cell(0, pad, x(owner_at)), Qt::AlignVCenter | Qt::AlignLeft, m_content.nameHeader);
    painter.drawText(cell(0, x(owner_at) + 8, x(token_end)), Qt::AlignVCenter | Qt::AlignLeft, m_content.ownerHeader);
    painter.drawText(cell(0, x(owner_at), x(token_end) - 8), Qt::AlignVCenter | Qt::AlignRight, m_content.tokenHeader);
    painter.drawText(cell(0, x(lease_at) + 8, width() - pad), Qt::AlignVCenter | Qt::AlignLeft, m_content.leftHeader);
    painter.setPen(tokens.line);
    for (const double share : {owner_at, lease_at})
        painter.drawLine(x(share), 0, x(share), row - 1);
    painter.drawLine(0, row - 1, width(), row - 1);

    int y = row;
    for (const SheetVictim& victim : m_content.victims) {
        painter.setFont(theme.fixed());
        const QFontMetrics fixed(theme.fixed());
        painter.setPen(tokens.text);
        const QRect name = cell(y, pad, x(owner_at) - 4);
        painter.drawText(name, Qt::AlignVCenter | Qt::AlignLeft,
                         fixed.elidedText(victim.name, Qt::ElideMiddle, name.width()));
        const int token_width = fixed.horizontalAdvance(victim.token) + 16;
        const QRect owner = cell(y, x(owner_at) + 8, x(token_end) - token_width);
        painter.setPen(tokens.text2);
        painter.drawText(owner, Qt::AlignVCenter | Qt::AlignLeft,
                         fixed.elidedText(victim.owner, Qt::ElideMiddle, owner.width()));
        painter.setPen(tokens.text);
        painter.drawText(cell(y, x(owner_at), x(token_end) - 8), Qt::AlignVCenter | Qt::AlignRight, victim.token);
        if (victim.bar.kind != LeaseBar::Kind::none)
            paintLeaseBar(&painter, QRectF(x(lease_at) + 8, y + (row - 10) / 2.0, theme.px(80), 10), victim.bar);
        painter.setFont(theme.body());
        painter.setPen(victim.bar.kind == LeaseBar::Kind::expired ? tokens.expiredInk : tokens.text);
        paintTabular(&painter, cell(y, x(lease_at) + theme.px(96), width() - pad), Qt::AlignVCenter | Qt::AlignRight,
                     victim.left);
        painter.setPen(tokens.hairline);
        painter.drawLine(0, y + row - 1, width(), y + row - 1);
        y += row;
    }
}

} // namespace lockdesk
