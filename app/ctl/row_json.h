// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output.h"
#include "backends/engine/capabilities.h"
#include "backends/engine/filter.h"
#include "backends/engine/locks.h"
#include "backends/engine/rows.h"

namespace lockdesk::ctl {

/// The `row` object of each entity; `at` is the store's clock at the answer that brought it. `has_tokens`: false for
/// sources without fencing tokens, whose `token` is null.
Json row_json(const LockRow& row, std::optional<TimePoint> at, bool has_tokens = true);
Json row_json(const TaskRow& row, std::optional<TimePoint> at);
Json row_json(const MessageRow& row, std::optional<TimePoint> at);
Json row_json(const WorkerRow& row, std::optional<TimePoint> at);
Json row_json(const WaiterRow& row, std::optional<TimePoint> at);
Json row_json(const FenceRow& row, std::optional<TimePoint> at);
Json row_json(const AuditRow& row, std::optional<TimePoint> at);

/// The `task` object: every key of a claim, and `result` and `wait_us` (null when there are none).
Json task_json(const TaskRow& row, std::optional<TimePoint> at, const char* result = nullptr,
               std::optional<Duration> wait = std::nullopt);
/// The `task` object of an id that the store does not have.
Json missing_task_json(const std::string& id, std::optional<TimePoint> at, const char* result);
/// The `message` object.
Json message_json(const MessageRow& row, std::optional<TimePoint> at);
/// {owner, token, expires_us} or null.
Json holder_json(const std::optional<Holder>& holder, bool has_tokens);
/// The `end` object.
Json end_json(std::size_t rows, bool truncated, std::optional<std::int64_t> about, std::optional<TimePoint> at);

} // namespace lockdesk::ctl
