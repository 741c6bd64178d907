// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/admin.h"
#include "backends/sql/concerns.h"
#include "backends/sql/draws.h"
#include "backends/sql/foreign_sources.h"
#include "backends/sql/outbox.h"
#include "backends/sql/session_locks.h"
#include "backends/sql/tasks.h"

#include <functional>
#include <memory>

namespace lockdesk::sql {

/// What differs between servers.
struct ServerForms
{
    const char* store;
    const char* product; ///< name shown to people
    TaskVerbs tasks;
    OutboxVerbs outbox;
    ApplyToDraw apply_to_draw;
    const SessionLockForms& session_locks;
    const AdminForms& admin;
    std::unique_ptr<Changes> (*changes)(Link& link);
    std::unique_ptr<Statements> (*statements)(Link& link);
    const ForeignForms& foreign;
    bool (*hints)(Link& link);
};

/// A session on Lockdesk's own tables.
std::unique_ptr<Session> make_session(std::unique_ptr<Link> link, const ServerForms& forms);
/// Opens a session on the source that the options name; connects unless the options say later.
Answer<std::unique_ptr<Session>> open_source(Store& store, const SessionOptions& options, const ServerForms& forms,
                                             const std::function<std::unique_ptr<Link>(const SessionOptions&)>& make_link);

} // namespace lockdesk::sql
