// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/measure_ways.h"

namespace lockdesk::scenarios {

enum class Stop { killed, frozen, hung };
const char* word(Stop stop);

/// Settings for holders' processes.
struct Holders
{
    std::string store_url;
    std::filesystem::path worker;
    Duration lease;
};

struct SeenOutage
{
    Outage outage;
    std::optional<int> connections;
};

/// Stops a process that holds it in the middle of its work, and measures until another client gets it, for three leases at
/// most. Fails when the process does not start or does not get it, or the store is not reachable.
Answer<SeenOutage> measure_outage(const Bench& bench, const Holders& holders, Way way, Stop stop);

} // namespace lockdesk::scenarios
