// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/locks.h"
#include "backends/engine/contracts/rows.h"
#include "backends/engine/contracts/store.h"

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

struct MaintenanceOrder
{
    Duration span; ///< from now, on the store's clock
    std::string who, reason;
};

enum class MaintenanceResult {
    held_off,
    held,    ///< somebody else holds it: nothing changed
    cooling, ///< it was held off before, for another reason: nothing changed
    changed, ///< it is not as it was shown: nothing changed
};
struct MaintenanceAnswer
{
    MaintenanceResult result = MaintenanceResult::changed;
    std::optional<TimePoint> until;      ///< end of the hold-off, or of the lease of its holder
    std::optional<Holder> holder{};      ///< held, changed: who holds it now
    std::string audit_problem{};         ///< why there is no audit row; empty: there is one
};

/// Holds a lock off that nobody holds: acquires it, and releases it so that it cools. Writes one audit row, with `seen` as
/// evidence. `again`: the same call, whose reply was lost, and with the same request. In the thread of the session.
Answer<MaintenanceAnswer> hold_off_free(Session& session, const LockName& name, const MaintenanceOrder& order,
                                        const RequestId& request, const std::optional<LockSeen>& seen, bool again = false);
/// Frees a held lock by force and holds it off; `seen` is what is compared (`force_release_of`). In the thread of the session.
Answer<MaintenanceAnswer> hold_off_held(Session& session, ForceRelease seen, const MaintenanceOrder& order);
/// The request that `hold_off_held` sends, for a preview.
ForceRelease release_for_maintenance(ForceRelease seen, const MaintenanceOrder& order);

} // namespace lockdesk
