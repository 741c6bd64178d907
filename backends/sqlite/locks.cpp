// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/lock_rules.h"
#include "backends/sqlite/concerns.h"

#include "backends/engine/text/command_line.h"
#include "backends/sqlite/lists.h"
#include "backends/sqlite/removals.h"
#include "backends/sqlite/rows.h"
#include "backends/sqlite/script.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

namespace lockdesk::sqlite {

namespace {

/// Every decision reads and writes the row in one BEGIN IMMEDIATE transaction, which excludes other writers.
class SqliteLocks final : public Locks, public OrderedList<LockRow>
{
public:
    explicit SqliteLocks(Connection& db) : m_db(db) {}
    Answer<Acquisition> acquire(const AcquireRequest& request) override;
    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override;
    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override;
    Answer<ForceAnswer> force_release(const ForceRelease& request) override;
    Answer<ForcePreview> preview_force_release(const ForceRelease& request) override;
    Answer<CoolingEnd> end_cooling(const EndCooling& request) override;
    Answer<ForcePreview> preview_end_cooling(const EndCooling& request) override;
    Answer<std::optional<LockRow>> find(const LockName& name) override;
    Answer<Page<LockRow>> list(const ListRequest& request) override;
    [[nodiscard]] std::span<const std::string_view> order_columns() const override
    {
        return order_columns_of(static_cast<const LockRow*>(nullptr));
    }

    Answer<OrderedPage<LockRow>> list_ordered(const OrderedRequest& request) override;
    Answer<std::int64_t> collect(Duration older_than) override;
    Answer<LockSweep> collect_some(Duration older_than, const std::string& after, std::int64_t limit) override;
    Answer<Done> announce_wait(const LockName& name, const OwnerId& owner, Duration at_most) override;
    Answer<Done> withdraw_wait(const LockName& name, const OwnerId& owner) override;
    Answer<Page<WaiterRow>> list_waiters(const ListRequest& request) override;

private:
    /// The columns of a row that decisions read.
    struct State
    {
        bool exists = false;
        std::string owner, requests;
        lock_rules::Lock numbers; ///< without its texts
        /// The texts are views of this state, which must not move meanwhile.
        [[nodiscard]] lock_rules::Lock lock() const;
    };
    State read_state(const LockName& name);
    Acquisition decide(const AcquireRequest& request);
    lock_rules::Ground read_ground(const LockName& name);
    void grant(const LockName& name, const State& state, const lock_rules::Decision<Acquisition>& decision);
    template <class T> void write(const LockName& name, lock_rules::Decision<T>& decision);
    template <class Rule> Answer<LeaseAnswer> changed(const LockName& name, Rule rule);
    std::vector<std::string> force_commands(const ForceRelease& request) const;
    std::vector<std::string> end_commands(const EndCooling& request) const;
    Answer<ForcePreview> preview(const LockName& name, std::vector<std::string> commands, bool may_run_twice);

    Connection& m_db;
    std::string m_last_refused; ///< lock that was busy at the last try: read it before taking the write lock
};

using lock_rules::Change;
using lock_rules::Decision;
using lock_rules::Lock;

// Capped at the last instant that a store writes.
std::string ending_after(const Connection& db, Duration span)
{
    return "min(" + db.now_text() + " + " + std::to_string(to_us(std::min(span, no_end))) + ", "
           + std::to_string(to_us(end_of_time)) + ")";
}

std::optional<std::int64_t> lease_us(const Lock& lock)
{
    return lock.lease ? std::optional(to_us(*lock.lease)) : std::nullopt;
}

} // namespace

Lock SqliteLocks::State::lock() const
{
    Lock lock = numbers;
    lock.owner = owner;
    lock.requests = requests;
    return lock;
}

SqliteLocks::State SqliteLocks::read_state(const LockName& name)
{
    State state;
    auto query = m_db.query("lock_find");
    query.bind(name.str());
    if (!query.step())
        return state;
    const auto time = [&](int column) {
        const auto us = query.maybe(column);
        return us ? std::optional(time_from_us(*us)) : std::nullopt;
    };
    state.exists = true;
    state.owner = query.text(0);
    state.requests = query.text(7);
    Lock& lock = state.numbers;
    lock.token = FencingToken{query.number(1)};
    lock.holds = query.number(2);
    if (const auto us = query.maybe(3))
        lock.lease = Duration{*us};
    lock.acquired_at = time(4);
    lock.expires_at = time(5);
    lock.cooling_until = time(6);
    return state;
}

Answer<Acquisition> SqliteLocks::acquire(const AcquireRequest& request)
{
    // A refused caller retries again and again: reading first avoids taking the write lock from others.
    if (m_last_refused == request.name.str()) {
        auto looked = m_db.run<std::optional<Acquisition>>(Mode::read, [&]() -> std::optional<Acquisition> {
            const auto state = read_state(request.name);
            return state.owner == request.owner.str() ? std::nullopt : lock_rules::refusal(state.lock(), m_db.store_time());
        });
        if (!looked)
            return looked.failure();
        if (*looked)
            return Answer<Acquisition>(std::move(**looked), looked.store_time());
    }
    auto answer = m_db.run<Acquisition>(Mode::write, [&] { return decide(request); });
    if (answer && answer->result == AcquireResult::acquired)
        m_last_refused.clear();
    else if (answer)
        m_last_refused = request.name.str();
    return answer;
}

Acquisition SqliteLocks::decide(const AcquireRequest& request)
{
    const auto state = read_state(request.name);
    const Lock lock = state.lock();
    const auto now = m_db.store_time();
    const auto ground = lock_rules::is_granted(lock, now) ? read_ground(request.name) : lock_rules::Ground{};
    auto decision = lock_rules::acquire(lock, request, now, ground);
    if (is_used_up(decision))
        throw StoreError{lock_rules::used_up_failure()};
    if (decision.change == Change::grant)
        grant(request.name, state, decision);
    else
        write(request.name, decision);
    return std::move(decision.answer);
}

lock_rules::Ground SqliteLocks::read_ground(const LockName& name)
{
    auto query = m_db.query("lock_ground");
    query.bind(name.str());
    query.step();
    // Tables of SQLite take any type, and a token granted without the number could be below an earlier one.
    constexpr std::array<const char*, 3> columns{"token_base in the table meta", "token_floor in the table meta",
                                                 "largest of its fence"};
    for (int i = 0; i < 3; ++i)
        if (!query.is_null(i) && !query.is_whole(i))
            throw StoreError{Failure::unavailable(std::string("the number ") + columns[std::size_t(i)]
                                                  + " is not a whole number; nothing was granted. Correct it")
                                 .in_statement("lock_acquire")};
    return {query.maybe(0).value_or(0), query.maybe(1).value_or(0), query.maybe(2).value_or(0)};
}

void SqliteLocks::grant(const LockName& name, const State& state, const Decision<Acquisition>& decision)
{
    const Lock& after = decision.after;
    m_db.change(state.exists ? "lock_acquire" : "lock_acquire_first", name.str(), std::string(after.owner), lease_us(after),
                after.acquired_at, after.expires_at, decision.mark, m_db.stamp(), after.token);
}

// Each statement writes only the columns of its change.
template <class T> void SqliteLocks::write(const LockName& name, Decision<T>& decision)
{
    const Lock& after = decision.after;
    const auto& text = name.str();
    switch (decision.change) {
    case Change::reenter:
        m_db.change("lock_acquire_again", text, after.holds, lease_us(after), after.expires_at,
                    std::move(decision).requests(), m_db.stamp());
        break;
    case Change::renew:
        m_db.change("lock_renew", text, lease_us(after), after.renewed_at, after.expires_at, m_db.stamp());
        break;
    case Change::unhold:
        m_db.change("lock_release_one", text, after.holds, std::move(decision).requests(), m_db.stamp());
        break;
    case Change::vacate: m_db.change("lock_release", text, after.cooling_until, after.released_at, m_db.stamp()); break;
    case Change::grant:
    case Change::none: break;
    }
}

template <class Rule> Answer<LeaseAnswer> SqliteLocks::changed(const LockName& name, Rule rule)
{
    return m_db.run<LeaseAnswer>(Mode::write, [&] {
        const auto state = read_state(name);
        auto decision = rule(state.lock(), m_db.store_time());
        write(name, decision);
        return std::move(decision.answer);
    });
}

Answer<LeaseAnswer> SqliteLocks::renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease)
{
    return changed(name, [&](const Lock& lock, TimePoint now) { return lock_rules::renew(lock, owner, token, lease, now); });
}

Answer<LeaseAnswer> SqliteLocks::release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least)
{
    return changed(name,
                   [&](const Lock& lock, TimePoint now) { return lock_rules::release(lock, owner, token, at_least, now); });
}

std::vector<std::string> SqliteLocks::force_commands(const ForceRelease& request) const
{
    const bool hold_off = request.hold_off > Duration{0};
    const auto equal = [](const char* column, const std::optional<TimePoint>& t) {
        return t ? std::string(" AND ") + column + " = " + std::to_string(to_us(*t)) : std::string{};
    };
    return script_commands(m_db, "lock_force_release",
                           {{"{cooling}", hold_off ? ending_after(m_db, request.hold_off) : "NULL"},
                            {"{and_acquired}", equal("acquired_at", request.if_acquired_at)},
                            {"{and_expires}", equal("expires_at", request.if_expires_at)},
                            {":name", literal(request.name.str())},
                            {":owner", literal(request.if_owner.str())},
                            {":token", std::to_string(request.if_token.number())},
                            {":reason", literal(request.reason)},
                            {":who", literal(request.who)},
                            {":evidence", literal(evidence_json(request.seen))},
                            {":command", literal(command_line(request))},
                            {":action", hold_off ? "'hold-off'" : "'force-release'"}});
}

Answer<ForceAnswer> SqliteLocks::force_release(const ForceRelease& request)
{
    const auto commands = force_commands(request);
    return m_db.run<ForceAnswer>(Mode::write, [&] {
        ForceAnswer answer;
        const bool released = run_script(m_db, commands, "lock_force_release") == 1;
        const auto state = read_state(request.name);
        const Lock lock = state.lock();
        if (!released) {
            answer.holder = lock_rules::holder_of(lock.owner, lock.token, lock.expires_at, m_db.store_time());
            return answer;
        }
        answer.result = ForceResult::released;
        answer.token = lock.token;
        answer.expires_at = lock.cooling_until;
        return answer;
    });
}

Answer<ForcePreview> SqliteLocks::preview(const LockName& name, std::vector<std::string> commands, bool may_run_twice)
{
    return m_db.run<ForcePreview>(Mode::read, [&] {
        ForcePreview preview;
        preview.commands = commands;
        preview.may_run_twice = may_run_twice;
        auto waiters = m_db.query("wait_count");
        waiters.bind(name.str());
        preview.wakes = waiters.step() ? waiters.number(0) : 0;
        return preview;
    });
}

Answer<ForcePreview> SqliteLocks::preview_force_release(const ForceRelease& request)
{
    return preview(request.name, force_commands(request), true);
}

std::vector<std::string> SqliteLocks::end_commands(const EndCooling& request) const
{
    return script_commands(m_db, "lock_end_cooling",
                           {{":name", literal(request.name.str())},
                            {":token", std::to_string(request.if_token.number())},
                            {":until", std::to_string(to_us(request.if_cooling_until))},
                            {":reason", literal(request.reason)},
                            {":who", literal(request.who)},
                            {":evidence", literal(evidence_json(request.seen))},
                            {":command", literal(command_line(request))}});
}

Answer<CoolingEnd> SqliteLocks::end_cooling(const EndCooling& request)
{
    const auto commands = end_commands(request);
    return m_db.run<CoolingEnd>(Mode::write, [&] {
        CoolingEnd answer;
        if (run_script(m_db, commands, "lock_end_cooling") == 1) {
            answer.result = ForceResult::released;
            return answer;
        }
        const auto state = read_state(request.name);
        const Lock lock = state.lock();
        answer.holder = lock_rules::holder_of(lock.owner, lock.token, lock.expires_at, m_db.store_time());
        if (lock_rules::is_cooling(lock, m_db.store_time()))
            answer.cooling_until = lock.cooling_until;
        return answer;
    });
}

Answer<ForcePreview> SqliteLocks::preview_end_cooling(const EndCooling& request)
{
    return preview(request.name, end_commands(request), false);
}

Answer<std::optional<LockRow>> SqliteLocks::find(const LockName& name)
{
    return m_db.run<std::optional<LockRow>>(Mode::read, [&]() -> std::optional<LockRow> {
        const ListStatement statement(m_db, lock_shape(), Filter({{"name", FilterTerm::Op::equals, name.str(), false}}));
        auto query = statement.rows("k.name", 1);
        return query.step() ? std::optional(read_lock(query, Raw::with)) : std::nullopt;
    });
}

Answer<Page<LockRow>> SqliteLocks::list(const ListRequest& request)
{
    return m_db.run<Page<LockRow>>(Mode::snapshot, [&] {
        return list_page<LockRow>(m_db, lock_shape(), request, [](const Query& q) { return read_lock(q, Raw::doubtful); });
    });
}

Answer<OrderedPage<LockRow>> SqliteLocks::list_ordered(const OrderedRequest& request)
{
    if (auto wrong = check_order(order_columns(), request))
        return *wrong;
    return m_db.run<OrderedPage<LockRow>>(Mode::snapshot, [&] {
        return list_page<LockRow>(m_db, lock_shape(), request, [](const Query& q) { return read_lock(q, Raw::doubtful); });
    });
}

Answer<std::int64_t> SqliteLocks::collect(Duration older_than) { return collect_in_steps(*this, older_than); }

Answer<LockSweep> SqliteLocks::collect_some(Duration older_than, const std::string& after, std::int64_t limit)
{
    return m_db.run<LockSweep>(Mode::write, [&] {
        LockSweep sweep;
        std::int64_t looked = 0;
        {
            auto page = m_db.query("lock_collect_page");
            page.bind(after).bind(limit);
            if (!page.step() || page.is_null(0))
                return sweep;
            sweep.next = page.text(0);
            looked = page.number(1);
        }
        m_db.change("lock_collect_floor", older_than, after, sweep.next);
        sweep.removed = m_db.change("lock_collect", older_than, after, sweep.next);
        forget_old_removals(m_db);
        if (looked < limit)
            sweep.next.clear();
        return sweep;
    });
}

Answer<Done> SqliteLocks::announce_wait(const LockName& name, const OwnerId& owner, Duration at_most)
{
    return m_db.run<Done>(Mode::write, [&] {
        m_db.change("wait_prune", name.str());
        if (at_most <= Duration{0}) {
            m_db.change("wait_withdraw", name.str(), owner.str());
            return Done{};
        }
        const auto until = add(m_db.store_time(), at_most);
        m_db.change("wait_announce", name.str(), owner.str(), until, m_db.stamp());
        return Done{};
    });
}

Answer<Done> SqliteLocks::withdraw_wait(const LockName& name, const OwnerId& owner)
{
    return m_db.run<Done>(Mode::write, [&] {
        m_db.change("wait_withdraw", name.str(), owner.str());
        return Done{};
    });
}

Answer<Page<WaiterRow>> SqliteLocks::list_waiters(const ListRequest& request)
{
    return m_db.run<Page<WaiterRow>>(Mode::snapshot,
                                     [&] { return list_page<WaiterRow>(m_db, waiter_shape(), request, read_waiter); });
}

std::unique_ptr<Locks> make_locks(Connection& db) { return std::make_unique<SqliteLocks>(db); }

} // namespace lockdesk::sqlite
