// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The concerns of a session. Each lives as long as its link.
#pragma once

#include "backends/mongodb/link.h"

#include <memory>

namespace lockdesk::mongodb {

std::unique_ptr<Outbox> make_outbox(Link& link);
std::unique_ptr<Records> make_records(Link& link);
std::unique_ptr<Workers> make_workers(Link& link);
std::unique_ptr<Draws> make_draws(Link& link);
std::unique_ptr<Fence> make_fence(Link& link);
std::unique_ptr<Locks> make_locks(Link& link);
std::unique_ptr<Tasks> make_tasks(Link& link);
std::unique_ptr<Changes> make_changes(Link& link);
std::unique_ptr<Audit> make_audit(Link& link);
std::unique_ptr<Admin> make_admin(Link& link);

} // namespace lockdesk::mongodb
