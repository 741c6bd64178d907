// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/rules/draw_rows.h"

namespace lockdesk {

std::optional<Failure> draw_numbers_defect(const DrawInfo& draw)
{
    const auto defect = [](const char* field) {
        return Failure::unavailable(std::string("the draw's ") + field
                                    + " is not a number that Lockdesk wrote; nothing was changed. Correct it");
    };
    const auto is_count = [](std::int64_t n) { return n >= 0 && n < largest_token; };
    if (draw.places < 0)
        return defect("places");
    if (!is_count(draw.accepted))
        return defect("last_seq");
    if (!is_count(draw.ranked) || draw.ranked > draw.accepted)
        return defect("last_rank");
    if (draw.leader.number() < 0)
        return defect("leader_token");
    return std::nullopt;
}

std::optional<Failure> places_defect(std::int64_t places)
{
    if (places >= 1)
        return std::nullopt;
    return Failure::usage("A draw has at least one place, not " + std::to_string(places) + ".");
}

std::optional<Failure> consume_defect(FencingToken token, std::int64_t limit)
{
    if (token.number() < 0)
        return Failure::usage("A token is at least 0, not " + std::to_string(token.number()) + ".");
    if (limit < 1)
        return Failure::usage("The limit is at least 1, not " + std::to_string(limit) + ".");
    return std::nullopt;
}

DrawEntry closed_entry(const EventId& event, const PersonId& person)
{
    return {event.str(), person.str(), ApplyResult::closed, 0, std::nullopt, TimePoint{}};
}

ApplyResult result_in_batch(std::int64_t seq, std::int64_t before, std::set<std::int64_t>& seen)
{
    if (seq == 0)
        return ApplyResult::closed;
    return seq > before && seen.insert(seq).second ? ApplyResult::accepted : ApplyResult::duplicate;
}

ListRequest results_request(const EventId& event, ListRequest request)
{
    auto terms = request.filter.terms();
    terms.push_back({"name", FilterTerm::Op::equals, event.str(), false});
    request.filter = Filter(std::move(terms));
    return request;
}

std::optional<std::string> filter_field(const DrawEntry& entry, TimePoint, std::string_view key)
{
    if (key == "name")
        return entry.event;
    if (key == "id" || key == "owner")
        return entry.person;
    return std::nullopt;
}

} // namespace lockdesk
