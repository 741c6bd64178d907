// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/fence.h"

namespace lockdesk {

/// Returns a fence's answer to a token: one not smaller than the largest so far is admitted and remembered, a smaller one
/// refused and counted. `before` is the resource's previous state, `FenceAnswer{}` for an unknown one; the answer is its
/// new state.
constexpr FenceAnswer fence_rule(const FenceAnswer& before, FencingToken token)
{
    if (token >= before.largest)
        return {true, token, before.refusals};
    return {false, before.largest, before.refusals + 1};
}

} // namespace lockdesk
