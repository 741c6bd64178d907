// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/cell_delegates.h"

namespace lockdesk {

/// The last 22 seconds of a worker's heartbeats as ticks; a missing beat is a gap. If it is late, the age of the last
/// beat is right of it. Reads WorkerView by RowRole.
class HeartbeatDelegate final : public CellDelegate
{
    Q_OBJECT

public:
    using CellDelegate::CellDelegate;

protected:
    void paintContent(QPainter* painter, const Cell& cell, const QModelIndex& index) const override;
};

} // namespace lockdesk
