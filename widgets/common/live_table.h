// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/lease_info.h"
#include "models/tables/live_table_model.h"
#include "widgets/common/chrome.h"
#include "widgets/common/table_view.h"
#include "widgets/shell/page_context.h"

#include <vector>

namespace lockdesk {

/// How a column of a live model is painted.
enum class CellKind {
    text,
    text2, ///< quieter
    mono,
    mono2,      ///< quieter
    owner,      ///< quieter, and whole where there is room
    number,     ///< right-aligned, digits in cells
    monoNumber, ///< tokens
    time,       ///< right-aligned countdown or age
    state,      ///< glyph and word, by StateRole
    lease,      ///< bar and countdown, by LeaseRole
    store,      ///< environment bar and name
    chip,       ///< environment
    link,       ///< right-aligned words in link ink
};

struct ColumnLook
{
    int column = 0;
    int width = 100;
    CellKind kind = CellKind::text;
    bool hidden = false;
    bool spare = false; ///< hidden when the table is narrow
    int most = 0;       ///< grows to this width when the table is wide; 0: it does not
};

LeaseBar toLeaseBar(const LeaseInfo& info);
/// Tint and staleness of a row by AlarmRole and StaleRole.
RowLook liveRowLook(const QModelIndex& index);
/// Returns a delegate of this kind that reads the models' roles. Without a parent.
CellDelegate* makeDelegate(CellKind kind);

/// Connects a table to a live model: delegates, column names, held moves, the shared countdown, shown connections.
/// `columns` are in their initial order; columns of the model not listed are hidden. The model becomes the view's child.
void attachTable(TableView* view, LiveTableModel* model, const PageContext& context, const std::vector<ColumnLook>& columns);

/// Saves what the user arranges in a table for the set of connections shown. (Tables of `attachTable` have it.)
void keepLayout(TableView* view, const PageContext& context);

/// Banner above a table while a shown store does not answer: cause, age, next try, "Try now"; after a refused
/// login "Enter the password…".
Banner* makeStaleBanner(const PageContext& context, QWidget* parent = nullptr);

/// Returns `texts` if all of these stores (empty: all) have answered; else that they have not, as what is there is not known.
EmptyTexts ifAnswered(const FeedSet& feeds, const QSet<int>& connections, EmptyTexts texts);

/// Link `3 changes wait`: visible while moves wait; a click applies them.
QPushButton* makePendingLink(LiveTableModel* model);

} // namespace lockdesk
