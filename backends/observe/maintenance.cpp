// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/maintenance.h"

namespace lockdesk {

namespace {

constexpr std::size_t longest_owner = 200;

} // namespace

std::optional<Maintenance> maintenance_of(const LockRow& row, TimePoint now)
{
    if (!row.owner.empty() || !row.cooling_until || *row.cooling_until <= now)
        return std::nullopt;
    Maintenance out;
    out.until = *row.cooling_until;
    if (row.reason.starts_with(maintenance_reason)) {
        out.reason = row.reason.substr(maintenance_reason.size());
        return out;
    }
    if (!row.last_owner.starts_with(maintenance_owner))
        return std::nullopt;
    const std::string rest = row.last_owner.substr(maintenance_owner.size());
    const auto slash = rest.find('/');
    out.who = rest.substr(0, slash);
    out.reason = slash == std::string::npos ? std::string() : rest.substr(slash + 1);
    return out;
}

Answer<OwnerId> owner_for_maintenance(const std::string& who, const std::string& reason)
{
    std::string name = who;
    for (char& c : name)
        if (c == '/')
            c = '-';
    std::string text = std::string(maintenance_owner) + name + "/" + reason;
    if (text.size() > longest_owner) {
        text.resize(longest_owner);
        while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80)
            text.pop_back(); // not in the middle of a character
        if (!text.empty() && static_cast<unsigned char>(text.back()) >= 0xC0)
            text.pop_back();
    }
    return OwnerId::parse(text);
}

} // namespace lockdesk
