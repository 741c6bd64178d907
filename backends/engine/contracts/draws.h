// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/names.h"
#include "backends/engine/text/filter.h"

#include <span>

namespace lockdesk {

struct EventIdTag
{
    static constexpr std::string_view what = "event";
};
struct PersonIdTag
{
    static constexpr std::string_view what = "person";
};
using EventId = Name<EventIdTag>;   ///< what is drawn for
using PersonId = Name<PersonIdTag>; ///< who applies: once per event

enum class ApplyResult {
    accepted,  ///< has a place, and the next number
    duplicate, ///< applied before: number and rank are those of then
    closed,    ///< every place was taken
};
const char* word(ApplyResult);

struct DrawEntry
{
    std::string event;
    std::string person;
    ApplyResult result = ApplyResult::accepted;
    std::int64_t seq = 0;             ///< 1, 2, 3, ... in the order of commits, without gaps; 0: none (closed)
    std::optional<std::int64_t> rank; ///< given by the consumer; none: not yet
    TimePoint applied_at{};
    friend bool operator==(const DrawEntry&, const DrawEntry&) = default;
};

struct DrawInfo
{
    std::string event;
    std::int64_t places = 0;
    std::int64_t accepted = 0; ///< the largest number
    std::int64_t ranked = 0;   ///< the largest rank
    FencingToken leader{};     ///< the largest token that consumed: a smaller one is refused
    bool created = false;      ///< by this call
    friend bool operator==(const DrawInfo&, const DrawInfo&) = default;
};

struct Consumed
{
    bool refused = false;           ///< the token is smaller than one that consumed already: nothing was done
    std::vector<DrawEntry> entries; ///< ranked by this call, in the order of their numbers
    std::int64_t left = 0;          ///< numbered and still without a rank
};

/// A first-come-first-served draw. The number is given in the same atomic step as the check for a duplicate and in the order
/// of commits (a counter in the event's row, which an SQL sequence is not), so that the consumer never skips a late commit.
/// One thread at a time.
class Draws
{
public:
    virtual ~Draws() = default;
    /// Creates the event, or answers the one that is there, whose places stay as they are. Places are at least 1.
    virtual Answer<DrawInfo> open(const EventId& event, std::int64_t places) = 0;
    /// None: no such event.
    virtual Answer<std::optional<DrawInfo>> find(const EventId& event) = 0;
    /// Each person once, in this order, in one atomic step; an answer for each. None: no such event.
    virtual Answer<std::optional<std::vector<DrawEntry>>> apply(const EventId& event, std::span<const PersonId> persons) = 0;
    /// Gives ranks to at most `limit` numbered entries in the order of their numbers. Only for the leader: `token` is that of
    /// its lock, and a late leader is refused. None: no such event.
    virtual Answer<std::optional<Consumed>> consume(const EventId& event, FencingToken token, std::int64_t limit) = 0;
    /// In the order of the numbers, those without a rank too. Filter keys: name (event), id and owner (person).
    virtual Answer<Page<DrawEntry>> results(const EventId& event, const ListRequest& request) = 0;
};

} // namespace lockdesk
