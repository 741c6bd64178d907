// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace lockdesk {

/// One statement with a line per clause; nothing but white space outside of texts is added. One that has lines already keeps them.
QString laidOut(const QString& statement);

/// The statements of one transaction for reading: the one that decides first, then what comes before and after it, each said to be so.
QString transactionText(const QStringList& statements);

} // namespace lockdesk
