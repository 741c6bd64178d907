// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/evidence.h"
#include "backends/engine/contracts/rows.h"
#include "backends/engine/text/filter.h"

namespace lockdesk {

struct WorkerControl
{
    WorkerOrder order = WorkerOrder::run;
    Duration slow_by{0};
    friend bool operator==(const WorkerControl&, const WorkerControl&) = default;
};

/// An order to a worker. Writes an audit row when `who` is set.
struct WorkerCommand
{
    WorkerId id;
    WorkerControl control;
    std::string who;
    std::optional<WorkerSeen> seen{}; ///< evidence for the audit
    std::string reason{};             ///< for the audit; empty: none given
};

/// Heartbeats and the control column. One thread at a time.
class Workers
{
public:
    virtual ~Workers() = default;
    /// Writes the row (beat_at = now; started_at on the first beat) and returns the worker's orders. Ignores `row.order`,
    /// `row.slow_by`, `beat_at` and `started_at`, which the store has.
    virtual Answer<WorkerControl> beat(const WorkerRow& row) = 0;
    /// Removes the row on a clean end.
    virtual Answer<Done> leave(const WorkerId& id) = 0;
    /// Sets the control column. Nullopt: no such worker.
    virtual Answer<std::optional<WorkerRow>> order(const WorkerCommand& command) = 0;
    virtual Answer<Page<WorkerRow>> list(const ListRequest& request) = 0;
    /// Removes rows that have been silent for longer than this, at most `limit`, in one short step. Returns the number
    /// removed; less than the limit: none is left.
    virtual Answer<std::int64_t> collect(Duration silent_for, std::int64_t limit) = 0;
};

} // namespace lockdesk
