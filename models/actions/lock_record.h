// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/engine/contracts/rows.h"

#include <QString>

namespace lockdesk {

struct ConnectionInfo;

/// The source that acts on this row, as sessions name it.
QString sourceOf(const ConnectionInfo& info, const LockRow& row);

/// `backend 4711, billing from 10.0.0.7, idle in transaction`; empty of other locks.
QString sessionText(const LockRow& row);
/// Its last statement, shortened; may be empty.
QString sessionStatement(const LockRow& row);

} // namespace lockdesk
