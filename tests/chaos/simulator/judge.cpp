// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/simulator/judge.h"

#include <algorithm>

namespace lockdesk::simulator {

void Judge::acquired(const AcquireRequest& r, const Answer<Acquisition>& a, TimePoint now)
{
    must(a.is_result(), "a call without a fault brings a result", "acquire " + r.name.str());
    Lock& lock = m_locks[r.name.str()];
    if (lock.live(now) && lock.owner == r.owner.str())
        return reentered(lock, r, *a, now);
    if (lock.live(now)) {
        must(a->result == AcquireResult::busy, "one holder at a time", r.name.str() + " belongs to " + lock.owner);
        return;
    }
    if (lock.cooling(now)) {
        must(a->result == AcquireResult::cooling, "nobody gets a cooling lock", r.name.str());
        return;
    }
    must(a->result == AcquireResult::acquired, "a free lock is granted", r.name.str());
    granted(lock, r, *a, now);
}

void Judge::granted(Lock& lock, const AcquireRequest& r, const Acquisition& a, TimePoint now)
{
    must(a.token && a.token->number() > lock.top, "tokens rise with every grant",
         r.name.str() + " had " + std::to_string(lock.top) + ", grants " + std::to_string(a.token ? a.token->number() : 0));
    must(a.holds == 1, "a new grant has one hold", r.name.str());
    must(a.expires_at == add(now, r.lease), "a new grant lasts its lease", r.name.str());
    lock = Lock{r.owner.str(), a.token->number(), 1, a.token->number(), now, a.expires_at, {}, {r.request.str()}};
}

void Judge::reentered(Lock& lock, const AcquireRequest& r, const Acquisition& a, TimePoint now)
{
    must(a.result == AcquireResult::acquired, "a holder may enter again", r.name.str());
    must(a.token && a.token->number() == lock.token, "entering again keeps the token", r.name.str());
    const bool asked_again = std::find(lock.requests.begin(), lock.requests.end(), r.request.str()) != lock.requests.end();
    if (!asked_again) {
        lock.requests.push_back(r.request.str());
        ++lock.holds;
        lock.expires_at = std::max(*lock.expires_at, add(now, r.lease));
    }
    must(a.holds == lock.holds, asked_again ? "the same request counts once" : "entering again is one hold more",
         r.name.str() + " has " + std::to_string(a.holds) + ", not " + std::to_string(lock.holds));
    must(a.expires_at == lock.expires_at, "a lease is never shortened", r.name.str());
}

LeaseResult Judge::expected(const Lock& lock, const OwnerId& o, FencingToken t, TimePoint now) const
{
    if (lock.owner != o.str())
        return LeaseResult::not_owner;
    if (lock.token != t.number())
        return LeaseResult::stale;
    return lock.live(now) ? LeaseResult::renewed : LeaseResult::expired;
}

void Judge::renewed(const LockName& n, const OwnerId& o, FencingToken t, Duration lease, const Answer<LeaseAnswer>& a,
                    TimePoint now)
{
    must(a.is_result(), "a call without a fault brings a result", "renew " + n.str());
    Lock& lock = m_locks[n.str()];
    const auto result = expected(lock, o, t, now);
    must(a->result == result, "only the holder renews", n.str() + " answers " + word(a->result) + ", not " + word(result));
    if (result != LeaseResult::renewed)
        return;
    lock.expires_at = std::max(*lock.expires_at, add(now, lease));
    must(a->expires_at == lock.expires_at, "a lease is never shortened", n.str());
    must(a->holds == lock.holds, "renewing changes no holds", n.str());
}

void Judge::released(const LockName& n, const OwnerId& o, FencingToken t, Duration at_least, const Answer<LeaseAnswer>& a,
                     TimePoint now)
{
    must(a.is_result(), "a call without a fault brings a result", "release " + n.str());
    Lock& lock = m_locks[n.str()];
    auto result = expected(lock, o, t, now);
    const bool free = result == LeaseResult::renewed && lock.holds == 1;
    const auto until = add(lock.acquired_at.value_or(now), at_least);
    if (result == LeaseResult::renewed)
        result = !free ? LeaseResult::still_held : until > now ? LeaseResult::cooling : LeaseResult::released;
    must(a->result == result, "only the holder releases, one hold at a time",
         n.str() + " answers " + word(a->result) + ", not " + word(result));
    if (result == LeaseResult::still_held) {
        --lock.holds;
        lock.requests.pop_back();
        must(a->holds == lock.holds, "a release gives back one hold", n.str());
    } else if (free) {
        lock.owner.clear();
        lock.holds = 0;
        lock.requests.clear();
        lock.cooling_until = until > now ? std::optional(until) : std::nullopt;
    }
    must(lock.holds >= 0, "holds are never negative", n.str());
}

void Judge::forced(const ForceRelease& r, const Answer<ForceAnswer>& a, TimePoint now)
{
    must(a.is_result(), "a call without a fault brings a result", "force-release " + r.name.str());
    ++m_forced;
    Lock& lock = m_locks[r.name.str()];
    const bool same = !lock.owner.empty() && lock.owner == r.if_owner.str() && lock.token == r.if_token.number()
                      && (!r.if_acquired_at || lock.acquired_at == r.if_acquired_at)
                      && (!r.if_expires_at || lock.expires_at == r.if_expires_at);
    must((a->result == ForceResult::released) == same, "an operator frees only what was shown", r.name.str());
    if (!same)
        return;
    must(a->token && a->token->number() > lock.top, "a forced release raises the token", r.name.str());
    lock.token = lock.top = a->token->number();
    lock.owner.clear();
    lock.holds = 0;
    lock.requests.clear();
    lock.cooling_until = r.hold_off > Duration{0} ? std::optional(add(now, r.hold_off)) : std::nullopt;
    Protected& resource = m_resources[r.name.str()];
    resource.largest = std::max(resource.largest, lock.token);
}

void Judge::trusted(const LockName& n, const OwnerId& o, FencingToken t, TimePoint now) const
{
    const auto it = m_locks.find(n.str());
    must(it != m_locks.end() && it->second.live(now) && it->second.owner == o.str() && it->second.token == t.number(),
         "who trusts a lease has it", n.str() + " by " + o.str());
}

void Judge::admitted(const Resource& r, FencingToken t, const Answer<FenceAnswer>& a)
{
    must(a.is_result(), "a call without a fault brings a result", "admit " + r.str());
    Protected& resource = m_resources[r.str()];
    must(!a->admitted || t.number() >= resource.largest, "the fence admits no stale write",
         r.str() + " has seen " + std::to_string(resource.largest) + ", admits " + std::to_string(t.number()));
    must(a->admitted || t.number() < resource.largest, "the fence refuses only what is stale", r.str());
    resource.largest = std::max(resource.largest, t.number());
    must(a->largest.number() == resource.largest, "the fence remembers the largest token", r.str());
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
    for (const auto& [name, lock] : m_locks)
        offer(lock.owner.empty() ? lock.cooling_until : lock.expires_at);
    for (const auto& [id, task] : m_tasks)
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
    return std::all_of(m_tasks.begin(), m_tasks.end(), [](const auto& t) { return t.second.phase == last_phase; })
           && std::all_of(m_messages.begin(), m_messages.end(),
                          [](const auto& m) { return m.second.way == Way::sent || m.second.way == Way::dead; });
}

void Judge::at_the_end(std::size_t audit_rows) const
{
    for (const auto& [id, task] : m_tasks)
        must(task.phase == last_phase && task.owner.empty(), "no task is lost", id + " is in " + task.phase);
    for (const auto& [id, message] : m_messages)
        must((message.way == Way::sent && message.deliveries > 0) || message.way == Way::dead,
             "every message is delivered or dead", id);
    must(static_cast<std::int64_t>(audit_rows) == m_forced, "every forced action is in the audit",
         std::to_string(audit_rows) + " rows for " + std::to_string(m_forced));
}

} // namespace lockdesk::simulator
