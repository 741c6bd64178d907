// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/simulator/judge.h"

#include <algorithm>

namespace lockdesk::simulator {

void Judge::added(const TaskId& id, TimePoint now)
{
    m_tasks.now = now;
    m_tasks.add({id, task_kind, Phase::trusted(first_phase)});
}

bool Judge::asked_again(const ClaimRequest& r, const std::vector<TaskRow>& rows) const
{
    const auto mark = [&r](const auto& entry) { return entry.second.claim_id == r.claim.str(); };
    if (!r.asking_again || std::none_of(m_tasks.rows.begin(), m_tasks.rows.end(), mark))
        return false;
    std::size_t mine = 0;
    for (const auto& [id, task] : m_tasks.rows)
        mine += task.claim_id == r.claim.str() && task.owner == r.owner.str() ? 1 : 0;
    must(rows.size() == mine, "a claim asked again takes nothing more", r.claim.str());
    for (const TaskRow& row : rows)
        by_the_rules("claim again", row.id, row, m_tasks.rows.at(row.id));
    return true;
}

void Judge::claimed(const ClaimRequest& r, const Answer<std::vector<TaskRow>>& a, TimePoint now)
{
    must(a.is_result(), "a call without a fault brings a result", "claim of " + r.owner.str());
    m_tasks.now = now;
    if (asked_again(r, *a))
        return;
    const auto before = m_tasks.rows;
    const auto expected = m_tasks.claim(r);
    must(a->size() == expected.size(), "due tasks are claimed, no more than the limit", r.claim.str());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        by_the_rules("claim", expected[i].id, (*a)[i], expected[i]);
        must((*a)[i].token > before.at(expected[i].id).token, "tokens rise with every claim", expected[i].id);
    }
}

void Judge::stepped(const TaskStep& s, const StepAnswer& a, TimePoint now)
{
    const auto& id = s.id.str();
    must(m_tasks.rows.contains(id), "steps are of tasks that exist", id);
    m_tasks.now = now;
    auto& finished = m_finished[id];
    must(a.result != StepResult::done || finished < s.token.number(), "a task is done once for one token",
         id + " with " + std::to_string(s.token.number()));
    by_the_rules("step", id, a, m_tasks.apply(s));
    if (a.result == StepResult::done && a.row->owner.empty())
        finished = s.token.number();
}

void Judge::relock_forced(const ForcedRelock& r, const Answer<StepAnswer>& a, TimePoint now)
{
    must(a.is_result(), "a call without a fault brings a result", "relock " + r.id.str());
    ++m_forced;
    m_tasks.now = now;
    const auto before = m_tasks.rows.at(r.id.str()).token;
    by_the_rules("forced relock", r.id.str(), *a, m_tasks.relock(r));
    if (a->result != StepResult::done)
        return;
    must(a->row->token > before, "a forced relock raises the token", r.id.str());
    m_finished[r.id.str()] = a->row->token.number();
}

void Judge::sent_off(const NewMessage& m, const Answer<bool>& a, TimePoint now)
{
    must(a.is_result(), "a call without a fault brings a result", "add " + m.id.str());
    const auto [it, is_new] = m_messages.try_emplace(m.id.str());
    must(*a == is_new, "a message is added once", m.id.str());
    if (is_new)
        it->second.next_at = now;
}

void Judge::claimed(const MessageClaim& r, const Answer<std::vector<MessageRow>>& a, TimePoint now)
{
    must(a.is_result(), "a call without a fault brings a result", "outbox claim of " + r.owner.str());
    const auto mark = [&r](const auto& entry) { return entry.second.claim_id == r.claim.str(); };
    if (r.asking_again && std::any_of(m_messages.begin(), m_messages.end(), mark)) {
        for (const MessageRow& row : *a)
            must(m_messages.at(row.id).claim_id == r.claim.str(), "a claim asked again takes nothing more", row.id);
        return;
    }
    const auto due_ones = static_cast<std::size_t>(
        std::count_if(m_messages.begin(), m_messages.end(), [now](const auto& m) { return due(m.second, now); }));
    must(a->size() == std::min(static_cast<std::size_t>(r.limit), due_ones), "due messages are claimed", r.claim.str());
    for (const MessageRow& row : *a) {
        Message& message = m_messages.at(row.id);
        must(due(message, now), "a message has one relay at a time", row.id);
        must(row.token.number() == message.token + 1, "tokens rise with every claim", row.id);
        must(row.lease_until == add(now, r.lease), "a claimed message is leased", row.id);
        must(row.tries == message.tries, "a claim is no try", row.id);
        message.cuts += message.begun ? 1 : 0;
        must(row.cuts == message.cuts, "a delivery of which nobody told is counted", row.id);
        message.begun = false;
        message.way = Way::sending;
        message.owner = r.owner.str();
        message.claim_id = r.claim.str();
        message.token = row.token.number();
        message.lease_until = *row.lease_until;
    }
}

void Judge::begun(const DeliveryBegin& r, const Answer<bool>& a, TimePoint now)
{
    must(a.is_result(), "a call without a fault brings a result", "begin " + r.id.str());
    const auto holds = [&](const std::string& id) {
        const auto it = m_messages.find(id);
        const bool held = it != m_messages.end() && it->second.way == Way::sending && it->second.owner == r.owner.str();
        return held ? &it->second : nullptr;
    };
    Message* const message = holds(r.id.str());
    const bool his = message != nullptr && message->token == r.token.number();
    must(*a == his, "only the relay that claimed a message begins it", r.id.str());
    if (!his)
        return;
    message->begun = true;
    message->lease_until = add(now, r.lease);
    for (const MessageId& id : r.rest)
        if (Message* const other = holds(id.str()); other != nullptr && r.claim && other->claim_id == r.claim->str())
            other->lease_until = message->lease_until;
}

void Judge::delivers(const std::string& id, const OwnerId& o, FencingToken t) const
{
    const Message& message = m_messages.at(id);
    must(message.way == Way::sending && message.owner == o.str() && message.token == t.number(),
         "a relay delivers only what it holds", id + " by " + o.str());
    must(message.begun, "a delivery is begun in the store before", id);
}

void Judge::delivered(const std::string& message) { ++m_messages.at(message).deliveries; }

void Judge::settled(const Delivery& d, const DeliveryAnswer& a, TimePoint now)
{
    Message& message = m_messages.at(d.id.str());
    const bool his = message.way == Way::sending && message.owner == d.owner.str() && message.token == d.token.number();
    must(a.accepted == his, "only the relay that claimed a message settles it", d.id.str());
    if (!his)
        return;
    message.begun = false;
    if (d.delivered) {
        must(message.deliveries > 0, "what is sent was delivered", d.id.str());
        message.way = Way::sent;
        return;
    }
    message.tries += d.failed ? 1 : 0;
    const bool over = message.tries + message.cuts >= d.max_tries;
    must(a.row && a.row->tries == message.tries, "a delivery that failed is a try", d.id.str());
    message.way = over ? Way::dead : Way::pending;
    message.owner.clear();
    message.next_at = add(now, d.retry_after);
    must(a.row && (a.row->state == MessageState::dead) == over, "a message dies after its last try", d.id.str());
}

void Judge::revived(const Answer<std::vector<MessageRow>>& a, TimePoint now)
{
    must(a.is_result(), "a call without a fault brings a result", "retry-dead");
    std::size_t dead = 0;
    for (auto& [id, message] : m_messages) {
        if (message.way != Way::dead)
            continue;
        ++dead;
        message.way = Way::pending;
        message.tries = message.cuts = 0;
        message.next_at = now;
    }
    must(a->size() == dead, "all dead messages come back", std::to_string(a->size()) + " of " + std::to_string(dead));
}

} // namespace lockdesk::simulator
