// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/common/lane_view.h"
#include "widgets/shell/own_workers.h"

namespace lockdesk {

/// The lanes of own workers, on this computer's clock: spans of work, hatches while frozen, marks for crashes and refusals.
std::vector<Lane> workerLanes(const std::vector<OwnWorker>& workers, const QString& connection = {});

/// Returns this computer's clock in microseconds since 1970, on which the lanes are drawn.
std::int64_t laneNow();

} // namespace lockdesk
