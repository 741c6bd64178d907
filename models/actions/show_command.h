// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/update.h"

#include <QString>

#include <string>

namespace lockdesk {

struct ConnectionInfo;

/// Returns the lockdeskctl line that shows a row, quoted for a shell. Empty: there is none, as for rows of a recording.
/// `source` is the one that acts on the row; empty: the connection's.
QString showCommand(const ConnectionInfo& info, Entity entity, const std::string& key, const QString& source = {});

} // namespace lockdesk
