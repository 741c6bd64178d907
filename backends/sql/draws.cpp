// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/concerns.h"

#include "backends/engine/rules/draw_rows.h"
#include "backends/sql/listing.h"

namespace lockdesk::sql {

namespace {

DrawInfo draw_info(const Result& r)
{
    return {std::string(r.text(0, 1)),    r.number(0, 2), r.number(0, 3), r.number(0, 4),
            FencingToken(r.number(0, 5)), r.boolean(0, 6)};
}

class SqlDraws final : public Draws
{
public:
    SqlDraws(Link& link, ApplyToDraw how) : m_link(link), m_apply(how) {}

    Answer<DrawInfo> open(const EventId& event, std::int64_t places) override
    {
        if (auto defect = places_defect(places))
            return *defect;
        const auto values = Values().text("event", event.str()).number("places", places);
        return decoded(m_link.run("draw_open", values, Effect::write), draw_info);
    }

    Answer<std::optional<DrawInfo>> find(const EventId& event) override
    {
        return find_row(m_link, "draw_find", {{"event", event}}, draw_info);
    }

    Answer<std::optional<std::vector<DrawEntry>>> apply(const EventId& event, std::span<const PersonId> persons) override
    {
        return m_apply(m_link, event, persons);
    }

    // The entries are a separate result set before the answer, or follow it in each row.
    Answer<std::optional<Consumed>> consume(const EventId& event, FencingToken token, std::int64_t limit) override
    {
        if (auto defect = consume_defect(token, limit))
            return *defect;
        const auto answer =
            m_link.run("draw_consume", {{"event", event}, {"token", token}, {"limit", limit}}, Effect::write);
        if (!answer)
            return answer.failure();
        if (!answer->boolean(0, 1))
            return {std::optional<Consumed>{}, answer.store_time()};
        Consumed out{answer->boolean(0, 2), {}, answer->number(0, 3)};
        const Result& entries = answer->set(0);
        const int first = answer->size() > 1 ? 1 : 4;
        for (int i = 0; i < entries.rows() && !entries.is_null(i, first); ++i)
            out.entries.push_back(draw_entry(entries, i, first));
        return {std::optional(std::move(out)), answer.store_time()};
    }

    Answer<Page<DrawEntry>> results(const EventId& event, const ListRequest& request) override
    {
        static const Listing<DrawEntry> listing{"draw_list",
                                                "draw_entries",
                                                {{"k.seq", 3, false}},
                                                false,
                                                {{"name", "k.event"}, {"id", "k.person"}, {"owner", "k.person"}},
                                                [](const Result& r, int row) { return draw_entry(r, row, 1); }};
        return list_rows(m_link, listing, results_request(event, request));
    }

private:
    Link& m_link;
    ApplyToDraw m_apply;
};

} // namespace

DrawEntry draw_entry(const Result& r, int row, int first)
{
    return {std::string(r.text(row, first)), std::string(r.text(row, first + 1)),
            ApplyResult::accepted,           r.number(row, first + 2),
            r.whole(row, first + 3),         r.time(row, first + 4).value_or(TimePoint{})};
}

std::unique_ptr<Draws> make_draws(Link& link, ApplyToDraw apply) { return std::make_unique<SqlDraws>(link, apply); }

} // namespace lockdesk::sql
