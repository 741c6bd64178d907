// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndex>
#include <QString>

namespace lockdesk {

class LiveTableModel;

/// Returns the filter term that keeps the rows whose cell is like this one: `owner:"pod 7"`. Empty: no filter is about this
/// column, or the cell has no value.
QString termOfCell(const LiveTableModel& model, const QModelIndex& index);
/// Appends a term to a filter's text, unless it is there; its opposite is removed.
QString withTerm(const QString& filter, const QString& term);

} // namespace lockdesk
