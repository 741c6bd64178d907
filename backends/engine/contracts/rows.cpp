// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/contracts/rows.h"

#include "backends/engine/contracts/task_state.h"

#include <initializer_list>
#include <string_view>

namespace lockdesk {

LockState lock_state(const LockRow& row, TimePoint now)
{
    if (row.owner.empty())
        return row.cooling_until && *row.cooling_until > now ? LockState::cooling : LockState::free;
    if (!row.expires_at)
        return LockState::held;
    if (*row.expires_at <= now)
        return LockState::expired;
    const bool closing = row.lease && *row.expires_at - now <= *row.lease / 3;
    return closing ? LockState::closing : LockState::held;
}

std::optional<TimePoint> next_lock_change(const LockRow& row, TimePoint now)
{
    switch (lock_state(row, now)) {
    case LockState::held:
        if (!row.expires_at)
            return std::nullopt;
        return row.lease ? *row.expires_at - *row.lease / 3 : *row.expires_at;
    case LockState::closing: return row.expires_at;
    case LockState::cooling: return row.cooling_until;
    case LockState::free:
    case LockState::expired: break;
    }
    return std::nullopt;
}

TimePoint task_due_at(const TaskRow& row) { return add(row.locked_at, row.lock_timeout); }

TaskState task_state(const TaskRow& row, TimePoint now)
{
    const bool due = task_due_at(row) < now;
    if (row.owner.empty())
        return due ? TaskState::due : TaskState::waiting;
    return due ? TaskState::expired : TaskState::held;
}

bool is_parked(const TaskRow& row) { return row.owner.empty() && row.failures > 0 && row.locked_at >= end_of_time; }

bool is_done(const TaskRow& row, TimePoint now)
{
    return !is_parked(row) && row.lock_timeout >= no_end && task_state(row, now) == TaskState::waiting;
}

const char* state_word(const TaskRow& row, TimePoint now)
{
    return is_parked(row) ? "failed" : is_done(row, now) ? "done" : word(task_state(row, now));
}

WorkerHealth worker_health(const WorkerRow& row, TimePoint now)
{
    const auto age = now - row.beat_at;
    if (age > row.period * 10)
        return WorkerHealth::silent;
    return age > row.period * 3 ? WorkerHealth::late : WorkerHealth::live;
}

namespace {

std::optional<std::string> some(std::string text) { return text; }

// For a bare word, which any text of the row may contain. Line feeds keep a word from matching across two texts.
std::string all_of(std::initializer_list<std::string_view> texts)
{
    std::string out;
    for (const std::string_view text : texts)
        (out += text) += '\n';
    return out;
}

} // namespace

std::optional<std::string> filter_field(const LockRow& row, TimePoint now, std::string_view key)
{
    if (key.empty())
        return all_of({row.name, row.owner});
    if (key == "name" || key == "id")
        return row.name;
    if (key == "owner")
        return row.owner;
    if (key == "state")
        return some(word(lock_state(row, now)));
    return std::nullopt;
}

std::optional<std::string> filter_field(const TaskRow& row, TimePoint now, std::string_view key)
{
    if (key.empty())
        return all_of({row.id, row.owner, row.kind, row.phase});
    if (key == "id" || key == "name")
        return row.id;
    if (key == "owner")
        return row.owner;
    if (key == "kind")
        return row.kind;
    if (key == "phase")
        return row.phase;
    if (key == "claim")
        return row.claim_id;
    if (key == "state")
        return some(state_word(row, now));
    return std::nullopt;
}

std::optional<std::string> filter_field(const MessageRow& row, TimePoint, std::string_view key)
{
    if (key.empty())
        return all_of({row.id, row.topic, row.owner});
    if (key == "id" || key == "name")
        return row.id;
    if (key == "topic")
        return row.topic;
    if (key == "owner")
        return row.owner;
    if (key == "claim")
        return row.claim_id;
    if (key == "state")
        return some(word(row.state));
    return std::nullopt;
}

std::optional<std::string> filter_field(const WorkerRow& row, TimePoint now, std::string_view key)
{
    if (key.empty())
        return all_of({row.id, row.kinds});
    if (key == "id" || key == "name" || key == "owner")
        return row.id;
    if (key == "kind")
        return row.kinds;
    if (key == "state")
        return some(word(worker_health(row, now)));
    return std::nullopt;
}

std::optional<std::string> filter_field(const WaiterRow& row, TimePoint, std::string_view key)
{
    if (key == "name" || key == "id")
        return row.name;
    if (key == "owner")
        return row.owner;
    if (key == "state")
        return some("waiting");
    return std::nullopt;
}

std::optional<std::string> filter_field(const FenceRow& row, TimePoint, std::string_view key)
{
    if (key == "name" || key == "id")
        return row.resource;
    if (key == "owner")
        return row.who;
    if (key == "state")
        return some("refused");
    return std::nullopt;
}

std::optional<std::string> filter_field(const AuditRow& row, TimePoint, std::string_view key)
{
    if (key == "name" || key == "id")
        return row.key;
    if (key == "owner")
        return row.who;
    if (key == "kind")
        return row.action;
    if (key == "state")
        return row.result;
    return std::nullopt;
}

} // namespace lockdesk
