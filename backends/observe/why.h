// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/rows.h"

#include <optional>
#include <span>
#include <string>

namespace lockdesk {

/// What the sentence may look at, beside the row. All on the store's clock.
struct WhyContext
{
    TimePoint now{};
    const WorkerRow* holder = nullptr;       ///< worker row of the row's owner, when there is one
    std::optional<TimePoint> workers_read{}; ///< how workers are is known up to this instant; none: `now`
    std::span<const WaiterRow> waiters;      ///< of this lock
    std::int64_t live_workers = 0;           ///< that may take a task or message of this kind
    std::int64_t older_due = -1;             ///< due before this one; -1: unknown
};

/// "Why is this not moving?": due when, who may take it, what blocks it. One to three short sentences, never empty.
std::string why(const LockRow& row, const WhyContext& context);
std::string why(const TaskRow& row, const WhyContext& context);
std::string why(const MessageRow& row, const WhyContext& context);
/// "Why does it not drain?" for an outbox.
std::string why_backlog(std::int64_t pending, double in_rate, double out_rate, std::int64_t dead, std::int64_t relays);

} // namespace lockdesk
