// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/server_facts.h"
#include "backends/engine/contracts/store.h"

#include <optional>
#include <string>
#include <vector>

namespace lockdesk {

/// What a store is, and what a lock is worth there, as its server reports. Contains no address, user or password.
struct StoreReport
{
    Capabilities can; ///< with the durability read for this report
    ServerFacts server;
    std::optional<int> schema; ///< version, 0: not installed; nullopt: the source has none of ours, or it could not be read
    Duration clock_offset{0}, clock_uncertainty{0};
    std::optional<TimePoint> at;     ///< store time of the report
    std::vector<std::string> unread; ///< why something could not be read; sentences for people
};

/// How to read a report.
struct ReportRequest
{
    std::optional<ClockReading> clock{}; ///< as read a moment ago; nullopt: it is read now
};

/// A report, and whether the durability could be read: `Session::capabilities` has it from when the session was opened.
struct ReportAnswer
{
    StoreReport report;
    std::optional<Durability> durability; ///< nullopt: the source does not report it
};

/// Reads everything that a session can find out about its store: a few short reads, no write. What a server does not permit
/// or know is in `unread` or missing. A lost connection is a failure.
Answer<ReportAnswer> read_report(Session& session, const ReportRequest& request = {});

/// The capabilities of a session as they are with this durability, which may have changed since it was opened.
Capabilities with_durability(Capabilities can, const Durability& durability);

} // namespace lockdesk
