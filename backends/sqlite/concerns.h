// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The concerns of a session. Each must not outlive its connection.
#pragma once

#include "backends/sqlite/connection.h"

#include <memory>

namespace lockdesk::sqlite {

std::unique_ptr<Tasks> make_tasks(Connection& db);
std::unique_ptr<Outbox> make_outbox(Connection& db);
std::unique_ptr<Records> make_records(Connection& db);
std::unique_ptr<Workers> make_workers(Connection& db);
std::unique_ptr<Audit> make_audit(Connection& db);
std::unique_ptr<Draws> make_draws(Connection& db);
std::unique_ptr<Fence> make_fence(Connection& db);
std::unique_ptr<Locks> make_locks(Connection& db);
std::unique_ptr<Changes> make_changes(Connection& db);
std::unique_ptr<Admin> make_admin(Connection& db);

} // namespace lockdesk::sqlite
