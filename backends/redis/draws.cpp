// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/concerns.h"

#include "backends/engine/rules/draw_rows.h"
#include "backends/redis/lists.h"

#include <limits>

namespace lockdesk::redis {

namespace {

std::optional<DrawInfo> info_in(const EventId& event, const Reply& r)
{
    if (r[2].nil())
        return std::nullopt;
    return DrawInfo{event.str(),        r[2].integer(), r[3].integer(), r[4].integer(), FencingToken(r[5].integer()),
                    r[1].integer() == 1};
}

// `mark`: the number and the time, separated by a colon.
DrawEntry entry_of(const EventId& event, std::string person, std::string_view mark, std::int64_t last_rank)
{
    DrawEntry entry{event.str(), std::move(person)};
    const auto colon = mark.find(':');
    entry.seq = whole_number(mark.substr(0, colon)).value_or(0);
    if (colon != std::string_view::npos)
        entry.applied_at = time_from_us(whole_number(mark.substr(colon + 1)).value_or(0));
    if (entry.seq > 0 && entry.seq <= last_rank)
        entry.rank = entry.seq;
    return entry;
}

class RedisDraws final : public Draws
{
public:
    explicit RedisDraws(Link& link) : m_link(link) {}

    Answer<DrawInfo> open(const EventId& event, std::int64_t places) override
    {
        if (auto defect = places_defect(places))
            return *defect;
        m_link.call(scripts().draw_open).add(event.str()).add(places);
        return decoded(m_link.run(), [&](const Reply& r) { return info_in(event, r).value_or(DrawInfo{event.str()}); });
    }

    Answer<std::optional<DrawInfo>> find(const EventId& event) override
    {
        m_link.call(scripts().draw_find).add(event.str());
        return decoded(m_link.run(), [&](const Reply& r) { return info_in(event, r); });
    }

    Answer<std::optional<std::vector<DrawEntry>>> apply(const EventId& event, std::span<const PersonId> persons) override
    {
        Wire& wire = m_link.call(scripts().draw_apply).add(event.str());
        for (const PersonId& person : persons)
            wire.add(person.str());
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        const Reply& r = *answer;
        std::optional<std::vector<DrawEntry>> entries;
        if (r[1].integer() == 0)
            return {entries, r.now};
        entries.emplace();
        for (std::size_t i = 0; i < persons.size(); ++i) {
            const View fresh = r[3 + 2 * i];
            const View mark = r[4 + 2 * i];
            if (mark.nil()) {
                entries->push_back(closed_entry(event, persons[i]));
                continue;
            }
            entries->push_back(entry_of(event, persons[i].str(), mark.text(), r[2].integer()));
            entries->back().result = fresh.integer() == 1 ? ApplyResult::accepted : ApplyResult::duplicate;
        }
        return {std::move(entries), r.now};
    }

    Answer<std::optional<Consumed>> consume(const EventId& event, FencingToken token, std::int64_t limit) override
    {
        if (auto defect = consume_defect(token, limit))
            return *defect;
        m_link.call(scripts().draw_consume).add(event.str()).add(token.number()).add(limit);
        auto answer = m_link.run();
        if (!answer)
            return answer.failure();
        const Reply& r = *answer;
        if (r[1].integer() == 0)
            return {std::optional<Consumed>{}, r.now};
        Consumed out{r[2].integer() == 1, {}, r[3].integer()};
        constexpr auto all = std::numeric_limits<std::int64_t>::max();
        for (std::size_t i = 4; i + 1 < r.size(); i += 2)
            out.entries.push_back(entry_of(event, r[i].str(), r[i + 1].text(), all));
        return {std::optional(std::move(out)), r.now};
    }

    Answer<Page<DrawEntry>> results(const EventId& event, const ListRequest& request) override
    {
        auto collector = collector_of<DrawEntry>(request);
        for (std::int64_t from = 0;; from += page_size) {
            m_link.call(scripts().draw_list).add(event.str()).add(from).add(page_size);
            auto answer = m_link.run();
            if (!answer)
                return answer.failure();
            const Reply& r = *answer;
            bool more = true;
            for (std::size_t i = 3; more && i + 1 < r.size(); i += 2)
                more = collector.offer(entry_of(event, r[i].str(), r[i + 1].text(), r[2].integer()), r.now);
            if (!more || from + page_size >= r[1].integer())
                return {collector.page(r[1].integer()), r.now};
        }
    }

private:
    Link& m_link;
};

} // namespace

std::unique_ptr<Draws> make_draws(Link& link) { return std::make_unique<RedisDraws>(link); }

} // namespace lockdesk::redis
