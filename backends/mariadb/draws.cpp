// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/mariadb/draws.h"

#include "backends/engine/draw_rows.h"
#include "backends/mariadb/listing.h"

#include <unordered_map>

namespace lockdesk::mariadb {

namespace {

DrawInfo info_in(const Result& r)
{
    return {std::string(r.text(0, 1)),    r.number(0, 2), r.number(0, 3), r.number(0, 4),
            FencingToken(r.number(0, 5)), r.boolean(0, 6)};
}

// event, person, seq, rank and applied_at behind the clock.
DrawEntry entry_in(const Result& r, int row)
{
    return {std::string(r.text(row, 1)),
            std::string(r.text(row, 2)),
            ApplyResult::accepted,
            r.number(row, 3),
            r.whole(row, 4),
            r.time(row, 5).value_or(TimePoint{})};
}

// The distinct persons and where in the batch they stand, as rows of VALUES.
std::string candidates(std::span<const PersonId> persons)
{
    std::string out;
    std::set<std::string_view> seen;
    for (const PersonId& person : persons)
        if (seen.insert(person.str()).second)
            out += (out.empty() ? "(" : ", (") + literal(person.str()) + ", " + std::to_string(seen.size()) + ")";
    return out;
}

std::vector<std::string> names_of(std::span<const PersonId> persons)
{
    std::vector<std::string> names;
    for (const PersonId& person : persons)
        names.push_back(person.str());
    return names;
}

} // namespace

Answer<DrawInfo> MariaDbDraws::open(const EventId& event, std::int64_t places)
{
    if (auto defect = places_defect(places))
        return *defect;
    Values values;
    values.text("event", event.str()).number("places", places);
    const auto answer = m_link.run("draw_open", values, Effect::write);
    if (!answer)
        return answer.failure();
    return {info_in(answer->last()), answer.store_time()};
}

Answer<std::optional<DrawInfo>> MariaDbDraws::find(const EventId& event)
{
    Values values;
    values.text("event", event.str());
    const auto answer = m_link.run("draw_find", values, Effect::read);
    if (!answer)
        return answer.failure();
    if (answer->last().is_null(0, 1))
        return {std::optional<DrawInfo>{}, answer.store_time()};
    return {std::optional(info_in(answer->last())), answer.store_time()};
}

Answer<std::optional<std::vector<DrawEntry>>> MariaDbDraws::apply(const EventId& event, std::span<const PersonId> persons)
{
    using Entries = std::optional<std::vector<DrawEntry>>;
    if (persons.empty()) {
        const auto draw = find(event);
        if (!draw)
            return draw.failure();
        return {*draw ? Entries(std::in_place) : Entries{}, draw.store_time()};
    }
    Values values;
    values.text("event", event.str()).sql("candidates", candidates(persons));
    values.sql("persons", literals(names_of(persons)));
    const auto answer = m_link.run("draw_apply", values, Effect::write);
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
        entries->push_back(at == rows.end() ? closed_entry(event, person) : entry_in(known, at->second));
        entries->back().result = result_in_batch(entries->back().seq, state.number(0, 2), told);
    }
    return {std::move(entries), answer.store_time()};
}

Answer<std::optional<Consumed>> MariaDbDraws::consume(const EventId& event, FencingToken token, std::int64_t limit)
{
    if (auto defect = consume_defect(token, limit))
        return *defect;
    Values values;
    values.text("event", event.str()).number("token", token.number()).number("limit", limit);
    const auto answer = m_link.run("draw_consume", values, Effect::write);
    if (!answer)
        return answer.failure();
    const Result& state = answer->last();
    if (!state.boolean(0, 1))
        return {std::optional<Consumed>{}, answer.store_time()};
    Consumed out{state.boolean(0, 2), {}, state.number(0, 3)};
    for (int i = 0; i < answer->set(0).rows(); ++i)
        out.entries.push_back(entry_in(answer->set(0), i));
    return {std::optional(std::move(out)), answer.store_time()};
}

Answer<Page<DrawEntry>> MariaDbDraws::results(const EventId& event, const ListRequest& request)
{
    static const Listing<DrawEntry> listing{
        "draw_list", "draw_entries",
        "k.seq",     "k.seq",
        false,       {{"name", "k.event"}, {"id", "k.person"}, {"owner", "k.person"}},
        entry_in,    [](const Result& r, int row) { return std::to_string(r.number(row, 3)); }};
    return list_rows(m_link, listing, results_request(event, request));
}

} // namespace lockdesk::mariadb
