// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace lockdesk::test {

/// State of the mongod on a loopback port, read without a client library.
enum class MongoState { silent, standalone, not_initiated, secondary, primary };
MongoState mongo_state(int port);

/// Makes them the members of the replica set rs0, through the first; one of them becomes primary a moment later.
void mongo_initiate(const std::vector<int>& ports);

/// Requests that it becomes primary now; the others may refuse.
void mongo_step_up(int port);

} // namespace lockdesk::test
