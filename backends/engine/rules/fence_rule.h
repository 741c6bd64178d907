// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/fence.h"

namespace lockdesk {

/// What a fence answers to a token: as large as the largest of before, or larger, is admitted and remembered; a smaller
/// one is refused and counted. `before` is the resource as it was, `FenceAnswer{}` of one that was never asked about;
/// the answer is what it becomes.
constexpr FenceAnswer fence_rule(const FenceAnswer& before, FencingToken token)
{
    if (token >= before.largest)
        return {true, token, before.refusals};
    return {false, before.largest, before.refusals + 1};
}

} // namespace lockdesk
