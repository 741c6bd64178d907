// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/lock_rules.h"
#include "backends/engine/rules/row_order.h"
#include "backends/engine/text/audit_rows.h"
#include "backends/engine/text/json_text.h"
#include "backends/memory/database.h"

#include <algorithm>
#include <limits>
#include <span>
#include <string_view>

namespace lockdesk::memory {

namespace {

using lock_rules::Change;
using lock_rules::Decision;
using lock_rules::Lock;

Lock seen(const LockRecord& lock) { return lock_rules::lock_of(lock.row, lock.requests); }

template <class Answer> void put(LockRecord& lock, Decision<Answer>& decision)
{
    lock_rules::put(lock.row, decision.after);
    if (decision.change != Change::renew)
        lock.requests = std::move(decision).requests();
}

std::string call_text(const ForceRelease& r)
{
    JsonText args;
    args.text("name", r.name.str()).text("if_owner", r.if_owner.str()).number("if_token", r.if_token.number());
    args.time("if_acquired_at", r.if_acquired_at).time("if_expires_at", r.if_expires_at).text("reason", r.reason);
    args.span("hold_off", r.hold_off).text("who", r.who).json("seen", evidence_json(r.seen));
    return "force_release " + args.str();
}

std::string call_text(const EndCooling& r)
{
    JsonText args;
    args.text("name", r.name.str()).number("if_token", r.if_token.number()).time("if_cooling_until", r.if_cooling_until);
    args.text("reason", r.reason).text("who", r.who).json("seen", evidence_json(r.seen));
    return "end_cooling " + args.str();
}

template <class Request> void audit_force(Space& s, const Request& r, const char* result, TimePoint now)
{
    AuditRow row = audit_row(r, result);
    row.command = call_text(r);
    s.write_audit(std::move(row), now);
}

class MemoryLocks final : public Locks, public OrderedList<LockRow>
{
public:
    explicit MemoryLocks(Context& context) : m_context(context) {}

    Answer<Acquisition> acquire(const AcquireRequest& request) override
    {
        return m_context.write([&](Space& s, TimePoint now) -> Answer<Acquisition> {
            const auto it = s.locks.find(request.name.str());
            const Lock lock = it == s.locks.end() ? Lock{} : seen(it->second);
            auto decision = lock_rules::acquire(lock, request, now, s.ground(request.name.str(), lock.token));
            if (is_used_up(decision))
                return lock_rules::used_up_failure();
            if (decision.change == Change::none)
                return std::move(decision.answer);
            LockRecord& record = it == s.locks.end() ? s.new_lock(request.name.str()) : it->second;
            put(record, decision);
            s.lock_changed(record);
            return std::move(decision.answer);
        });
    }

    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override
    {
        return changed<LeaseAnswer>(
            name, [&](const Lock& lock, TimePoint now) { return lock_rules::renew(lock, owner, token, lease, now); });
    }

    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override
    {
        return changed<LeaseAnswer>(
            name, [&](const Lock& lock, TimePoint now) { return lock_rules::release(lock, owner, token, at_least, now); });
    }

    Answer<ForceAnswer> force_release(const ForceRelease& r) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            auto answer =
                change<ForceAnswer>(s, r.name, [&](const Lock& lock) { return lock_rules::force_release(lock, r, now); });
            if (answer.token) {
                auto& fence = s.fences[r.name.str()];
                fence.largest = std::max(fence.largest, *answer.token);
            }
            audit_force(s, r, word(answer.result), now);
            return answer;
        });
    }

    Answer<CoolingEnd> end_cooling(const EndCooling& r) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            auto answer =
                change<CoolingEnd>(s, r.name, [&](const Lock& lock) { return lock_rules::end_cooling(lock, r, now); });
            audit_force(s, r, word(answer.result), now);
            return answer;
        });
    }

    Answer<ForcePreview> preview_end_cooling(const EndCooling& r) override { return preview_of(r, false); }

    Answer<ForcePreview> preview_force_release(const ForceRelease& r) override { return preview_of(r, true); }

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

    [[nodiscard]] std::span<const std::string_view> order_columns() const override
    {
        return order_columns_of(static_cast<const LockRow*>(nullptr));
    }

    Answer<OrderedPage<LockRow>> list_ordered(const OrderedRequest& request) override
    {
        if (auto wrong = check_order(order_columns(), request))
            return *wrong;
        return m_context.read([&](Space& s, TimePoint now) {
            const ListRequest all{request.filter, std::numeric_limits<std::size_t>::max()};
            Collector<LockRow> rows(all, now);
            for (const auto& [name, lock] : s.locks)
                rows.offer(shown(s, lock, now));
            return page_in_order(rows.page(0).rows, request);
        });
    }

    Answer<std::int64_t> collect(Duration older_than) override { return collect_in_steps(*this, older_than); }

    Answer<LockSweep> collect_some(Duration older_than, const std::string& after, std::int64_t limit) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            LockSweep sweep;
            auto it = s.locks.upper_bound(after);
            for (std::int64_t looked = 0; it != s.locks.end() && looked < limit; ++looked) {
                const LockRow& row = it->second.row;
                sweep.next = it->first;
                if (!lock_rules::is_collected(seen(it->second), older_than, now)) {
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
    template <class Request> Answer<ForcePreview> preview_of(const Request& r, bool may_run_twice)
    {
        return m_context.read([&](Space& s, TimePoint now) {
            ForcePreview preview;
            preview.commands = {call_text(r)};
            preview.may_run_twice = may_run_twice;
            preview.wakes = waiting_for(s, r.name.str(), now);
            return preview;
        });
    }
    // Applies a rule to the row of that name, if it exists, and writes the new row.
    template <class T, class Rule> static T change(Space& s, const LockName& name, Rule rule)
    {
        const auto it = s.locks.find(name.str());
        auto decision = rule(it == s.locks.end() ? Lock{} : seen(it->second));
        if (decision.change != Change::none) {
            put(it->second, decision);
            s.lock_changed(it->second);
        }
        return std::move(decision.answer);
    }
    template <class T, class Rule> Answer<T> changed(const LockName& name, Rule rule)
    {
        return m_context.write(
            [&](Space& s, TimePoint now) { return change<T>(s, name, [&](const Lock& lock) { return rule(lock, now); }); });
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
