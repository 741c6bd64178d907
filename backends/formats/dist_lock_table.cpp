// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/formats/dist_lock_table.h"

#include "backends/engine/contracts/bare_locks.h"

namespace lockdesk::dist_lock {

namespace {

std::optional<Failure> refusal(const ForceRelease& request)
{
    if (auto failure = check(request.name))
        return failure;
    if (request.hold_off > Duration{0})
        return no_cooling();
    return std::nullopt;
}

class TableLocks final : public BareLocks
{
public:
    explicit TableLocks(std::unique_ptr<Table> table) : BareLocks(cannot_collect(), no_waiters()), m_table(std::move(table))
    {
    }

    Answer<Acquisition> acquire(const AcquireRequest& request) override
    {
        if (auto failure = check(request.name, request.owner))
            return *failure;
        Acquisition out;
        std::optional<TimePoint> now;
        const auto done = m_table->in_transaction("dist_lock_acquire", [&]() -> Answer<Done> {
            for (;;) {
                const auto row = m_table->read(request.name, true);
                if (!row)
                    return row.failure();
                now = row.store_time();
                auto decision =
                    decide_acquire(*row, request.owner, request.lease, now.value_or(TimePoint{}), m_table->column());
                const auto written = m_table->write(decision.write, request.name, request.owner.str(), decision.expiry);
                if (!written)
                    return written.failure();
                // Another first acquirer was faster: its row decides.
                if (decision.write == Write::insert && *written == 0)
                    continue;
                out = std::move(decision.answer);
                return Done{};
            }
        });
        if (!done)
            return done.failure();
        return {std::move(out), now};
    }

    Answer<LeaseAnswer> renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease) override
    {
        return decide(name, owner, [&](const Row& row, TimePoint now) {
            return decide_renew(row, owner, token, lease, now, m_table->column());
        });
    }

    Answer<LeaseAnswer> release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least) override
    {
        if (at_least > Duration{0})
            return no_cooling();
        return decide(name, owner, [&](const Row& row, TimePoint now) { return decide_release(row, owner, token, now); });
    }

    Answer<ForceAnswer> force_release(const ForceRelease& request) override
    {
        if (auto failure = refusal(request))
            return *failure;
        ForceAnswer answer;
        if (request.if_token == FencingToken{}) {
            const auto changed = m_table->force(m_table->force_command(request));
            if (!changed)
                return changed.failure();
            if (*changed > 0)
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
        if (auto failure = refusal(request))
            return *failure;
        ForcePreview preview;
        preview.commands = {m_table->force_command(request)};
        preview.protection = Protection::none;
        return preview;
    }

    Answer<std::optional<LockRow>> find(const LockName& name) override { return m_table->find(name); }
    Answer<Page<LockRow>> list(const ListRequest& request) override { return m_table->list(request); }

private:
    Answer<LeaseAnswer> decide(const LockName& name, const OwnerId& owner,
                               const std::function<LeaseDecision(const Row&, TimePoint)>& how)
    {
        if (auto failure = check(name, owner))
            return *failure;
        LeaseAnswer out;
        std::optional<TimePoint> now;
        const auto done = m_table->in_transaction("dist_lock_decide", [&]() -> Answer<Done> {
            const auto row = m_table->read(name, true);
            if (!row)
                return row.failure();
            now = row.store_time();
            auto decision = how(*row, now.value_or(TimePoint{}));
            if (const auto written = m_table->write(decision.write, name, owner.str(), decision.expiry); !written)
                return written.failure();
            out = std::move(decision.answer);
            return Done{};
        });
        if (!done)
            return done.failure();
        return {std::move(out), now};
    }

    std::unique_ptr<Table> m_table;
};

} // namespace

std::unique_ptr<Locks> make_table_locks(std::unique_ptr<Table> table)
{
    return std::make_unique<TableLocks>(std::move(table));
}

} // namespace lockdesk::dist_lock
