// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/link.h"

namespace lockdesk::postgres {

/// For a claim id that may have been used: waits until the transaction of another caller with the same id ends.
Answer<sql::Reply> lock_claim(sql::Link& link, const ClaimId& claim);

} // namespace lockdesk::postgres
