// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/text/text.h"
#include "backends/mariadb/link.h"

namespace lockdesk::mariadb {

/// For a claim id that may have been used: whoever asks with the same one waits for the other; then what it took is there,
/// or it took nothing. Fills in `{handler}`, `{guard}` and `{after}` of a claim.
inline void guard_claim(sql::Link& link, const ClaimId& claim, const std::string& table, Values& values)
{
    Values guard;
    guard.text("claim", claim.str()).sql("table", table);
    guard.text("lock", "lockdesk claim " + std::to_string(advisory_key(claim.str())));
    values.sql("handler", link.text("claim_handler", guard)).sql("guard", link.text("claim_guard", guard));
    values.sql("after", "DO RELEASE_LOCK(" + link.literal(guard.find("lock")->text) + ");");
}

} // namespace lockdesk::mariadb
