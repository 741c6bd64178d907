// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/sql/link.h"

namespace lockdesk::postgres {

/// For a possibly used claim id: waits until the transaction of another caller with the same id ends.
Answer<sql::Reply> lock_claim(sql::Link& link, const ClaimId& claim);

} // namespace lockdesk::postgres
