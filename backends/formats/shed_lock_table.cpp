// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/formats/shed_lock_table.h"

#include "backends/engine/contracts/bare_locks.h"

namespace lockdesk::shed_lock {

namespace {

// Most times a row is read again because another program changed it between read and write.
constexpr int most_rounds = 32;

class TableLocks final : public BareLocks
{
public:
    explicit TableLocks(std::unique_ptr<Table> table) : BareLocks(cannot_collect(), no_waiters()), m_table(std::move(table))
    {
    }

    // Creates the row first, already over: any reader may take it, and first acquirers always compete for a row.
    Answer<Acquisition> acquire(const AcquireRequest& request) override
    {
        if (auto failure = check(request.name))
            return *failure;
        const auto there = m_table->read(request.name, false);
        if (!there)
            return there.failure();
        if (!there->exists)
            if (const auto made = m_table->ensure(request.name, request.owner); !made)
                return made.failure();
        return decide<AcquireDecision>("shedlock_acquire", request.name, [&](const Row& row, TimePoint now) {
            return decide_acquire(row, request.owner, request.lease, now, m_table->latest());
        });
    }

    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override
    {
        if (auto failure = check(name))
            return *failure;
        return decide<LeaseDecision>("shedlock_decide", name, [&](const Row& row, TimePoint now) {
            return decide_renew(row, owner, token, lease, now, m_table->latest());
        });
    }

    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override
    {
        if (auto failure = check(name))
            return *failure;
        return decide<LeaseDecision>("shedlock_decide", name, [&](const Row& row, TimePoint now) {
            return decide_release(row, owner, token, at_least, now, m_table->latest());
        });
    }

    Answer<ForceAnswer> force_release(const ForceRelease& request) override
    {
        const auto text = command(request);
        if (!text)
            return text.failure();
        ForceAnswer answer;
        if (!text->empty()) {
            const auto changed = m_table->force(*text);
            if (!changed)
                return changed.failure();
            if (*changed)
                answer.result = ForceResult::released;
        }
        const auto row = m_table->read(request.name, false);
        if (!row)
            return row.failure();
        if (answer.result == ForceResult::changed)
            answer.holder = holder(*row, row.store_time().value_or(TimePoint{}));
        return {std::move(answer), row.store_time()};
    }

    Answer<ForcePreview> preview_force_release(const ForceRelease& request) override
    {
        const auto text = command(request);
        if (!text)
            return text.failure();
        ForcePreview preview;
        if (!text->empty())
            preview.commands = {*text};
        preview.protection = Protection::none;
        return {std::move(preview), text.store_time()};
    }

    Answer<CoolingEnd> end_cooling(const EndCooling&) override { return at_least_for_stays(); }

    Answer<std::optional<LockRow>> find(const LockName& name) override { return m_table->find(name); }
    Answer<Page<LockRow>> list(const ListRequest& request) override { return m_table->list(request); }

private:
    template <class Decision>
    auto decide(const char* statement, const LockName& name, const std::function<Decision(const Row&, TimePoint)>& how)
        -> Answer<decltype(Decision::answer)>
    {
        for (int round = 0; round < most_rounds; ++round) {
            std::optional<decltype(Decision::answer)> out;
            std::optional<TimePoint> now;
            const auto done = m_table->in_transaction(statement, [&]() -> Answer<Done> {
                out.reset();
                const auto row = m_table->read(name, true);
                if (!row)
                    return row.failure();
                now = row.store_time();
                auto decision = how(*row, now.value_or(TimePoint{}));
                if (decision.write) {
                    const auto written = m_table->write(name, *decision.write);
                    if (!written)
                        return written.failure();
                    if (!*written)
                        return Done{};
                }
                out = std::move(decision.answer);
                return Done{};
            });
            if (!done)
                return done.failure();
            if (out)
                return {std::move(*out), now};
        }
        return Failure::unavailable(
                   "Other programs kept changing the lock during the request. Nothing was changed. Try again.")
            .in_statement(statement)
            .try_again();
    }

    /// Returns an empty string if it is another lock by now.
    Answer<std::string> command(const ForceRelease& request)
    {
        if (auto failure = check(request.name))
            return *failure;
        if (request.hold_off > Duration{0})
            return no_hold_off();
        const auto row = m_table->read(request.name, false);
        if (!row)
            return row.failure();
        const auto now = row.store_time();
        if (!is_the_shown(*row, request, now.value_or(TimePoint{})))
            return {std::string(), now};
        return {m_table->force_command(request.name, request.if_owner), now};
    }

    std::unique_ptr<Table> m_table;
};

} // namespace

std::unique_ptr<Locks> make_table_locks(std::unique_ptr<Table> table)
{
    return std::make_unique<TableLocks>(std::move(table));
}

} // namespace lockdesk::shed_lock
