// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/text/filter_words.h"

#include "backends/engine/text/text.h"

#include <algorithm>
#include <array>

namespace lockdesk {

std::span<const std::string_view> states_of(Entity entity)
{
    static constexpr std::array<std::string_view, 5> locks{"free", "held", "closing", "expired", "cooling"};
    static constexpr std::array<std::string_view, 6> tasks{"held", "waiting", "due", "expired", "done", "failed"};
    static constexpr std::array<std::string_view, 4> messages{"pending", "sending", "sent", "dead"};
    static constexpr std::array<std::string_view, 3> workers{"live", "late", "silent"};
    static constexpr std::array<std::string_view, 1> waiters{"waiting"};
    static constexpr std::array<std::string_view, 1> refusals{"refused"};
    static constexpr std::array<std::string_view, 5> audits{"in doubt", "released", "done", "missing", "changed"};
    switch (entity) {
    case Entity::lock: return locks;
    case Entity::task: return tasks;
    case Entity::message: return messages;
    case Entity::worker: return workers;
    case Entity::waiter: return waiters;
    case Entity::refusal: return refusals;
    case Entity::audit: return audits;
    }
    return {};
}

std::span<const std::string_view> filter_keys_of(Entity entity)
{
    static constexpr std::array<std::string_view, 4> plain{"name", "id", "owner", "state"};
    static constexpr std::array<std::string_view, 7> tasks{"name", "id", "owner", "state", "kind", "phase", "claim"};
    static constexpr std::array<std::string_view, 6> messages{"name", "id", "owner", "state", "topic", "claim"};
    static constexpr std::array<std::string_view, 5> kinds{"name", "id", "owner", "state", "kind"};
    switch (entity) {
    case Entity::task: return tasks;
    case Entity::message: return messages;
    case Entity::worker:
    case Entity::audit: return kinds;
    case Entity::lock:
    case Entity::waiter:
    case Entity::refusal: break;
    }
    return plain;
}

std::optional<Failure> value_defect(const FilterTerm& term, std::span<const std::string_view> can)
{
    if (can.empty() || term.op != FilterTerm::Op::equals || std::find(can.begin(), can.end(), term.value) != can.end())
        return std::nullopt;
    std::string all;
    for (const std::string_view one : can)
        all += (all.empty() ? "" : ", ") + std::string(one);
    return Failure::usage("no row can be " + term.key + ":" + to_valid_utf8(term.value) + ". Use one of: " + all + ".");
}

} // namespace lockdesk
