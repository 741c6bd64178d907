// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/lock_model.h"

#include <algorithm>

namespace lockdesk::test {

using lock_rules::Lock;

std::string line(const Acquisition& a)
{
    Line out;
    out.field("result", word(a.result)).field("token", a.token).field("holds", a.holds).field("extended", a.extended);
    out.field("acquired", a.acquired_at).field("expires", a.expires_at).field("holder", a.holder);
    return out.str();
}

std::string line(const LeaseAnswer& a)
{
    Line out;
    out.field("result", word(a.result)).field("holds", a.holds).field("extended", a.extended);
    out.field("acquired", a.acquired_at).field("expires", a.expires_at).field("holder", a.holder);
    return out.str();
}

std::string line(const ForceAnswer& a)
{
    Line out;
    out.field("result", word(a.result)).field("token", a.token).field("expires", a.expires_at).field("holder", a.holder);
    return out.str();
}

std::string line(const CoolingEnd& a)
{
    return Line().field("result", word(a.result)).field("cooling", a.cooling_until).field("holder", a.holder).str();
}

std::string line(const FenceAnswer& a)
{
    return Line().field("admitted", a.admitted).field("largest", a.largest).field("refusals", a.refusals).str();
}

std::string line(const LockRow& r)
{
    Line out;
    out.field("name", r.name).field("owner", r.owner).field("token", r.token).field("holds", r.holds);
    out.field("lease", r.lease);
    out.field("acquired", r.acquired_at).field("renewed", r.renewed_at).field("expires", r.expires_at);
    out.field("cooling", r.cooling_until).field("released", r.released_at).field("last", r.last_owner);
    out.field("reason", r.reason).field("renewals", r.renewals).field("waiters", r.waiters).field("doubt", r.doubt);
    return out.str();
}

bool same(const Acquisition& a, const Acquisition& b)
{
    return a.result == b.result && a.token == b.token && a.holds == b.holds && a.extended == b.extended
           && a.acquired_at == b.acquired_at && a.expires_at == b.expires_at && a.holder == b.holder;
}

bool same(const LeaseAnswer& a, const LeaseAnswer& b)
{
    return a.result == b.result && a.holds == b.holds && a.extended == b.extended && a.acquired_at == b.acquired_at
           && a.expires_at == b.expires_at && a.holder == b.holder;
}

bool same(const ForceAnswer& a, const ForceAnswer& b)
{
    return a.result == b.result && a.token == b.token && a.expires_at == b.expires_at && a.holder == b.holder;
}

bool same(const FenceAnswer& a, const FenceAnswer& b)
{
    return a.admitted == b.admitted && a.largest == b.largest && a.refusals == b.refusals;
}

template <class Rule> auto LockModel::decide(const LockName& name, Rule rule)
{
    const auto it = rows.find(name.str());
    auto decision = rule(it == rows.end() ? Lock{} : it->second.lock());
    if (decision.change != lock_rules::Change::none) {
        Row& to = rows[name.str()];
        to.row.name = name.str();
        lock_rules::put(to.row, decision.after);
        to.requests = std::move(decision).requests();
    }
    return std::move(decision.answer);
}

Acquisition LockModel::acquire(const AcquireRequest& r)
{
    const lock_rules::Ground ground{.base = 0, .floor = floor, .fence = fences[r.name.str()].largest.number()};
    return decide(r.name, [&](const Lock& lock) { return lock_rules::acquire(lock, r, now, ground); });
}

LeaseAnswer LockModel::renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease)
{
    return decide(name, [&](const Lock& lock) { return lock_rules::renew(lock, owner, token, lease, now); });
}

LeaseAnswer LockModel::release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least)
{
    return decide(name, [&](const Lock& lock) { return lock_rules::release(lock, owner, token, at_least, now); });
}

ForceAnswer LockModel::force_release(const ForceRelease& r)
{
    auto answer = decide(r.name, [&](const Lock& lock) { return lock_rules::force_release(lock, r, now); });
    if (answer.token)
        fences[r.name.str()].largest = std::max(fences[r.name.str()].largest, *answer.token);
    return answer;
}

CoolingEnd LockModel::end_cooling(const EndCooling& r)
{
    return decide(r.name, [&](const Lock& lock) { return lock_rules::end_cooling(lock, r, now); });
}

FenceAnswer LockModel::admit(const std::string& resource, FencingToken token)
{
    FenceAnswer& fence = fences[resource];
    return fence = fence_rule(fence, token);
}

std::int64_t LockModel::collect(Duration older_than)
{
    return static_cast<std::int64_t>(std::erase_if(rows, [&](const auto& entry) {
        if (!lock_rules::is_collected(entry.second.lock(), older_than, now))
            return false;
        floor = std::max(floor, entry.second.row.token.number());
        return true;
    }));
}

} // namespace lockdesk::test
