// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/simulator/judge.h"

#include <algorithm>

namespace lockdesk::simulator {

void Judge::raised(const std::string& name, std::optional<FencingToken> token)
{
    auto& top = m_tops[name];
    must(token && token->number() > top, "tokens rise with every grant and forced release",
         name + " had " + std::to_string(top) + ", now " + std::to_string(token ? token->number() : 0));
    top = token->number();
}

void Judge::acquired(const AcquireRequest& r, const Answer<Acquisition>& a, TimePoint now)
{
    const auto& name = r.name.str();
    must(a.is_result(), "a call without a fault brings a result", "acquire " + name);
    m_locks.now = now;
    const auto before = m_locks.rows.find(name);
    const bool granted = before == m_locks.rows.end() || lock_rules::is_granted(before->second.lock(), now);
    by_the_rules("acquire", name, *a, m_locks.acquire(r));
    if (granted)
        raised(name, a->token);
}

void Judge::renewed(const LockName& n, const OwnerId& o, FencingToken t, Duration lease, const Answer<LeaseAnswer>& a,
                    TimePoint now)
{
    must(a.is_result(), "a call without a fault brings a result", "renew " + n.str());
    m_locks.now = now;
    by_the_rules("renew", n.str(), *a, m_locks.renew(n, o, t, lease));
}

void Judge::released(const LockName& n, const OwnerId& o, FencingToken t, Duration at_least, const Answer<LeaseAnswer>& a,
                     TimePoint now)
{
    must(a.is_result(), "a call without a fault brings a result", "release " + n.str());
    m_locks.now = now;
    by_the_rules("release", n.str(), *a, m_locks.release(n, o, t, at_least));
}

void Judge::forced(const ForceRelease& r, const Answer<ForceAnswer>& a, TimePoint now)
{
    must(a.is_result(), "a call without a fault brings a result", "force-release " + r.name.str());
    ++m_forced;
    m_locks.now = now;
    by_the_rules("force-release", r.name.str(), *a, m_locks.force_release(r));
    if (a->result == ForceResult::released)
        raised(r.name.str(), a->token);
}

void Judge::collected(Duration older_than, const Answer<std::int64_t>& a, TimePoint now)
{
    must(a.is_result(), "a call without a fault brings a result", "collect");
    m_locks.now = now;
    const auto gone = m_locks.collect(older_than);
    must(*a == gone, "rows that are long free are collected", std::to_string(*a) + ", not " + std::to_string(gone));
}

void Judge::trusted(const LockName& n, const OwnerId& o, FencingToken t, TimePoint now) const
{
    const auto it = m_locks.rows.find(n.str());
    must(it != m_locks.rows.end() && lock_rules::is_live(it->second.lock(), now) && it->second.row.owner == o.str()
             && it->second.row.token == t,
         "who trusts a lease has it", n.str() + " by " + o.str());
}

void Judge::admitted(const Resource& r, FencingToken t, const Answer<FenceAnswer>& a)
{
    must(a.is_result(), "a call without a fault brings a result", "admit " + r.str());
    by_the_rules("admit", r.str(), *a, m_locks.admit(r.str(), t));
}

void Judge::written(const std::string& name, FencingToken t, const std::string& who)
{
    Protected& resource = m_resources[name];
    must(t.number() >= resource.last_written, "no write after one with a larger token",
         who + " writes " + name + " with " + std::to_string(t.number()) + " after " + std::to_string(resource.last_written)
             + " of " + resource.writer);
    must(t.number() > resource.last_written || resource.writer.empty() || resource.writer == who, "one writer per token",
         name + ": " + who + " and " + resource.writer + " with " + std::to_string(t.number()));
    resource.last_written = t.number();
    resource.writer = who;
}

std::optional<TimePoint> Judge::edge_after(TimePoint now)
{
    std::vector<TimePoint> edges;
    const auto offer = [&](std::optional<TimePoint> t) {
        if (t && *t > now)
            edges.push_back(*t);
    };
    for (const auto& [name, lock] : m_locks.rows)
        offer(lock.row.owner.empty() ? lock.row.cooling_until : lock.row.expires_at);
    for (const auto& [id, task] : m_tasks.rows)
        offer(task.locked_at + lock_timeout);
    for (const auto& [id, message] : m_messages) {
        if (message.way == Way::pending)
            offer(message.next_at);
        if (message.way == Way::sending)
            offer(message.lease_until);
    }
    if (edges.empty())
        return std::nullopt;
    return edges[m_random.below(edges.size())];
}

bool Judge::all_done() const
{
    return std::all_of(m_tasks.rows.begin(), m_tasks.rows.end(), [](const auto& t) { return t.second.phase == last_phase; })
           && std::all_of(m_messages.begin(), m_messages.end(),
                          [](const auto& m) { return m.second.way == Way::sent || m.second.way == Way::dead; });
}

void Judge::at_the_end(std::size_t audit_rows) const
{
    for (const auto& [id, task] : m_tasks.rows) {
        const bool parked = task.failures >= max_failures && task.locked_at == end_of_time;
        must((task.phase == last_phase || parked) && task.owner.empty(), "no task is lost", id + " is in " + task.phase);
    }
    for (const auto& [id, message] : m_messages)
        must((message.way == Way::sent && message.deliveries > 0) || message.way == Way::dead,
             "every message is delivered or dead", id);
    must(static_cast<std::int64_t>(audit_rows) == m_forced, "every forced action is in the audit",
         std::to_string(audit_rows) + " rows for " + std::to_string(m_forced));
}

} // namespace lockdesk::simulator
