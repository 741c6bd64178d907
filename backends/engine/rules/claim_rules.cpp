// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/claim_rules.h"

namespace lockdesk::task_rules {

std::size_t returned_share(const ClaimRequest& request)
{
    if (request.strategy != ClaimStrategy::atomic || request.limit < 1)
        return 0;
    if (request.limit == 1)
        return request.returned_first ? 1 : 0;
    return std::max<std::size_t>(1, static_cast<std::size_t>(request.limit) / 4);
}

} // namespace lockdesk::task_rules
