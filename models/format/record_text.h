// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/rows.h"

namespace lockdesk {

/// Returns the record behind a row as JSON, for the detail panel: the store's own if the row has it (a row in doubt),
/// else one made from the row's fields, named like the columns.
std::string recordText(const LockRow& row);
std::string recordText(const TaskRow& row);
std::string recordText(const MessageRow& row);
std::string recordText(const WorkerRow& row);

} // namespace lockdesk
