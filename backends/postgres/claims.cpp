// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/text.h"
#include "backends/postgres/claim_lock.h"
#include "backends/postgres/link.h"
#include "backends/postgres/tasks.h"
#include "backends/sql/rows.h"

#include <algorithm>

namespace lockdesk::postgres {

namespace {

constexpr int version_tries = 20;

struct Taken
{
    TaskRow row;
    std::int64_t was_locked_at = 0;
};

// Sorts the rows of task_claim_plain, task_claim_fair and task_take in the claim's order: RETURNING has none.
std::vector<TaskRow> taken_rows(const Result& r, const ClaimRequest& request)
{
    enum {
        now_at,
        timeout_at,
        max_failures_at,
        id_at,
        desired_at,
        payload_at,
        token_at,
        updated_at,
        created_at,
        claims_at,
        takeovers_at,
        failures_at,
        error_at,
        was_locked_at
    };
    std::vector<Taken> taken;
    taken.reserve(static_cast<std::size_t>(r.rows()));
    const auto now = r.time(0, now_at).value_or(TimePoint{});
    for (int i = 0; i < r.rows(); ++i) {
        if (r.is_null(i, id_at))
            continue;
        Taken& t = taken.emplace_back();
        t.row.id = r.text(i, id_at);
        t.row.kind = request.kind.str();
        t.row.phase = request.phase.str();
        if (const auto desired = parse_desired_state(r.text(i, desired_at)))
            t.row.desired_state = *desired;
        t.row.payload = r.text(i, payload_at);
        t.row.owner = request.owner.str();
        t.row.token = FencingToken{r.number(i, token_at)};
        t.row.claim_id = request.claim.str();
        t.row.locked_at = now;
        t.row.updated_at = time_from_us(r.number(i, updated_at));
        t.row.created_at = time_from_us(r.number(i, created_at));
        t.row.claims = r.number(i, claims_at);
        t.row.takeovers = r.number(i, takeovers_at);
        t.row.failures = r.number(i, failures_at);
        t.row.last_error = r.text(i, error_at);
        t.row.lock_timeout = Duration{r.number(0, timeout_at)};
        t.row.max_failures = r.number(0, max_failures_at);
        t.was_locked_at = r.number(i, was_locked_at);
    }
    std::sort(taken.begin(), taken.end(), [](const Taken& a, const Taken& b) {
        return std::tie(a.was_locked_at, a.row.updated_at, a.row.id) < std::tie(b.was_locked_at, b.row.updated_at, b.row.id);
    });
    std::vector<TaskRow> rows;
    rows.reserve(taken.size());
    for (auto& t : taken)
        rows.push_back(std::move(t.row));
    return rows;
}

Values claim_values(const ClaimRequest& request)
{
    Values values;
    values.text("kind", request.kind.str()).text("phase", request.phase.str()).text("owner", request.owner.str());
    return values.text("claim", request.claim.str());
}

class TaskClaims
{
public:
    explicit TaskClaims(sql::Link& link) : m_link(link) {}
    using Claimed = Answer<std::vector<TaskRow>>;
    Claimed claim_once(const ClaimRequest& request);
    Claimed claim_again(const ClaimRequest& request);

private:
    Claimed claim_in_statement(const ClaimRequest& request);
    Answer<Reply> look(const ClaimRequest& request, std::int64_t limit, const std::string& lock);
    Claimed look_and_take(const ClaimRequest& request, const std::string& lock, const std::string& version);
    Claimed claim_by_version(const ClaimRequest& request);

    sql::Link& m_link;
};


TaskClaims::Claimed TaskClaims::claim_once(const ClaimRequest& request)
{
    switch (request.strategy) {
    case ClaimStrategy::atomic:
    case ClaimStrategy::plain: return claim_in_statement(request);
    case ClaimStrategy::skip_locked_2:
        return m_link.in_transaction<std::vector<TaskRow>>(
            "task_claim", [&] { return look_and_take(request, "FOR UPDATE SKIP LOCKED", {}); });
    case ClaimStrategy::version: return claim_by_version(request);
    case ClaimStrategy::none: return look_and_take(request, {}, {});
    }
    return std::vector<TaskRow>{};
}

// The limit is a literal: the planner guesses a tenth of the table for a parameter.
TaskClaims::Claimed TaskClaims::claim_in_statement(const ClaimRequest& request)
{
    const bool fair = request.strategy == ClaimStrategy::atomic && (request.limit > 1 || request.returned_first);
    auto values = claim_values(request);
    values.duration("timeout", request.lock_timeout).sql("limit", std::to_string(request.limit));
    if (fair)
        values.sql("quota", std::to_string(std::max<std::int64_t>(1, request.limit / 4)));
    const auto answer = m_link.run(fair ? "task_claim_fair" : "task_claim_plain", values, Effect::write);
    if (!answer)
        return answer.failure();
    return {taken_rows(*answer, request), answer.store_time()};
}

// Callers with the same claim id wait for each other; then the rows of the first are visible, or it took none.
TaskClaims::Claimed TaskClaims::claim_again(const ClaimRequest& request)
{
    const auto find_or_claim = [&]() -> Claimed {
        Values claim;
        claim.text("claim", request.claim.str());
        const auto found = m_link.run("task_by_claim", claim, Effect::read);
        if (!found)
            return found.failure();
        std::vector<TaskRow> rows;
        bool used = false;
        for (int i = 0; i < found->rows(); ++i) {
            if (found->is_null(i, 1))
                continue;
            used = true;
            auto row = sql::task_row(*found, i, 1, sql::Raw::without);
            if (row.owner == request.owner.str())
                rows.push_back(std::move(row));
        }
        if (!used) {
            auto again = request;
            again.asking_again = false;
            if (again.strategy == ClaimStrategy::skip_locked_2)
                return look_and_take(again, "FOR UPDATE SKIP LOCKED", {});
            return claim_once(again);
        }
        std::sort(rows.begin(), rows.end(), [](const TaskRow& a, const TaskRow& b) {
            return std::tie(a.updated_at, a.id) < std::tie(b.updated_at, b.id);
        });
        return {std::move(rows), found.store_time()};
    };
    return m_link.in_transaction<std::vector<TaskRow>>("task_claim", [&]() -> Claimed {
        if (const auto locked = lock_claim(m_link, request.claim); !locked)
            return locked.failure();
        return find_or_claim();
    });
}

Answer<Reply> TaskClaims::look(const ClaimRequest& request, std::int64_t limit, const std::string& lock)
{
    Values due;
    due.text("kind", request.kind.str()).text("phase", request.phase.str()).duration("timeout", request.lock_timeout);
    due.sql("limit", std::to_string(limit)).sql("lock", lock);
    return m_link.run("task_look", due, lock.empty() ? Effect::read : Effect::write);
}

TaskClaims::Claimed TaskClaims::look_and_take(const ClaimRequest& request, const std::string& lock,
                                              const std::string& version)
{
    const auto seen = look(request, request.limit, lock);
    if (!seen)
        return seen.failure();
    std::vector<std::string> ids;
    std::vector<std::int64_t> stamps;
    std::vector<std::int64_t> tokens;
    for (int i = 0; i < seen->rows(); ++i) {
        ids.emplace_back(seen->text(i, 1));
        stamps.push_back(seen->number(i, 2));
        tokens.push_back(seen->number(i, 3));
    }
    auto values = claim_values(request);
    values.text("ids", array_of(ids)).text("stamps", array_of(stamps)).text("tokens", array_of(tokens));
    const auto taken = m_link.run("task_take", values.sql("version", version), Effect::write);
    if (!taken)
        return taken.failure();
    return {taken_rows(*taken, request), taken.store_time()};
}

// Takes tasks only as they were read; reads again when other claims were first with all of them.
TaskClaims::Claimed TaskClaims::claim_by_version(const ClaimRequest& request)
{
    for (int tries = 1;; ++tries) {
        auto taken = look_and_take(request, {}, "AND coalesce(t.token, 0) = c.token AND t.locked_at = c.locked_at");
        if (!taken || !taken->empty() || tries == version_tries)
            return taken;
        const auto seen = look(request, 1, {});
        if (!seen)
            return seen.failure();
        if (seen->rows() == 0)
            return taken;
    }
}

} // namespace

Answer<Reply> lock_claim(sql::Link& link, const ClaimId& claim)
{
    const auto key = advisory_key(claim.str());
    Values halves;
    halves.number("high", static_cast<std::int32_t>(key >> 32)).number("low", static_cast<std::int32_t>(key));
    return link.run("claim_guard", halves, Effect::write);
}

Answer<std::vector<TaskRow>> claim_tasks(sql::Link& link, const ClaimRequest& request)
{
    TaskClaims claims(link);
    auto answer = request.asking_again ? claims.claim_again(request) : claims.claim_once(request);
    if (answer && !answer->empty())
        link.hint_observers(Entity::task);
    return answer;
}

} // namespace lockdesk::postgres
