// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockdesk::test {

/// Of the mongod on this loopback port, without a client library. What it is:
enum class MongoState { silent, standalone, not_initiated, secondary, primary };
MongoState mongo_state(int port);

/// Makes it the only member of the replica set rs0; it is primary a moment later.
void mongo_initiate(int port);

} // namespace lockdesk::test
