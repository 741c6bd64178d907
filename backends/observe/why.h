// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/outbox.h"
#include "backends/engine/contracts/rows.h"
#include "backends/observe/saying.h"

#include <optional>
#include <span>

namespace lockdesk {

/// Input of `why` in addition to the row. Times are on the store's clock.
struct WhyContext
{
    TimePoint now{};
    const WorkerRow* holder = nullptr;       ///< worker row of the row's owner; null: none
    std::optional<TimePoint> workers_read{}; ///< worker health is known up to this instant; nullopt: `now`
    std::span<const WaiterRow> waiters;      ///< of this lock
    std::int64_t live_workers = -1;          ///< workers that may claim a task or message of this kind; -1: unknown
    std::int64_t older_due = -1;             ///< number due before this one; -1: unknown
    bool flows = false;                      ///< of messages: some relay is sending
};

/// Answers "Why is this not moving?": due when, who may claim it, what blocks it. A few short sentences, at least one.
Sayings why(const LockRow& row, const WhyContext& context);
Sayings why(const TaskRow& row, const WhyContext& context);
Sayings why(const MessageRow& row, const WhyContext& context);
/// Whether no more is pending than a few seconds drain: nothing piles up, even if more comes in than leaves just now.
bool keeps_up(const Backlog& backlog);
/// Answers "Why does it not drain?" for an outbox with this many live registered relays.
Sayings why_backlog(const Backlog& backlog, std::int64_t relays);

} // namespace lockdesk
