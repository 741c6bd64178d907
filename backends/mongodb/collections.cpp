// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/link.h"

#include <array>

namespace lockdesk::mongodb {

namespace {

constexpr std::array<const char*, 14> all_collections{"meta",  "locks",      "waiters", "fences",      "refusals",
                                                      "tasks", "task_rules", "outbox",  "records",     "workers",
                                                      "audit", "removed",    "draws",   "draw_entries"};

} // namespace

std::string collection_prefix(const std::optional<SandboxId>& sandbox)
{
    return sandbox ? "lockdesk_sb_" + sandbox->str() + "_" : std::string("lockdesk_");
}

std::span<const char* const> collections() { return all_collections; }

} // namespace lockdesk::mongodb
