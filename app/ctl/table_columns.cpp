// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/table_columns.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

namespace lockdesk::ctl {

namespace {

using Columns = std::vector<Column>;

const std::map<std::string, Columns, std::less<>>& all_columns()
{
    static const std::map<std::string, Columns, std::less<>> all{
        {"lock",
         {{"NAME", "name"},
          {"STATE", "state"},
          {"OWNER", "owner"},
          {"TOKEN", "token"},
          {"HOLDS", "holds"},
          {"REMAINING", "remaining_us"},
          {"WAITERS", "waiters"},
          {"ACQUIRED", "acquired_us", true},
          {"RENEWED", "renewed_us", true},
          {"EXPIRES", "expires_us", true},
          {"LAST_OWNER", "last_owner", true},
          {"REASON", "reason", true},
          {"SOURCE", "source", true},
          {"DOUBT", "doubt", true}}},
        {"task",
         {{"ID", "id"},
          {"STATE", "state"},
          {"KIND", "kind"},
          {"PHASE", "phase"},
          {"DESIRED", "desired_state"},
          {"OWNER", "owner"},
          {"TOKEN", "token"},
          {"DUE", "due_us"},
          {"CLAIMS", "claims"},
          {"TAKEN_OVER", "takeovers"},
          {"FAILURES", "failures"},
          {"LAST_ERROR", "last_error"},
          {"CLAIM", "claim_id", true},
          {"LOCKED", "locked_at_us", true},
          {"UPDATED", "updated_at_us", true},
          {"CREATED", "created_at_us", true},
          {"LOCK_TIMEOUT", "lock_timeout_us", true},
          {"PAYLOAD", "payload", true}}},
        {"message",
         {{"ID", "id"},
          {"STATE", "state"},
          {"TOPIC", "topic"},
          {"TRIES", "tries"},
          {"NEXT", "next_us"},
          {"OWNER", "owner"},
          {"LAST_ERROR", "last_error"},
          {"CUTS", "cuts", true},
          {"TOKEN", "token", true},
          {"CREATED", "created_us", true},
          {"SENT", "sent_us", true},
          {"PAYLOAD", "payload", true}}},
        {"worker",
         {{"ID", "id"},
          {"STATE", "state"},
          {"ROLE", "role"},
          {"KINDS", "kinds"},
          {"CONTROL", "control"},
          {"DOING", "doing"},
          {"BEAT", "beat_us"},
          {"DONE", "done"},
          {"REFUSED", "refused"},
          {"HOST", "host", true},
          {"PID", "pid", true},
          {"MODE", "mode", true},
          {"CLAIMS", "claims", true},
          {"RELOCKED", "relocked", true},
          {"FAILED", "failed", true},
          {"STARTED", "started_us", true}}},
        {"waiter", {{"LOCK", "name"}, {"OWNER", "owner"}, {"SINCE", "since_us"}, {"UNTIL", "until_us"}}},
        {"fence", {{"RESOURCE", "resource"}, {"TOKEN", "token"}, {"LARGEST", "max_token"}, {"WHO", "who"}, {"AT", "at_us"}}},
        {"audit",
         {{"AT", "at_us"},
          {"WHO", "who"},
          {"ACTION", "action"},
          {"OF", "of"},
          {"KEY", "key"},
          {"REASON", "reason"},
          {"RESULT", "state"},
          {"EVIDENCE", "evidence", true},
          {"COMMAND", "command", true}}},
        {"run",
         {{"STARTED", "started_us"},
          {"ENDED", "ended_us"},
          {"RESULT", "state"},
          {"OWNER", "owner"},
          {"TOKEN", "token"},
          {"STATUS", "status"},
          {"WHY", "why"}}},
        {"maintenance",
         {{"NAME", "name"}, {"STATE", "state"}, {"UNTIL", "until_us"}, {"REASON", "reason"}, {"WHO", "who", true}}},
        {"connection",
         {{"NAME", "name"},
          {"URL", "url"},
          {"ENVIRONMENT", "environment"},
          {"READ_ONLY", "read_only"},
          {"CHOSEN", "chosen"}}},
        {"job",
         {{"NAME", "name"},
          {"STATE", "state"},
          {"PERIOD", "period_us"},
          {"LAST", "last_us"},
          {"TOOK", "hold_last_us"},
          {"RESULT", "result"},
          {"OWNER", "owner"},
          {"NEXT", "next_us"},
          {"MISSED", "missed"},
          {"RUNS", "runs", true},
          {"P50", "hold_p50_us", true},
          {"P99", "hold_p99_us", true},
          {"STOOD_BY", "stood_by", true},
          {"SOURCE", "source", true}}},
        {"wait",
         {{"WAITER", "waiter"},
          {"WAITS_FOR", "what"},
          {"HOLDER", "holder"},
          {"LAYER", "layer"},
          {"WAITED", "waited_us"},
          {"CYCLE", "cycle"},
          {"STATE", "lock_state", true},
          {"SINCE", "since_us", true},
          {"WAITER_DOES", "waiter_about", true},
          {"HOLDER_DOES", "holder_about", true}}},
        {"advice",
         {{"NAME", "name"},
          {"VERDICT", "verdict"},
          {"LEASE", "lease_us"},
          {"HOLDS", "holds"},
          {"P50", "work_p50_us"},
          {"P99", "work_p99_us"},
          {"LONGEST", "work_longest_us"},
          {"ENDED", "ended"},
          {"COVERS", "covers_us"},
          {"GRANTS", "grants", true},
          {"UNRENEWED", "unrenewed_longest_us", true},
          {"RENEWED", "renewed", true},
          {"LATE", "late", true},
          {"REPLACED", "taken_over", true},
          {"DIED", "died", true},
          {"FORCED", "forced", true},
          {"SINCE", "since_us", true},
          {"ADVICE", "advice", true}}},
    };
    return all;
}

bool same(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
        return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
    });
}

} // namespace

const Columns& columns_of(std::string_view entity)
{
    static const Columns fallback{{"KEY", "key"}, {"STATE", "state"}};
    const auto found = all_columns().find(entity);
    return found != all_columns().end() ? found->second : fallback;
}

const Column* find_column(const Columns& columns, std::string_view named)
{
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const Column& column) {
        return same(column.title, named) || same(column.key, named);
    });
    return found != columns.end() ? &*found : nullptr;
}

bool is_column(std::string_view named)
{
    const auto& all = all_columns();
    return std::any_of(all.begin(), all.end(), [&](const auto& one) { return find_column(one.second, named) != nullptr; });
}

std::vector<std::string> column_names(std::optional<std::string_view> entity)
{
    std::vector<std::string> out;
    std::set<std::string> seen;
    for (const auto& [one, columns] : all_columns())
        if (!entity || *entity == one)
            for (const Column& column : columns)
                if (seen.insert(column.title).second)
                    out.emplace_back(column.title);
    return out;
}

} // namespace lockdesk::ctl
