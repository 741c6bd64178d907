// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/formats/dist_lock.h"

#include "backends/formats/foreign_table.h"

namespace lockdesk::dist_lock {

bool is_source(std::string_view source) { return formats::is_source(source, source_name); }

Answer<Options> parse_options(std::string_view source)
{
    auto table = formats::parse_table(source, source_name, default_table);
    if (!table)
        return table.failure();
    return Options{std::move(*table)};
}

Capabilities capabilities(std::string store, std::string version, Duration resolution)
{
    return formats::lock_capabilities(std::move(store), std::move(version), source_name, resolution, max_bytes);
}

std::optional<Failure> check(const LockName& name)
{
    return formats::too_long(name.str(), LockNameTag::what, max_bytes, record);
}

std::optional<Failure> check(const LockName& name, const OwnerId& owner)
{
    if (auto failure = check(name))
        return failure;
    return formats::too_long(owner.str(), OwnerIdTag::what, max_bytes, record);
}

Failure no_waiters() { return Failure::unsupported(std::string(record) + " keeps no waiters"); }
Failure no_sandbox() { return Failure::unsupported(std::string(record) + " has no sandbox"); }
Failure cannot_collect()
{
    return Failure::unsupported("a dist_lock table does not say since when a lock is free, so nothing can be collected");
}
Failure no_cooling()
{
    return Failure::unsupported(
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
