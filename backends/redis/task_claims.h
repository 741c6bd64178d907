// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/tasks.h"
#include "backends/redis/link.h"

#include <vector>

namespace lockdesk::redis {

Answer<std::vector<TaskRow>> claim_tasks(Link& link, const ClaimRequest& request);

} // namespace lockdesk::redis
