// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/json_text.h"
#include "backends/memory/database.h"

#include <algorithm>

namespace lockdesk::memory {

namespace {

bool live(const LockRow& row, TimePoint now) { return !row.owner.empty() && (!row.expires_at || *row.expires_at > now); }
bool cooling(const LockRow& row, TimePoint now)
{
    return row.owner.empty() && row.cooling_until && *row.cooling_until > now;
}

std::optional<Holder> holder_of(const LockRow& row, TimePoint now)
{
    if (!live(row, now))
        return std::nullopt;
    return Holder{row.owner, row.token, row.expires_at};
}

Acquisition acquired(const LockRow& row, bool extended)
{
    Acquisition a;
    a.result = AcquireResult::acquired;
    a.token = row.token;
    a.holds = row.holds;
    a.extended = extended;
    a.acquired_at = row.acquired_at;
    a.expires_at = row.expires_at;
    a.holder = Holder{row.owner, row.token, row.expires_at};
    return a;
}

// Later only: a lease never shortens. True: it moved.
bool extend(LockRow& row, TimePoint now, Duration lease)
{
    const auto until = add(now, lease);
    if (!row.expires_at || until <= *row.expires_at)
        return false;
    row.expires_at = until;
    row.lease = lease;
    return true;
}

void grant(LockRecord& lock, const AcquireRequest& request, FencingToken token, TimePoint now)
{
    LockRow& row = lock.row;
    row.owner = request.owner.str();
    row.token = token;
    row.holds = 1;
    row.lease = request.lease;
    row.acquired_at = now;
    row.renewed_at.reset();
    row.expires_at = add(now, request.lease);
    row.cooling_until.reset();
    row.released_at.reset();
    row.last_owner.clear();
    row.reason.clear();
    row.renewals = 0;
    lock.requests = request_mark(request.request.str());
}

bool reenter(LockRecord& lock, const AcquireRequest& request, TimePoint now)
{
    ++lock.row.holds;
    lock.requests += request_mark(request.request.str());
    if (lock.requests.size() > max_request_marks * request_mark_bytes)
        lock.requests.erase(0, lock.requests.size() - max_request_marks * request_mark_bytes);
    return extend(lock.row, now, request.lease);
}

// The owner goes; the row and its token stay.
void vacate(LockRecord& lock, TimePoint now, std::optional<TimePoint> cooling_until)
{
    LockRow& row = lock.row;
    row.last_owner = std::exchange(row.owner, {});
    row.holds = 0;
    row.lease.reset();
    row.acquired_at.reset();
    row.renewed_at.reset();
    row.expires_at.reset();
    row.cooling_until = cooling_until;
    row.released_at = now;
    row.reason.clear();
    row.renewals = 0;
    lock.requests.clear();
}

std::string call_text(const ForceRelease& r)
{
    JsonText args;
    args.text("name", r.name.str()).text("if_owner", r.if_owner.str()).number("if_token", r.if_token.number());
    args.time("if_acquired_at", r.if_acquired_at).time("if_expires_at", r.if_expires_at).text("reason", r.reason);
    args.span("hold_off", r.hold_off).text("who", r.who).json("seen", evidence_json(r.seen));
    return "force_release " + args.str();
}

bool still_shown(const LockRow& row, const ForceRelease& r)
{
    return !row.owner.empty() && row.owner == r.if_owner.str() && row.token == r.if_token
           && (!r.if_acquired_at || row.acquired_at == r.if_acquired_at)
           && (!r.if_expires_at || row.expires_at == r.if_expires_at);
}

void audit_force(Space& s, const ForceRelease& r, const char* result, TimePoint now)
{
    AuditRow row;
    row.who = r.who;
    row.action = r.hold_off > Duration{0} ? "hold-off" : "force-release";
    row.entity = "lock";
    row.key = r.name.str();
    row.reason = r.reason;
    row.evidence = evidence_json(r.seen);
    row.command = call_text(r);
    row.result = result;
    s.write_audit(std::move(row), now);
}

class MemoryLocks final : public Locks
{
public:
    explicit MemoryLocks(Context& context) : m_context(context) {}

    Answer<Acquisition> acquire(const AcquireRequest& request) override
    {
        return m_context.write([&](Space& s, TimePoint now) { return try_acquire(s, now, request); });
    }

    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            LeaseAnswer answer;
            LockRecord* lock = checked(s, name, owner, token, now, answer);
            if (lock == nullptr)
                return answer;
            answer.extended = extend(lock->row, now, lease);
            lock->row.renewed_at = now;
            ++lock->row.renewals;
            s.lock_changed(*lock);
            answer.result = LeaseResult::renewed;
            tell(answer, lock->row, now);
            return answer;
        });
    }

    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            LeaseAnswer answer;
            LockRecord* lock = checked(s, name, owner, token, now, answer);
            if (lock == nullptr)
                return answer;
            if (lock->row.holds > 1) {
                --lock->row.holds;
                lock->requests.resize(lock->requests.size() - std::min(lock->requests.size(), request_mark_bytes));
                answer.result = LeaseResult::still_held;
                tell(answer, lock->row, now);
            } else {
                answer.acquired_at = lock->row.acquired_at;
                const auto until = add(lock->row.acquired_at.value_or(now), at_least);
                const bool cools = until > now;
                vacate(*lock, now, cools ? std::optional(until) : std::nullopt);
                answer.result = cools ? LeaseResult::cooling : LeaseResult::released;
                answer.expires_at = lock->row.cooling_until;
            }
            s.lock_changed(*lock);
            return answer;
        });
    }

    Answer<ForceAnswer> force_release(const ForceRelease& r) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            ForceAnswer answer;
            const auto it = s.locks.find(r.name.str());
            if (it == s.locks.end() || !still_shown(it->second.row, r)) {
                if (it != s.locks.end())
                    answer.holder = holder_of(it->second.row, now);
                audit_force(s, r, "changed", now);
                return answer;
            }
            LockRecord& lock = it->second;
            const auto until = r.hold_off > Duration{0} ? std::optional(add(now, r.hold_off)) : std::nullopt;
            vacate(lock, now, until);
            lock.row.reason = r.reason;
            lock.row.token = FencingToken(lock.row.token.number() + 1);
            auto& fence = s.fences[r.name.str()];
            fence.largest = std::max(fence.largest, lock.row.token);
            audit_force(s, r, "released", now);
            s.lock_changed(lock);
            answer.result = ForceResult::released;
            answer.token = lock.row.token;
            answer.expires_at = until;
            return answer;
        });
    }

    Answer<ForcePreview> preview_force_release(const ForceRelease& r) override
    {
        return m_context.read([&](Space& s, TimePoint now) {
            ForcePreview preview;
            preview.commands = {call_text(r)};
            preview.wakes = waiting_for(s, r.name.str(), now);
            return preview;
        });
    }

    Answer<std::optional<LockRow>> find(const LockName& name) override
    {
        return m_context.read([&](Space& s, TimePoint now) {
            const auto it = s.locks.find(name.str());
            return it == s.locks.end() ? std::nullopt : std::optional(shown(s, it->second, now));
        });
    }

    Answer<Page<LockRow>> list(const ListRequest& request) override
    {
        return m_context.read([&](Space& s, TimePoint now) {
            Collector<LockRow> rows(request, now);
            if (const auto name = demanded(request.filter, "name")) {
                if (const auto it = s.locks.find(*name); it != s.locks.end())
                    rows.offer(shown(s, it->second, now));
                return rows.page(1);
            }
            for (const auto& [name, lock] : s.locks)
                if (!rows.offer(shown(s, lock, now)))
                    break;
            return rows.page(s.locks.size());
        });
    }

    Answer<std::int64_t> collect(Duration older_than) override { return collect_in_steps(*this, older_than); }

    Answer<LockSweep> collect_some(Duration older_than, const std::string& after, std::int64_t limit) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            const auto before = add(now, -older_than);
            LockSweep sweep;
            auto it = s.locks.upper_bound(after);
            for (std::int64_t looked = 0; it != s.locks.end() && looked < limit; ++looked) {
                const LockRow& row = it->second.row;
                sweep.next = it->first;
                const bool long_free =
                    row.owner.empty() && !cooling(row, now) && row.released_at && *row.released_at < before;
                if (!long_free) {
                    ++it;
                    continue;
                }
                s.token_floor = std::max(s.token_floor, row.token.number());
                s.lock_gone(row.name, it->second.stamp);
                it = s.locks.erase(it);
                ++sweep.removed;
            }
            if (it == s.locks.end())
                sweep.next.clear();
            return sweep;
        });
    }

    Answer<Done> announce_wait(const LockName& name, const OwnerId& owner, Duration at_most) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            if (at_most <= Duration{0}) {
                forget(s, name.str(), owner.str());
                return Done{};
            }
            auto& waiter = s.waiters[{name.str(), owner.str()}];
            const bool goes_on = waiter.stamp != 0 && waiter.row.until > now;
            waiter.row = {name.str(), owner.str(), goes_on ? waiter.row.since : now, add(now, at_most)};
            s.waiter_changed(waiter);
            return Done{};
        });
    }

    Answer<Done> withdraw_wait(const LockName& name, const OwnerId& owner) override
    {
        return m_context.write([&](Space& s, TimePoint) {
            forget(s, name.str(), owner.str());
            return Done{};
        });
    }

    Answer<Page<WaiterRow>> list_waiters(const ListRequest& request) override
    {
        return m_context.read([&](Space& s, TimePoint now) {
            Collector<WaiterRow> rows(request, now);
            for (const auto& [key, waiter] : s.waiters)
                if (waiter.row.until > now && !rows.offer(waiter.row))
                    break;
            return rows.page(s.waiters.size());
        });
    }

private:
    static Acquisition try_acquire(Space& s, TimePoint now, const AcquireRequest& request)
    {
        auto [it, is_new] = s.locks.try_emplace(request.name.str());
        LockRecord& lock = it->second;
        if (is_new) {
            lock.row.name = request.name.str();
            lock.row.token = FencingToken(s.first_token(lock.row.name, s.token_floor));
        }
        if (live(lock.row, now)) {
            if (lock.row.owner != request.owner.str()) {
                Acquisition busy;
                busy.holder = holder_of(lock.row, now);
                busy.expires_at = lock.row.expires_at;
                return busy;
            }
            if (lock.requests.find(request_mark(request.request.str())) != std::string::npos)
                return acquired(lock.row, false);
            const bool extended = reenter(lock, request, now);
            s.lock_changed(lock);
            return acquired(lock.row, extended);
        }
        if (cooling(lock.row, now)) {
            Acquisition wait;
            wait.result = AcquireResult::cooling;
            wait.expires_at = lock.row.cooling_until;
            return wait;
        }
        grant(lock, request, FencingToken(std::max(lock.row.token.number(), s.token_base) + 1), now);
        s.lock_changed(lock);
        return acquired(lock.row, false);
    }

    // The lock, when it is this owner's, with this token, and still live: in this order. Else the answer says why not.
    static LockRecord* checked(Space& s, const LockName& name, const OwnerId& owner, FencingToken token, TimePoint now,
                               LeaseAnswer& answer)
    {
        const auto it = s.locks.find(name.str());
        if (it == s.locks.end())
            return nullptr;
        LockRow& row = it->second.row;
        answer.holder = holder_of(row, now);
        if (row.owner != owner.str())
            return nullptr;
        if (row.token != token) {
            answer.result = LeaseResult::stale;
            return nullptr;
        }
        if (!live(row, now)) {
            answer.result = LeaseResult::expired;
            return nullptr;
        }
        answer.holder.reset(); // of after the call: the caller says
        return &it->second;
    }

    static void tell(LeaseAnswer& answer, const LockRow& row, TimePoint now)
    {
        answer.holds = row.holds;
        answer.acquired_at = row.acquired_at;
        answer.expires_at = row.expires_at;
        answer.holder = holder_of(row, now);
    }

    static void forget(Space& s, const std::string& name, const std::string& owner)
    {
        const auto it = s.waiters.find({name, owner});
        if (it == s.waiters.end())
            return;
        s.waiter_gone(it->second);
        s.waiters.erase(it);
    }

    Context& m_context;
};

} // namespace

std::unique_ptr<Locks> make_locks(Context& context) { return std::make_unique<MemoryLocks>(context); }

} // namespace lockdesk::memory
