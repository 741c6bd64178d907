// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace lockdesk::test {

/// Of the mongod on this loopback port, without a client library. What it is:
enum class MongoState { silent, standalone, not_initiated, secondary, primary };
MongoState mongo_state(int port);

/// Makes them the members of the replica set rs0; the first is asked, and one of them is primary a moment later.
void mongo_initiate(const std::vector<int>& ports);

/// Asks it to become primary now; the others may refuse.
void mongo_step_up(int port);

} // namespace lockdesk::test
