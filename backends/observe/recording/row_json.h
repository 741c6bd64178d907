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

/// Rows as the JSON objects of the command line's contract, shared by lists, `watch` and recordings.
namespace lockdesk {

/// Keeps the order of keys, so that lines read well.
using RowJson = nlohmann::ordered_json;

/// Begins an object: `v`, `type` and `store_us` (null when the store was unreachable).
RowJson json_line(std::string_view type, std::optional<TimePoint> store_time);
/// Serializes an object; bad UTF-8 is replaced.
std::string json_text(const RowJson& object);

/// Microseconds, or null for nullopt.
RowJson us_or_null(std::optional<TimePoint> t);
RowJson us_or_null(std::optional<Duration> d);
/// Null for an empty text.
RowJson text_or_null(std::string_view text);
/// The JSON value if the text is one; null when empty; else the text.
RowJson json_or_text(std::string_view text);
/// The text from which `json_or_text` makes the value.
std::string text_of(const RowJson& value);

/// The `row` object of each entity; `at` is the store's time of the answer that contained it. `has_tokens`: false for
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

/// Adds the fields of a task or message, without the beginning of a line.
void add_task_fields(RowJson& out, const TaskRow& row);
void add_task_extras(RowJson& out, const TaskRow& row);
void add_message_fields(RowJson& out, const MessageRow& row);

/// For recordings: fields of a lock that the contract's keys leave out, needed to read the row back. Null: none.
RowJson unsaid(const LockRow& row);

/// Reads rows back. Throws nlohmann's exceptions for lines of another kind; for use within this library.
namespace recorded {

void read(const RowJson& line, LockRow& row);
void read(const RowJson& line, TaskRow& row);
void read(const RowJson& line, MessageRow& row);
void read(const RowJson& line, WorkerRow& row);
void read(const RowJson& line, WaiterRow& row);
void read(const RowJson& line, FenceRow& row);
void read(const RowJson& line, AuditRow& row);
void read(const RowJson& line, Event& event);
/// Skips unknown codes.
void read(const RowJson& list, Sayings& sayings);
/// Returns nullopt for the word of a newer version.
std::optional<FindingKind> finding_kind(std::string_view word);
std::string text(const RowJson& line, const char* key);
std::int64_t number(const RowJson& line, const char* key, std::int64_t otherwise = 0);
std::optional<TimePoint> time(const RowJson& line, const char* key);
std::optional<EventKind> event_kind(std::string_view word);
std::optional<Entity> entity_of(std::string_view word);

} // namespace recorded

} // namespace lockdesk
