// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/names.h"

#include <string>
#include <vector>

namespace lockdesk {

/// The newest schema version that this build writes. A newer one in a store is opened read-only; an older one is refused until
/// `create_schema` has brought it up to date, because rows lack fields that decisions need.
inline constexpr int schema_version = 2;

struct SchemaState
{
    int version = 0;      ///< 0: not installed
    bool created = false; ///< by this call
};

struct ClockReading
{
    TimePoint store;            ///< the session's clock: in a sandbox the sandbox clock
    Duration offset{0};         ///< store clock - this computer's clock (never of the sandbox clock)
    Duration uncertainty{0};    ///< half the round trip of the best of several probes
    std::optional<double> rate; ///< of the sandbox clock; absent outside a sandbox. 0 = paused
};

struct SandboxInfo
{
    std::string id;
    std::optional<TimePoint> created_at;
};

/// Schema, sandboxes and the clock of one store. One thread at a time.
class Admin
{
public:
    virtual ~Admin() = default;
    /// The DDL (or, where the store has none, the keys and scripts) as it would run, one statement a line group. Asks nothing.
    virtual std::string schema_text() const = 0;
    virtual Answer<SchemaState> schema() = 0;
    /// Creates what is missing and brings an older schema up to date in place, forward only. Over a foreign object of the same
    /// name it changes nothing and fails (refused).
    virtual Answer<SchemaState> create_schema() = 0;
    /// Removes everything of ours outside sandboxes.
    virtual Answer<Done> drop_schema() = 0;

    /// Probes the clock `probes` times and keeps the quickest.
    virtual Answer<ClockReading> clock(int probes = 3) = 0;
    /// now := t, keeping the rate. Usage failure outside a sandbox; the same for the next two.
    virtual Answer<ClockReading> set_clock(TimePoint t) = 0;
    virtual Answer<ClockReading> advance_clock(Duration d) = 0;
    /// 0 pauses; 1 is real time; > 1 hurries. >= 0.
    virtual Answer<ClockReading> set_rate(double rate) = 0;

    /// A sandbox of its own with the whole schema in it, clock running at the store's time, rate 1.
    virtual Answer<SandboxInfo> create_sandbox(const SandboxId& id) = 0;
    /// False: no such sandbox. Leaves nothing behind.
    virtual Answer<bool> drop_sandbox(const SandboxId& id) = 0;
    virtual Answer<std::vector<SandboxInfo>> list_sandboxes() = 0;
};

} // namespace lockdesk
