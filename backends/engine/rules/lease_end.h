// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"

#include <optional>

namespace lockdesk {

/// Returns when the lease of a held lock ends by itself, on the store's clock; nullopt: never. An endless lease is stored
/// as one until the end of time; foreign formats omit the expiry.
inline std::optional<TimePoint> lease_end(const LockRow& row)
{
    return row.expires_at && *row.expires_at < end_of_time ? row.expires_at : std::nullopt;
}

} // namespace lockdesk
