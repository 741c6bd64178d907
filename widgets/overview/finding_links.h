// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed.h"

namespace lockdesk {

class ConsolePage;
class TableView;

/// Glyphs by severity and the tint of rows whose lock is expired and held.
void dressFindings(TableView* table);

/// Goes to the row that proves the finding and starts its next step there. Nothing when either is gone.
void followFinding(const RowPtr<Finding>& finding, const Feed* feed, ConsolePage* page);

} // namespace lockdesk
