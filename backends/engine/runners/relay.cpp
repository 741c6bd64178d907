// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/relay_parts.h"

#include "backends/engine/contracts/ids.h"
#include "backends/engine/rules/lease_deadline.h"
#include "backends/engine/rules/retry_delay.h"
#include "backends/engine/rules/storable.h"
#include "backends/engine/runners/cut_after_stop.h"
#include "backends/engine/runners/hint_pump.h"

#include <algorithm>

namespace lockdesk {

namespace {

using std::chrono::milliseconds;

constexpr Duration soonest_look = milliseconds{5};
// Without begins, delivered messages are settled together after this time: a crash delivers again what was not settled,
// so a longer time would repeat more.
constexpr Duration settle_every = milliseconds{20};
// Waiting messages are extended with a begin after this fraction of their lease: seldom, while the receiver is fast.
constexpr int extensions_per_lease = 10;
constexpr const char* stopped_error = "given back: the relay was stopped";

} // namespace

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
            const auto due = until_due(stop);
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

Answer<std::optional<Duration>> Relay::until_due(const std::stop_token& stop)
{
    const CutAfterStop cut(m_runtime, m_session, stop);
    const auto session = m_session.get();
    if (!session)
        return session.failure();
    const auto backlog = (*session)->outbox().backlog(m_options.topic);
    if (!backlog)
        return backlog.failure();
    // Another relay may have claimed what is due, or nobody can claim it: the second time, the rows tell which.
    if (backlog->next_due && *backlog->next_due <= Duration{0} && m_claimed_nothing++ > 0)
        if (const auto left = leave_used_up((*session)->outbox()); !left)
            return left.failure();
    if (backlog->pending <= static_cast<std::int64_t>(m_left_alone.size())) // those left alone stay forever
        return std::optional<Duration>{};
    return std::optional(backlog->next_due.value_or(m_options.interval));
}

Answer<std::int64_t> Relay::run_once(const std::stop_token& stop, const std::stop_token& enough)
{
    std::int64_t count = 0;
    while (!stop.stop_requested() && !enough.stop_requested() && !(m_options.paused && m_options.paused())) {
        auto claimed = claim(stop);
        if (!claimed)
            return claimed.failure();
        if (claimed->rows.empty() && claimed->left_alone == 0)
            break;
        count += static_cast<std::int64_t>(claimed->rows.size());
        if (const auto done = deliver(*claimed, stop, enough); !done)
            return done.failure();
        if (claimed->rows.empty() && m_options.apart == Apart::rows)
            break; // they are free again, and the next hold would take them at once
    }
    return count;
}

Answer<Relay::Claimed> Relay::claim(const std::stop_token& stop)
{
    const CutAfterStop cut(m_runtime, m_session, stop);
    auto asked = m_doubtful.value_or(std::pair{
        MessageClaim{m_options.batch, m_options.owner, make_claim_id(m_runtime), m_options.lease, false, m_options.topic},
        m_runtime.now()});
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
    if (!rows->empty())
        m_claimed_nothing = 0;
    if (m_stats != nullptr)
        m_stats->count([&](WorkerCounters& c) { c.claims += static_cast<std::int64_t>(rows->size()); });
    for (const MessageRow& row : *rows) // somebody may have mended it
        m_left_alone.erase(std::hash<std::string>{}(row.id));
    const auto left_alone = leave_foreign(*rows);
    return Claimed{std::move(*rows), asked.first.claim, asked.second, rows.store_time(), left_alone};
}

// Removes messages with an invalid id, written by hand: a begin or settlement could not name exactly this row. They are not
// delivered, and become due again when their lease is over.
std::size_t Relay::leave_foreign(std::vector<MessageRow>& rows)
{
    return std::erase_if(rows, [this](const MessageRow& row) {
        const auto id = MessageId::parse(row.id);
        if (id)
            return false;
        leave_alone(row, "its " + id.failure().message);
        return true;
    });
}

// Messages whose fencing token was set by hand to the largest one: no claim takes them, as it would need a larger one.
Answer<Done> Relay::leave_used_up(Outbox& outbox)
{
    for (const auto state : {MessageState::pending, MessageState::sending}) {
        ListRequest request;
        std::vector<FilterTerm> terms{{"state", FilterTerm::Op::equals, word(state), false}};
        if (m_options.topic)
            terms.push_back({"topic", FilterTerm::Op::equals, m_options.topic->str(), false});
        request.filter = Filter(std::move(terms));
        const auto page = outbox.list(request);
        if (!page)
            return page.failure();
        for (const MessageRow& row : page->rows)
            if (row.token.number() >= largest_token && (!row.lease_until || page.store_time() > row.lease_until))
                leave_alone(row, "its fencing token is used up, so no claim can take it");
    }
    return Done{};
}

void Relay::leave_alone(const MessageRow& row, const std::string& why)
{
    const bool is_new = m_left_alone.insert(std::hash<std::string>{}(row.id)).second;
    if (m_events.trouble && is_new)
        m_events.trouble(Failure::refused("message " + (MessageId::parse(row.id) ? row.id : std::to_string(row.seq))
                                          + " is left alone: " + why + "; whoever wrote it there has to mend it."));
}

// Returns null when rows are claimed rather than held.
Answer<HeldMessages*> Relay::holder()
{
    if (m_options.apart != Apart::rows)
        return nullptr;
    const auto session = m_session.get();
    if (!session)
        return session.failure();
    if (auto* held = held_messages((*session)->outbox()))
        return held;
    return Failure::unsupported((*session)->capabilities().store
                                + " cannot hold rows while their messages are delivered; "
                                  "guard skip-locked-rows is there on PostgreSQL and MariaDB");
}

Answer<Relay::Begun> Relay::begin(Claimed& claimed, std::size_t index, const std::stop_token& stop)
{
    switch (m_options.apart) {
    case Apart::leases:
    case Apart::guard: return begin_in_store(claimed, index, stop);
    case Apart::nothing:
        if (index == 0 || m_runtime.now() < lease_deadline(claimed.asked_at, m_options.lease))
            return Begun{};
        return Begun{Begun::Result::late, {}};
    case Apart::rows:
        if (index == 0)
            return Begun{};
        const auto held = holder();
        if (!held)
            return held.failure();
        const auto still = (*held)->still_held();
        if (!still)
            return still.failure();
        return Begun{*still ? Begun::Result::begun : Begun::Result::late, SteadyPoint::max()};
    }
    return Begun{};
}

// Repeated after a lost reply: a second begin only extends the lease again.
Answer<Relay::Begun> Relay::begin_in_store(Claimed& claimed, std::size_t index, const std::stop_token& stop)
{
    const CutAfterStop cut(m_runtime, m_session, stop);
    const auto& message = claimed.rows[index];
    const bool leases = m_options.apart == Apart::leases;
    RetryDelay delay(m_runtime);
    const auto give_up = steady_after(m_runtime.now(), std::max(m_options.lease, settle_within));
    DeliveryBegin request{
        MessageId::trusted(message.id), m_options.owner, message.token, m_options.lease, claimed.claim, {}};
    while (true) {
        const auto asked_at = m_runtime.now();
        if (asked_at - claimed.asked_at >= m_options.lease / extensions_per_lease && request.rest.empty())
            for (auto other = claimed.rows.begin() + static_cast<std::ptrdiff_t>(index) + 1; other != claimed.rows.end();
                 ++other)
                request.rest.push_back(MessageId::trusted(other->id));
        const auto session = m_session.get();
        const auto begun = session ? (*session)->outbox().begin(request) : Answer<bool>(session.failure());
        if (begun) {
            if (!*begun)
                return Begun{Begun::Result::taken, {}};
            if (!request.rest.empty())
                claimed.asked_at = asked_at;
            const auto until = leases ? lease_deadline(asked_at, m_options.lease) : SteadyPoint::max();
            return Begun{m_runtime.now() < until ? Begun::Result::begun : Begun::Result::late, until};
        }
        if (!worth_retrying(begun.failure()) || m_runtime.now() >= give_up)
            return begun.failure();
        if (m_events.trouble && !stop.stop_requested())
            m_events.trouble(begun.failure());
        if (!m_runtime.sleep(stop, delay.next()))
            return Begun{Begun::Result::late, {}};
    }
}

bool Relay::is_worn_out(const MessageRow& message) const
{
    return message.cuts > 0 && (message.cuts >= m_options.cuts || message.tries + message.cuts >= m_options.tries);
}

// Marks a message dead without another delivery: it may be what kills its relays.
Delivery Relay::bury(const MessageRow& message) const
{
    Delivery out{MessageId::trusted(message.id), m_options.owner, message.token};
    out.error = message.cuts == 1
                    ? "its relay was gone before it told how the delivery went"
                    : "its relay was gone before it told how the delivery went, " + std::to_string(message.cuts) + " times";
    out.failed = false;
    out.max_tries = 0;
    return out;
}

void Relay::give_back(const Claimed& claimed, std::size_t first, Batch& batch) const
{
    for (auto i = first; i < claimed.rows.size(); ++i) {
        Delivery back{MessageId::trusted(claimed.rows[i].id), m_options.owner, claimed.rows[i].token};
        back.failed = false;
        back.max_tries = never_dead;
        batch.deliveries.push_back(std::move(back));
    }
}

Answer<Done> Relay::deliver(Claimed& claimed, const std::stop_token& stop, const std::stop_token& enough)
{
    Batch batch;
    std::optional<Failure> failure;
    auto settle_at = steady_after(m_runtime.now(), settle_every);
    std::size_t next = 0;
    for (; next < claimed.rows.size(); ++next) {
        const auto& message = claimed.rows[next];
        if (stop.stop_requested() || (next > 0 && (enough.stop_requested() || (m_options.paused && m_options.paused()))))
            break;
        if (is_worn_out(message)) {
            batch.add(bury(message), message);
            continue;
        }
        const auto begun = begin(claimed, next, stop);
        if (!begun) {
            failure = begun.failure();
            break;
        }
        if (begun->result != Begun::Result::begun) {
            if (begun->result == Begun::Result::taken) {
                if (m_stats != nullptr)
                    m_stats->count([](WorkerCounters& c) { ++c.refused; });
                if (m_events.refused)
                    m_events.refused(message);
                ++next; // no longer ours to give back
            }
            break;
        }
        if (m_stats != nullptr)
            m_stats->begin(message.id, claimed.store_time, message.lease_until);
        batch.add(attempt(message, begun->until, stop), message);
        if (m_stats != nullptr)
            m_stats->end(message.id);
        // Rows are held by one transaction and settled together. With begins, each delivery is settled before the next one
        // begins: if that one kills this relay, it alone is cut.
        const bool may_wait = m_options.apart == Apart::nothing && m_runtime.now() < settle_at;
        if (m_options.apart == Apart::rows || may_wait || next + 1 == claimed.rows.size())
            continue;
        if (const auto done = settle(batch, stop); !done)
            return done;
        batch = {};
        settle_at = steady_after(m_runtime.now(), settle_every);
    }
    if (!failure)
        give_back(claimed, next, batch);
    if (m_options.apart == Apart::rows)
        return failure ? Answer<Done>(*failure) : settle_held(batch);
    const auto done = batch.deliveries.empty() ? Answer<Done>(Done{}) : settle(batch, stop);
    return failure ? Answer<Done>(*failure) : done;
}

Delivery Relay::attempt(const MessageRow& message, SteadyPoint until, const std::stop_token& stop)
{
    Delivery out{MessageId::trusted(message.id), m_options.owner, message.token, false, {}, Duration{0}, m_options.tries};
    auto error = m_receiver.deliver(message, stop, std::min(until, steady_after(m_runtime.now(), m_options.limit)));
    out.delivered = !error;
    out.error = storable(std::move(error).value_or(""));
    if (out.delivered)
        return out;
    if (out.error.empty())
        out.error = "the receiver did not say why";
    out.retry_after = m_options.retry.after(message.tries);
    if (stop.stop_requested()) {
        // not the message's fault: due again at once, not counted as a try, and never dead because of it
        out.error = stopped_error;
        out.retry_after = Duration{0};
        out.failed = false;
        out.max_tries = never_dead;
    }
    return out;
}

} // namespace lockdesk
