// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mongodb/removals.h"

namespace lockdesk::mongodb {

std::optional<Failure> mark_removed(Link& link, Entity entity, std::span<const std::string> keys)
{
    Bson updates;
    for (const std::string& key : keys) {
        Values one;
        one.text("entity", word(entity)).text("key", key);
        updates.push(link.filled("removed_add_one", one));
    }
    const auto marked = link.write("removed_add", Values().array("updates", updates));
    return marked ? std::nullopt : std::optional(marked.failure());
}

} // namespace lockdesk::mongodb
