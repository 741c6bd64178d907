// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/task_claims.h"

#include "backends/engine/rules/claim_rules.h"
#include "backends/engine/rules/retry_delay.h"
#include "backends/engine/rules/task_rules.h"
#include "backends/mongodb/spans.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace lockdesk::mongodb {

namespace {

constexpr std::int64_t any_time = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t after_1970 = 1;

// Maximum error of our estimate of the server's clock.
constexpr std::int64_t clock_slack_us = 5'000;

// Maximum rounds of a batch when other claims are faster.
constexpr int claim_rounds = 16;

// Competing claimers spread over at most this many batches' worth of tasks.
constexpr std::int64_t widest_crowd = 64;

} // namespace

struct TaskClaims::Taken
{
    TaskRow row;
    std::int64_t was_locked_at = 0;
    TimePoint at{};
};

TaskClaims::Taken TaskClaims::taken_row(View doc)
{
    return {task_row(doc, m_table.rules()), doc["was_locked_at"].integer(), time_from_us(doc["at"].integer())};
}

std::optional<Failure> TaskClaims::claim_one(const Values& values, bool returned, std::vector<Taken>& taken)
{
    Values v = values;
    v.whole("from", returned ? after_1970 : any_time);
    auto doc = m_link.change("task_claim", v);
    if (!doc)
        return doc.failure();
    if (*doc)
        taken.push_back(taken_row((**doc).view()));
    return std::nullopt;
}

Answer<std::vector<TaskClaims::Taken>> TaskClaims::taken_by(const ClaimRequest& request)
{
    std::vector<Taken> out;
    if (auto failed = m_link.each("task_by_claim", Values().text("claim", request.claim.str()), [&](View doc) {
            out.push_back(taken_row(doc));
            return true;
        }))
        return *failed;
    return out;
}

// Passes to `pick` claimable tasks not tried yet: `quota` of those held before, then in plain order.
// In a crowd it starts at a random place of a longer range, so that concurrent claimers do not compete for the same tasks.
std::optional<Failure> TaskClaims::candidates(const Values& values, std::int64_t limit, std::int64_t quota,
                                              std::int64_t crowd, std::set<std::string>& tried,
                                              const std::function<void(View)>& pick)
{
    std::int64_t left = limit;
    const auto peek = [&](std::int64_t from, std::int64_t most, std::int64_t skip) -> std::optional<Failure> {
        Values v = values;
        const auto reply = m_link.read("task_look", v.whole("from", from).whole("limit", most).whole("skip", skip));
        if (!reply)
            return reply.failure();
        for (const View& doc : (*reply)["cursor"]["firstBatch"].items())
            if (left > 0 && tried.insert(id_text(doc["_id"])).second) {
                pick(doc);
                --left;
            }
        return std::nullopt;
    };
    const auto somewhere = [&](std::int64_t most) { return crowd > 1 ? random_between(0, (crowd - 1) * most) : 0; };
    if (quota > 0)
        if (auto failed = peek(after_1970, quota, somewhere(quota)))
            return failed;
    const auto skip = somewhere(limit);
    if (left > 0)
        if (auto failed = peek(any_time, limit, skip))
            return failed;
    // There are fewer, or others have claimed them meanwhile.
    return left > 0 && skip > 0 ? peek(any_time, limit, 0) : std::nullopt;
}

// Reads candidates from the index and claims those still due: one statement for all, atomic per task.
// The strategy `version` compares each task with what was read instead.
std::optional<Failure> TaskClaims::claim_many(const ClaimRequest& request, const Values& values, std::vector<Taken>& taken)
{
    const bool by_version = request.strategy == ClaimStrategy::version;
    auto quota = static_cast<std::int64_t>(task_rules::returned_share(request));
    const bool spread = request.strategy == ClaimStrategy::atomic;
    Values shown = values;
    shown.doc("shown", Bson().whole(by_version ? "token" : "_id", 1));
    std::set<std::string> tried;
    std::int64_t got = 0;
    for (int round = 0; round < claim_rounds; ++round) {
        const auto missing = request.limit - got;
        std::int64_t count = 0;
        Bson list;
        const auto pick = [&](View doc) {
            const auto index = std::to_string(count++);
            if (!by_version)
                doc["_id"].append_to(list.get(), index);
            else
                list.doc(index,
                         m_link.filled("task_take_version",
                                       Values(values).text("id", doc["_id"].text()).whole("token", doc["token"].integer())));
        };
        if (auto failed = candidates(shown, missing, std::min(quota, missing), spread ? m_crowd : 1, tried, pick))
            return failed;
        if (count == 0)
            break;
        auto done = by_version ? m_link.write("task_take", Values().array("updates", std::move(list)))
                               : m_link.write("task_take_due", Values(values).array("ids", std::move(list)));
        if (!done)
            return done.failure();
        const auto n = (*done)["n"].integer();
        got += n;
        if (spread && 4 * n < 3 * count)
            m_crowd = std::min(2 * m_crowd, widest_crowd);
        else if (spread && n == count)
            m_crowd = std::max<std::int64_t>(m_crowd * 3 / 4, 1);
        if (got >= request.limit || (n == count && count < missing))
            break;
        if (n > 0)
            quota = 0;
        // Others were always faster: claims a single task, which cannot fail that way.
        if (got == 0 && round + 1 == claim_rounds && !by_version)
            return claim_one(values, false, taken);
    }
    if (got == 0)
        return std::nullopt;
    auto now = taken_by(request);
    if (!now)
        return now.failure();
    taken = std::move(*now);
    return std::nullopt;
}

std::optional<Failure> TaskClaims::claim_blindly(const ClaimRequest& request, const Values& values,
                                                 std::vector<Taken>& taken)
{
    std::vector<std::string> ids;
    std::set<std::string> tried;
    if (auto failed = candidates(Values(values).doc("shown", Bson().whole("_id", 1)), request.limit, 0, 1, tried,
                                 [&](View doc) { ids.push_back(doc["_id"].str()); }))
        return failed;
    for (const std::string& id : ids) {
        Values v = values;
        auto one = m_link.change("task_take_blindly", v.text("id", id));
        if (!one)
            return one.failure();
        if (*one)
            taken.push_back(taken_row((**one).view()));
    }
    return std::nullopt;
}

Answer<std::vector<TaskRow>> TaskClaims::claim(const ClaimRequest& request)
{
    using enum ClaimStrategy;
    if (request.strategy == skip_locked_2)
        return Failure::unsupported("MongoDB has no SKIP LOCKED; use the strategy atomic");
    if (auto failed = m_link.begin_write("task_claim"))
        return *failed;
    if (auto failed = m_table.refresh_rules())
        return *failed;
    std::vector<Taken> taken;
    bool before = false;
    TimePoint now{};
    if (request.asking_again) {
        auto known = taken_by(request);
        if (!known)
            return known.failure();
        before = !known->empty();
        if (before)
            if (auto failed = m_link.confirm("task_claim", Effect::writes))
                return *failed;
        taken = std::move(*known);
        std::erase_if(taken, [&](const Taken& t) { return t.row.owner != request.owner.str(); });
    }
    const std::string &kind = request.kind.str(), &phase = request.phase.str();
    const auto timeout = task_rules::claim_timeout(request, m_table.rules().of(kind, phase));
    Values values;
    values.text("kind", kind).text("phase", phase).whole("timeout", bounded_us(timeout));
    values.text("owner", request.owner.str()).text("claim", request.claim.str());
    values.whole("before", to_us(m_link.estimated_now()) + clock_slack_us - bounded_us(timeout));
    std::optional<Failure> failed;
    if (before || request.limit < 1)
        failed = std::nullopt;
    else if (request.strategy == none)
        failed = claim_blindly(request, values, taken);
    else if (request.limit > 1 || request.strategy == version)
        failed = claim_many(request, values, taken);
    else if (request.strategy == atomic && request.returned_first)
        failed = claim_one(values, true, taken);
    if (!failed && !before && taken.empty() && request.limit == 1
        && (request.strategy == atomic || request.strategy == plain))
        failed = claim_one(values, false, taken);
    if (failed)
        return *failed;
    std::sort(taken.begin(), taken.end(), [](const Taken& a, const Taken& b) {
        return std::tie(a.was_locked_at, a.row.updated_at, a.row.id) < std::tie(b.was_locked_at, b.row.updated_at, b.row.id);
    });
    if (taken.empty() || before) {
        auto meta = m_link.look();
        if (!meta)
            return meta.failure();
        now = meta->now;
    }
    std::vector<TaskRow> out;
    for (Taken& t : taken) {
        now = std::max(now, t.at);
        out.push_back(std::move(t.row));
    }
    return {std::move(out), now};
}

} // namespace lockdesk::mongodb
