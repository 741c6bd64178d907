// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/task_claims.h"

#include "backends/redis/decode.h"
#include "backends/redis/spans.h"

#include <algorithm>
#include <tuple>

namespace lockdesk::redis {

namespace {

// Number of reads of the strategy `version` when other claims are faster.
constexpr int version_tries = 20;

// Decodes a row of task_take, which omits what the caller knows.
TaskRow claimed_row(View row, const ClaimRequest& request, const TaskRule& rule, TimePoint now)
{
    TaskRow out;
    out.id = row[0].str();
    out.kind = request.kind.str();
    out.phase = request.phase.str();
    if (const auto desired = parse_desired_state(row[1].text()))
        out.desired_state = *desired;
    else
        out.doubt = "desired_state";
    out.payload = row[2].str();
    out.owner = request.owner.str();
    out.token = FencingToken(row[3].integer());
    out.claim_id = request.claim.str();
    out.locked_at = now;
    out.updated_at = row[4].time().value_or(TimePoint{});
    out.created_at = row[5].time().value_or(TimePoint{});
    out.claims = row[6].integer();
    out.takeovers = row[7].integer();
    out.failures = row[8].integer();
    out.last_error = row[9].str();
    out.lock_timeout = rule.lock_timeout;
    out.max_failures = rule.max_failures;
    return out;
}

std::vector<TaskRow> claimed_rows(const Reply& r, const ClaimRequest& request)
{
    const TaskRule rule = parse_rule(r[2].text(), request.kind.str(), request.phase.str());
    std::vector<TaskRow> out;
    const View rows = r[3];
    out.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
        out.push_back(claimed_row(rows[i], request, rule, r.now));
    return out;
}

void add_timeout(Wire& wire, const ClaimRequest& request)
{
    if (request.lock_timeout)
        wire.add(bounded_us(*request.lock_timeout));
    else
        wire.add("");
}

// With limit 0 it only reads the tasks that this claim id has taken before.
Answer<std::vector<TaskRow>> claim_once(Link& link, const ClaimRequest& request, std::int64_t limit, bool& taken_before)
{
    Wire& wire = link.call(scripts().task_claim);
    wire.add(request.kind.str()).add(request.phase.str()).add(limit).add(request.owner.str()).add(request.claim.str());
    add_timeout(wire, request);
    wire.add(request.asking_again).add(request.strategy == ClaimStrategy::atomic).add(request.returned_first);
    auto answer = link.run();
    if (!answer)
        return answer.failure();
    const Reply& r = *answer;
    taken_before = r[1].integer() == 1;
    if (!taken_before)
        return {claimed_rows(r, request), r.now};
    std::vector<TaskRow> out;
    for (std::size_t i = 0; i < r[3].size(); ++i) {
        const View row = r[3][i];
        out.push_back(task_row(row[0].str(), row[1], rule_of_values(row[1], row[2])));
    }
    std::sort(out.begin(), out.end(), [](const TaskRow& a, const TaskRow& b) {
        return std::tie(a.updated_at, a.id) < std::tie(b.updated_at, b.id);
    });
    return {std::move(out), r.now};
}

// `version`: reads, then takes tasks whose token is unchanged, and reads again when other claims were faster. `none`:
// reads, then takes, regardless of others that have read the same: the wrong way, for demonstration.
Answer<std::vector<TaskRow>> claim_in_two_steps(Link& link, const ClaimRequest& request)
{
    if (request.asking_again) {
        bool taken_before = false;
        auto before = claim_once(link, request, 0, taken_before);
        if (!before || taken_before)
            return before;
    }
    for (int tries = 1;; ++tries) {
        Wire& look = link.call(scripts().task_look);
        look.add(request.kind.str()).add(request.phase.str()).add(request.limit);
        add_timeout(look, request);
        auto seen = link.run();
        if (!seen)
            return seen.failure();
        const View members = (*seen)[2];
        const View tokens = (*seen)[3];
        if (members.size() == 0)
            return {std::vector<TaskRow>{}, seen->now};
        Wire& take = link.call(scripts().task_take);
        take.add(request.kind.str()).add(request.phase.str()).add(request.owner.str()).add(request.claim.str());
        take.add(request.strategy == ClaimStrategy::version);
        for (std::size_t i = 0; i < members.size(); ++i)
            take.add(members[i].text()).add(tokens[i].text());
        auto taken = link.run();
        if (!taken)
            return taken.failure();
        auto rows = claimed_rows(*taken, request);
        if (!rows.empty() || request.strategy == ClaimStrategy::none || tries == version_tries)
            return {std::move(rows), taken->now};
    }
}

} // namespace

Answer<std::vector<TaskRow>> claim_tasks(Link& link, const ClaimRequest& request)
{
    switch (request.strategy) {
    case ClaimStrategy::skip_locked_2:
        return Failure::unsupported("Redis has no row locks, so there is no strategy skip-locked-2; use atomic or plain");
    case ClaimStrategy::version:
    case ClaimStrategy::none: return claim_in_two_steps(link, request);
    case ClaimStrategy::atomic:
    case ClaimStrategy::plain: break;
    }
    bool taken_before = false;
    return claim_once(link, request, request.limit, taken_before);
}

} // namespace lockdesk::redis
