// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/why.h"

#include "backends/engine/session_locks.h"
#include "backends/observe/spans.h"

#include <algorithm>

namespace lockdesk {

namespace {

std::string next_token(const LockRow& row)
{
    return row.token.number() > 0 ? "; the next acquire gets token " + std::to_string(row.token.number() + 1) : "";
}

std::string waiters_text(std::span<const WaiterRow> waiters, TimePoint now)
{
    std::int64_t live = 0;
    TimePoint longest = now;
    for (const WaiterRow& waiter : waiters) {
        if (waiter.until <= now)
            continue;
        ++live;
        longest = std::min(longest, waiter.since);
    }
    if (live == 0)
        return "Nobody waits for it.";
    if (live == 1)
        return short_owner(waiters.front().owner) + " has waited for " + past_text(now - longest) + ".";
    return grouped(live) + " wait for it, the longest for " + past_text(now - longest) + ".";
}

// How the holder was when workers were looked at.
WorkerHealth holder_health(const WhyContext& c)
{
    return worker_health(*c.holder, std::min(c.now, c.workers_read.value_or(c.now)));
}

// How the holder is, as a clause after "held by X".
std::string holder_text(const WhyContext& c)
{
    const WorkerRow* holder = c.holder;
    const TimePoint now = c.now;
    if (!holder)
        return "";
    switch (holder_health(c)) {
    case WorkerHealth::live: return ", which is alive";
    case WorkerHealth::late: return ", whose heartbeat is late (" + past_text(now - holder->beat_at) + ")";
    case WorkerHealth::silent: return ", which has been silent for " + past_text(now - holder->beat_at);
    }
    return "";
}

std::string expired_lock(const LockRow& row, const WhyContext& c)
{
    const auto over = past_text(c.now - *row.expires_at);
    const bool silent = c.holder && holder_health(c) != WorkerHealth::live;
    std::string first = silent ? "Its holder has been silent for " + past_text(c.now - c.holder->beat_at)
                        : c.holder
                            ? "Its holder " + short_owner(row.owner) + " is alive and " + over + " past its lease"
                            : "Its lease ended " + over + " ago and " + short_owner(row.owner) + " did not give it back";
    first += std::none_of(c.waiters.begin(), c.waiters.end(), [&](const WaiterRow& w) { return w.until > c.now; })
                 ? ", and nobody has asked since. "
                 : ". ";
    return first + "Anyone may take it now" + next_token(row) + ".";
}

std::string held_lock(const LockRow& row, const WhyContext& c)
{
    std::string text = "Held by " + short_owner(row.owner) + holder_text(c);
    if (row.holds > 1)
        text += ", " + grouped(row.holds) + " times over";
    if (session_lock_kind(row.source))
        return text + ", for as long as its session lives. Ending the session frees it; nobody can be seen waiting.";
    if (!row.expires_at)
        return text + ", without an end. It frees itself only when its holder gives it back. "
               + waiters_text(c.waiters, c.now);
    text += ". Its lease ends in " + ahead_text(*row.expires_at - c.now) + " unless it is renewed";
    if (row.renewals > 0)
        text += " (renewed " + grouped(row.renewals) + (row.renewals == 1 ? " time)" : " times)");
    return text + ". " + waiters_text(c.waiters, c.now);
}

std::string workers_text(std::int64_t live)
{
    if (live < 0)
        return "";
    if (live == 0)
        return " No live worker claims this phase: start one.";
    return live == 1 ? " 1 live worker may take it." : " " + grouped(live) + " live workers may take it.";
}

std::string failing(const TaskRow& row, const WhyContext& c)
{
    std::string text = "It failed " + grouped(row.failures) + " of " + grouped(row.max_failures) + " times";
    const auto due = task_due_at(row);
    if (due < c.now)
        return text + " and may be claimed again." + workers_text(c.live_workers);
    return text + " and waits until " + clock_text(due)
           + ". No worker may take it before then. Relock it to try again sooner.";
}

std::string due_task(const TaskRow& row, const WhyContext& c)
{
    const auto since = row.locked_at == never_locked ? std::max(row.updated_at, row.created_at) : task_due_at(row);
    std::string text = "Due for " + past_text(c.now - since) + " and not claimed yet.";
    if (c.older_due > 0)
        text += " " + grouped(c.older_due) + " are due before it.";
    return text + workers_text(c.live_workers);
}

} // namespace

std::string why(const LockRow& row, const WhyContext& c)
{
    switch (lock_state(row, c.now)) {
    case LockState::free: return "It is free: anyone may take it" + next_token(row) + ".";
    case LockState::cooling:
        return "It is kept for nobody for " + ahead_text(*row.cooling_until - c.now)
               + (row.reason.empty() ? "" : " (" + row.reason + ")") + ", for its last owner too. "
               + waiters_text(c.waiters, c.now);
    case LockState::expired: return expired_lock(row, c);
    case LockState::held:
    case LockState::closing: break;
    }
    return held_lock(row, c);
}

std::string why(const TaskRow& row, const WhyContext& c)
{
    const auto state = task_state(row, c.now);
    const auto due = task_due_at(row);
    if (state == TaskState::held)
        return short_owner(row.owner) + " works on it" + holder_text(c)
               + ". Unless it extends its lock, anyone may take it in " + ahead_text(due - c.now) + ".";
    if (row.max_failures > 0 && row.failures >= row.max_failures)
        return failing(row, c);
    if (state == TaskState::expired)
        return short_owner(row.owner) + holder_text(c) + (c.holder ? "," : "") + " is past the lock timeout for "
               + past_text(c.now - due) + ". The next claim takes it over." + workers_text(c.live_workers);
    if (state == TaskState::due)
        return due_task(row, c);
    std::string text = "It waits and is due in " + ahead_text(due - c.now);
    if (row.failures > 0)
        text += ", after " + grouped(row.failures) + " of " + grouped(row.max_failures) + " failures";
    return text + ". No worker may take it before then.";
}

namespace {

std::string cuts_text(const MessageRow& row)
{
    if (row.cuts == 0)
        return {};
    return ", was cut off " + grouped(row.cuts) + (row.cuts == 1 ? " time" : " times") + " by the end of its relay";
}

} // namespace

std::string why(const MessageRow& row, const WhyContext& c)
{
    switch (row.state) {
    case MessageState::sent: return "It was sent.";
    case MessageState::dead:
        return "It failed " + grouped(row.tries) + (row.tries == 1 ? " time" : " times") + cuts_text(row)
               + " and is not tried again" + (row.last_error.empty() ? "" : ": " + row.last_error)
               + ". Retry it when the receiver is well.";
    case MessageState::sending:
        if (row.lease_until && *row.lease_until > c.now)
            return short_owner(row.owner) + (row.begun_at ? " is sending it" : " has claimed it") + holder_text(c)
                   + ". Another relay may take it in " + ahead_text(*row.lease_until - c.now) + ".";
        return short_owner(row.owner) + " took it and did not settle it. The next relay takes it.";
    case MessageState::pending: break;
    }
    if (row.next_at && *row.next_at > c.now)
        return "It is tried again in " + ahead_text(*row.next_at - c.now) + ", after " + grouped(row.tries)
               + (row.tries == 1 ? " try" : " tries") + cuts_text(row)
               + (row.last_error.empty() ? "." : ": " + row.last_error + ".");
    if (c.live_workers == 0)
        return "It is due, and no live relay is there: start one.";
    return "It is due" + (row.next_at ? " for " + past_text(c.now - *row.next_at) : std::string{})
           + " and waits for a relay.";
}

std::string why_backlog(std::int64_t pending, double in_rate, double out_rate, std::int64_t dead, std::int64_t relays)
{
    const auto number = [](double rate) { return grouped(static_cast<std::int64_t>(rate + 0.5)); };
    if (pending == 0)
        return dead == 0 ? "It is empty." : "Nothing is pending; " + grouped(dead) + " dead wait for a retry by hand.";
    if (relays == 0)
        return grouped(pending) + " are pending and no live relay is there: start one.";
    const std::string who = relays == 1 ? "one relay sends " : grouped(relays) + " relays send ";
    const std::string flow = number(in_rate) + " a second come in and " + who + number(out_rate) + ".";
    if (out_rate <= in_rate)
        return flow
               + (out_rate < 0.05 ? " Nothing leaves: look at the receiver." : " It never drains: start another relay.");
    const auto seconds = static_cast<double>(pending) / (out_rate - in_rate);
    return flow + " It is empty in about " + past_text(Duration{static_cast<std::int64_t>(seconds * 1e6)}) + ".";
}

} // namespace lockdesk
