// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/locks.h"

#include "backends/engine/text.h"
#include "backends/postgres/listing.h"
#include "backends/postgres/rows.h"

namespace lockdesk::postgres {

namespace {

// Columns of lockdesk_acquire, lockdesk_renew and lockdesk_release.
enum Column { now_at, result_at, owner_at, token_at, holds_at, extended_at, acquired_at, expires_at };

// Somebody whose lease is over holds nothing.
std::optional<Holder> holder_in(const Result& r)
{
    const auto expires = r.time(0, expires_at);
    if (r.text(0, owner_at).empty() || (expires && *expires <= r.time(0, now_at)))
        return std::nullopt;
    return Holder{std::string(r.text(0, owner_at)), FencingToken{r.number(0, token_at)}, expires};
}

LeaseAnswer lease_answer(const Result& r)
{
    LeaseAnswer answer;
    for (const auto result : {LeaseResult::renewed, LeaseResult::released, LeaseResult::still_held, LeaseResult::cooling,
                              LeaseResult::not_owner, LeaseResult::stale, LeaseResult::expired})
        if (r.text(0, result_at) == word(result))
            answer.result = result;
    answer.holder = holder_in(r);
    const bool refused = answer.result == LeaseResult::not_owner || answer.result == LeaseResult::stale
                         || answer.result == LeaseResult::expired;
    if (refused)
        return answer;
    answer.holds = r.number(0, holds_at);
    answer.extended = r.boolean(0, extended_at);
    answer.acquired_at = r.time(0, acquired_at);
    answer.expires_at = r.time(0, expires_at);
    return answer;
}

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
    const Result& r = *answer;
    Acquisition out;
    const auto result = r.text(0, result_at);
    out.result = result == "acquired" ? AcquireResult::acquired
                 : result == "busy"   ? AcquireResult::busy
                                      : AcquireResult::cooling;
    out.expires_at = r.time(0, expires_at);
    out.holder = holder_in(r);
    if (out.result == AcquireResult::acquired) {
        out.token = FencingToken{r.number(0, token_at)};
        out.holds = r.number(0, holds_at);
        out.extended = r.boolean(0, extended_at);
        out.acquired_at = r.time(0, acquired_at);
        m_link.hint_taken(Entity::lock, request.name.str());
    }
    return {out, answer.store_time()};
}

Answer<LeaseAnswer> PostgresLocks::renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease)
{
    Params params;
    params.text(name.str()).text(owner.str()).number(token.number()).duration(lease);
    const auto answer = m_link.run("renew", params, Effect::write);
    if (!answer)
        return answer.failure();
    return {lease_answer(*answer), answer.store_time()};
}

Answer<LeaseAnswer> PostgresLocks::release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least)
{
    Params params;
    params.text(name.str()).text(owner.str()).number(token.number()).duration(at_least);
    const auto answer = m_link.run("release", params, Effect::write);
    if (!answer)
        return answer.failure();
    auto out = lease_answer(*answer);
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

Answer<std::int64_t> PostgresLocks::collect(Duration older_than)
{
    Params params;
    params.duration(older_than);
    const auto answer = m_link.run("lock_collect", params, Effect::write);
    if (!answer)
        return answer.failure();
    if (answer->number(0, 1) > 0)
        m_link.hint_observers(Entity::lock);
    return {answer->number(0, 1), answer.store_time()};
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
