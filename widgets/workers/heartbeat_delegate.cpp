// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workers/heartbeat_delegate.h"

#include "models/format/format.h"
#include "models/tables/workers_model.h"
#include "widgets/theme/glyphs.h"
#include "widgets/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace lockdesk {

namespace {

constexpr int shown_periods = 22;

} // namespace

void HeartbeatDelegate::paintContent(QPainter* painter, const Cell& cell, const QModelIndex& index) const
{
    const auto view = index.data(RowRole).value<RowPtr<WorkerView>>();
    const auto* model = qobject_cast<const LiveTableModel*>(index.model());
    if (view == nullptr || model == nullptr)
        return;
    const Theme& theme = Theme::get();
    const TimePoint now = model->judged(index.data(StoreRole).toInt());
    const Duration period = std::max(view->row.period, Duration{1000});
    const int step = theme.px(4);
    const int top = cell.rect.center().y() - theme.px(5);
    const QColor live = cell.look.stale ? theme.tokens().text3 : theme.ink(Tone::live);
    const TimePoint from = now - period * shown_periods;
    const auto xOf = [&](TimePoint t) {
        return cell.rect.left() + int(double((t - from).count()) / double(period.count()) * step);
    };
    for (const TimePoint beat : view->beats)
        if (beat >= from && beat <= now)
            painter->fillRect(QRect(xOf(beat), top, 2, theme.px(10)), live);
    // Only beats missing after the last one are certain; between two seen beats others may have been.
    for (TimePoint due = view->row.beat_at + period; due + period / 2 < now; due += period)
        if (due >= from)
            painter->fillRect(QRect(xOf(due), top + theme.px(9), 2, 1), theme.tokens().text3);
    QString said = index.data().toString(); // empty while it lives
    if (said.isEmpty())
        return;
    QRect text = cell.rect.adjusted(shown_periods * step + 6, 0, 0, 0);
    const StateLook look = stateLook(index.data(StateRole).toString());
    QFont font = theme.body();
    font.setBold(look.bold);
    const auto wide = [&font](const QString& words) { return int(tabularWidth(font, words)) + 1; };
    if (wide(said) > cell.rect.width())
        said = index.data(ShortTextRole).toString();
    if (wide(said) > text.width()) { // who did it matters more than the last beats, which are missing
        text = cell.rect.adjusted(std::max(0, cell.rect.width() - wide(said)), 0, 0, 0);
        painter->fillRect(text.adjusted(-step, 1, 0, -1), cell.ground);
    }
    painter->setFont(font);
    painter->setPen(theme.ink(look.tone));
    paintTabular(painter, text, Qt::AlignRight | Qt::AlignVCenter, said);
}

} // namespace lockdesk
