// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/answer.h"
#include "backends/redis/reply.h"

#include <string>
#include <vector>

struct redisContext;

namespace lockdesk::redis {

/// Sends a command over the caller's own connection and returns its reply; an error reply is a failure of `statement`.
Answer<ReplyPtr> run_own(redisContext* connection, const char* statement, const std::vector<std::string>& words);

} // namespace lockdesk::redis
