// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The concerns of a session, shared by the SQL servers: each verb runs the statement of its name.
#pragma once

#include "backends/sql/link.h"

#include <memory>

namespace lockdesk::sql {

std::unique_ptr<Locks> make_locks(Link& link);
std::unique_ptr<Fence> make_fence(Link& link);
std::unique_ptr<Records> make_records(Link& link);
std::unique_ptr<Workers> make_workers(Link& link);
std::unique_ptr<Audit> make_audit(Link& link);

} // namespace lockdesk::sql
