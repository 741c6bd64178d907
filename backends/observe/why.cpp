// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/why.h"

#include "backends/engine/contracts/session_locks.h"
#include "backends/engine/contracts/task_state.h"
#include "backends/engine/rules/lease_end.h"
#include "backends/engine/text/command_line.h"
#include "backends/observe/store_rows.h"

#include <algorithm>

namespace lockdesk {

namespace {

using Why = SayingCode;

void add_next_token(const LockRow& row, Sayings& out)
{
    if (row.token.number() > 0)
        out.push_back(say(Why::next_token).token(row.token.next()));
}

Saying who_waits(std::span<const WaiterRow> waiters, TimePoint now)
{
    const WaiterRow* longest = nullptr;
    std::int64_t live = 0;
    for (const WaiterRow& waiter : waiters) {
        if (waiter.until <= now)
            continue;
        ++live;
        if (!longest || waiter.since < longest->since)
            longest = &waiter;
    }
    if (!longest)
        return say(Why::no_waiter);
    return live == 1 ? say(Why::one_waiter).owner(longest->owner).since(longest->since)
                     : say(Why::waiters).count(live).since(longest->since);
}

// Health of the holder as of the last read of workers.
WorkerHealth holder_health(const WhyContext& c)
{
    return worker_health(*c.holder, std::min(c.now, c.workers_read.value_or(c.now)));
}

/// The codes of one sentence about a holder, by its health.
struct HolderCodes
{
    Why unknown, live, late, silent;
};

Saying holder_is(const HolderCodes& codes, const std::string& owner, const WhyContext& c)
{
    if (!c.holder)
        return say(codes.unknown).owner(owner);
    switch (holder_health(c)) {
    case WorkerHealth::live: return say(codes.live).owner(owner);
    case WorkerHealth::late: return say(codes.late).owner(owner).since(c.holder->beat_at);
    case WorkerHealth::silent: break;
    }
    return say(codes.silent).owner(owner).since(c.holder->beat_at);
}

Sayings expired_lock(const LockRow& row, const WhyContext& c)
{
    Sayings out;
    if (c.holder && holder_health(c) != WorkerHealth::live)
        out.push_back(say(Why::holder_was_silent).owner(row.owner).since(c.holder->beat_at));
    else if (c.holder)
        out.push_back(say(Why::holder_past_lease).owner(row.owner).since(*row.expires_at));
    else
        out.push_back(say(Why::lease_ended).since(*row.expires_at).owner(row.owner));
    if (std::none_of(c.waiters.begin(), c.waiters.end(), [&](const WaiterRow& w) { return w.until > c.now; }))
        out.push_back(say(Why::no_waiter));
    out.push_back(say(Why::anyone_may_take));
    add_next_token(row, out);
    return out;
}

Sayings held_lock(const LockRow& row, const WhyContext& c)
{
    Sayings out{holder_is({Why::held_by, Why::held_by_live, Why::held_by_late, Why::held_by_silent}, row.owner, c)};
    if (row.holds > 1)
        out.push_back(say(Why::held_times_over).count(row.holds));
    if (session_lock_kind(row.source)) {
        out.push_back(say(Why::session_lock));
        return out;
    }
    const auto end = lease_end(row);
    out.push_back(end ? say(Why::lease_ends).until(*end) : say(Why::endless_lock));
    if (end && row.renewals > 0)
        out.push_back(say(Why::was_renewed).count(row.renewals));
    out.push_back(who_waits(c.waiters, c.now));
    return out;
}

void add_workers(std::int64_t live, Sayings& out)
{
    if (live >= 0)
        out.push_back(live == 0 ? say(Why::no_worker) : say(Why::may_take_it).count(live));
}

Saying retry_of(const TaskRow& row)
{
    return say(Why::retry_task).text(CommandLine("task retry").positional(row.id).text());
}

Sayings failing_task(const TaskRow& row, const WhyContext& c)
{
    const auto due = task_due_at(row);
    if (due >= c.now)
        return {say(Why::failed_waits).count(row.failures).count(row.max_failures).at(due), say(Why::not_before),
                say(Why::relock_sooner)};
    Sayings out{say(Why::failed_due).count(row.failures).count(row.max_failures)};
    add_workers(c.live_workers, out);
    return out;
}

Sayings due_task(const TaskRow& row, const WhyContext& c)
{
    Sayings out{say(Why::due_for).since(task_due_since(row))};
    if (c.older_due > 0)
        out.push_back(say(Why::due_before).count(c.older_due));
    add_workers(c.live_workers, out);
    return out;
}

void add_cuts(const MessageRow& row, Sayings& out)
{
    if (row.cuts > 0)
        out.push_back(say(Why::cut_off).count(row.cuts));
}

void add_error(const MessageRow& row, Sayings& out)
{
    if (!row.last_error.empty())
        out.push_back(say(Why::last_error).text(row.last_error));
}

Sayings sending_message(const MessageRow& row, const WhyContext& c)
{
    if (row.lease_until && *row.lease_until > c.now)
        return {say(row.begun_at ? Why::is_sending : Why::has_claimed).owner(row.owner),
                say(Why::other_relay_in).until(*row.lease_until)};
    return {say(Why::not_settled).owner(row.owner)};
}

} // namespace

Sayings why(const LockRow& row, const WhyContext& c)
{
    switch (lock_state(row, c.now)) {
    case LockState::free: {
        Sayings out{say(Why::free_for_anyone)};
        add_next_token(row, out);
        return out;
    }
    case LockState::cooling: {
        Sayings out{say(Why::cooling).until(*row.cooling_until)};
        if (!row.reason.empty())
            out.push_back(say(Why::reason).text(row.reason));
        out.push_back(who_waits(c.waiters, c.now));
        return out;
    }
    case LockState::expired: return expired_lock(row, c);
    case LockState::held:
    case LockState::closing: break;
    }
    return held_lock(row, c);
}

Sayings why(const TaskRow& row, const WhyContext& c)
{
    const auto state = task_state(row, c.now);
    const auto due = task_due_at(row);
    if (state == TaskState::held)
        return {holder_is({Why::works_on_it, Why::works_on_it_live, Why::works_on_it_late, Why::works_on_it_silent},
                          row.owner, c),
                say(Why::unless_extended).until(due)};
    if (is_parked(row))
        return {say(Why::failed_parked).count(row.failures), retry_of(row)};
    if (is_done(row, c.now))
        return {say(Why::task_is_done), retry_of(row)};
    if (row.max_failures > 0 && row.failures >= row.max_failures)
        return failing_task(row, c);
    if (state == TaskState::expired) {
        Sayings out{say(Why::task_past_timeout).owner(row.owner).since(due), say(Why::taken_over_next)};
        add_workers(c.live_workers, out);
        return out;
    }
    if (state == TaskState::due)
        return due_task(row, c);
    Sayings out{say(Why::due_in).until(due)};
    if (row.failures > 0)
        out.push_back(say(Why::after_failures).count(row.failures).count(row.max_failures));
    out.push_back(say(Why::not_before));
    return out;
}

Sayings why(const MessageRow& row, const WhyContext& c)
{
    Sayings out;
    switch (row.state) {
    case MessageState::sent: return {say(Why::was_sent)};
    case MessageState::dead:
        out.push_back(say(Why::failed_times).count(row.tries));
        add_cuts(row, out);
        out.push_back(say(Why::not_tried_again));
        add_error(row, out);
        out.push_back(say(Why::retry_it));
        return out;
    case MessageState::sending: return sending_message(row, c);
    case MessageState::pending: break;
    }
    if (row.next_at && *row.next_at > c.now) {
        out.push_back(say(Why::tried_again_in).until(*row.next_at));
        if (row.tries > 0)
            out.push_back(say(Why::after_tries).count(row.tries));
        add_cuts(row, out);
        add_error(row, out);
        return out;
    }
    out.push_back(row.next_at ? say(Why::message_due_for).since(*row.next_at) : say(Why::message_due));
    out.push_back(say(c.live_workers == 0 && !c.flows ? Why::no_relay : Why::waits_for_relay));
    return out;
}

bool keeps_up(const Backlog& backlog)
{
    constexpr double seconds = 5;
    // The rates average a minute, which may have begun just now: the backlog drains if its oldest message is young.
    const bool fresh = backlog.out_rate > 0 && backlog.oldest && *backlog.oldest <= std::chrono::seconds{5};
    return fresh || static_cast<double>(backlog.pending) <= backlog.out_rate * seconds;
}

Sayings why_backlog(const Backlog& backlog, std::int64_t relays)
{
    if (backlog.pending == 0)
        return {backlog.dead == 0 ? say(Why::empty) : say(Why::nothing_pending).count(backlog.dead)};
    // Some relays do not register: a flow proves that one is running.
    const bool flows = backlog.out_rate >= 0.05 || backlog.sending > 0;
    if (relays == 0 && !flows)
        return {say(Why::are_pending).count(backlog.pending), say(Why::no_relay)};
    Sayings out{say(Why::comes_in).rate(backlog.in_rate), relays == 0
                                                              ? say(Why::others_send).rate(backlog.out_rate)
                                                              : say(Why::relays_send).count(relays).rate(backlog.out_rate)};
    if (keeps_up(backlog)) {
        out.push_back(say(Why::keeps_up));
    } else if (backlog.out_rate > backlog.in_rate) {
        const double seconds = static_cast<double>(backlog.pending) / (backlog.out_rate - backlog.in_rate);
        out.push_back(say(Why::drains_in).span(Duration{static_cast<std::int64_t>(std::min(seconds * 1e6, 1e17))}));
    } else {
        out.push_back(say(flows ? Why::backlog_grows : Why::nothing_leaves));
    }
    return out;
}

} // namespace lockdesk
