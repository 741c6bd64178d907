// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/server_forms.h"

#include "backends/engine/rules/draw_rows.h"

#include <set>
#include <unordered_map>

namespace lockdesk::mariadb {

namespace {

// Returns the distinct persons and their positions in the batch, as rows of VALUES.
std::string candidates(std::span<const PersonId> persons)
{
    std::string out;
    std::set<std::string_view> seen;
    for (const PersonId& person : persons)
        if (seen.insert(person.str()).second)
            out += (out.empty() ? "(" : ", (") + literal(person.str()) + ", " + std::to_string(seen.size()) + ")";
    return out;
}

} // namespace

Answer<std::optional<std::vector<DrawEntry>>> apply_to_draw(sql::Link& link, const EventId& event,
                                                          std::span<const PersonId> persons)
{
    using Entries = std::optional<std::vector<DrawEntry>>;
    if (persons.empty()) {
        const auto draw = link.run("draw_find", {{"event", event}}, Effect::read);
        if (!draw)
            return draw.failure();
        return {draw->is_null(0, 1) ? Entries{} : Entries(std::in_place), draw.store_time()};
    }
    Values values;
    values.text("event", event.str()).sql("candidates", candidates(persons));
    values.sql("persons", literals(persons, &PersonId::str));
    const auto answer = link.run("draw_apply", values, Effect::write);
    if (!answer)
        return answer.failure();
    const Result& state = answer->last();
    if (!state.boolean(0, 1))
        return {Entries{}, answer.store_time()};
    const Result& known = answer->set(0);
    std::unordered_map<std::string_view, int> rows;
    for (int i = 0; i < known.rows(); ++i)
        rows.emplace(known.text(i, 2), i);
    Entries entries(std::in_place);
    std::set<std::int64_t> told;
    for (const PersonId& person : persons) {
        const auto at = rows.find(person.str());
        entries->push_back(at == rows.end() ? closed_entry(event, person) : sql::draw_entry(known, at->second, 1));
        entries->back().result = result_in_batch(entries->back().seq, state.number(0, 2), told);
    }
    return {std::move(entries), answer.store_time()};
}

} // namespace lockdesk::mariadb
