// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/capabilities.h"
#include "backends/engine/contracts/rows.h"
#include "backends/observe/event.h"
#include "backends/observe/finding.h"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string_view>

/// Rows as the JSON objects of the command line's contract: one place for lists, `watch` and recordings.
namespace lockdesk {

/// Keeps the order of its keys, so that lines read well.
using RowJson = nlohmann::ordered_json;

/// Begins an object: `v`, `type` and `store_us` (null when the store was not reached).
RowJson json_line(std::string_view type, std::optional<TimePoint> store_time);
/// The text of an object; bad UTF-8 is replaced.
std::string json_text(const RowJson& object);

/// Null for nothing, else microseconds.
RowJson us_or_null(std::optional<TimePoint> t);
RowJson us_or_null(std::optional<Duration> d);
/// Null for the empty text.
RowJson text_or_null(std::string_view text);
/// The JSON value that the text is, if it is one; null when empty; else the text.
RowJson json_or_text(std::string_view text);
/// The text that `json_or_text` would make the same value of.
std::string text_of(const RowJson& value);

/// The `row` object of each entity; `at` is the store's clock at the answer that brought it. `has_tokens`: false for
/// sources without fencing tokens, whose `token` is null.
RowJson row_json(const LockRow& row, std::optional<TimePoint> at, bool has_tokens = true);
RowJson row_json(const TaskRow& row, std::optional<TimePoint> at);
RowJson row_json(const MessageRow& row, std::optional<TimePoint> at);
RowJson row_json(const WorkerRow& row, std::optional<TimePoint> at);
RowJson row_json(const WaiterRow& row, std::optional<TimePoint> at);
RowJson row_json(const FenceRow& row, std::optional<TimePoint> at);
RowJson row_json(const AuditRow& row, std::optional<TimePoint> at);

/// The `event` object.
RowJson event_json(const Event& event, std::optional<TimePoint> at);

/// Codes with their values: `{"code":"held_for","values":[{"age_us":1700000000000000}]}`.
RowJson sayings_json(const Sayings& sayings);

/// The fields of a task and a message without the beginning of a line.
void add_task_fields(RowJson& out, const TaskRow& row);
void add_task_extras(RowJson& out, const TaskRow& row);
void add_message_fields(RowJson& out, const MessageRow& row);

/// For recordings: what the contract's keys of a lock leave out, so that the row can be read back whole. Null: nothing.
RowJson unsaid(const LockRow& row);

/// Rows read back. They throw nlohmann's exceptions for lines that are none of the kind; for use within this library.
namespace recorded {

void read(const RowJson& line, LockRow& row);
void read(const RowJson& line, TaskRow& row);
void read(const RowJson& line, MessageRow& row);
void read(const RowJson& line, WorkerRow& row);
void read(const RowJson& line, WaiterRow& row);
void read(const RowJson& line, FenceRow& row);
void read(const RowJson& line, AuditRow& row);
void read(const RowJson& line, Event& event);
/// Codes that are not known here are left out.
void read(const RowJson& list, Sayings& sayings);
/// By its word; one of a newer version is nothing.
std::optional<FindingKind> finding_kind(std::string_view word);
std::string text(const RowJson& line, const char* key);
std::int64_t number(const RowJson& line, const char* key, std::int64_t otherwise = 0);
std::optional<TimePoint> time(const RowJson& line, const char* key);
std::optional<EventKind> event_kind(std::string_view word);
std::optional<Entity> entity_of(std::string_view word);

} // namespace recorded

} // namespace lockdesk
