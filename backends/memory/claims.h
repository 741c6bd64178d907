// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/memory/database.h"

#include <vector>

namespace lockdesk::memory {

/// A task as it was when a claim picked it.
struct Picked
{
    std::string id;
    FencingToken token;
    std::int64_t locked_at = 0;
    std::int64_t updated_at = 0;
};

/// Returns the due tasks that the claim takes, in its order, changing nothing.
std::vector<Picked> pick_due(const Space& space, TimePoint now, const ClaimRequest& request);

/// Locks one picked task for the claim.
void take(Space& space, TimePoint now, const ClaimRequest& request, TaskRecord& task);

} // namespace lockdesk::memory
