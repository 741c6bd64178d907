// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/splitter_keeper.h"

#include "widgets/common/layout_settings.h"
#include "widgets/shell/page_context.h"
#include "widgets/theme/theme.h"

#include <QSplitter>

#include <utility>

namespace lockdesk {

SplitterKeeper::SplitterKeeper(QSplitter* splitter, int part, const QString& key, ShownConnections* shown,
                               std::function<void(std::optional<int> size)> apply)
    : QObject(splitter), m_splitter(splitter), m_part(part), m_key(key), m_shown(shown), m_apply(std::move(apply))
{
    connect(splitter, &QSplitter::splitterMoved, this, [this] {
        layout::save(m_shown->layout(), m_key, qRound(m_splitter->sizes().value(m_part) / Theme::get().scale()));
    });
    connect(shown, &ShownConnections::layoutChanged, this, [this] { m_apply(size()); });
}

std::optional<int> SplitterKeeper::size() const
{
    const int size = layout::saved(m_shown->layout(), m_key).toInt();
    return size > 0 ? std::optional(Theme::get().px(size)) : std::nullopt;
}

void SplitterKeeper::reset()
{
    layout::forget(m_shown->layout(), m_key);
    m_apply(std::nullopt);
}

} // namespace lockdesk
