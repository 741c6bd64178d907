// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/outbox.h"
#include "backends/engine/contracts/rows.h"
#include "backends/observe/saying.h"

#include <optional>
#include <span>

namespace lockdesk {

/// What the sentence may look at, beside the row. All on the store's clock.
struct WhyContext
{
    TimePoint now{};
    const WorkerRow* holder = nullptr;       ///< worker row of the row's owner, when there is one
    std::optional<TimePoint> workers_read{}; ///< how workers are is known up to this instant; none: `now`
    std::span<const WaiterRow> waiters;      ///< of this lock
    std::int64_t live_workers = -1;          ///< that may take a task or message of this kind; -1: unknown
    std::int64_t older_due = -1;             ///< due before this one; -1: unknown
    bool flows = false;                      ///< of messages: some are being sent now, by whomever
};

/// "Why is this not moving?": due when, who may take it, what blocks it. A few short sentences, never none.
Sayings why(const LockRow& row, const WhyContext& context);
Sayings why(const TaskRow& row, const WhyContext& context);
Sayings why(const MessageRow& row, const WhyContext& context);
/// What waits is no more than what leaves in a few seconds: nothing piles up, whichever rate is the larger one just now.
bool keeps_up(const Backlog& backlog);
/// "Why does it not drain?" for an outbox, with so many live relays that tell of themselves.
Sayings why_backlog(const Backlog& backlog, std::int64_t relays);

} // namespace lockdesk
