// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/simulator/judge.h"

#include <algorithm>

namespace lockdesk::simulator {

// A tenth of the waiting time, of which two minutes count at most.
static constexpr Duration longest_wait = std::chrono::seconds{12};

void Judge::added(const TaskId& id, TimePoint now) { m_tasks[id.str()].updated_at = now; }

void Judge::claimed(const ClaimRequest& r, const Answer<std::vector<TaskRow>>& a, TimePoint now)
{
    must(a.is_result(), "a call without a fault brings a result", "claim of " + r.owner.str());
    const auto mark = [&r](const auto& entry) { return entry.second.claim_id == r.claim.str(); };
    if (r.asking_again && std::any_of(m_tasks.begin(), m_tasks.end(), mark)) {
        std::size_t mine = 0;
        for (const auto& [id, task] : m_tasks)
            mine += task.claim_id == r.claim.str() && task.owner == r.owner.str() ? 1 : 0;
        must(a->size() == mine, "a claim asked again takes nothing more", r.claim.str());
        for (const TaskRow& row : *a)
            must(m_tasks.at(row.id).claim_id == r.claim.str() && m_tasks.at(row.id).token == row.token.number(),
                 "a claim asked again is answered as it was", row.id);
        return;
    }
    std::size_t due_ones = 0;
    std::size_t returned = 0;
    for (const auto& [id, task] : m_tasks) {
        if (task.phase != r.phase.str() || !due(task, now))
            continue;
        ++due_ones;
        returned += task.locked_at > never_locked ? 1 : 0;
    }
    const auto limit = static_cast<std::size_t>(r.limit);
    must(a->size() <= limit, "a claim takes no more than its limit", r.claim.str());
    for (const TaskRow& row : *a)
        must(m_tasks.contains(row.id) && m_tasks.at(row.id).phase == r.phase.str() && due(m_tasks.at(row.id), now),
             "only due tasks are claimed", row.id);
    must(a->size() == std::min(limit, due_ones), "due tasks are claimed", r.claim.str());
    check_claim_order(r, *a, returned);
    for (const TaskRow& row : *a)
        take(m_tasks.at(row.id), r, row, now);
}

// Returned tasks do not starve behind new ones: see ClaimRequest::returned_first.
void Judge::check_claim_order(const ClaimRequest& r, const std::vector<TaskRow>& rows, std::size_t returned_due) const
{
    const auto taken = static_cast<std::size_t>(std::count_if(
        rows.begin(), rows.end(), [this](const TaskRow& row) { return m_tasks.at(row.id).locked_at > never_locked; }));
    const auto quota = r.limit > 1        ? std::max<std::size_t>(1, static_cast<std::size_t>(r.limit) / 4)
                       : r.returned_first ? 1
                                          : 0;
    must(taken >= std::min(quota, returned_due), "a returned task does not starve", r.claim.str());
}

void Judge::take(Task& task, const ClaimRequest& r, const TaskRow& row, TimePoint now) const
{
    must(row.token.number() == task.token + 1, "tokens rise with every claim",
         row.id + " had " + std::to_string(task.token) + ", now " + std::to_string(row.token.number()));
    must(row.owner == r.owner.str() && row.locked_at == now, "a claimed task is locked for its claimer", row.id);
    must(row.updated_at == task.updated_at, "a claim leaves updated_at", row.id);
    task.owner = row.owner;
    task.token = row.token.number();
    task.claim_id = r.claim.str();
    task.locked_at = now;
}

void Judge::give_back(Task& task, const TaskStep& s, const StepAnswer& a, TimePoint now)
{
    if (std::holds_alternative<Extend>(s.what)) {
        task.locked_at = now;
        return;
    }
    task.owner.clear();
    task.finished = task.token;
    task.locked_at = never_locked;
    if (const auto* advance = std::get_if<Advance>(&s.what)) {
        task.phase = advance->to.str();
        task.updated_at = now;
        task.failures = 0;
    } else if (std::holds_alternative<Fail>(s.what) && ++task.failures >= TaskRule{}.max_failures) {
        must(!a.wait, "a task that failed too often waits for an operator", s.id.str());
        task.locked_at = end_of_time;
    } else if (!std::holds_alternative<Unlock>(s.what)) {
        must(a.wait && *a.wait >= Duration{0} && *a.wait <= longest_wait, "a relock says its wait", s.id.str());
        task.locked_at = now - lock_timeout + *a.wait;
    }
}

void Judge::stepped(const TaskStep& s, const StepAnswer& a, TimePoint now)
{
    const auto it = m_tasks.find(s.id.str());
    must(it != m_tasks.end(), "steps are of tasks that exist", s.id.str());
    Task& task = it->second;
    const auto* advance = std::get_if<Advance>(&s.what);
    auto result = StepResult::done;
    if (task.owner != s.owner.str())
        result = StepResult::not_owner;
    else if (task.token != s.token.number() || (advance && advance->from && advance->from->str() != task.phase))
        result = StepResult::stale;
    must(a.result != StepResult::done || task.finished < s.token.number(), "a task is done once for one token",
         s.id.str() + " with " + std::to_string(s.token.number()));
    must(a.result == result, "only the holder changes a task",
         s.id.str() + " answers " + word(a.result) + ", not " + word(result));
    if (result == StepResult::done)
        give_back(task, s, a, now);
    must(a.row && a.row->owner == task.owner && a.row->token.number() == task.token && a.row->phase == task.phase
             && a.row->locked_at == task.locked_at && a.row->updated_at == task.updated_at,
         "a step changes what it says and nothing else", s.id.str());
}

void Judge::relock_forced(const ForcedRelock& r, const Answer<StepAnswer>& a, TimePoint now)
{
    must(a.is_result(), "a call without a fault brings a result", "relock " + r.id.str());
    ++m_forced;
    Task& task = m_tasks.at(r.id.str());
    const bool same = task.owner == r.if_owner && task.token == r.if_token.number();
    must((a->result == StepResult::done) == same, "an operator relocks only what was shown", r.id.str());
    if (!same)
        return;
    must(a->row && a->row->token.number() > task.token, "a forced relock raises the token", r.id.str());
    task.token = a->row->token.number();
    task.finished = task.token;
    task.owner.clear();
    task.failures = 0;
    task.locked_at = now - lock_timeout + r.wait;
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
