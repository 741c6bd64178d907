// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/formats/dist_lock.h"

#include "backends/engine/text.h"

#include <algorithm>

namespace lockdesk::dist_lock {

namespace {

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

std::optional<Failure> too_long(const std::string& text, std::string_view what)
{
    if (text.size() <= max_bytes)
        return std::nullopt;
    return usage_failure(std::string(what) + " has " + std::to_string(text.size()) + " bytes; a dist_lock table holds "
                         + std::to_string(max_bytes));
}

bool is_live(const Row& row, TimePoint now) { return !is_free(row) && *row.expiry > now; }

LeaseAnswer refused(LeaseResult result, const Row& row, TimePoint now)
{
    LeaseAnswer answer;
    answer.result = result;
    if (is_live(row, now))
        answer.holder = holder(row);
    if (answer.holder)
        answer.expires_at = answer.holder->expires_at;
    return answer;
}

std::optional<LeaseAnswer> refusal(const Row& row, const OwnerId& owner, FencingToken token, TimePoint now)
{
    if (is_free(row) || *row.owner != owner.str())
        return refused(LeaseResult::not_owner, row, now);
    if (token != FencingToken{})
        return refused(LeaseResult::stale, row, now);
    if (!is_live(row, now))
        return refused(LeaseResult::expired, row, now);
    return std::nullopt;
}

} // namespace

bool is_source(std::string_view source)
{
    return source == source_name
           || (source.starts_with(source_name) && source.size() > source_name.size() && source[source_name.size()] == ':');
}

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
            return usage_failure("unknown option '" + to_valid_utf8(option) + "' of dist_lock; table=NAME is known");
        options.table = option.substr(key.size());
        if (!is_table_name(options.table))
            return usage_failure("'" + to_valid_utf8(options.table)
                                 + "' is not a table name; letters, digits and _ are allowed, and one dot after a schema");
    }
    return options;
}

Capabilities capabilities(std::string store, std::string version, Duration resolution)
{
    Capabilities c;
    c.store = std::move(store);
    c.version = std::move(version);
    c.source = source_name;
    c.resolution = resolution;
    c.fence = FenceStrength::none;
    c.durable_tokens = false;
    c.max_name_bytes = max_bytes;
    c.waiters = c.hints = c.batch_claim = c.session_locks = c.skip_locked = false;
    c.tasks = c.outbox = c.records = c.workers = c.audit = c.sandbox = c.changes = false;
    return c;
}

std::optional<Failure> check(const LockName& name) { return too_long(name.str(), LockNameTag::what); }

std::optional<Failure> check(const LockName& name, const OwnerId& owner)
{
    if (auto failure = check(name))
        return failure;
    return too_long(owner.str(), OwnerIdTag::what);
}

bool is_free(const Row& row) { return !row.exists || !row.owner || !row.expiry; }

std::optional<Holder> holder(const Row& row)
{
    if (is_free(row))
        return std::nullopt;
    return Holder{*row.owner, FencingToken{}, row.expiry};
}

AcquireDecision decide_acquire(const Row& row, const OwnerId& owner, Duration lease, TimePoint now)
{
    AcquireDecision decision;
    Acquisition& answer = decision.answer;
    const bool live = is_live(row, now);
    if (live && *row.owner != owner.str()) {
        answer.result = AcquireResult::busy;
        answer.holder = holder(row);
        answer.expires_at = row.expiry;
        return decision;
    }
    const TimePoint wanted = add(now, lease);
    decision.expiry = live ? std::max(*row.expiry, wanted) : wanted;
    answer.result = AcquireResult::acquired;
    answer.holds = 1;
    answer.extended = live && wanted > *row.expiry;
    answer.expires_at = decision.expiry;
    answer.holder = Holder{owner.str(), FencingToken{}, decision.expiry};
    decision.write = !row.exists ? Write::insert : live && !answer.extended ? Write::none : Write::update;
    return decision;
}

LeaseDecision decide_renew(const Row& row, const OwnerId& owner, FencingToken token, Duration lease, TimePoint now)
{
    LeaseDecision decision;
    if (auto answer = refusal(row, owner, token, now)) {
        decision.answer = std::move(*answer);
        return decision;
    }
    const TimePoint wanted = add(now, lease);
    decision.expiry = std::max(*row.expiry, wanted);
    decision.answer.result = LeaseResult::renewed;
    decision.answer.holds = 1;
    decision.answer.extended = wanted > *row.expiry;
    decision.answer.expires_at = decision.expiry;
    decision.answer.holder = Holder{owner.str(), FencingToken{}, decision.expiry};
    decision.write = decision.answer.extended ? Write::update : Write::none;
    return decision;
}

LeaseDecision decide_release(const Row& row, const OwnerId& owner, FencingToken token, TimePoint now)
{
    LeaseDecision decision;
    if (auto answer = refusal(row, owner, token, now)) {
        decision.answer = std::move(*answer);
        return decision;
    }
    decision.answer.result = LeaseResult::released;
    decision.write = Write::clear;
    return decision;
}

ForceDecision decide_force_release(const Row& row, const ForceRelease& request)
{
    ForceDecision decision;
    const bool same = !is_free(row) && *row.owner == request.if_owner.str() && request.if_token == FencingToken{}
                      && (!request.if_expires_at || *request.if_expires_at == *row.expiry);
    if (!same) {
        decision.answer.holder = holder(row);
        return decision;
    }
    decision.answer.result = ForceResult::released;
    decision.write = Write::clear;
    return decision;
}

Failure no_cooling()
{
    return unsupported_failure(
        "a dist_lock table cannot keep a lock for nobody: release it without --at-least or --hold-off");
}

LockRow to_lock_row(const std::string& name, const Row& row)
{
    LockRow out;
    out.source = source_name;
    out.name = name;
    if (is_free(row))
        return out;
    out.owner = *row.owner;
    out.holds = 1;
    out.expires_at = row.expiry;
    return out;
}

} // namespace lockdesk::dist_lock
