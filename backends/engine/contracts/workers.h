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

/// An order to a worker. An audit row is written when `who` is set.
struct WorkerCommand
{
    WorkerId id;
    WorkerControl control;
    std::string who;
    std::optional<WorkerSeen> seen{}; ///< what the audit keeps
    std::string reason{};             ///< and why; empty: nobody said
};

/// Heartbeats and the control column. One thread at a time.
class Workers
{
public:
    virtual ~Workers() = default;
    /// Writes the row (beat_at = now; started_at on the first beat) and answers what the worker shall do. `row.order`,
    /// `row.slow_by`, `beat_at` and `started_at` are ignored: the store has them.
    virtual Answer<WorkerControl> beat(const WorkerRow& row) = 0;
    /// A clean end: the row goes.
    virtual Answer<Done> leave(const WorkerId& id) = 0;
    /// Sets the control column. Nothing: no such worker.
    virtual Answer<std::optional<WorkerRow>> order(const WorkerCommand& command) = 0;
    virtual Answer<Page<WorkerRow>> list(const ListRequest& request) = 0;
    /// Removes rows that have been silent for longer than this, at most `limit`, in one short step. Answers how many went; fewer
    /// than the limit: none is left.
    virtual Answer<std::int64_t> collect(Duration silent_for, std::int64_t limit) = 0;
};

} // namespace lockdesk
