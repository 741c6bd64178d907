// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/row_events.h"

#include "backends/observe/spans.h"

#include <algorithm>

namespace lockdesk {

namespace {

Event lock_event(EventKind kind, const LockRow& row, const std::string& actor, TimePoint at)
{
    return {kind, Entity::lock, key_of(row), actor, row.token, at, {}};
}

Event task_event(EventKind kind, const TaskRow& row, const std::string& actor, TimePoint at, std::string detail = {})
{
    return {kind, Entity::task, row.id, actor, row.token, at, std::move(detail)};
}

Event message_event(EventKind kind, const MessageRow& row, const std::string& actor, TimePoint at, std::string detail)
{
    return {kind, Entity::message, row.id, actor, row.token, at, std::move(detail)};
}

bool was_forced(const LockRow& before, const LockRow& after)
{
    return after.owner.empty() && !before.owner.empty() && after.token > before.token;
}

// The lock has a new grant.
void granted(const LockRow* before, const LockRow& after, TimePoint now, std::vector<Event>& out,
             std::optional<TimePoint> looked)
{
    const TimePoint at = after.acquired_at.value_or(now);
    // Of a lease after which others had the lock nobody knows how it ended.
    const bool next = before && after.token <= before->token.next();
    const bool over = next && !before->owner.empty() && before->expires_at && *before->expires_at <= at;
    // A healthy lease may have been renewed and released since the last read; one that was about to end then has expired.
    const bool was_ending = over && (!looked || lock_state(*before, *looked) != LockState::held);
    if (was_ending)
        out.push_back(lock_event(EventKind::expired, *before, before->owner, *before->expires_at));
    out.push_back(lock_event(was_ending ? EventKind::taken_over : EventKind::acquired, after, after.owner, at));
}

void task_given_back(const TaskRow& before, const TaskRow& after, TimePoint now, std::vector<Event>& out)
{
    if (after.failures > before.failures)
        out.push_back(task_event(EventKind::failed, after, before.owner, now, after.last_error));
    else if (after.token > before.token && after.claims == before.claims)
        out.push_back(task_event(EventKind::forced, after, before.owner, now));
    else if (after.locked_at == never_locked)
        out.push_back(task_event(EventKind::unlocked, after, before.owner, now));
    else {
        auto event = task_event(EventKind::relocked, after, before.owner, now, ahead_text(task_due_at(after) - now));
        event.wait = task_due_at(after) - now;
        out.push_back(std::move(event));
    }
}

} // namespace

// The end of a lock over several servers is recomputed at every poll, from spans on their clocks.
bool ends_later(const LockRow& before, const LockRow& after)
{
    constexpr Duration blur = std::chrono::milliseconds{100};
    if (after.source != "redlock" || !after.expires_at || !before.expires_at)
        return after.expires_at > before.expires_at;
    return *after.expires_at > add(*before.expires_at, blur);
}

void row_events(const LockRow* before, const LockRow& after, TimePoint now, std::vector<Event>& out,
                std::optional<TimePoint> looked)
{
    const bool another = !before || before->token != after.token || before->owner != after.owner;
    if (!after.owner.empty()) {
        if (another)
            granted(before, after, now, out, looked);
        else if (ends_later(*before, after))
            out.push_back(lock_event(EventKind::renewed, after, after.owner, after.renewed_at.value_or(now)));
        return;
    }
    if (before && was_forced(*before, after)
        && (!after.reason.empty() || after.token == before->token.next()))
        out.push_back(lock_event(EventKind::forced, after, before->owner, after.released_at.value_or(now)));
    else if (before && !before->owner.empty() && after.token <= before->token)
        out.push_back(lock_event(EventKind::released, *before, before->owner, after.released_at.value_or(now)));
    else if (before && after.token > before->token) // acquired and released between two polls
        out.push_back(lock_event(EventKind::released, after, after.last_owner, after.released_at.value_or(now)));
}

void row_events(const TaskRow* before, const TaskRow& after, TimePoint now, std::vector<Event>& out)
{
    if (!before) {
        out.push_back(task_event(EventKind::added, after, {}, after.created_at, after.kind + " " + after.phase));
        if (!after.owner.empty())
            out.push_back(task_event(EventKind::claimed, after, after.owner, after.locked_at, after.phase));
        return;
    }
    if (after.claims > before->claims && after.token > before->token) {
        const auto kind = after.takeovers > before->takeovers ? EventKind::taken_over : EventKind::claimed;
        const bool mine = !after.owner.empty();
        out.push_back(task_event(kind, after, after.owner, mine ? after.locked_at : now, before->phase));
    }
    if (after.phase != before->phase)
        out.push_back(task_event(EventKind::advanced, after, before->owner, after.updated_at, after.phase));
    else if (!before->owner.empty() && after.owner.empty())
        task_given_back(*before, after, now, out);
    else if (before->owner.empty() && after.owner.empty() && after.failures > before->failures)
        out.push_back(task_event(EventKind::failed, after, {}, now, after.last_error));
}

void row_events(const MessageRow* before, const MessageRow& after, TimePoint now, std::vector<Event>& out)
{
    if (!before)
        out.push_back(message_event(EventKind::added, after, {}, after.created_at, after.topic));
    const auto was = before ? before->state : MessageState::pending;
    if (after.state == MessageState::dead && was != MessageState::dead)
        out.push_back(message_event(EventKind::dead, after, before ? before->owner : std::string{}, now, after.last_error));
    else if (after.state == MessageState::sending && (was != MessageState::sending || before->token != after.token))
        out.push_back(message_event(EventKind::sending, after, after.owner, now, after.topic));
    else if (after.state == MessageState::pending && was == MessageState::dead)
        out.push_back(message_event(EventKind::retried, after, {}, now, after.topic));
    else if (after.state == MessageState::pending && was == MessageState::sending)
        out.push_back(message_event(EventKind::retry, after, before->owner, now, after.last_error));
    else if (after.state == MessageState::sent && was != MessageState::sent)
        out.push_back(message_event(EventKind::sent, after, after.owner, after.sent_at.value_or(now), after.topic));
}

void row_events(const WorkerRow* before, const WorkerRow& after, TimePoint, std::vector<Event>& out)
{
    if (!before)
        out.push_back({EventKind::started, Entity::worker, after.id, after.id, {}, after.started_at, {}});
    else if (before->order != after.order)
        out.push_back({EventKind::ordered, Entity::worker, after.id, after.id, {}, after.beat_at, word(after.order)});
}

// Our own rows stay after a release. Those of other libraries disappear with the hold, on release or expiry.
Event gone_event(const LockRow& before, TimePoint now)
{
    if (before.source == "lockdesk" || before.owner.empty())
        return lock_event(EventKind::collected, before, {}, now);
    if (before.expires_at && *before.expires_at <= now)
        return lock_event(EventKind::expired, before, before.owner, *before.expires_at);
    return lock_event(EventKind::released, before, before.owner, now);
}

Event gone_event(const TaskRow& before, TimePoint now) { return task_event(EventKind::removed, before, before.owner, now); }

Event gone_event(const MessageRow& before, TimePoint now)
{
    const bool sent = before.state != MessageState::dead;
    return message_event(sent ? EventKind::sent : EventKind::removed, before, before.owner, now, before.topic);
}

Event gone_event(const WorkerRow& before, TimePoint now)
{
    return {EventKind::left, Entity::worker, before.id, before.id, {}, now, {}};
}

Event event_of(const FenceRow& refusal)
{
    return {EventKind::refused,
            Entity::refusal,
            refusal.resource,
            refusal.who,
            refusal.token,
            refusal.at,
            std::to_string(refusal.largest.number()) + " was seen",
            std::nullopt,
            refusal.largest,
            {}};
}

Event event_of(const AuditRow& audit)
{
    return {EventKind::audit, Entity::audit, audit.key,    audit.who, {},
            audit.at,         audit.action,  std::nullopt, {},        audit.result};
}

std::int64_t grants_between(const LockRow* before, const LockRow& after)
{
    if (!before)
        return after.owner.empty() ? 0 : 1;
    const auto rise = after.token.number() - before->token.number();
    const std::int64_t forced =
        rise > 0 && after.owner.empty() && !after.reason.empty() && after.reason != before->reason ? 1 : 0;
    return std::max<std::int64_t>(rise - forced, 0);
}

} // namespace lockdesk
