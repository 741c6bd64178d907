// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/relay.h"

#include "backends/engine/backoff.h"
#include "backends/engine/hint_pump.h"
#include "backends/engine/ids.h"
#include "backends/engine/lease_deadline.h"
#include "backends/engine/retry_delay.h"
#include "backends/engine/storable.h"

#include <algorithm>

namespace lockdesk {

namespace {

using std::chrono::milliseconds;

constexpr Duration first_retry = milliseconds{250};
constexpr Duration soonest_look = milliseconds{5};
// Delivered messages wait so long for others before the store is told: the longer, the more a crash delivers twice.
constexpr Duration settle_every = milliseconds{20};
// So long at least the store is told what was delivered, when it does not answer.
constexpr Duration settle_within = std::chrono::seconds{30};

} // namespace

struct Relay::Claimed
{
    std::vector<MessageRow> rows;
    SteadyPoint asked_at;
    std::optional<TimePoint> store_time;
};

// What was tried and not told yet.
struct Relay::Batch
{
    std::vector<Delivery> deliveries;
    std::vector<MessageRow> rows;
};

Relay::Relay(Runtime& runtime, Access access, RelayOptions options, Receiver& receiver, RelayEvents events,
             WorkerStats* stats)
    : m_runtime(runtime), m_session(access), m_access(std::move(access)), m_options(std::move(options)),
      m_receiver(receiver), m_events(std::move(events)), m_stats(stats)
{
}

Answer<Done> Relay::run(const std::stop_token& stop)
{
    Bell bell;
    HintPump hints(m_runtime, m_access, {{Entity::message, ""}}, [&] { bell.ring(); });
    hints.start();
    RetryDelay delay(m_runtime);
    while (!stop.stop_requested()) {
        const auto delivered = run_once(stop);
        auto pause = m_options.interval;
        if (delivered && *delivered > 0)
            continue;
        if (!delivered) {
            const auto& failure = delivered.failure();
            if (!worth_retrying(failure) || (m_options.until_empty && !delivered.is_in_doubt()))
                return failure;
            if (m_events.trouble)
                m_events.trouble(failure);
            pause = delay.next();
        } else if (m_options.until_empty) {
            const auto due = until_due();
            if (!due)
                return due.failure();
            if (!*due)
                return Done{};
            pause = std::clamp(**due, soonest_look, m_options.interval);
        }
        if (delivered)
            delay.reset();
        m_runtime.wait(bell, stop, steady_after(m_runtime.now(), pause));
    }
    return Done{};
}

Answer<std::optional<Duration>> Relay::until_due()
{
    const auto session = m_session.get();
    if (!session)
        return session.failure();
    const auto backlog = (*session)->outbox().backlog();
    if (!backlog)
        return backlog.failure();
    if (backlog->pending == 0)
        return std::optional<Duration>{};
    return std::optional(backlog->next_due.value_or(m_options.interval));
}

Answer<std::int64_t> Relay::run_once(const std::stop_token& stop, const std::stop_token& enough)
{
    std::int64_t count = 0;
    while (!stop.stop_requested() && !enough.stop_requested() && !(m_options.paused && m_options.paused())) {
        const auto claimed = claim();
        if (!claimed)
            return claimed.failure();
        if (claimed->rows.empty())
            break;
        count += static_cast<std::int64_t>(claimed->rows.size());
        if (const auto done = deliver(*claimed, stop, enough); !done)
            return done.failure();
    }
    return count;
}

Answer<Relay::Claimed> Relay::claim()
{
    auto asked = m_doubtful.value_or(std::pair{
        MessageClaim{m_options.batch, m_options.owner, make_claim_id(m_runtime), m_options.lease, false}, m_runtime.now()});
    const auto session = m_session.get();
    if (!session)
        return session.failure();
    const auto held = holder();
    if (!held)
        return held.failure();
    auto rows = *held != nullptr ? (*held)->hold(asked.first) : (*session)->outbox().claim(asked.first);
    if (!rows) {
        if (rows.is_in_doubt()) {
            asked.first.asking_again = true;
            m_doubtful = asked;
        }
        return rows.failure();
    }
    m_doubtful.reset();
    if (m_stats != nullptr)
        m_stats->count([&](WorkerCounters& c) { c.claims += static_cast<std::int64_t>(rows->size()); });
    return Claimed{std::move(*rows), asked.second, rows.store_time()};
}

// None: rows are claimed, not held.
Answer<HeldMessages*> Relay::holder()
{
    if (m_options.apart != Apart::rows)
        return nullptr;
    const auto session = m_session.get();
    if (!session)
        return session.failure();
    if (auto* held = held_messages((*session)->outbox()))
        return held;
    return unsupported_failure((*session)->capabilities().store
                               + " cannot hold rows while their messages are delivered; "
                                 "guard skip-locked-rows is there on PostgreSQL and MariaDB");
}

Answer<bool> Relay::may_begin(const Claimed& claimed, std::size_t index)
{
    switch (m_options.apart) {
    case Apart::guard: return true;
    case Apart::nothing:
        if (index == 0)
            return true;
        [[fallthrough]];
    case Apart::leases: return m_runtime.now() < lease_deadline(claimed.asked_at, m_options.lease);
    case Apart::rows:
        if (index == 0)
            return true;
        const auto held = holder();
        return held ? (*held)->still_held() : Answer<bool>(held.failure());
    }
    return true;
}

Answer<Done> Relay::deliver(const Claimed& claimed, const std::stop_token& stop, const std::stop_token& enough)
{
    Batch batch;
    auto settle_at = steady_after(m_runtime.now(), settle_every);
    for (std::size_t i = 0; i < claimed.rows.size(); ++i) {
        const auto& message = claimed.rows[i];
        const auto begin = may_begin(claimed, i);
        if (!begin || !*begin || (i > 0 && enough.stop_requested()))
            break; // somebody else may deliver it now
        if (m_stats != nullptr)
            m_stats->set_doing(message.id, claimed.store_time, message.lease_until);
        batch.deliveries.push_back(attempt(message, claimed, stop));
        batch.rows.push_back(message);
        // Rows are held by one transaction: they are told together.
        if (m_options.apart == Apart::rows || m_runtime.now() < settle_at || i + 1 == claimed.rows.size())
            continue;
        if (const auto done = settle(batch); !done)
            return done;
        batch = {};
        settle_at = steady_after(m_runtime.now(), settle_every);
    }
    if (m_stats != nullptr)
        m_stats->set_doing({});
    if (m_options.apart == Apart::rows)
        return settle_held(batch);
    return batch.deliveries.empty() ? Answer<Done>(Done{}) : settle(batch);
}

Delivery Relay::attempt(const MessageRow& message, const Claimed& claimed, const std::stop_token& stop)
{
    Delivery out{MessageId::trusted(message.id), m_options.owner, message.token, false, {}, Duration{0}, m_options.tries};
    if (!stop.stop_requested()) {
        auto until = steady_after(m_runtime.now(), m_options.limit);
        if (m_options.apart == Apart::leases)
            until = std::min(until, lease_deadline(claimed.asked_at, m_options.lease));
        auto error = m_receiver.deliver(message, stop, until);
        out.delivered = !error;
        out.error = storable(std::move(error).value_or(""));
    }
    if (!out.delivered && stop.stop_requested()) {
        // Not the message's fault: due again at once, and never dead by it.
        out.error = "given back: the relay was stopped";
        out.max_tries = message.tries + 1;
    } else if (!out.delivered) {
        out.retry_after = retry_after(message, claimed);
    }
    return out;
}

Duration Relay::retry_after(const MessageRow& message, const Claimed& claimed)
{
    if (m_options.backoff == BackoffPolicy::progressive)
        return progressive_backoff(claimed.store_time.value_or(message.created_at) - message.created_at,
                                   m_options.longest_wait);
    auto wait = first_retry;
    for (std::int64_t tried = 1; tried < message.tries && wait < m_options.longest_wait; ++tried)
        wait *= 2;
    return m_runtime.jittered(std::min(wait, m_options.longest_wait));
}

// Tried again while the store does not answer: what has been delivered must be told, else it is delivered twice.
Answer<Done> Relay::settle(const Batch& batch)
{
    RetryDelay delay(m_runtime);
    const auto patience = m_options.apart == Apart::leases ? m_options.lease : std::max(m_options.lease, settle_within);
    const auto give_up = steady_after(m_runtime.now(), patience);
    bool doubtful = false;
    while (true) {
        const auto session = m_session.get();
        auto answers =
            session ? (*session)->outbox().settle(batch.deliveries) : Answer<std::vector<DeliveryAnswer>>(session.failure());
        if (!answers) {
            doubtful = doubtful || answers.is_in_doubt();
            if (!worth_retrying(answers.failure()) || m_runtime.now() >= give_up)
                return answers.failure();
            if (m_events.trouble)
                m_events.trouble(answers.failure());
            (void)m_runtime.sleep({}, delay.next());
            continue;
        }
        if (m_options.apart == Apart::nothing)
            settle_over_others(batch, *answers);
        for (std::size_t i = 0; i < batch.rows.size() && i < answers->size(); ++i) {
            const auto& answer = (*answers)[i];
            const bool earlier =
                doubtful && answer.row && answer.row->token == batch.deliveries[i].token && answer.row->owner.empty();
            tell(batch, i, answer, answer.accepted || earlier, answers.store_time());
        }
        return Done{};
    }
}

// The unguarded way: by the message's id alone. Else two slow relays would take a message from each other without end.
void Relay::settle_over_others(const Batch& batch, std::vector<DeliveryAnswer>& answers)
{
    for (std::size_t i = 0; i < batch.deliveries.size() && i < answers.size(); ++i) {
        const auto& row = answers[i].row;
        const bool ended = !row || row->state == MessageState::sent || row->state == MessageState::dead;
        if (answers[i].accepted || !batch.deliveries[i].delivered || ended || row->owner.empty())
            continue;
        auto theirs = batch.deliveries[i];
        theirs.owner = OwnerId::trusted(row->owner);
        theirs.token = row->token;
        const auto session = m_session.get();
        if (!session)
            return;
        auto again = (*session)->outbox().settle({&theirs, 1});
        if (again && !again->empty())
            answers[i] = std::move(again->front());
    }
}

// Not tried again: with a failure the rows are free, and others may deliver them.
Answer<Done> Relay::settle_held(const Batch& batch)
{
    const auto held = holder();
    if (!held)
        return held.failure();
    const auto answers = (*held)->settle_held(batch.deliveries);
    if (!answers)
        return answers.failure();
    for (std::size_t i = 0; i < batch.rows.size() && i < answers->size(); ++i)
        tell(batch, i, (*answers)[i], (*answers)[i].accepted, answers.store_time());
    return Done{};
}

void Relay::tell(const Batch& batch, std::size_t i, const DeliveryAnswer& answer, bool accepted,
                 std::optional<TimePoint> store_time)
{
    const auto& delivery = batch.deliveries[i];
    if (m_stats != nullptr)
        m_stats->count([&](WorkerCounters& c) { ++(!accepted ? c.refused : delivery.delivered ? c.done : c.failed); });
    if (accepted && m_events.settled)
        m_events.settled(answer.row.value_or(batch.rows[i]), delivery.error, store_time);
    else if (!accepted && m_events.refused)
        m_events.refused(batch.rows[i]);
}

} // namespace lockdesk
