// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/locks.h"

#include "backends/engine/text.h"
#include "backends/mariadb/listing.h"
#include "backends/mariadb/rows.h"
#include "backends/sql/lock_answers.h"

namespace lockdesk::mariadb {

namespace {

const Listing<LockRow>& lock_listing()
{
    static const Listing<LockRow> listing{"lock_list",
                                          "locks",
                                          "k.name",
                                          "k.name",
                                          false,
                                          {{"name", "k.name"}, {"id", "k.name"}, {"owner", "k.owner"}},
                                          [](const Result& r, int row) { return lock_row(r, row); },
                                          [](const Result& r, int row) { return literal(r.text(row, 1)); }};
    return listing;
}

} // namespace

Answer<Acquisition> MariaDbLocks::acquire(const AcquireRequest& request)
{
    Values values;
    values.text("name", request.name.str())
        .text("owner", request.owner.str())
        .number("lease", request.lease.count())
        .text("mark", request_mark(request.request.str()));
    const auto answer = m_link.run_prepared("acquire", values, Effect::write);
    if (!answer)
        return answer.failure();
    return {sql::acquisition(answer->last()), answer.store_time()};
}

Answer<LeaseAnswer> MariaDbLocks::renew(const LockName& name, const OwnerId& owner, FencingToken token, Duration lease)
{
    Values values;
    values.text("name", name.str()).text("owner", owner.str()).number("token", token.number());
    values.number("lease", lease.count());
    const auto answer = m_link.run_prepared("renew", values, Effect::write);
    if (!answer)
        return answer.failure();
    return {sql::lease_answer(answer->last()), answer.store_time()};
}

Answer<LeaseAnswer> MariaDbLocks::release(const LockName& name, const OwnerId& owner, FencingToken token, Duration at_least)
{
    Values values;
    values.text("name", name.str()).text("owner", owner.str()).number("token", token.number());
    values.number("at_least", at_least.count());
    const auto answer = m_link.run_prepared("release", values, Effect::write);
    if (!answer)
        return answer.failure();
    auto out = sql::lease_answer(answer->last());
    return {std::move(out), answer.store_time()};
}

Answer<std::optional<LockRow>> MariaDbLocks::find(const LockName& name)
{
    Values values;
    values.sql("name", literal(name.str())); // also one by others' hands, whatever its bytes
    const auto answer = m_link.run("lock_find", values, Effect::read);
    if (!answer)
        return answer.failure();
    if (answer->last().is_null(0, 1))
        return {std::optional<LockRow>{}, answer.store_time()};
    return {std::optional(lock_row(answer->last(), 0, 1, Raw::with)), answer.store_time()};
}

Answer<Page<LockRow>> MariaDbLocks::list(const ListRequest& request) { return list_rows(m_link, lock_listing(), request); }

Answer<std::int64_t> MariaDbLocks::collect(Duration older_than) { return collect_in_steps(*this, older_than); }

Answer<LockSweep> MariaDbLocks::collect_some(Duration older_than, const std::string& after, std::int64_t limit)
{
    Values values;
    values.text("after", after).number("limit", limit);
    values.number("older", older_than.count()).sql("prune", m_link.text("prune", {}));
    const auto answer = m_link.run("lock_collect", values, Effect::write);
    if (!answer)
        return answer.failure();
    LockSweep sweep{answer->last().number(0, 1), {}};
    if (answer->last().number(0, 2) >= limit)
        sweep.next = answer->last().text(0, 3);
    return {std::move(sweep), answer.store_time()};
}

Answer<Done> MariaDbLocks::announce_wait(const LockName& name, const OwnerId& owner, Duration at_most)
{
    if (at_most <= Duration{0})
        return withdraw_wait(name, owner);
    Values values;
    values.text("name", name.str()).text("owner", owner.str()).number("at_most", at_most.count());
    const auto answer = m_link.run("wait_announce", values, Effect::write);
    if (!answer)
        return answer.failure();
    return {Done{}, answer.store_time()};
}

Answer<Done> MariaDbLocks::withdraw_wait(const LockName& name, const OwnerId& owner)
{
    Values values;
    values.text("name", name.str()).text("owner", owner.str());
    const auto answer = m_link.run("wait_withdraw", values, Effect::write);
    if (!answer)
        return answer.failure();
    return {Done{}, answer.store_time()};
}

Answer<Page<WaiterRow>> MariaDbLocks::list_waiters(const ListRequest& request)
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

} // namespace lockdesk::mariadb
