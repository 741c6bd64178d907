// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/names.h"
#include "backends/engine/contracts/time.h"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// A statement about a row, a finding or a store, as a code and its values. It becomes a sentence when it is shown: in the
/// user's language and time zone in the console (`format::saying` in models), in English in the command line (`english`).
namespace lockdesk {

/// `evidence` codes are parts of a line, `why` codes are sentences. Their forms are in saying_forms.cpp.
enum class SayingCode {
    foreign_text, ///< foreign text, unchanged

    // Evidence of findings.
    not_collected,
    expired_ago,
    holder_overdue,
    holder_beat_silent,
    no_beat_since,
    nobody_waits,
    waiting,
    owner_silent,
    owner_left,
    lease_left,
    no_lease_end,
    held_for,
    renewed_times,
    never_renewed,
    usually,
    nobody_took,
    last_run,
    acquired_ahead,
    held_endless,
    waited_for,
    others_got_it,
    has_tasks,
    has_messages,
    free_later,
    failures_of,
    relocked_until,
    past_timeout,
    next_claim_takes,
    due_unclaimed,
    tasks_due,
    dead_messages,
    tries,
    pending,
    pending_at_least,
    flow,
    never_drains,
    clock_ahead,
    clock_behind,
    clock_unsure,
    weakness,
    better,
    no_answer,
    never_answered,

    // Why is this not moving? For locks.
    free_for_anyone,
    next_token,
    cooling,
    reason,
    holder_was_silent,
    holder_past_lease,
    lease_ended,
    anyone_may_take,
    held_by,
    held_by_live,
    held_by_late,
    held_by_silent,
    held_times_over,
    session_lock,
    endless_lock,
    lease_ends,
    was_renewed,
    no_waiter,
    one_waiter,
    waiters,

    // For tasks.
    works_on_it,
    works_on_it_live,
    works_on_it_late,
    works_on_it_silent,
    unless_extended,
    failed_waits,
    failed_due,
    relock_sooner,
    failed_parked,
    retry_task,
    task_is_done,
    task_past_timeout,
    taken_over_next,
    due_for,
    due_before,
    no_worker,
    may_take_it,
    due_in,
    after_failures,
    not_before,

    // For messages.
    was_sent,
    failed_times,
    cut_off,
    not_tried_again,
    last_error,
    retry_it,
    is_sending,
    has_claimed,
    other_relay_in,
    not_settled,
    tried_again_in,
    after_tries,
    message_due,
    message_due_for,
    no_relay,
    waits_for_relay,

    // For an outbox.
    empty,
    nothing_pending,
    are_pending,
    comes_in,
    relays_send,
    others_send,
    nothing_leaves,
    backlog_grows,
    drains_in,
    keeps_up,

    // Advice about a lease: parts of a line.
    lease_holds,
    lease_is,
    lease_is_endless,
    work_took,
    work_at_least,
    longest_unrenewed,
    leases_ended,
    ended_of_which,
    holders_died,
    too_few_holds,
    would_have_covered,
    lease_is_tight,
    lease_fits,
    lease_is_generous,

    // A cycle of waits: parts of a line.
    waits_for_held_by,
    more_in_cycle,

    count_ ///< not a code: the number of codes
};

struct SayingValue
{
    enum class Type {
        text,     ///< foreign text
        sentence, ///< English text of the engine: translated where a translation is known
        owner,    ///< shown without its instance
        count,
        token,
        rate, ///< tenths per second
        span, ///< `6 min`
        fine, ///< a span with tenths or a second unit: `1 min 2 s`
        // Instants on the store's clock, shown as distance from the reader's now: the saying does not change with time.
        since, ///< `12 s`
        age,   ///< `2 h 14 min`
        until, ///< `12.4 s`
        at,    ///< shown as a time of day
    };
    Type type = Type::text;
    std::int64_t number = 0; ///< a count, tenths, or microseconds
    std::string text;
    friend bool operator==(const SayingValue&, const SayingValue&) = default;
};

struct Saying
{
    SayingCode code = SayingCode::foreign_text;
    std::vector<SayingValue> values;
    friend bool operator==(const Saying&, const Saying&) = default;
};
using Sayings = std::vector<Saying>;

/// The form of a code: English with `%1`, `%2` for its values.
struct SayingForm
{
    SayingCode code;
    const char* word; ///< in recordings and JSON: never changes
    const char* text;
    std::vector<SayingValue::Type> values;
    const char* of_one = nullptr; ///< when the first count is 1; null: same as `text`
};
const SayingForm& form(SayingCode code);
/// Returns `text` or `of_one`, depending on the values.
const char* form_text(const Saying& saying);
/// Returns null for an unknown word.
const SayingForm* find_form(std::string_view word);

const char* word(SayingValue::Type type);

/// Builds a saying; the values have the order and types of the code's form.
class SayingBuilder
{
public:
    explicit SayingBuilder(SayingCode code) : m_saying{code, {}} {}
    SayingBuilder& text(std::string_view value);
    SayingBuilder& sentence(std::string_view value);
    SayingBuilder& owner(const std::string& value);
    SayingBuilder& count(std::int64_t value);
    SayingBuilder& token(FencingToken value);
    SayingBuilder& rate(double per_second);
    SayingBuilder& span(Duration value);
    SayingBuilder& fine(Duration value);
    SayingBuilder& since(TimePoint value);
    SayingBuilder& age(TimePoint value);
    SayingBuilder& until(TimePoint value);
    SayingBuilder& at(TimePoint value);
    operator Saying() const { return m_saying; } // NOLINT: a builder converts to what it builds

private:
    SayingBuilder& add(SayingValue::Type type, std::int64_t number);
    Saying m_saying;
};
inline SayingBuilder say(SayingCode code) { return SayingBuilder(code); }

/// Whether the values match the form; for sayings read from a file.
bool fits(const Saying& saying);

/// Formats in English, for the command line; `now` is the store's clock. Times of day are UTC.
std::string english(const Saying& saying, TimePoint now);
/// Formats a line of evidence: parts separated by semicolons.
std::string english_evidence(std::span<const Saying> sayings, TimePoint now);
/// Formats sentences.
std::string english_sentences(std::span<const Saying> sayings, TimePoint now);

} // namespace lockdesk
