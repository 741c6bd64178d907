// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/server_forms.h"

#include "backends/engine/rules/draw_rows.h"

#include <set>

namespace lockdesk::postgres {

Answer<std::optional<std::vector<DrawEntry>>> apply_to_draw(sql::Link& link, const EventId& event,
                                                          std::span<const PersonId> persons)
{
    const auto answer =
        link.run("draw_apply", {{"event", event}, {"persons", array_of(persons, &PersonId::str)}}, Effect::write);
    if (!answer)
        return answer.failure();
    const Result& r = *answer;
    std::optional<std::vector<DrawEntry>> entries;
    if (!r.boolean(0, 1))
        return {entries, answer.store_time()};
    entries.emplace();
    std::set<std::int64_t> told;
    for (std::size_t i = 0; i < persons.size(); ++i) {
        const int row = static_cast<int>(i);
        const auto seq = r.number(row, 3);
        entries->push_back({event.str(), persons[i].str(), result_in_batch(seq, r.number(row, 2), told), seq,
                            r.whole(row, 4), r.time(row, 5).value_or(TimePoint{})});
    }
    return {std::move(entries), answer.store_time()};
}

} // namespace lockdesk::postgres
