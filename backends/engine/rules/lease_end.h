// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"

#include <optional>

namespace lockdesk {

/// When the lease of a held lock ends by itself, on the store's clock; none: never. A lease for ever is written as one until the end
/// of time, and others leave the expiry out.
inline std::optional<TimePoint> lease_end(const LockRow& row)
{
    return row.expires_at && *row.expires_at < end_of_time ? row.expires_at : std::nullopt;
}

} // namespace lockdesk
