// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/formats/shed_lock.h"

#include "backends/formats/foreign_table.h"

#include <algorithm>

namespace lockdesk::shed_lock {

namespace {

using std::chrono::milliseconds;

TimePoint floor_ms(TimePoint t) { return std::chrono::floor<milliseconds>(t); }
TimePoint ceil_ms(TimePoint t) { return std::chrono::ceil<milliseconds>(t); }
TimePoint end_of(TimePoint begin, Duration span, TimePoint latest) { return ceil_ms(std::min(add(begin, span), latest)); }

bool is_live(const Row& row, TimePoint now) { return row.exists && row.lock_until && *row.lock_until > now; }
bool is_done(const Row& row) { return row.locked_by.ends_with(done_mark); }
std::string without_mark(const std::string& owner) { return owner.substr(0, owner.size() - done_mark.size()); }

std::optional<LeaseAnswer> refusal(const Row& row, const OwnerId& owner, FencingToken token, TimePoint now)
{
    LeaseAnswer answer;
    answer.holder = holder(row, now);
    if (answer.holder)
        answer.expires_at = answer.holder->expires_at;
    if (!row.exists || row.locked_by != owner.str())
        answer.result = LeaseResult::not_owner;
    else if (token != FencingToken{})
        answer.result = LeaseResult::stale;
    else if (!is_live(row, now))
        answer.result = LeaseResult::expired;
    else
        return std::nullopt;
    return answer;
}

} // namespace

bool is_source(std::string_view source) { return formats::is_source(source, source_name); }

Answer<Options> parse_options(std::string_view source, std::string_view otherwise)
{
    auto table = formats::parse_table(source, source_name, otherwise, {"table", "collection"});
    if (!table)
        return table.failure();
    return Options{std::move(*table)};
}

Capabilities capabilities(std::string store, std::string version)
{
    return formats::lock_capabilities(std::move(store), std::move(version), source_name, milliseconds{1}, max_bytes);
}

std::optional<Failure> check(const LockName& name)
{
    return formats::too_long(name.str(), LockNameTag::what, max_bytes, record);
}

Failure no_hold_off()
{
    return unsupported_failure(
        "a shedlock table cannot keep a lock for nobody at an operator's wish: release it without --hold-off");
}
Failure cannot_collect()
{
    return unsupported_failure("rows of a shedlock table must stay: programs remember that they have made them");
}
Failure no_waiters() { return unsupported_failure("a shedlock table keeps no waiters; ShedLock never waits"); }
Failure no_sandbox() { return unsupported_failure(std::string(record) + " has no sandbox"); }

std::optional<Holder> holder(const Row& row, TimePoint now)
{
    if (!is_live(row, now) || is_done(row))
        return std::nullopt;
    return Holder{row.locked_by, FencingToken{}, row.lock_until};
}

AcquireDecision decide_acquire(const Row& row, const OwnerId& owner, Duration lease, TimePoint now, TimePoint latest)
{
    AcquireDecision decision;
    Acquisition& answer = decision.answer;
    if (is_live(row, now)) {
        answer.result = is_done(row) ? AcquireResult::cooling : AcquireResult::busy;
        answer.holder = holder(row, now);
        answer.expires_at = row.lock_until;
        return decision;
    }
    decision.write = Write{end_of(now, lease, latest), floor_ms(now), owner.str()};
    answer.result = AcquireResult::acquired;
    answer.holds = 1;
    answer.acquired_at = decision.write->locked_at;
    answer.expires_at = decision.write->lock_until;
    answer.holder = Holder{owner.str(), FencingToken{}, answer.expires_at};
    return decision;
}

LeaseDecision decide_renew(const Row& row, const OwnerId& owner, FencingToken token, Duration lease, TimePoint now,
                           TimePoint latest)
{
    LeaseDecision decision;
    if (auto answer = refusal(row, owner, token, now)) {
        decision.answer = std::move(*answer);
        return decision;
    }
    const TimePoint wanted = end_of(now, lease, latest);
    LeaseAnswer& answer = decision.answer;
    answer.result = LeaseResult::renewed;
    answer.holds = 1;
    answer.extended = wanted > *row.lock_until;
    answer.acquired_at = row.locked_at;
    answer.expires_at = std::max(wanted, *row.lock_until);
    answer.holder = Holder{owner.str(), FencingToken{}, answer.expires_at};
    if (answer.extended)
        decision.write = Write{wanted, row.locked_at.value_or(floor_ms(now)), row.locked_by};
    return decision;
}

LeaseDecision decide_release(const Row& row, const OwnerId& owner, FencingToken token, Duration at_least, TimePoint now,
                             TimePoint latest)
{
    LeaseDecision decision;
    if (auto answer = refusal(row, owner, token, now)) {
        decision.answer = std::move(*answer);
        return decision;
    }
    const TimePoint begin = row.locked_at.value_or(floor_ms(now));
    const TimePoint cool = end_of(begin, at_least, latest);
    const bool cools = at_least > Duration{0} && cool > now;
    decision.answer.result = cools ? LeaseResult::cooling : LeaseResult::released;
    decision.answer.acquired_at = row.locked_at;
    if (cools)
        decision.answer.expires_at = cool;
    decision.write = Write{cools ? cool : floor_ms(now), begin, row.locked_by + (cools ? std::string(done_mark) : "")};
    return decision;
}

bool is_the_shown(const Row& row, const ForceRelease& request, TimePoint now)
{
    const auto is = holder(row, now);
    return is && is->owner == request.if_owner.str() && request.if_token == FencingToken{}
           && (!request.if_acquired_at || request.if_acquired_at == row.locked_at)
           && (!request.if_expires_at || request.if_expires_at == row.lock_until);
}

LockRow to_lock_row(const std::string& name, const Row& row, std::string raw, TimePoint now)
{
    LockRow out;
    out.source = source_name;
    out.name = name;
    out.raw = std::move(raw);
    if (is_live(row, now) && !is_done(row)) {
        out.owner = row.locked_by;
        out.holds = 1;
        out.acquired_at = row.locked_at;
        out.expires_at = row.lock_until;
        if (out.raw.ends_with('}'))
            out.raw.insert(out.raw.size() - 1,
                           ",\"note\":\"held, or kept by at-least-for after its work: ShedLock does not say which\"");
        return out;
    }
    out.last_owner = is_done(row) ? without_mark(row.locked_by) : row.locked_by;
    if (is_live(row, now))
        out.cooling_until = row.lock_until;
    else
        out.released_at = row.lock_until;
    return out;
}

} // namespace lockdesk::shed_lock
