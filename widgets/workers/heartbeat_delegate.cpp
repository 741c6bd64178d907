// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workers/heartbeat_delegate.h"

#include "models/format.h"
#include "models/workers_model.h"
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
    const WorkerHealth health = worker_health(view->row, now);
    const Duration period = std::max(view->row.period, Duration{1000});
    const int step = theme.px(4);
    const int top = cell.rect.center().y() - theme.px(5);
    const QColor live = cell.look.stale ? theme.tokens().text3 : theme.ink(Tone::live);
    for (int i = 0; i < shown_periods; ++i) {
        const TimePoint from = now - period * (shown_periods - i);
        const bool beat = std::any_of(view->beats.begin(), view->beats.end(),
                                      [&](TimePoint t) { return t >= from && t < from + period + period / 4; });
        const QRect tick(cell.rect.left() + i * step, top, 2, theme.px(10));
        if (beat)
            painter->fillRect(tick, live);
        else
            painter->fillRect(QRect(tick.left(), tick.center().y() + 4, 2, 1), theme.tokens().text3);
    }
    if (health == WorkerHealth::live)
        return;
    const QRect text = cell.rect.adjusted(shown_periods * step + 6, 0, 0, 0);
    QFont font = theme.body();
    font.setBold(health == WorkerHealth::silent);
    painter->setFont(font);
    painter->setPen(theme.ink(health == WorkerHealth::silent ? Tone::expired : Tone::closing));
    paintTabular(painter, text, Qt::AlignRight | Qt::AlignVCenter, format::past(now - view->row.beat_at));
}

} // namespace lockdesk
