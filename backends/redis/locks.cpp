// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/concerns.h"
#include "backends/redis/hand_written.h"

#include "backends/engine/rules/row_order.h"
#include "backends/engine/text/command_line.h"
#include "backends/engine/text/text.h"
#include "backends/redis/decode.h"
#include "backends/redis/fetch.h"
#include "backends/redis/lists.h"
#include "backends/redis/packed_lock.h"
#include "backends/redis/spans.h"
#include "backends/redis/sweep.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lockdesk::redis {

namespace {

std::optional<Holder> holder_of(View owner, View token, View end)
{
    if (owner.nil() || owner.text().empty())
        return std::nullopt;
    return Holder{owner.str(), FencingToken(token.integer()), end.time()};
}

LeaseAnswer lease_answer(const Reply& r)
{
    constexpr std::array<LeaseResult, 7> results{LeaseResult::renewed, LeaseResult::released,  LeaseResult::still_held,
                                                 LeaseResult::cooling, LeaseResult::not_owner, LeaseResult::stale,
                                                 LeaseResult::expired};
    LeaseAnswer out;
    if (const auto freed = unpack_changed(View(r.tree.get()).text())) {
        out.result = freed->ends_at ? LeaseResult::cooling : LeaseResult::released;
        out.acquired_at = freed->acquired_at;
        out.expires_at = freed->ends_at;
        return out;
    }
    out.result = results[static_cast<std::size_t>(std::clamp<std::int64_t>(r[1].integer(), 0, 6))];
    out.holds = r[2].integer();
    out.extended = r[3].integer() == 1;
    out.acquired_at = r[4].time();
    out.expires_at = r[5].time();
    out.holder = holder_of(r[6], r[7], r[8]);
    return out;
}

// Shared by preview and execution.
std::vector<std::string> force_arguments(const ForceRelease& r)
{
    const auto time = [](const std::optional<TimePoint>& t) { return t ? std::to_string(to_us(*t)) : std::string(); };
    return {r.name.str(),
            r.if_owner.str(),
            std::to_string(r.if_token.number()),
            time(r.if_acquired_at),
            time(r.if_expires_at),
            r.reason,
            std::to_string(std::max<std::int64_t>(0, bounded_us(r.hold_off))),
            r.who,
            evidence_json(r.seen),
            command_line(r)};
}

std::vector<std::string> end_arguments(const EndCooling& r)
{
    return {r.name.str(), std::to_string(r.if_token.number()), std::to_string(to_us(r.if_cooling_until)), r.reason, r.who,
            evidence_json(r.seen), command_line(r)};
}

class RedisLocks final : public Locks, public OrderedList<LockRow>
{
public:
    RedisLocks(Link& link, HandWritten& hand_written) : m_link(link), m_hand_written(hand_written) {}

    Answer<Acquisition> acquire(const AcquireRequest& request) override
    {
        const auto lease = std::to_string(bounded_us(request.lease));
        auto answer = m_link.run_function(scripts().lock_acquire, key_of(request.name),
                                          {request.owner.str(), lease, request_mark(request.request.str())});
        if (!answer)
            return answer.failure();
        const Reply& r = *answer;
        Acquisition out;
        if (const auto granted = unpack_changed(View(r.tree.get()).text())) {
            out.result = AcquireResult::acquired;
            out.token = FencingToken(granted->token);
            out.holds = 1;
            out.acquired_at = granted->acquired_at;
            out.expires_at = granted->ends_at;
            out.holder = Holder{request.owner.str(), *out.token, out.expires_at};
            return {std::move(out), r.now};
        }
        const auto code = r[1].integer();
        out.result = code == 0 ? AcquireResult::acquired : code == 1 ? AcquireResult::busy : AcquireResult::cooling;
        if (code == 0)
            out.token = FencingToken(r[2].integer());
        out.holds = r[3].integer();
        out.extended = r[4].integer() == 1;
        out.acquired_at = r[5].time();
        out.expires_at = r[6].time();
        out.holder = holder_of(r[7], r[2], r[6]);
        return {std::move(out), r.now};
    }

    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override
    {
        return ask_holder(scripts().lock_renew, name, owner, token, lease);
    }

    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override
    {
        return ask_holder(scripts().lock_release, name, owner, token, at_least);
    }

    Answer<ForceAnswer> force_release(const ForceRelease& request) override
    {
        auto answer = m_link.run(scripts().lock_force_release, force_arguments(request));
        if (!answer)
            return answer.failure();
        const Reply& r = *answer;
        ForceAnswer out;
        if (r[1].integer() == 1) {
            out.result = ForceResult::released;
            out.token = FencingToken(r[2].integer());
            out.expires_at = r[3].time();
        } else {
            out.holder = holder_of(r[4], r[5], r[6]);
        }
        return {std::move(out), r.now};
    }

    Answer<ForcePreview> preview_force_release(const ForceRelease& request) override
    {
        return preview(request.name, m_link.shown(scripts().lock_force_release, force_arguments(request)), true);
    }

    Answer<ForcePreview> preview_end_cooling(const EndCooling& request) override
    {
        return preview(request.name, m_link.shown(scripts().lock_end_cooling, end_arguments(request)), false);
    }

    Answer<CoolingEnd> end_cooling(const EndCooling& request) override
    {
        auto answer = m_link.run(scripts().lock_end_cooling, end_arguments(request));
        if (!answer)
            return answer.failure();
        const Reply& r = *answer;
        CoolingEnd out;
        if (r[1].integer() == 1) {
            out.result = ForceResult::released;
        } else {
            if (!r[2].nil())
                out.cooling_until = r[2].time();
            out.holder = holder_of(r[3], r[4], r[5]);
        }
        return {std::move(out), r.now};
    }

    Answer<std::optional<LockRow>> find(const LockName& name) override
    {
        m_link.call(scripts().lock_find).add(name.str());
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        std::optional<LockRow> out;
        if (const View rows = (*answer)[1]; rows.size() == 1) {
            out = lock_row(rows[0][0].str(), rows[0][1], Raw::with);
            out->waiters = waiters_of((*answer)[2])[name.str()];
        }
        return {std::move(out), answer->now};
    }

    Answer<Page<LockRow>> list(const ListRequest& request) override
    {
        auto collector = collector_of<LockRow>(request);
        const std::string* name = demanded(request.filter, "name");
        if (name == nullptr)
            name = demanded(request.filter, "id");
        if (name == nullptr)
            if (auto failure = m_hand_written.look(std::min(m_link.timeout() / 2, Duration{std::chrono::seconds{2}})))
                return *failure;
        Wire& wire = m_link.call(scripts().lock_find);
        const std::set<std::string> by_hand = name != nullptr ? std::set<std::string>{*name} : m_hand_written.names();
        for (const std::string& one : by_hand)
            wire.add(one);
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        const auto waiters = waiters_of((*answer)[2]);
        std::set<std::string> shown;
        const TimePoint now = answer->now;
        const auto offer = [&](std::string one, View fields) {
            if (collector.full() || shown.contains(one))
                return;
            LockRow row = lock_row(std::move(one), fields);
            if (const auto found = waiters.find(row.name); found != waiters.end())
                row.waiters = found->second;
            collector.offer(std::move(row), now);
        };
        for (std::size_t i = 0; i < (*answer)[1].size(); ++i) {
            const View row = (*answer)[1][i];
            offer(row[0].str(), row[1]);
            shown.insert(row[0].str());
        }
        std::int64_t total = static_cast<std::int64_t>(shown.size());
        std::vector<std::string> missing;
        if (name == nullptr && !collector.full())
            if (auto failure = sweep_locks(m_link, request.filter, now, offer, missing, [&](std::int64_t all) {
                    total = all + static_cast<std::int64_t>(shown.size());
                    return collector.full();
                }))
                return *failure;
        if (!missing.empty() && !m_link.read_only())
            forget(missing);
        std::sort(collector.rows().begin(), collector.rows().end(),
                  [](const LockRow& a, const LockRow& b) { return a.name < b.name; });
        return {collector.page(total), now};
    }

    /// Names alone: no other column has an index, and one would be written with every acquire and renewal.
    [[nodiscard]] std::span<const std::string_view> order_columns() const override
    {
        static constexpr std::array<std::string_view, 1> names{"name"};
        return names;
    }

    Answer<OrderedPage<LockRow>> list_ordered(const OrderedRequest& request) override
    {
        if (auto wrong = check_order(order_columns(), request))
            return *wrong;
        if (auto failure = m_hand_written.look(std::min(m_link.timeout() / 2, Duration{std::chrono::seconds{2}})))
            return *failure;
        std::vector<LockRow> rows;
        std::map<std::string, std::int64_t, std::less<>> waiters;
        TimePoint now{};
        if (auto failure = written_by_hand(rows, waiters, now))
            return *failure;
        const auto take = [&](std::string name, View fields) { rows.push_back(lock_row(std::move(name), fields)); };
        const Filter by_name = name_terms(request.filter);
        const auto mark = parse_mark(request.after);
        std::string after = mark ? mark->key : std::string();
        // All names up to a page's last one are read, so what was written by hand and comes later waits for its page.
        std::size_t found = 0;
        bool more = true;
        while (more && found <= request.limit) {
            m_link.call(scripts().lock_list).add(after).add(page_size).add(request.order.descending);
            auto page = m_link.run();
            if (!page)
                return page.failure();
            now = page->now;
            more = !(*page)[2].nil();
            auto names = texts_of((*page)[3]);
            if (!names.empty())
                after = names.back();
            std::erase_if(names, [&](const std::string& one) {
                return m_hand_written.names().contains(one) || !name_may_match(by_name, one);
            });
            const auto before = rows.size();
            std::vector<std::string> missing;
            if (auto failure = fetch_rows(m_link, Entity::lock, names, take, missing))
                return *failure;
            rows.erase(std::remove_if(rows.begin() + static_cast<std::ptrdiff_t>(before), rows.end(),
                                      [&](const LockRow& row) { return !fits(request.filter, row, now); }),
                       rows.end());
            found += rows.size() - before;
        }
        std::erase_if(rows, [&](const LockRow& row) {
            const bool later = more && (request.order.descending ? row.name < after : row.name > after);
            return later || !fits(request.filter, row, now);
        });
        for (LockRow& row : rows)
            if (const auto waiting = waiters.find(row.name); waiting != waiters.end())
                row.waiters = waiting->second;
        auto page = page_in_order(std::move(rows), request);
        page.more = page.more || more;
        return {std::move(page), now};
    }

    Answer<std::int64_t> collect(Duration older_than) override { return collect_in_steps(*this, older_than); }

    // In the order of names.
    Answer<LockSweep> collect_some(Duration older_than, const std::string& after, std::int64_t limit) override
    {
        m_link.call(scripts().lock_collect).add(bounded_us(older_than)).add(after).add(limit);
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        LockSweep sweep{(*answer)[1].integer(), {}};
        if (!(*answer)[2].nil())
            sweep.next = (*answer)[2].str();
        return {std::move(sweep), answer->now};
    }

    Answer<Done> announce_wait(const LockName& name, const OwnerId& owner, Duration at_most) override
    {
        if (at_most <= Duration{0})
            return withdraw_wait(name, owner);
        m_link.call(scripts().wait_announce).add(name.str()).add(owner.str()).add(bounded_us(at_most));
        return decoded(m_link.run(), nothing);
    }

    Answer<Done> withdraw_wait(const LockName& name, const OwnerId& owner) override
    {
        m_link.call(scripts().wait_announce).add(name.str()).add(owner.str()).add("");
        return decoded(m_link.run(), nothing);
    }

    Answer<Page<WaiterRow>> list_waiters(const ListRequest& request) override
    {
        m_link.call(scripts().wait_list);
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        auto collector = collector_of<WaiterRow>(request);
        auto rows = waiter_rows((*answer)[1], (*answer)[2]);
        const auto total = static_cast<std::int64_t>(rows.size());
        for (WaiterRow& row : rows)
            if (!collector.offer(std::move(row), answer->now))
                break;
        return {collector.page(total), answer->now};
    }

private:
    Answer<ForcePreview> preview(const LockName& name, std::string command, bool may_run_twice)
    {
        m_link.call(scripts().lock_find);
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        ForcePreview out;
        out.commands = {std::move(command)};
        out.may_run_twice = may_run_twice;
        out.wakes = waiters_of((*answer)[2])[name.str()];
        return {std::move(out), answer->now};
    }

    [[nodiscard]] std::string key_of(const LockName& name) const { return m_link.prefix() + "lock:" + name.str(); }

    Answer<LeaseAnswer> ask_holder(const Script& verb, const LockName& name, const OwnerId& owner, FencingToken token,
                                   Duration span)
    {
        return decoded(m_link.run_function(verb, key_of(name),
                                           {owner.str(), std::to_string(token.number()), std::to_string(bounded_us(span))}),
                       lease_answer);
    }

    // The locks that are in no index, and who waits for any lock.
    std::optional<Failure> written_by_hand(std::vector<LockRow>& rows, std::map<std::string, std::int64_t, std::less<>>& waiters,
                                           TimePoint& now)
    {
        Wire& wire = m_link.call(scripts().lock_find);
        for (const std::string& one : m_hand_written.names())
            wire.add(one);
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        now = answer->now;
        for (std::size_t i = 0; i < (*answer)[1].size(); ++i)
            rows.push_back(lock_row((*answer)[1][i][0].str(), (*answer)[1][i][1]));
        for (const auto& [name, number] : waiters_of((*answer)[2]))
            waiters[name] = number;
        return std::nullopt;
    }

    // Locks whose key was deleted by hand leave the index; that it fails is no reason to give no list.
    void forget(const std::vector<std::string>& names) { (void)m_link.run(scripts().lock_forget, names); }

    Link& m_link;
    HandWritten& m_hand_written;
};

} // namespace

std::unique_ptr<Locks> make_locks(Link& link, HandWritten& hand_written)
{
    return std::make_unique<RedisLocks>(link, hand_written);
}

} // namespace lockdesk::redis
