// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/session_locks.h"

namespace lockdesk::mariadb {

const sql::SessionLockForms& session_lock_forms();

} // namespace lockdesk::mariadb
