// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/actions/actions.h"
#include "widgets/sheets/sheet_content.h"

#include <vector>

namespace lockdesk {

/// Returns an action's effects as points of a sheet.
std::vector<SheetPoint> sheetPoints(const std::vector<ActionPoint>& points);

/// Returns why the store gave no preview of that target, or an empty string.
QString whyNoPreview(const ActionPreview::Item& item);
/// Returns statements and scripts for reading: the deciding statement first, those of several victims below their names,
/// scripts last.
QString commandsText(const ActionRequest& request, const ActionPreview& preview);

} // namespace lockdesk
