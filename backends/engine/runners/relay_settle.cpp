// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
//
// How a relay reports its deliveries to the store.
#include "backends/engine/rules/retry_delay.h"
#include "backends/engine/runners/cut_after_stop.h"
#include "backends/engine/runners/relay_parts.h"

#include <algorithm>

namespace lockdesk {

// Retries while the store does not answer: a delivery that is not settled is repeated. After a stop tries only once
// more: the shutdown must not wait for a store that is down.
Answer<Done> Relay::settle(const Batch& batch, const std::stop_token& stop)
{
    const CutAfterStop cut(m_runtime, m_session, stop);
    RetryDelay delay(m_runtime);
    const auto patience = m_options.apart == Apart::leases ? m_options.lease : std::max(m_options.lease, settle_within);
    const auto give_up = steady_after(m_runtime.now(), patience);
    bool doubtful = false;
    while (true) {
        const bool last = stop.stop_requested();
        const auto session = m_session.get();
        auto answers =
            session ? (*session)->outbox().settle(batch.deliveries) : Answer<std::vector<DeliveryAnswer>>(session.failure());
        if (!answers) {
            doubtful = doubtful || answers.is_in_doubt();
            if (last || !worth_retrying(answers.failure()) || m_runtime.now() >= give_up)
                return answers.failure();
            if (m_events.trouble)
                m_events.trouble(answers.failure());
            (void)m_runtime.sleep(stop, delay.next());
            continue;
        }
        if (m_options.apart == Apart::nothing)
            settle_over_others(batch, *answers);
        for (std::size_t i = 0; i < batch.rows.size() && i < answers->size(); ++i) {
            const auto& answer = (*answers)[i];
            const bool earlier = doubtful && answer.row && answer.row->token == batch.deliveries[i].token
                                 && (answer.row->owner.empty() || answer.row->state == MessageState::sent);
            tell(batch, i, answer, answer.accepted || earlier, answers.store_time());
        }
        return Done{};
    }
}

// Without a guard, settles by message id alone: otherwise two slow relays would claim a message from each other forever.
void Relay::settle_over_others(const Batch& batch, std::vector<DeliveryAnswer>& answers)
{
    for (std::size_t i = 0; i < batch.deliveries.size() && i < answers.size(); ++i) {
        const auto& row = answers[i].row;
        const bool ended = !row || row->state == MessageState::sent || row->state == MessageState::dead;
        if (answers[i].accepted || !batch.deliveries[i].delivered || ended || row->owner.empty())
            continue;
        const auto other = OwnerId::parse(row->owner);
        if (!other)
            continue;
        auto theirs = batch.deliveries[i];
        theirs.owner = *other;
        theirs.token = row->token;
        const auto session = m_session.get();
        if (!session)
            return;
        auto again = (*session)->outbox().settle({&theirs, 1});
        if (again && !again->empty())
            answers[i] = std::move(again->front());
    }
}

// No retry: after a failure the rows are free, and others may deliver them.
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
