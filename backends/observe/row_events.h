// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/event.h"
#include "backends/observe/store_rows.h"

#include <optional>
#include <vector>

namespace lockdesk {

/// Appends the events that lead from one state of a row to the next. `before` is null for a new row. Times are those of the
/// rows where they have them, else `now`. Pure.
/// `looked`: when `before` was last read; nullopt: just now.
void row_events(const LockRow* before, const LockRow& after, TimePoint now, std::vector<Event>& out,
                std::optional<TimePoint> looked = {});
void row_events(const TaskRow* before, const TaskRow& after, TimePoint now, std::vector<Event>& out);
void row_events(const MessageRow* before, const MessageRow& after, TimePoint now, std::vector<Event>& out);
void row_events(const WorkerRow* before, const WorkerRow& after, TimePoint now, std::vector<Event>& out);
/// The event of a row that disappeared.
Event gone_event(const LockRow& before, TimePoint now);
Event gone_event(const TaskRow& before, TimePoint now);
Event gone_event(const MessageRow& before, TimePoint now);
Event gone_event(const WorkerRow& before, TimePoint now);
Event event_of(const FenceRow& refusal);
Event event_of(const AuditRow& audit);

/// Whether the lease of the same grant ends later in `after` than in `before`: it was renewed or extended. The end of a
/// lock over several servers is recomputed at every poll, so it must be later by more than the error of that. Pure.
bool ends_later(const LockRow& before, const LockRow& after);

/// Number of grants between two states of a lock, by its token; forced releases raise the token too and are not counted.
std::int64_t grants_between(const LockRow* before, const LockRow& after);

} // namespace lockdesk
