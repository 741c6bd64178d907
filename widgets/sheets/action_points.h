// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/actions/actions.h"
#include "widgets/sheets/sheet_content.h"

#include <vector>

namespace lockdesk {

/// An action's effects, as a sheet draws them.
std::vector<SheetPoint> sheetPoints(const std::vector<ActionPoint>& points);

/// Statements and scripts for reading: the deciding one first, for several victims each below its name; scripts last.
QString commandsText(const ActionRequest& request, const ActionPreview& preview);

} // namespace lockdesk
