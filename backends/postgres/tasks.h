// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/tasks.h"

namespace lockdesk::postgres {

const sql::TaskVerbs& task_verbs();
Answer<std::vector<TaskRow>> claim_tasks(sql::Link& link, const ClaimRequest& request);

} // namespace lockdesk::postgres
