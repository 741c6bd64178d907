// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace lockdesk {

class TableView;

/// Returns the table of a page that the user works with: the focused one, else the largest one shown. Null: none is shown.
TableView* tableInUse(const QWidget* page);

} // namespace lockdesk
