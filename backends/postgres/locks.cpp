// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/locks.h"

#include "backends/engine/text.h"
#include "backends/postgres/listing.h"
#include "backends/postgres/rows.h"
#include "backends/sql/lock_answers.h"

namespace lockdesk::postgres {

namespace {

const Listing<LockRow>& lock_listing()
{
    static const Listing<LockRow> listing{"lock_list",
                                          "lockdesk_locks",
                                          "k.name",
                                          "k.name",
                                          false,
                                          {{"name", "k.name"}, {"id", "k.name"}, {"owner", "k.owner"}},
                                          [](const Result& r, int row) { return lock_row(r, row); },
                                          [](const Result& r, int row) { return literal(r.text(row, 1)); }};
    return listing;
}

} // namespace

Answer<Acquisition> PostgresLocks::acquire(const AcquireRequest& request)
{
    Params params;
    params.text(request.name.str())
        .text(request.owner.str())
        .duration(request.lease)
        .text(request_mark(request.request.str()));
    const auto answer = m_link.run("acquire", params, Effect::write);
    if (!answer)
        return answer.failure();
    const auto out = sql::acquisition(*answer);
    if (out.result == AcquireResult::acquired)
        m_link.hint_taken(Entity::lock, request.name.str());
    return {out, answer.store_time()};
}

Answer<LeaseAnswer> PostgresLocks::renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease)
{
    Params params;
    params.text(name.str()).text(owner.str()).number(token.number()).duration(lease);
    const auto answer = m_link.run("renew", params, Effect::write);
    if (!answer)
        return answer.failure();
    return {sql::lease_answer(*answer), answer.store_time()};
}

Answer<LeaseAnswer> PostgresLocks::release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least)
{
    Params params;
    params.text(name.str()).text(owner.str()).number(token.number()).duration(at_least);
    const auto answer = m_link.run("release", params, Effect::write);
    if (!answer)
        return answer.failure();
    auto out = sql::lease_answer(*answer);
    if (out.result == LeaseResult::released || out.result == LeaseResult::cooling)
        m_link.hint(Entity::lock, name.str());
    return {std::move(out), answer.store_time()};
}

Answer<std::optional<LockRow>> PostgresLocks::find(const LockName& name)
{
    Params params;
    params.text(name.str());
    const auto answer = m_link.run("lock_find", params, Effect::read);
    if (!answer)
        return answer.failure();
    if (answer->is_null(0, 1))
        return {std::optional<LockRow>{}, answer.store_time()};
    return {std::optional(lock_row(*answer, 0, 1, Raw::with)), answer.store_time()};
}

Answer<Page<LockRow>> PostgresLocks::list(const ListRequest& request) { return list_rows(m_link, lock_listing(), request); }

Answer<std::int64_t> PostgresLocks::collect(Duration older_than) { return collect_in_steps(*this, older_than); }

Answer<LockSweep> PostgresLocks::collect_some(Duration older_than, const std::string& after, std::int64_t limit)
{
    Params params;
    params.duration(older_than).text(after).number(limit);
    const auto answer = m_link.run("lock_collect", params, Effect::write);
    if (!answer)
        return answer.failure();
    if (answer->number(0, 1) > 0)
        m_link.hint_observers(Entity::lock);
    LockSweep sweep{answer->number(0, 1), {}};
    if (answer->number(0, 5) >= limit)
        sweep.next = answer->text(0, 4);
    return {std::move(sweep), answer.store_time()};
}

Answer<Done> PostgresLocks::announce_wait(const LockName& name, const OwnerId& owner, Duration at_most)
{
    if (at_most <= Duration{0})
        return withdraw_wait(name, owner);
    Params params;
    params.text(name.str()).text(owner.str()).duration(at_most);
    const auto answer = m_link.run("wait_announce", params, Effect::write);
    if (!answer)
        return answer.failure();
    m_link.hint_observers(Entity::waiter);
    return {Done{}, answer.store_time()};
}

Answer<Done> PostgresLocks::withdraw_wait(const LockName& name, const OwnerId& owner)
{
    Params params;
    params.text(name.str()).text(owner.str());
    const auto answer = m_link.run("wait_withdraw", params, Effect::write);
    if (!answer)
        return answer.failure();
    m_link.hint_observers(Entity::waiter);
    return {Done{}, answer.store_time()};
}

Answer<Page<WaiterRow>> PostgresLocks::list_waiters(const ListRequest& request)
{
    static const Listing<WaiterRow> listing{
        "wait_list",
        "",
        "k.name, k.owner",
        "(k.name, k.owner)",
        false,
        {{"name", "k.name"}, {"id", "k.name"}, {"owner", "k.owner"}},
        [](const Result& r, int row) { return waiter_row(r, row); },
        [](const Result& r, int row) { return "(" + literal(r.text(row, 1)) + ", " + literal(r.text(row, 2)) + ")"; }};
    return list_rows(m_link, listing, request);
}

} // namespace lockdesk::postgres
