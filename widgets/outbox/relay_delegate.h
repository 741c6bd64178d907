// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/cell_delegates.h"

namespace lockdesk {

/// The relay that delivers an outbox, and the remaining lease on what it sends.
class RelayDelegate final : public CellDelegate
{
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

protected:
    void paintContent(QPainter* painter, const Cell& cell, const QModelIndex& index) const override;
};

} // namespace lockdesk
