// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/feed/answers.h"
#include "models/feed/feed.h"
#include "models/tables/findings_model.h"

namespace lockdesk {

class ConsolePage;
class EmptyState;
class FindingsModel;
class TableView;

/// Sets glyphs by severity and the tint of rows whose lock is expired and held.
void dressFindings(TableView* table);

/// Sets "Nothing needs you." once every store has answered; before, how many have not.
void dressNothing(EmptyState* nothing, const Answers& answers);
/// `3 findings, worst first; 2 acknowledged; 12 muted; 1 of 4 stores has not answered`.
QString findingsCaption(const FindingsModel::Counts& counts, const Answers& answers);

/// Adds the next step and the row that proves a finding to its context menu, and its command line.
void addFindingMenu(TableView* table, const FindingsModel* model, ConsolePage* page);

/// Goes to the row that proves the finding and starts its next step there. Does nothing if either is gone.
void followFinding(const RowPtr<Finding>& finding, const Feed* feed, ConsolePage* page);

} // namespace lockdesk
