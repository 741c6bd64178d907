// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace lockdesk {

/// Breaks a statement into a line per clause; adds only white space outside of strings. Keeps existing lines.
QString laidOut(const QString& statement);

/// Returns the statements of one transaction for reading: the deciding one first, then those before and after it, each
/// labelled.
QString transactionText(const QStringList& statements);

} // namespace lockdesk
