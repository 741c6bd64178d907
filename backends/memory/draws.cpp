// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/draw_rows.h"
#include "backends/memory/database.h"

#include <algorithm>

namespace lockdesk::memory {

namespace {

DrawInfo info(const std::string& event, const DrawRecord& draw)
{
    return {event, draw.places, static_cast<std::int64_t>(draw.entries.size()), draw.ranked, draw.leader, false};
}

DrawEntry apply_one(DrawRecord& draw, const EventId& event, const PersonId& person, TimePoint now)
{
    const auto number = static_cast<std::int64_t>(draw.entries.size()) + 1;
    const auto known = draw.numbers.find(person.str());
    if (known != draw.numbers.end()) {
        auto entry = draw.entries[static_cast<std::size_t>(known->second) - 1];
        entry.result = ApplyResult::duplicate;
        return entry;
    }
    if (number > draw.places)
        return closed_entry(event, person);
    draw.numbers.emplace(person.str(), number);
    draw.entries.push_back({event.str(), person.str(), ApplyResult::accepted, number, std::nullopt, now});
    return draw.entries.back();
}

class MemoryDraws final : public Draws
{
public:
    explicit MemoryDraws(Context& context) : m_context(context) {}

    Answer<DrawInfo> open(const EventId& event, std::int64_t places) override
    {
        if (auto defect = places_defect(places))
            return *defect;
        return m_context.write([&](Space& s, TimePoint) {
            const auto [it, created] = s.draws.try_emplace(event.str());
            if (created)
                it->second.places = places;
            auto answer = info(event.str(), it->second);
            answer.created = created;
            return answer;
        });
    }

    Answer<std::optional<DrawInfo>> find(const EventId& event) override
    {
        return m_context.read([&](Space& s, TimePoint) {
            const auto it = s.draws.find(event.str());
            return it == s.draws.end() ? std::nullopt : std::optional(info(event.str(), it->second));
        });
    }

    Answer<std::optional<std::vector<DrawEntry>>> apply(const EventId& event, std::span<const PersonId> persons) override
    {
        return m_context.write([&](Space& s, TimePoint now) {
            std::optional<std::vector<DrawEntry>> answer;
            const auto it = s.draws.find(event.str());
            if (it == s.draws.end())
                return answer;
            answer.emplace();
            for (const PersonId& person : persons)
                answer->push_back(apply_one(it->second, event, person, now));
            return answer;
        });
    }

    Answer<std::optional<Consumed>> consume(const EventId& event, FencingToken token, std::int64_t limit) override
    {
        if (auto defect = consume_defect(token, limit))
            return *defect;
        return m_context.write([&](Space& s, TimePoint) {
            std::optional<Consumed> answer;
            const auto it = s.draws.find(event.str());
            if (it == s.draws.end())
                return answer;
            DrawRecord& draw = it->second;
            answer.emplace();
            answer->refused = token < draw.leader;
            draw.leader = std::max(draw.leader, token);
            const auto numbered = static_cast<std::int64_t>(draw.entries.size());
            for (; !answer->refused && limit > 0 && draw.ranked < numbered; --limit) {
                auto& entry = draw.entries[static_cast<std::size_t>(draw.ranked)];
                entry.rank = ++draw.ranked;
                answer->entries.push_back(entry);
            }
            answer->left = numbered - draw.ranked;
            return answer;
        });
    }

    Answer<Page<DrawEntry>> results(const EventId& event, const ListRequest& request) override
    {
        return m_context.read([&](Space& s, TimePoint now) {
            Collector<DrawEntry> rows(request, now);
            const auto it = s.draws.find(event.str());
            if (it == s.draws.end())
                return rows.page(0);
            for (const DrawEntry& entry : it->second.entries)
                if (!rows.offer(entry))
                    break;
            return rows.page(it->second.entries.size());
        });
    }

private:
    Context& m_context;
};

} // namespace

std::unique_ptr<Draws> make_draws(Context& context) { return std::make_unique<MemoryDraws>(context); }

} // namespace lockdesk::memory
