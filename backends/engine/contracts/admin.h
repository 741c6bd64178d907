// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/durability.h"
#include "backends/engine/contracts/names.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockdesk {

/// The newest schema version that this build writes. A newer one in a store is opened read-only; an older one is refused
/// until `create_schema` has upgraded it, because its rows lack fields that decisions need.
inline constexpr int schema_version = 2;

/// The largest floor: far below the numbers at which some stores lose digits, so that tokens can still grow.
inline constexpr std::int64_t largest_token_floor = 8'000'000'000'000'000;

/// Every later grant has a larger token, also for a name without a row or with a row restored from a backup. A current
/// holder keeps its token until it releases the lock.
struct TokenFloor
{
    std::optional<std::int64_t> number; ///< 0 to `largest_token_floor`; nullopt: the server's seconds since 1970
};

struct SchemaState
{
    int version = 0;      ///< 0: not installed
    bool created = false; ///< by this call
    std::optional<std::int64_t>
        token_floor{}; ///< after `create_schema`; nullopt: unknown, or the source has no tokens of ours
};

struct ClockReading
{
    TimePoint store;            ///< the session's clock: in a sandbox the sandbox clock
    Duration offset{0};         ///< store clock - this computer's clock (never of the sandbox clock)
    Duration uncertainty{0};    ///< half the round trip of the best of several probes
    std::optional<double> rate; ///< of the sandbox clock; nullopt outside a sandbox. 0 = paused
};

struct SandboxInfo
{
    std::string id;
    std::optional<TimePoint> created_at;
};

/// Failure of sources without tokens of ours, and of sandboxes, whose tokens stay small.
inline Failure no_token_floor_failure()
{
    return Failure::unsupported("this source has no tokens of Lockdesk's, so there is no floor to raise");
}
inline Failure no_floor_in_sandbox_failure()
{
    return Failure::usage("the token floor is the store's; a sandbox goes with its lesson and needs none");
}

/// The server's durability; one that cannot be read counts as weak.
inline Durability durability_or_unknown(const Answer<Durability>& answer)
{
    if (answer)
        return *answer;
    return {{{Weakness::Kind::unknown, answer.failure().statement, answer.failure().message, "allow this user to ask"}}};
}

/// Schema, sandboxes and the clock of one store. One thread at a time.
class Admin
{
public:
    virtual ~Admin() = default;
    /// Returns the DDL (or, where there is none, the keys and scripts) as it would run, in line groups. No call to the
    /// store.
    virtual std::string schema_text() const = 0;
    /// What `create_schema` sends to bring a schema of an older version up to date. Asks nothing. Empty: not one text.
    virtual std::string upgrade_text() const { return {}; }
    virtual Answer<SchemaState> schema() = 0;
    /// Creates missing objects and upgrades an older schema in place, never backwards. If a foreign object has the same
    /// name, changes nothing and fails (refused).
    /// `floor` holds from the moment the schema is usable; in an existing schema it is raised, never lowered.
    virtual Answer<SchemaState> create_schema(const std::optional<TokenFloor>& floor) = 0;
    Answer<SchemaState> create_schema() { return create_schema(std::nullopt); }
    /// Removes everything of ours outside sandboxes.
    virtual Answer<Done> drop_schema() = 0;

    /// Returns the statements that raise the floor, as they would run. No call to the store. Empty: no tokens of ours.
    virtual std::string token_floor_text(const TokenFloor&) const { return {}; }
    /// Reads the server's durability settings. The session's capabilities have those from when the
    /// session was opened. Includes weaknesses of a store without tokens of ours: it may lose a lock.
    virtual Answer<Durability> durability() { return Failure::unsupported("this source does not say what its store keeps"); }

    /// Probes the clock `probes` times and returns the fastest probe.
    virtual Answer<ClockReading> clock(int probes = 3) = 0;
    /// now := t, keeping the rate. Usage failure outside a sandbox, as for the next two.
    virtual Answer<ClockReading> set_clock(TimePoint t) = 0;
    virtual Answer<ClockReading> advance_clock(Duration d) = 0;
    /// 0 pauses; 1 is real time; > 1 is faster. >= 0.
    virtual Answer<ClockReading> set_rate(double rate) = 0;

    /// Creates a sandbox with the whole schema, its clock running at the store's time, rate 1.
    virtual Answer<SandboxInfo> create_sandbox(const SandboxId& id) = 0;
    /// Returns false when there is no such sandbox. Leaves nothing behind.
    virtual Answer<bool> drop_sandbox(const SandboxId& id) = 0;
    virtual Answer<std::vector<SandboxInfo>> list_sandboxes() = 0;
};

} // namespace lockdesk
