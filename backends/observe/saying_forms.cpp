// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// The English text of every saying. scripts/update-translations reads TRANSLATED here, so the console's other languages
// are translated from these texts.
#include "backends/observe/saying.h"
#include "backends/observe/saying_forms_lease.h"

#include <algorithm>
#include <array>

namespace lockdesk {

namespace {

#define TRANSLATED(context, text) text

using C = SayingCode;
using T = SayingValue::Type;

const std::vector<SayingForm>& evidence_forms()
{
    static const std::vector<SayingForm> all{
        {C::foreign_text, "told", TRANSLATED("lockdesk::saying", "%1"), {T::text}},
        {C::not_collected, "not_collected", TRANSLATED("lockdesk::saying", "expired %1 ago, not collected"), {T::since}},
        {C::expired_ago, "expired_ago", TRANSLATED("lockdesk::saying", "expired %1 ago"), {T::since}},
        {C::holder_overdue,
         "holder_overdue",
         TRANSLATED("lockdesk::saying", "holder %1 is alive and %2 overdue"),
         {T::owner, T::since}},
        {C::holder_beat_silent,
         "holder_beat_silent",
         TRANSLATED("lockdesk::saying", "heartbeat of %1 silent for %2"),
         {T::owner, T::since}},
        {C::no_beat_since,
         "no_beat_since",
         TRANSLATED("lockdesk::saying", "no process %1 has sent a heartbeat since"),
         {T::owner}},
        {C::nobody_waits, "nobody_waits", TRANSLATED("lockdesk::saying", "nobody waits"), {}},
        {C::waiting,
         "waiting",
         TRANSLATED("lockdesk::saying", "%1 wait for it"),
         {T::count},
         TRANSLATED("lockdesk::saying", "%1 waits for it")},
        {C::owner_silent, "owner_silent", TRANSLATED("lockdesk::saying", "%1 silent for %2"), {T::owner, T::since}},
        {C::owner_left, "owner_left", TRANSLATED("lockdesk::saying", "%1 has left and not given it back"), {T::owner}},
        {C::lease_left, "lease_left", TRANSLATED("lockdesk::saying", "%1 of lease left"), {T::until}},
        {C::no_lease_end, "no_lease_end", TRANSLATED("lockdesk::saying", "no end of the lease"), {}},
        {C::held_for, "held_for", TRANSLATED("lockdesk::saying", "held for %1"), {T::age}},
        {C::renewed_times,
         "renewed_times",
         TRANSLATED("lockdesk::saying", "renewed %1 times"),
         {T::count},
         TRANSLATED("lockdesk::saying", "renewed %1 time")},
        {C::never_renewed, "never_renewed", TRANSLATED("lockdesk::saying", "never renewed"), {}},
        {C::usually, "usually", TRANSLATED("lockdesk::saying", "usually %1"), {T::span}},
        {C::nobody_took, "nobody_took", TRANSLATED("lockdesk::saying", "nobody took it for two periods of %1"), {T::span}},
        {C::last_run, "last_run", TRANSLATED("lockdesk::saying", "last run %1"), {T::at}},
        {C::acquired_ahead,
         "acquired_ahead",
         TRANSLATED("lockdesk::saying", "acquired %1 ahead of the store's clock: written with another clock"),
         {T::fine}},
        {C::held_endless,
         "held_endless",
         TRANSLATED("lockdesk::saying", "held by %1 without an end; it never frees itself"),
         {T::owner}},
        {C::waited_for, "waited_for", TRANSLATED("lockdesk::saying", "%1 has waited for %2"), {T::owner, T::age}},
        {C::others_got_it,
         "others_got_it",
         TRANSLATED("lockdesk::saying", "others got it %1 times meanwhile, last %2"),
         {T::count, T::owner},
         TRANSLATED("lockdesk::saying", "others got it %1 time meanwhile, last %2")},
        {C::has_tasks,
         "has_tasks",
         TRANSLATED("lockdesk::saying", "it has %1 tasks"),
         {T::count},
         TRANSLATED("lockdesk::saying", "it has %1 task")},
        {C::has_messages,
         "has_messages",
         TRANSLATED("lockdesk::saying", "it has %1 messages"),
         {T::count},
         TRANSLATED("lockdesk::saying", "it has %1 message")},
        {C::free_later, "free_later", TRANSLATED("lockdesk::saying", "free for others when their time is over"), {}},
        {C::failures_of,
         "failures_of",
         TRANSLATED("lockdesk::saying", "%1 failures, %2 allowed"),
         {T::count, T::count},
         TRANSLATED("lockdesk::saying", "%1 failure, %2 allowed")},
        {C::relocked_until, "relocked_until", TRANSLATED("lockdesk::saying", "relocked until %1"), {T::at}},
        {C::past_timeout,
         "past_timeout",
         TRANSLATED("lockdesk::saying", "%1 is alive and past the lock timeout for %2"),
         {T::owner, T::since}},
        {C::next_claim_takes, "next_claim_takes", TRANSLATED("lockdesk::saying", "the next claim takes it over"), {}},
        {C::due_unclaimed, "due_unclaimed", TRANSLATED("lockdesk::saying", "due for %1; nobody claims it"), {T::age}},
        {C::tasks_due,
         "tasks_due",
         TRANSLATED("lockdesk::saying", "%1 tasks due, the oldest for %2"),
         {T::count, T::age},
         TRANSLATED("lockdesk::saying", "%1 task due, for %2")},
        {C::dead_messages,
         "dead_messages",
         TRANSLATED("lockdesk::saying", "%1 messages"),
         {T::count},
         TRANSLATED("lockdesk::saying", "%1 message")},
        {C::tries,
         "tries",
         TRANSLATED("lockdesk::saying", "%1 tries"),
         {T::count},
         TRANSLATED("lockdesk::saying", "%1 try")},
        {C::pending, "pending", TRANSLATED("lockdesk::saying", "%1 pending"), {T::count}},
        {C::pending_at_least, "pending_at_least", TRANSLATED("lockdesk::saying", "at least %1 pending"), {T::count}},
        {C::flow, "flow", TRANSLATED("lockdesk::saying", "in %1/s, out %2/s"), {T::rate, T::rate}},
        {C::never_drains, "never_drains", TRANSLATED("lockdesk::saying", "it never drains"), {}},
        {C::clock_ahead,
         "clock_ahead",
         TRANSLATED("lockdesk::saying", "the store's clock is %1 ahead of this computer's"),
         {T::fine}},
        {C::clock_behind,
         "clock_behind",
         TRANSLATED("lockdesk::saying", "the store's clock is %1 behind this computer's"),
         {T::fine}},
        {C::clock_unsure,
         "clock_unsure",
         TRANSLATED("lockdesk::saying", "the store's clock is only known to %1"),
         {T::fine}},
        {C::weakness, "weakness", TRANSLATED("lockdesk::saying", "it may forget: %1"), {T::sentence}},
        {C::better, "better", TRANSLATED("lockdesk::saying", "better: %1"), {T::sentence}},
        {C::no_answer, "no_answer", TRANSLATED("lockdesk::saying", "no answer for %1"), {T::since}},
        {C::never_answered, "never_answered", TRANSLATED("lockdesk::saying", "it has not answered yet"), {}},
    };
    return all;
}

const std::vector<SayingForm>& lock_forms()
{
    static const std::vector<SayingForm> all{
        {C::free_for_anyone, "free_for_anyone", TRANSLATED("lockdesk::saying", "It is free: anyone may take it."), {}},
        {C::next_token, "next_token", TRANSLATED("lockdesk::saying", "The next acquire gets token %1."), {T::token}},
        {C::cooling,
         "cooling",
         TRANSLATED("lockdesk::saying", "It is kept for nobody for %1, for its last owner too."),
         {T::until}},
        {C::reason, "reason", TRANSLATED("lockdesk::saying", "Reason: %1."), {T::text}},
        {C::holder_was_silent,
         "holder_was_silent",
         TRANSLATED("lockdesk::saying", "Its holder %1 has been silent for %2."),
         {T::owner, T::since}},
        {C::holder_past_lease,
         "holder_past_lease",
         TRANSLATED("lockdesk::saying", "Its holder %1 is alive and %2 past its lease."),
         {T::owner, T::since}},
        {C::lease_ended,
         "lease_ended",
         TRANSLATED("lockdesk::saying", "Its lease ended %1 ago and %2 did not give it back."),
         {T::since, T::owner}},
        {C::anyone_may_take, "anyone_may_take", TRANSLATED("lockdesk::saying", "Anyone may take it now."), {}},
        {C::held_by, "held_by", TRANSLATED("lockdesk::saying", "Held by %1."), {T::owner}},
        {C::held_by_live, "held_by_live", TRANSLATED("lockdesk::saying", "Held by %1, which is alive."), {T::owner}},
        {C::held_by_late,
         "held_by_late",
         TRANSLATED("lockdesk::saying", "Held by %1, whose heartbeat is late (%2)."),
         {T::owner, T::since}},
        {C::held_by_silent,
         "held_by_silent",
         TRANSLATED("lockdesk::saying", "Held by %1, which has been silent for %2."),
         {T::owner, T::since}},
        {C::held_times_over, "held_times_over", TRANSLATED("lockdesk::saying", "It holds it %1 times over."), {T::count}},
        {C::session_lock,
         "session_lock",
         TRANSLATED("lockdesk::saying",
                    "It is held for as long as its session lives. Ending the session frees it; nobody can be seen waiting."),
         {}},
        {C::endless_lock,
         "endless_lock",
         TRANSLATED("lockdesk::saying", "Its lease has no end: it frees itself only when its holder gives it back."),
         {}},
        {C::lease_ends,
         "lease_ends",
         TRANSLATED("lockdesk::saying", "Its lease ends in %1 unless it is renewed."),
         {T::until}},
        {C::was_renewed,
         "was_renewed",
         TRANSLATED("lockdesk::saying", "It was renewed %1 times."),
         {T::count},
         TRANSLATED("lockdesk::saying", "It was renewed %1 time.")},
        {C::no_waiter, "no_waiter", TRANSLATED("lockdesk::saying", "Nobody waits for it."), {}},
        {C::one_waiter, "one_waiter", TRANSLATED("lockdesk::saying", "%1 has waited for %2."), {T::owner, T::since}},
        {C::waiters, "waiters", TRANSLATED("lockdesk::saying", "%1 wait for it, the longest for %2."), {T::count, T::since}},
    };
    return all;
}

const std::vector<SayingForm>& task_forms()
{
    static const std::vector<SayingForm> all{
        {C::works_on_it, "works_on_it", TRANSLATED("lockdesk::saying", "%1 works on it."), {T::owner}},
        {C::works_on_it_live,
         "works_on_it_live",
         TRANSLATED("lockdesk::saying", "%1, which is alive, works on it."),
         {T::owner}},
        {C::works_on_it_late,
         "works_on_it_late",
         TRANSLATED("lockdesk::saying", "%1 works on it; its heartbeat is late (%2)."),
         {T::owner, T::since}},
        {C::works_on_it_silent,
         "works_on_it_silent",
         TRANSLATED("lockdesk::saying", "%1 has it and has been silent for %2."),
         {T::owner, T::since}},
        {C::unless_extended,
         "unless_extended",
         TRANSLATED("lockdesk::saying", "Unless it extends its lock, anyone may take it in %1."),
         {T::until}},
        {C::failed_waits,
         "failed_waits",
         TRANSLATED("lockdesk::saying", "It failed %1 times, %2 allowed, and waits until %3."),
         {T::count, T::count, T::at},
         TRANSLATED("lockdesk::saying", "It failed %1 time, %2 allowed, and waits until %3.")},
        {C::failed_due,
         "failed_due",
         TRANSLATED("lockdesk::saying", "It failed %1 times, %2 allowed, and may be claimed again."),
         {T::count, T::count},
         TRANSLATED("lockdesk::saying", "It failed %1 time, %2 allowed, and may be claimed again.")},
        {C::failed_parked,
         "failed_parked",
         TRANSLATED("lockdesk::saying", "It failed %1 times and waits for a retry: no worker takes it before."),
         {T::count},
         TRANSLATED("lockdesk::saying", "It failed %1 time and waits for a retry: no worker takes it before.")},
        {C::retry_task,
         "retry_task",
         TRANSLATED("lockdesk::saying", "Relock it with a wait of 0 to retry it, or run: %1"),
         {T::text}},
        {C::task_is_done,
         "task_is_done",
         TRANSLATED("lockdesk::saying", "It is done: its phase is final, and no worker takes it."),
         {}},
        {C::relock_sooner, "relock_sooner", TRANSLATED("lockdesk::saying", "Relock it to try again sooner."), {}},
        {C::task_past_timeout,
         "task_past_timeout",
         TRANSLATED("lockdesk::saying", "%1 is past the lock timeout for %2."),
         {T::owner, T::since}},
        {C::taken_over_next, "taken_over_next", TRANSLATED("lockdesk::saying", "The next claim takes it over."), {}},
        {C::due_for, "due_for", TRANSLATED("lockdesk::saying", "Due for %1 and not claimed yet."), {T::since}},
        {C::due_before,
         "due_before",
         TRANSLATED("lockdesk::saying", "%1 are due before it."),
         {T::count},
         TRANSLATED("lockdesk::saying", "%1 is due before it.")},
        {C::no_worker, "no_worker", TRANSLATED("lockdesk::saying", "No live worker claims this phase: start one."), {}},
        {C::may_take_it,
         "may_take_it",
         TRANSLATED("lockdesk::saying", "%1 live workers may take it."),
         {T::count},
         TRANSLATED("lockdesk::saying", "%1 live worker may take it.")},
        {C::due_in, "due_in", TRANSLATED("lockdesk::saying", "It waits and is due in %1."), {T::until}},
        {C::after_failures,
         "after_failures",
         TRANSLATED("lockdesk::saying", "It failed %1 times before, %2 allowed."),
         {T::count, T::count},
         TRANSLATED("lockdesk::saying", "It failed %1 time before, %2 allowed.")},
        {C::not_before, "not_before", TRANSLATED("lockdesk::saying", "No worker may take it before then."), {}},
    };
    return all;
}

const std::vector<SayingForm>& message_forms()
{
    static const std::vector<SayingForm> all{
        {C::was_sent, "was_sent", TRANSLATED("lockdesk::saying", "It was sent."), {}},
        {C::failed_times,
         "failed_times",
         TRANSLATED("lockdesk::saying", "It failed %1 times."),
         {T::count},
         TRANSLATED("lockdesk::saying", "It failed %1 time.")},
        {C::cut_off,
         "cut_off",
         TRANSLATED("lockdesk::saying", "It was cut off %1 times by the end of its relay."),
         {T::count},
         TRANSLATED("lockdesk::saying", "It was cut off %1 time by the end of its relay.")},
        {C::not_tried_again, "not_tried_again", TRANSLATED("lockdesk::saying", "It is not tried again."), {}},
        {C::last_error, "last_error", TRANSLATED("lockdesk::saying", "The last error: %1."), {T::text}},
        {C::retry_it, "retry_it", TRANSLATED("lockdesk::saying", "Retry it when the receiver is well."), {}},
        {C::is_sending, "is_sending", TRANSLATED("lockdesk::saying", "%1 is sending it."), {T::owner}},
        {C::has_claimed, "has_claimed", TRANSLATED("lockdesk::saying", "%1 has claimed it."), {T::owner}},
        {C::other_relay_in,
         "other_relay_in",
         TRANSLATED("lockdesk::saying", "Another relay may take it in %1."),
         {T::until}},
        {C::not_settled,
         "not_settled",
         TRANSLATED("lockdesk::saying", "%1 took it and did not settle it. The next relay takes it."),
         {T::owner}},
        {C::tried_again_in, "tried_again_in", TRANSLATED("lockdesk::saying", "It is tried again in %1."), {T::until}},
        {C::after_tries,
         "after_tries",
         TRANSLATED("lockdesk::saying", "It was tried %1 times."),
         {T::count},
         TRANSLATED("lockdesk::saying", "It was tried %1 time.")},
        {C::message_due, "message_due", TRANSLATED("lockdesk::saying", "It is due."), {}},
        {C::message_due_for, "message_due_for", TRANSLATED("lockdesk::saying", "It has been due for %1."), {T::since}},
        {C::no_relay,
         "no_relay",
         TRANSLATED("lockdesk::saying", "No live relay is there, and nothing is sent: start one."),
         {}},
        {C::waits_for_relay, "waits_for_relay", TRANSLATED("lockdesk::saying", "It waits for a relay."), {}},
        {C::empty, "empty", TRANSLATED("lockdesk::saying", "It is empty."), {}},
        {C::nothing_pending,
         "nothing_pending",
         TRANSLATED("lockdesk::saying", "Nothing is pending; %1 dead wait for a retry by hand."),
         {T::count},
         TRANSLATED("lockdesk::saying", "Nothing is pending; %1 dead waits for a retry by hand.")},
        {C::are_pending,
         "are_pending",
         TRANSLATED("lockdesk::saying", "%1 are pending."),
         {T::count},
         TRANSLATED("lockdesk::saying", "%1 is pending.")},
        {C::comes_in, "comes_in", TRANSLATED("lockdesk::saying", "%1 a second come in."), {T::rate}},
        {C::relays_send,
         "relays_send",
         TRANSLATED("lockdesk::saying", "%1 relays send %2 a second."),
         {T::count, T::rate},
         TRANSLATED("lockdesk::saying", "%1 relay sends %2 a second.")},
        {C::others_send,
         "others_send",
         TRANSLATED("lockdesk::saying", "Somebody who sends no heartbeat here sends %1 a second."),
         {T::rate}},
        {C::nothing_leaves, "nothing_leaves", TRANSLATED("lockdesk::saying", "Nothing leaves: look at the receiver."), {}},
        {C::backlog_grows, "backlog_grows", TRANSLATED("lockdesk::saying", "It never drains: start another relay."), {}},
        {C::drains_in, "drains_in", TRANSLATED("lockdesk::saying", "It is empty in about %1."), {T::span}},
        {C::keeps_up, "keeps_up", TRANSLATED("lockdesk::saying", "Messages leave as they come."), {}},
    };
    return all;
}

#undef TRANSLATED

constexpr auto how_many = static_cast<std::size_t>(SayingCode::count_);

std::array<const SayingForm*, how_many> all_forms()
{
    std::array<const SayingForm*, how_many> out{};
    for (const auto* forms : {&evidence_forms(), &lock_forms(), &task_forms(), &message_forms(), &lease_forms()})
        for (const SayingForm& one : *forms)
            out[static_cast<std::size_t>(one.code)] = &one;
    return out;
}

const std::array<const SayingForm*, how_many>& forms_by_code()
{
    static const auto all = all_forms();
    return all;
}

} // namespace

const SayingForm& form(SayingCode code) { return *forms_by_code()[static_cast<std::size_t>(code)]; }

const SayingForm* find_form(std::string_view word)
{
    const auto& all = forms_by_code();
    const auto found = std::find_if(all.begin(), all.end(), [&](const SayingForm* one) { return one->word == word; });
    return found == all.end() ? nullptr : *found;
}

} // namespace lockdesk
