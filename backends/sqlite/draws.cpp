// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/sqlite/concerns.h"

#include "backends/engine/rules/draw_rows.h"
#include "backends/sqlite/lists.h"

#include <algorithm>

namespace lockdesk::sqlite {

namespace {

DrawEntry read_entry(const Query& q)
{
    DrawEntry entry{q.text(0), q.text(1), ApplyResult::accepted, q.number(2), q.maybe(3), TimePoint{}};
    if (const auto at = q.maybe(4))
        entry.applied_at = time_from_us(*at);
    return entry;
}

class SqliteDraws final : public Draws
{
public:
    explicit SqliteDraws(Connection& db) : m_db(db) {}

    Answer<DrawInfo> open(const EventId& event, std::int64_t places) override
    {
        if (auto defect = places_defect(places))
            return *defect;
        return m_db.run<DrawInfo>(Mode::write, [&] {
            const bool created = m_db.change("draw_open", event.str(), places, m_db.now()) == 1;
            DrawInfo draw = read(event).value();
            draw.created = created;
            return draw;
        });
    }

    Answer<std::optional<DrawInfo>> find(const EventId& event) override
    {
        return m_db.run<std::optional<DrawInfo>>(Mode::read, [&] { return read(event); });
    }

    Answer<std::optional<std::vector<DrawEntry>>> apply(const EventId& event, std::span<const PersonId> persons) override
    {
        using Entries = std::optional<std::vector<DrawEntry>>;
        return m_db.run<Entries>(Mode::write, [&]() -> Entries {
            auto draw = read_to_change(event);
            if (!draw)
                return std::nullopt;
            const auto before = draw->accepted;
            std::vector<DrawEntry> entries;
            entries.reserve(persons.size());
            for (const PersonId& person : persons)
                entries.push_back(apply_one(*draw, event, person));
            if (draw->accepted > before)
                m_db.change("draw_apply_numbers", event.str(), draw->accepted);
            return entries;
        });
    }

    Answer<std::optional<Consumed>> consume(const EventId& event, FencingToken token, std::int64_t limit) override
    {
        if (auto defect = consume_defect(token, limit))
            return *defect;
        return m_db.run<std::optional<Consumed>>(Mode::write, [&]() -> std::optional<Consumed> {
            const auto draw = read_to_change(event);
            if (!draw)
                return std::nullopt;
            Consumed out;
            out.left = draw->accepted - draw->ranked;
            out.refused = token < draw->leader;
            if (out.refused)
                return out;
            const auto last = draw->ranked + std::min(limit, out.left);
            m_db.change("draw_consume", event.str(), draw->ranked, last);
            m_db.change("draw_consume_ranks", event.str(), last, token);
            auto query = m_db.query("draw_consume_list");
            query.bind(event.str()).bind(draw->ranked).bind(last);
            while (query.step())
                out.entries.push_back(read_entry(query));
            out.left = draw->accepted - last;
            return out;
        });
    }

    Answer<Page<DrawEntry>> results(const EventId& event, const ListRequest& request) override
    {
        const auto of_event = results_request(event, request);
        return m_db.run<Page<DrawEntry>>(Mode::snapshot,
                                         [&] { return list_page<DrawEntry>(m_db, draw_shape(), of_event, read_entry); });
    }

private:
    std::optional<DrawInfo> read(const EventId& event)
    {
        auto query = m_db.query("draw_find");
        query.bind(event.str());
        if (!query.step())
            return std::nullopt;
        const auto count = [&query](int i) {
            return query.is_null(i) ? 0 : query.is_whole(i) ? query.number(i) : std::int64_t{-1};
        };
        return DrawInfo{event.str(), count(0), count(1), count(2), FencingToken(count(3)), false};
    }

    std::optional<DrawInfo> read_to_change(const EventId& event)
    {
        auto draw = read(event);
        if (auto defect = draw ? draw_numbers_defect(*draw) : std::nullopt)
            throw StoreError{std::move(*defect)};
        return draw;
    }

    DrawEntry apply_one(DrawInfo& draw, const EventId& event, const PersonId& person)
    {
        {
            auto known = m_db.query("draw_apply_known");
            known.bind(event.str()).bind(person.str());
            if (known.step()) {
                auto entry = read_entry(known);
                entry.result = ApplyResult::duplicate;
                return entry;
            }
        }
        if (draw.accepted >= draw.places)
            return closed_entry(event, person);
        m_db.change("draw_apply", event.str(), person.str(), ++draw.accepted, m_db.now());
        return {event.str(), person.str(), ApplyResult::accepted, draw.accepted, std::nullopt, m_db.store_time()};
    }

    Connection& m_db;
};

} // namespace

std::unique_ptr<Draws> make_draws(Connection& db) { return std::make_unique<SqliteDraws>(db); }

} // namespace lockdesk::sqlite
