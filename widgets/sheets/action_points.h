// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/actions/actions.h"
#include "widgets/sheets/sheet_content.h"

#include <vector>

namespace lockdesk {

/// What an action does, as a sheet draws it.
std::vector<SheetPoint> sheetPoints(const std::vector<ActionPoint>& points);

/// Statements and scripts as people read them: the deciding one first, of several victims each below its name; scripts at the end.
QString commandsText(const ActionRequest& request, const ActionPreview& preview);

} // namespace lockdesk
