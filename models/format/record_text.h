// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/rows.h"

namespace lockdesk {

/// The record behind a row as JSON, for the detail panel: as the store told it, where it did (a row with a doubt), else
/// from the row's fields, under the names of the columns.
std::string recordText(const LockRow& row);
std::string recordText(const TaskRow& row);
std::string recordText(const MessageRow& row);
std::string recordText(const WorkerRow& row);

} // namespace lockdesk
