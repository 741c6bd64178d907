// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace lockdesk {

/// A document with a line per member where it is too long for one; nothing but white space outside of texts is changed.
/// What is no whole document stays as it is.
QString jsonLaidOut(const QString& document);

} // namespace lockdesk
