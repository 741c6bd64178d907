// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/postgres/draws.h"

#include "backends/engine/draw_rows.h"
#include "backends/postgres/listing.h"

namespace lockdesk::postgres {

namespace {

DrawInfo info_in(const Result& r)
{
    return {std::string(r.text(0, 1)),    r.number(0, 2), r.number(0, 3), r.number(0, 4),
            FencingToken(r.number(0, 5)), r.boolean(0, 6)};
}

// event, person, seq, rank and applied_at from column `first` on.
DrawEntry entry_in(const Result& r, int row, int first)
{
    return {std::string(r.text(row, first)), std::string(r.text(row, first + 1)),
            ApplyResult::accepted,           r.number(row, first + 2),
            r.whole(row, first + 3),         r.time(row, first + 4).value_or(TimePoint{})};
}

} // namespace

Answer<DrawInfo> PostgresDraws::open(const EventId& event, std::int64_t places)
{
    if (auto defect = places_defect(places))
        return *defect;
    Params params;
    params.text(event.str()).number(places);
    const auto answer = m_link.run("draw_open", params, Effect::write);
    if (!answer)
        return answer.failure();
    return {info_in(*answer), answer.store_time()};
}

Answer<std::optional<DrawInfo>> PostgresDraws::find(const EventId& event)
{
    Params params;
    params.text(event.str());
    const auto answer = m_link.run("draw_find", params, Effect::read);
    if (!answer)
        return answer.failure();
    if (answer->is_null(0, 1))
        return {std::optional<DrawInfo>{}, answer.store_time()};
    return {std::optional(info_in(*answer)), answer.store_time()};
}

Answer<std::optional<std::vector<DrawEntry>>> PostgresDraws::apply(const EventId& event, std::span<const PersonId> persons)
{
    std::vector<std::string> names;
    names.reserve(persons.size());
    for (const PersonId& person : persons)
        names.push_back(person.str());
    Params params;
    params.text(event.str()).texts(names);
    const auto answer = m_link.run("draw_apply", params, Effect::write);
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
        entries->push_back({event.str(), names[i], result_in_batch(seq, r.number(row, 2), told), seq, r.whole(row, 4),
                            r.time(row, 5).value_or(TimePoint{})});
    }
    return {std::move(entries), answer.store_time()};
}

Answer<std::optional<Consumed>> PostgresDraws::consume(const EventId& event, FencingToken token, std::int64_t limit)
{
    if (auto defect = consume_defect(token, limit))
        return *defect;
    Params params;
    params.text(event.str()).number(token.number()).number(limit);
    const auto answer = m_link.run("draw_consume", params, Effect::write);
    if (!answer)
        return answer.failure();
    const Result& r = *answer;
    if (!r.boolean(0, 1))
        return {std::optional<Consumed>{}, answer.store_time()};
    Consumed out{r.boolean(0, 2), {}, r.number(0, 3)};
    for (int i = 0; i < r.rows() && !r.is_null(i, 4); ++i)
        out.entries.push_back(entry_in(r, i, 4));
    return {std::optional(std::move(out)), answer.store_time()};
}

Answer<Page<DrawEntry>> PostgresDraws::results(const EventId& event, const ListRequest& request)
{
    static const Listing<DrawEntry> listing{"draw_list",
                                            "lockdesk_draw_entries",
                                            "k.seq",
                                            "k.seq",
                                            false,
                                            {{"name", "k.event"}, {"id", "k.person"}, {"owner", "k.person"}},
                                            [](const Result& r, int row) { return entry_in(r, row, 1); },
                                            [](const Result& r, int row) { return std::to_string(r.number(row, 3)); }};
    return list_rows(m_link, listing, results_request(event, request));
}

} // namespace lockdesk::postgres
