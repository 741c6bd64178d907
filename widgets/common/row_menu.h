// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/tables/row_address.h"

#include <functional>
#include <optional>

class QMenu;
class QModelIndex;

namespace lockdesk {

class FeedSet;
class FilterBox;
class LiveTableModel;
class TableView;

/// Adds `Only owner:pod-7` and `Without owner:pod-7`, for the cell under the mouse.
void addFilterMenu(TableView* table, const LiveTableModel* model, FilterBox* filter);
/// Sets the line of `Copy Command Line`, which shows the row in lockdeskctl, and `Copy Link`, which shows it in a console.
void setRowCommand(TableView* table, FeedSet* feeds, std::function<std::optional<RowAddress>(const QModelIndex&)> rowOf);

} // namespace lockdesk
