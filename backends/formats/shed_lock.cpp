// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/formats/shed_lock.h"

#include "backends/engine/text.h"

#include <algorithm>

namespace lockdesk::shed_lock {

namespace {

using std::chrono::milliseconds;

bool is_table_name(std::string_view text)
{
    const auto plain = [](std::string_view part) {
        const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
        return !part.empty() && part.size() <= 63 && letter(part.front())
               && std::all_of(part.begin(), part.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
    };
    const auto dot = text.find('.');
    return dot == std::string_view::npos ? plain(text) : plain(text.substr(0, dot)) && plain(text.substr(dot + 1));
}

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

bool is_source(std::string_view source) { return source.substr(0, source.find(':')) == source_name; }

Answer<Options> parse_options(std::string_view source)
{
    Options options;
    auto rest = source.substr(std::min(source.size(), source_name.size() + 1));
    while (!rest.empty()) {
        const auto end = std::min(rest.find(','), rest.size());
        const auto option = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        constexpr std::string_view key = "table=";
        if (!option.starts_with(key))
            return usage_failure("unknown option '" + to_valid_utf8(option) + "' of shedlock; table=NAME is known");
        options.table = option.substr(key.size());
        if (!is_table_name(options.table))
            return usage_failure("'" + to_valid_utf8(options.table)
                                 + "' is not a table name; letters, digits and _ are allowed, and one dot after a schema");
    }
    return options;
}

Capabilities capabilities(std::string store, std::string version)
{
    Capabilities c;
    c.store = std::move(store);
    c.version = std::move(version);
    c.source = source_name;
    c.resolution = milliseconds{1};
    c.fence = FenceStrength::none;
    c.durable_tokens = false;
    c.max_name_bytes = max_bytes;
    c.waiters = c.hints = c.batch_claim = c.session_locks = c.skip_locked = false;
    c.tasks = c.outbox = c.records = c.workers = c.audit = c.sandbox = c.changes = false;
    return c;
}

std::optional<Failure> check(const LockName& name)
{
    if (name.str().size() <= max_bytes)
        return std::nullopt;
    return usage_failure("lock name has " + std::to_string(name.str().size()) + " bytes; a shedlock table holds "
                         + std::to_string(max_bytes));
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
Failure no_sandbox() { return unsupported_failure("a shedlock table has no sandbox"); }
Failure no_drop()
{
    return unsupported_failure("a shedlock table may belong to other programs; drop it with their own tools");
}

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
