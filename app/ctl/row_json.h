// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output.h"
#include "backends/engine/contracts/capabilities.h"
#include "backends/engine/contracts/locks.h"
#include "backends/engine/contracts/rows.h"
#include "backends/engine/text/filter.h"
#include "backends/observe/recording/row_json.h"

namespace lockdesk::ctl {

using lockdesk::row_json;

/// The `task` object: every key of a claim, and `result` and `wait_us` (null if absent).
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
