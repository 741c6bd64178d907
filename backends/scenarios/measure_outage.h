// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/scenarios/measure_ways.h"

namespace lockdesk::scenarios {

enum class Stop { killed, frozen, hung };
const char* word(Stop stop);

/// How holders are started.
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

/// A process takes it, is stopped in the middle, and another client asks until it gets it, for three leases at most.
/// Failure: the process could not be started or did not get it, or the store could not be asked.
Answer<SeenOutage> measure_outage(const Bench& bench, const Holders& holders, Way way, Stop stop);

} // namespace lockdesk::scenarios
