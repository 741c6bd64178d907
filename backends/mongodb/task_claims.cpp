// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/spans.h"
#include "backends/mongodb/tasks.h"

#include <algorithm>
#include <limits>
#include <set>

namespace lockdesk::mongodb {

namespace {

constexpr std::int64_t any_time = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t after_1970 = 1;

// How often a batch looks for candidates again when others were quicker.
constexpr int batch_rounds = 16;

} // namespace

struct MongoTasks::Taken
{
    TaskRow row;
    std::int64_t was_locked_at = 0;
    TimePoint at{};
};

MongoTasks::Taken MongoTasks::taken_row(View doc)
{
    return {task_row(doc, m_rules), doc["was_locked_at"].integer(), time_from_us(doc["at"].integer())};
}

std::optional<Failure> MongoTasks::claim_one(const Values& values, bool returned, std::vector<Taken>& taken)
{
    Values v = values;
    v.whole("from", returned ? after_1970 : any_time);
    auto doc = m_link.change("claim", v);
    if (!doc)
        return doc.failure();
    if (*doc)
        taken.push_back(taken_row((**doc).view()));
    return std::nullopt;
}

Answer<std::vector<MongoTasks::Taken>> MongoTasks::taken_by(const ClaimRequest& request)
{
    std::vector<Taken> out;
    if (auto failed = m_link.each("by_claim", Values().text("claim", request.claim.str()), [&](View doc) {
            out.push_back(taken_row(doc));
            return true;
        }))
        return *failed;
    return out;
}

// `quota` of those that somebody has had before, then in plain order.
Answer<std::vector<Bson>> MongoTasks::candidates(const Values& values, std::int64_t limit, std::int64_t quota)
{
    std::vector<Bson> out;
    std::set<std::string> ids;
    const auto peek = [&](std::int64_t from, std::int64_t most) {
        Values v = values;
        v.whole("from", from).whole("limit", most);
        return m_link.each("peek", v, [&](View doc) {
            if (ids.insert(id_text(doc["_id"])).second)
                out.push_back(doc.copy());
            return static_cast<std::int64_t>(out.size()) < limit;
        });
    };
    if (quota > 0)
        if (auto failed = peek(after_1970, quota))
            return *failed;
    if (static_cast<std::int64_t>(out.size()) < limit)
        if (auto failed = peek(any_time, limit))
            return *failed;
    return out;
}

// Reads candidates and takes each that is still the same: one command for all of them, every one of them atomic.
std::optional<Failure> MongoTasks::claim_many(const ClaimRequest& request, const Values& values, std::vector<Taken>& taken)
{
    std::int64_t quota = request.strategy == ClaimStrategy::atomic ? std::max<std::int64_t>(1, request.limit / 4) : 0;
    for (int round = 0; round < batch_rounds; ++round) {
        const auto missing = request.limit - static_cast<std::int64_t>(taken.size());
        auto found = candidates(values, missing, std::min(quota, missing));
        if (!found)
            return found.failure();
        std::set<std::string> mine;
        for (const Taken& t : taken)
            mine.insert(t.row.id);
        Bson updates;
        int count = 0;
        for (const Bson& doc : *found) {
            if (mine.contains(id_text(doc["_id"])))
                continue;
            Values v = values;
            v.text("id", doc["_id"].text()).whole("token", doc["token"].integer());
            updates.doc(std::to_string(count++), m_link.filled("take", v));
        }
        if (count == 0)
            return std::nullopt;
        auto done = m_link.write("take_tasks", Values().array("updates", std::move(updates)));
        if (!done)
            return done.failure();
        if ((*done)["n"].integer() == 0)
            continue;
        auto now = taken_by(request);
        if (!now)
            return now.failure();
        taken = std::move(*now);
        if (static_cast<std::int64_t>(taken.size()) >= request.limit)
            return std::nullopt;
        quota = 0;
    }
    // Others were always quicker: one at a time nobody can be.
    return taken.empty() && request.strategy != ClaimStrategy::version ? claim_one(values, false, taken) : std::nullopt;
}

std::optional<Failure> MongoTasks::claim_blindly(const ClaimRequest& request, const Values& values, std::vector<Taken>& taken)
{
    auto found = candidates(values, request.limit, 0);
    if (!found)
        return found.failure();
    for (const Bson& doc : *found) {
        Values v = values;
        auto one = m_link.change("take_blindly", v.text("id", doc["_id"].text()));
        if (!one)
            return one.failure();
        if (*one)
            taken.push_back(taken_row((**one).view()));
    }
    return std::nullopt;
}

Answer<std::vector<TaskRow>> MongoTasks::claim(const ClaimRequest& request)
{
    using enum ClaimStrategy;
    if (request.strategy == skip_locked_2)
        return unsupported_failure("MongoDB has no SKIP LOCKED; use the strategy atomic");
    if (auto failed = m_link.begin_write("claim"))
        return *failed;
    if (auto failed = refresh_rules())
        return *failed;
    std::vector<Taken> taken;
    bool before = false;
    TimePoint now{};
    if (request.asking_again) {
        auto known = taken_by(request);
        if (!known)
            return known.failure();
        before = !known->empty();
        taken = std::move(*known);
        std::erase_if(taken, [&](const Taken& t) { return t.row.owner != request.owner.str(); });
    }
    const std::string &kind = request.kind.str(), &phase = request.phase.str();
    const auto timeout = request.lock_timeout.value_or(m_rules.of(kind, phase).lock_timeout);
    Values values;
    values.text("kind", kind).text("phase", phase).whole("timeout", bounded_us(timeout));
    values.text("owner", request.owner.str()).text("claim", request.claim.str());
    std::optional<Failure> failed;
    if (before || request.limit < 1)
        failed = std::nullopt;
    else if (request.strategy == none)
        failed = claim_blindly(request, values, taken);
    else if (request.limit > 1 || request.strategy == version)
        failed = claim_many(request, values, taken);
    else if (request.strategy == atomic && request.returned_first)
        failed = claim_one(values, true, taken);
    if (!failed && !before && taken.empty() && request.limit == 1 && (request.strategy == atomic || request.strategy == plain))
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
