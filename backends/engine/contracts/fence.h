// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/engine/text/filter.h"

namespace lockdesk {

struct FenceAnswer
{
    bool admitted = false;
    FencingToken largest;      ///< after the call
    std::int64_t refusals = 0; ///< of this resource so far, including this one
};

/// The check at the protected resource. Admits and remembers a token >= the largest seen; refuses a smaller one
/// and records the refusal. Atomic. One session: one thread at a time.
class Fence
{
public:
    virtual ~Fence() = default;
    /// `who` is recorded with a refusal; may be empty.
    virtual Answer<FenceAnswer> admit(const Resource& resource, FencingToken token, const std::string& who) = 0;
    /// Returns the largest token and the refusals, or nullopt for a resource never seen. `admitted` is meaningless here.
    virtual Answer<std::optional<FenceAnswer>> find(const Resource& resource) = 0;
    /// One row per refusal, newest first.
    virtual Answer<Page<FenceRow>> list_refusals(const ListRequest& request) = 0;
};

} // namespace lockdesk
