// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/mariadb/admin.h"
#include "backends/mariadb/changes.h"
#include "backends/mariadb/draws.h"
#include "backends/mariadb/link.h"
#include "backends/mariadb/outbox.h"
#include "backends/mariadb/session_locks.h"
#include "backends/mariadb/statements.h"
#include "backends/mariadb/tasks.h"
#include "backends/sql/session.h"

namespace lockdesk::mariadb {

const sql::ServerForms& server_forms();

} // namespace lockdesk::mariadb
