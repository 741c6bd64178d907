// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/formats/shed_lock.h"

#include "backends/formats/foreign_table.h"

namespace lockdesk::shed_lock {

namespace {

std::string without_mark(const std::string& owner) { return owner.substr(0, owner.size() - done_mark.size()); }

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
    return formats::lock_capabilities(std::move(store), std::move(version), source_name, std::chrono::milliseconds{1},
                                      max_bytes);
}

std::optional<Failure> check(const LockName& name)
{
    return formats::too_long(name.str(), LockNameTag::what, max_bytes, record);
}

Failure no_hold_off()
{
    return Failure::unsupported(
        "a shedlock table cannot keep a lock for nobody at an operator's wish: release it without --hold-off");
}
Failure at_least_for_stays()
{
    return Failure::unsupported("a shedlock row that nobody holds is kept by lockAtLeastFor of its own programs, which "
                                "count on it: Lockdesk does not end that");
}
Failure cannot_collect()
{
    return Failure::unsupported("rows of a shedlock table must stay: programs remember that they have made them");
}
Failure no_waiters() { return Failure::unsupported("a shedlock table keeps no waiters; ShedLock never waits"); }
Failure no_sandbox() { return Failure::unsupported(std::string(record) + " has no sandbox"); }

LockRow to_lock_row(const std::string& name, const Row& row, std::string raw, TimePoint now)
{
    LockRow out;
    out.source = source_name;
    out.name = name;
    const bool held = is_live(row, now) && !is_done(row);
    if (held && raw.ends_with('}'))
        raw.insert(raw.size() - 1,
                   ",\"note\":\"held, or kept by at-least-for after its work: ShedLock does not say which\"");
    out.raw = std::move(raw);
    if (held) {
        out.owner = row.locked_by;
        out.holds = 1;
        out.acquired_at = row.locked_at;
        out.expires_at = row.lock_until;
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
