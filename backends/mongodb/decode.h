// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/engine/contracts/tasks.h"
#include "backends/mongodb/bson.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lockdesk::mongodb {

/// Rules by kind and phase; missing ones are the default.
class Rules
{
public:
    void add(View doc);
    [[nodiscard]] TaskRule of(const std::string& kind, const std::string& phase) const;
    [[nodiscard]] std::vector<TaskRule> all() const;

private:
    std::map<std::pair<std::string, std::string>, TaskRule> m_rules;
};

/// Whether to include the whole document as JSON, which costs more than all its fields.
enum class Raw { with, doubtful };

/// Decode rows from documents written by anybody: an invalid field keeps its default and is named in `doubt`.
LockRow lock_row(View doc, Raw raw = Raw::doubtful);
TaskRow task_row(View doc, const Rules& rules, Raw raw = Raw::doubtful);
/// State `sending` lasts as long as its lease; afterwards the message is pending and may be claimed again.
MessageRow message_row(View doc, TimePoint now, Raw raw = Raw::doubtful);
WorkerRow worker_row(View doc, Raw raw = Raw::doubtful);
WaiterRow waiter_row(View doc);
FenceRow fence_row(View doc);
AuditRow audit_row(View doc);

/// Formats an _id: names are strings; a foreign one of another type becomes JSON.
std::string id_text(View id);

} // namespace lockdesk::mongodb
