// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/text.h"
#include "backends/mariadb/claim_guard.h"
#include "backends/mariadb/link.h"
#include "backends/mariadb/tasks.h"
#include "backends/sql/rows.h"

#include <algorithm>
#include <limits>

namespace lockdesk::mariadb {

namespace {

constexpr int version_tries = 20;
constexpr int was_locked_at = 18;                                      // after the columns of a task
constexpr auto everything = -std::numeric_limits<std::int64_t>::max(); // below every locked_at

// Returns the rows that carry the claim's id, in the order in which it took them.
std::vector<TaskRow> taken_rows(const Result& r, const OwnerId& owner)
{
    std::vector<std::pair<std::int64_t, TaskRow>> taken;
    if (r.columns() == 1) // only the clock
        return {};
    taken.reserve(static_cast<std::size_t>(r.rows()));
    for (int i = 0; i < r.rows(); ++i)
        if (r.text(i, 6) == owner.str())
            taken.emplace_back(r.number(i, was_locked_at), sql::task_row(r, i, 1, sql::Raw::without));
    std::sort(taken.begin(), taken.end(), [](const auto& a, const auto& b) {
        return std::tie(a.first, a.second.updated_at, a.second.id) < std::tie(b.first, b.second.updated_at, b.second.id);
    });
    std::vector<TaskRow> rows;
    rows.reserve(taken.size());
    for (auto& [at, row] : taken)
        rows.push_back(std::move(row));
    return rows;
}

Values claim_values(const ClaimRequest& request)
{
    Values values;
    values.text("kind", request.kind.str()).text("phase", request.phase.str()).text("owner", request.owner.str());
    values.text("claim", request.claim.str()).duration("timeout", request.lock_timeout).number("limit", request.limit);
    return values;
}

class TaskClaims
{
public:
    explicit TaskClaims(sql::Link& link) : m_link(link) {}
    using Claimed = Answer<std::vector<TaskRow>>;
    Claimed claim(const ClaimRequest& request);

private:
    Claimed claim_in_statement(const ClaimRequest& request);
    Claimed claim_first(const ClaimRequest& request, Values values);
    Claimed claim_one(const ClaimRequest& request, Values values, std::int64_t above);
    Claimed claim_in_steps(const ClaimRequest& request);
    Claimed claim_by_version(const ClaimRequest& request);
    Claimed look_and_take(const ClaimRequest& request, bool lock, bool version, bool* looked_empty = nullptr);

    sql::Link& m_link;
};

TaskClaims::Claimed TaskClaims::claim(const ClaimRequest& request)
{
    if (request.strategy == ClaimStrategy::atomic || request.strategy == ClaimStrategy::plain)
        return claim_in_statement(request);
    if (request.asking_again) {
        const auto found = m_link.run("task_by_claim", claim_values(request), Effect::read);
        if (!found)
            return found.failure();
        if (found->last().rows() > 0)
            return {taken_rows(found->last(), request.owner), found.store_time()};
    }
    return claim_in_steps(request);
}

// An UPDATE with a choice of rows would wait for locked ones. So a SELECT chooses and skips these, and an INSERT ... ON
// DUPLICATE KEY changes each existing row: one statement for the server. A claim of several tasks, or a repeated one, sends
// several statements in one message, so that no frozen program holds rows.
//
// Claims leave entries at the head of the index until the server purges them, hundreds under load, thousands while an old
// snapshot is open. A locking read is expensive at each of them, a dirty read is not: so a dirty read finds the first valid
// entry, and the claim begins there. Tasks that the dirty read misses are taken by uncommitted transactions; the claim
// would skip them.
TaskClaims::Claimed TaskClaims::claim_in_statement(const ClaimRequest& request)
{
    const bool fair = request.strategy == ClaimStrategy::atomic && (request.limit > 1 || request.returned_first);
    auto values = claim_values(request);
    if (request.limit == 1 && !request.asking_again) {
        if (fair)
            if (auto first = claim_one(request, values, 0); !first || !first->empty())
                return first;
        return claim_first(request, values);
    }
    auto returned = values;
    returned.number("n", 1).number("above", 0).number("count", std::max<std::int64_t>(1, request.limit / 4));
    auto rest = values;
    rest.number("n", 2).number("above", everything).sql("count", "v_limit");
    for (const auto& [part, statement] : {std::pair{"looks", "task_claim_look"}, {"passes", "task_claim_pass"}})
        values.sql(part, (fair ? m_link.text(statement, returned) + "\n    " : "") + m_link.text(statement, rest));
    if (request.asking_again)
        guard_claim(m_link, request.claim, "tasks", values);
    const auto answer = m_link.run("task_claim", values, Effect::write);
    if (!answer)
        return answer.failure();
    return {taken_rows(answer->set(0), request.owner), answer.store_time()};
}

// Cheaper than an inserting statement. It takes nothing if others have locked all rows with the first due task's locked_at.
TaskClaims::Claimed TaskClaims::claim_first(const ClaimRequest& request, Values values)
{
    const auto answer = m_link.run("task_claim_first", values.number("above", everything), Effect::write);
    if (!answer)
        return answer.failure();
    if (answer->last().rows() == 0)
        return claim_one(request, std::move(values), everything);
    return {taken_rows(answer->last(), request.owner), answer.store_time()};
}

// A read that finds nothing returns only the clock, after a write of no row (no task has the empty id), which fails in a
// session that must not write.
TaskClaims::Claimed TaskClaims::claim_one(const ClaimRequest& request, Values values, std::int64_t above)
{
    const auto answer = m_link.run("task_claim_one", values.number("above", above), Effect::write);
    if (!answer)
        return answer.failure();
    const Result& claimed = answer->set(0);
    if (claimed.rows() > 0)
        return {taken_rows(claimed, request.owner), answer.store_time()};
    const auto clock = m_link.run_literal("clock", m_link.expand("SELECT {now}"), Effect::read);
    if (!clock)
        return clock.failure();
    return {std::vector<TaskRow>{}, clock.store_time()};
}

TaskClaims::Claimed TaskClaims::claim_in_steps(const ClaimRequest& request)
{
    if (request.strategy == ClaimStrategy::skip_locked_2)
        return m_link.in_transaction<std::vector<TaskRow>>("task_claim",
                                                           [&] { return look_and_take(request, true, false); });
    if (request.strategy == ClaimStrategy::version)
        return claim_by_version(request);
    return look_and_take(request, false, false);
}

TaskClaims::Claimed TaskClaims::look_and_take(const ClaimRequest& request, bool lock, bool version, bool* looked_empty)
{
    auto values = claim_values(request);
    values.sql("lock", lock ? "FOR UPDATE SKIP LOCKED" : "");
    const auto seen = m_link.run("task_look", values, lock ? Effect::write : Effect::read);
    if (!seen)
        return seen.failure();
    const Result& r = seen->last();
    if (looked_empty)
        *looked_empty = r.rows() == 0;
    std::string ids;
    std::string versions;
    for (int i = 0; i < r.rows(); ++i) {
        const auto id = literal(r.text(i, 1));
        ids += (ids.empty() ? "" : ", ") + id;
        versions += (versions.empty() ? "(" : ", (") + id + ", " + std::to_string(r.number(i, 2)) + ", "
                    + std::to_string(r.number(i, 3)) + ")";
    }
    if (ids.empty())
        ids = "''"; // no task has this id; a session that must not write still fails
    std::string which = "id IN (" + ids + ")";
    if (version && !versions.empty())
        which += " AND (id, locked_at, token) IN (" + versions + ")";
    values.sql("which", which);
    const auto sql = m_link.text("task_take", values);
    const auto taken =
        m_link.run_literal("task_take", lock ? sql : "START TRANSACTION;\n" + sql + ";\nCOMMIT", Effect::write);
    if (!taken)
        return taken.failure();
    return {taken_rows(taken->set(0), request.owner), taken.store_time()};
}

// Takes tasks only as they were read; reads again when other claims were first with all of them.
TaskClaims::Claimed TaskClaims::claim_by_version(const ClaimRequest& request)
{
    for (int tries = 1;; ++tries) {
        bool nothing_due = false;
        auto taken = look_and_take(request, false, true, &nothing_due);
        if (!taken || !taken->empty() || nothing_due || tries == version_tries)
            return taken;
    }
}

} // namespace

Answer<std::vector<TaskRow>> claim_tasks(sql::Link& link, const ClaimRequest& request)
{
    return TaskClaims(link).claim(request);
}

} // namespace lockdesk::mariadb
