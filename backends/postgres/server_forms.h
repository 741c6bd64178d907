// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/postgres/admin.h"
#include "backends/postgres/changes.h"
#include "backends/postgres/draws.h"
#include "backends/postgres/link.h"
#include "backends/postgres/outbox.h"
#include "backends/postgres/session_locks.h"
#include "backends/postgres/statements.h"
#include "backends/postgres/tasks.h"
#include "backends/sql/session.h"

namespace lockdesk::postgres {

const sql::ServerForms& server_forms();

} // namespace lockdesk::postgres
