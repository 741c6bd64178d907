// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/rows.h"
#include "backends/engine/contracts/tasks.h"
#include "backends/redis/reply.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lockdesk::redis {

/// The fields of one record. An invalid field keeps its default and is named in `doubt`.
class Fields
{
public:
    /// Field, value, field, value: a reply to HGETALL or a stream entry.
    static Fields of_pairs(View pairs);
    /// Values in the order of `names`: a reply to HMGET.
    static Fields of_values(View values, std::span<const std::string_view> names);
    /// For a key of the wrong type, of which no field can be read.
    static Fields of_wrong_type();

    [[nodiscard]] std::string text(std::string_view name) const;
    std::int64_t whole(std::string_view name, std::int64_t otherwise = 0);
    /// Required: an empty field is in doubt too.
    std::int64_t needed(std::string_view name, std::int64_t otherwise = 0);
    std::optional<TimePoint> time(std::string_view name);
    TimePoint time_or_epoch(std::string_view name) { return time(name).value_or(TimePoint{}); }
    std::optional<Duration> span(std::string_view name); ///< nullopt also if negative
    void doubt(std::string_view name);

    [[nodiscard]] std::string raw() const; ///< JSON
    [[nodiscard]] const std::string& doubts() const { return m_doubts; }

private:
    [[nodiscard]] View find(std::string_view name) const;
    std::vector<std::pair<std::string_view, View>> m_fields;
    std::string m_doubts;
};

/// Rules by packed kind and phase; missing ones are the default.
class Rules
{
public:
    Rules() = default;
    explicit Rules(View pairs);
    [[nodiscard]] TaskRule of(const std::string& kind, const std::string& phase) const;
    [[nodiscard]] std::vector<TaskRule> all() const;

private:
    std::map<std::string, std::string, std::less<>> m_texts;
};

TaskRule parse_rule(std::string_view text, std::string kind, std::string phase);
std::string rule_text(const TaskRule& rule);

/// Whether to keep the whole record as JSON in addition to the fields: always, or only when in doubt.
enum class Raw { with, doubtful };

template <class Row> Row finished(Row row, const Fields& f, Raw raw)
{
    row.doubt = f.doubts();
    if (raw == Raw::with || !row.doubt.empty())
        row.raw = f.raw();
    return row;
}

/// Decodes a lock: a packed row, or the pairs of a hand-written one. Anything else is a key of the wrong type.
LockRow lock_row(std::string name, View value, Raw raw = Raw::doubtful);
/// Decode rows from fields in the order of the scripts' TASK, MESSAGE and WORKER. A non-array is a key of the wrong type.
TaskRow task_row(std::string id, View values, const Rules& rules, Raw raw = Raw::doubtful);
TaskRow task_row(std::string id, View values, const TaskRule& rule, Raw raw = Raw::doubtful);
TaskRule rule_of_values(View values, View rule);
/// State `sending` lasts as long as its lease; afterwards the message is pending and may be claimed again.
MessageRow message_row(std::string id, View values, TimePoint now, Raw raw = Raw::doubtful);
WorkerRow worker_row(std::string id, View values, Raw raw = Raw::doubtful);

/// Names of those fields, for HMGET.
std::span<const std::string_view> task_fields();
std::span<const std::string_view> message_fields();
std::span<const std::string_view> worker_fields();
FenceRow fence_row(View entry);
AuditRow audit_row(View entry);
std::vector<WaiterRow> waiter_rows(View members_with_ends, View begins);
/// Counts these members of the waiters' set per lock.
std::map<std::string, std::int64_t> waiters_of(View members);

/// Returns the start of the page after a stream entry: its id with a parenthesis.
std::string below_entry(View entry);

} // namespace lockdesk::redis
