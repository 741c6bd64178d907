// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/text.h"
#include "backends/mariadb/link.h"

namespace lockdesk::mariadb {

/// For a possibly used claim id: callers with the same one wait for each other; then the rows of the first are visible, or
/// it took none. Fills in `{handler}`, `{guard}` and `{after}` of a claim.
inline void guard_claim(sql::Link& link, const ClaimId& claim, const std::string& table, Values& values)
{
    Values guard;
    guard.text("claim", claim.str()).sql("table", table);
    guard.text("lock", "lockdesk claim " + std::to_string(advisory_key(claim.str())));
    values.sql("handler", link.text("claim_handler", guard)).sql("guard", link.text("claim_guard", guard));
    values.sql("after", "DO RELEASE_LOCK(" + link.literal(guard.find("lock")->text) + ");");
}

} // namespace lockdesk::mariadb
