// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

namespace lockdesk {

class TableView;

/// Asks for a file and writes the table as shown into it: CSV, or JSON if the name ends so. Returns at once; `say` gets what
/// came of it, or is never called if the dialog is cancelled. `name` is proposed, with the date.
void exportTable(TableView* table, const QString& name, const std::function<void(const QString& text)>& say);
/// Writes it. Returns what came of it.
QString writeTable(const TableView& table, const QString& file);

} // namespace lockdesk
