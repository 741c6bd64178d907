// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/outbox/relay_delegate.h"

#include "models/format/format.h"
#include "models/tables/lease_info.h"
#include "models/tables/roles.h"
#include "widgets/common/live_table.h"
#include "widgets/theme/theme.h"

#include <QPainter>

namespace lockdesk {

namespace {

constexpr int nameWidth = 104;
constexpr int barWidth = 64;
constexpr int gap = 10; ///< before the countdown

} // namespace

void RelayDelegate::paintContent(QPainter* painter, const Cell& cell, const QModelIndex& index) const
{
    const Theme& theme = Theme::get();
    const int name = theme.px(nameWidth);
    const int bar = theme.px(barWidth);
    const auto info = index.data(LeaseRole).value<LeaseInfo>();
    const int room = info.kind == LeaseInfo::Kind::none ? cell.rect.width() : std::min(name, cell.rect.width());
    painter->setFont(theme.fixed());
    paintText(painter, cell, QRect(cell.rect.x(), cell.rect.y(), room, cell.rect.height()), index.data().toString(),
              Qt::AlignLeft, theme.tokens().text2);
    if (info.kind == LeaseInfo::Kind::none || cell.rect.width() < name + bar)
        return;
    const int countdown = name + theme.px(7) + bar + theme.px(gap);
    const bool over = info.kind == LeaseInfo::Kind::expired;
    const QString left = over ? format::past(-info.remaining) : format::ahead(info.remaining);
    painter->setFont(theme.body());
    if (info.kind != LeaseInfo::Kind::noExpiry
        && cell.rect.width() - countdown >= painter->fontMetrics().horizontalAdvance(left))
        paintText(painter, cell, cell.rect.adjusted(countdown, 0, 0, 0), left, Qt::AlignRight,
                  info.kind == LeaseInfo::Kind::expired ? theme.ink(Tone::expired) : theme.tokens().text);
    LeaseBar look = toLeaseBar(info);
    look.stale |= cell.look.stale;
    const int height = theme.px(10);
    paintLeaseBar(
        painter,
        QRectF(cell.rect.x() + name + theme.px(7), cell.rect.y() + (cell.rect.height() + 1 - height) / 2, bar, height),
        look);
}

} // namespace lockdesk
