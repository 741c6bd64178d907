// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sql/concerns.h"

#include "backends/engine/rules/draw_rows.h"
#include "backends/sql/listing.h"

#include <set>
#include <unordered_map>

namespace lockdesk::sql {

namespace {

DrawInfo draw_info(const Result& r)
{
    return {std::string(r.text(0, 1)),    r.number(0, 2), r.number(0, 3), r.number(0, 4),
            FencingToken(r.number(0, 5)), r.boolean(0, 6)};
}

DrawEntry draw_entry(const Result& r, int row, int first)
{
    return {std::string(r.text(row, first)), std::string(r.text(row, first + 1)),
            ApplyResult::accepted,           r.number(row, first + 2),
            r.whole(row, first + 3),         r.time(row, first + 4).value_or(TimePoint{})};
}

DrawEntry listed_entry(const Result& r, int row) { return draw_entry(r, row, 1); }

// Entries are a separate result set before the answer, or follow its columns in each row.
std::pair<const Result&, int> entries_in(const Reply& reply, int columns)
{
    return {reply.set(0), reply.size() > 1 ? 1 : columns};
}

class SqlDraws final : public Draws
{
public:
    SqlDraws(Link& link, DrawValues values) : m_link(link), m_values(values) {}

    Answer<DrawInfo> open(const EventId& event, std::int64_t places) override
    {
        if (auto defect = places_defect(places))
            return *defect;
        return decoded(m_link.run("draw_open", {{"event", event}, {"places", places}}, Effect::write), draw_info);
    }

    Answer<std::optional<DrawInfo>> find(const EventId& event) override
    {
        return find_row(m_link, "draw_find", {{"event", event}}, draw_info);
    }

    Answer<std::optional<std::vector<DrawEntry>>> apply(const EventId& event, std::span<const PersonId> persons) override
    {
        using Entries = std::optional<std::vector<DrawEntry>>;
        if (persons.empty())
            return decoded(find(event), [](const auto& draw) { return draw ? Entries(std::in_place) : Entries(); });
        return decoded(m_link.run("draw_apply", m_values(event, persons), Effect::write), [&](const Reply& reply) {
            if (!reply.boolean(0, 1))
                return Entries();
            const auto [known, first] = entries_in(reply, 3);
            std::unordered_map<std::string_view, int> rows;
            for (int row = 0; row < known.rows(); ++row)
                rows.emplace(known.text(row, first + 1), row);
            Entries entries(std::in_place);
            std::set<std::int64_t> seen;
            for (const PersonId& person : persons) {
                const auto at = rows.find(person.str());
                entries->push_back(at == rows.end() ? closed_entry(event, person) : draw_entry(known, at->second, first));
                entries->back().result = result_in_batch(entries->back().seq, reply.number(0, 2), seen);
            }
            return entries;
        });
    }

    Answer<std::optional<Consumed>> consume(const EventId& event, FencingToken token, std::int64_t limit) override
    {
        if (auto defect = consume_defect(token, limit))
            return *defect;
        const Values values{{"event", event}, {"token", token}, {"limit", limit}};
        return decoded(m_link.run("draw_consume", values, Effect::write), [](const Reply& r) {
            std::optional<Consumed> out;
            if (!r.boolean(0, 1))
                return out;
            out.emplace(Consumed{r.boolean(0, 2), {}, r.number(0, 3)});
            const auto [entries, first] = entries_in(r, 4);
            for (int i = 0; i < entries.rows() && !entries.is_null(i, first); ++i)
                out->entries.push_back(draw_entry(entries, i, first));
            return out;
        });
    }

    Answer<Page<DrawEntry>> results(const EventId& event, const ListRequest& request) override
    {
        static const Listing<DrawEntry> listing{
            .statement = "draw_list", .table = "draw_entries", .order = {{"k.seq", 3, false}}, .decode = listed_entry};
        return list_rows(m_link, listing, results_request(event, request));
    }

private:
    Link& m_link;
    DrawValues m_values;
};

} // namespace

std::unique_ptr<Draws> make_draws(Link& link, DrawValues values) { return std::make_unique<SqlDraws>(link, values); }

} // namespace lockdesk::sql
