// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace lockdesk::format {

/// Returns the translation in the context lockdesk::format, else the text itself.
inline QString tr(const char* text) { return QCoreApplication::translate("lockdesk::format", text); }

} // namespace lockdesk::format
