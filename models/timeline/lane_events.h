// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/update.h"
#include "models/timeline/lane_book.h"

namespace lockdesk {

/// Adds what an event means to the lanes: spans begin, end, or pass their lease, and marks.
void addEvent(LaneBook& book, int connection, const Event& event);
/// Corrects holds that the events of the update do not explain, by its changed rows.
void correctRows(LaneBook& book, int connection, const Update& update, std::int64_t now);
/// Adds what is already held when a connection opens, and ends what was released while the store was unreachable.
void addRows(LaneBook& book, int connection, const Update& update, std::int64_t now);

} // namespace lockdesk
