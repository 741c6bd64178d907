// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockdesk {

/// Breaks a document into a line per member where it is too long for one; changes only white space outside of strings.
/// Returns an incomplete document unchanged.
QString jsonLaidOut(const QString& document);

} // namespace lockdesk
