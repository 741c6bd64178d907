// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"
#include "backends/engine/contracts/rows.h"

#include <optional>
#include <string>
#include <string_view>

/// Maintenance is a hold-off of chosen locks with an end and a reason, recorded in the locks' own rows, so that every program
/// sees it and the store's clock ends it. A free lock is held off by an acquire whose release leaves it cooling; its last owner
/// tells who and why. A held one is forced, and its reason tells why.
namespace lockdesk {

inline constexpr std::string_view maintenance_owner = "maintenance/", maintenance_reason = "maintenance: ";

struct Maintenance
{
    std::string reason, who; ///< `who` is empty for a lock that was forced: the audit has it
    TimePoint until{};
    friend bool operator==(const Maintenance&, const Maintenance&) = default;
};

/// Returns what a row says of maintenance at `now`; nullopt: it is not held off for that.
std::optional<Maintenance> maintenance_of(const LockRow& row, TimePoint now);

/// Returns the owner that holds a free lock off: `maintenance/WHO/REASON`, cut to the length that owners may have.
Answer<OwnerId> owner_for_maintenance(const std::string& who, const std::string& reason);

} // namespace lockdesk
