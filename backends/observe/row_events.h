// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/observe/event.h"
#include "backends/observe/store_rows.h"

#include <optional>
#include <vector>

namespace lockdesk {

/// What must have happened between two states of a row. `before` is null for a row that was not there. Times are taken from the
/// rows where they say them, else `now`. Pure.
/// `looked`: when `before` was looked at last; none: just now.
void row_events(const LockRow* before, const LockRow& after, TimePoint now, std::vector<Event>& out,
                std::optional<TimePoint> looked = {});
void row_events(const TaskRow* before, const TaskRow& after, TimePoint now, std::vector<Event>& out);
void row_events(const MessageRow* before, const MessageRow& after, TimePoint now, std::vector<Event>& out);
void row_events(const WorkerRow* before, const WorkerRow& after, TimePoint now, std::vector<Event>& out);
/// A row that went.
Event gone_event(const LockRow& before, TimePoint now);
Event gone_event(const TaskRow& before, TimePoint now);
Event gone_event(const MessageRow& before, TimePoint now);
Event gone_event(const WorkerRow& before, TimePoint now);
Event event_of(const FenceRow& refusal);
Event event_of(const AuditRow& audit);

/// Whether the lease of one and the same grant ends later in `after` than in `before`: it was renewed or extended. Of a lock over
/// several servers, whose end is worked out anew at every look, only when it is later by more than that blurs. Pure.
bool ends_later(const LockRow& before, const LockRow& after);

/// How many grants lie between two states of a lock, by its token: forced releases raise it too and are left out.
std::int64_t grants_between(const LockRow* before, const LockRow& after);

} // namespace lockdesk
