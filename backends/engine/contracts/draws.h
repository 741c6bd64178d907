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
using EventId = Name<EventIdTag>;   ///< the event of a draw
using PersonId = Name<PersonIdTag>; ///< an applicant: once per event

enum class ApplyResult {
    accepted,  ///< has a place and the next number
    duplicate, ///< applied before: number and rank are the earlier ones
    closed,    ///< all places were taken
};
const char* word(ApplyResult);

struct DrawEntry
{
    std::string event;
    std::string person;
    ApplyResult result = ApplyResult::accepted;
    std::int64_t seq = 0;             ///< 1, 2, 3, ... in the order of commits, without gaps; 0: none (closed)
    std::optional<std::int64_t> rank; ///< assigned by the consumer; nullopt: not yet
    TimePoint applied_at{};
    friend bool operator==(const DrawEntry&, const DrawEntry&) = default;
};

struct DrawInfo
{
    std::string event;
    std::int64_t places = 0;
    std::int64_t accepted = 0; ///< the largest number
    std::int64_t ranked = 0;   ///< the largest rank
    FencingToken leader{};     ///< largest token used to consume: smaller ones are refused
    bool created = false;      ///< by this call
    friend bool operator==(const DrawInfo&, const DrawInfo&) = default;
};

struct Consumed
{
    bool refused = false;           ///< the token is smaller than that of an earlier consumer: nothing changed
    std::vector<DrawEntry> entries; ///< ranked by this call, by number
    std::int64_t left = 0;          ///< numbered but without a rank
};

/// A first-come-first-served draw. The number is assigned in the same atomic step as the check for a duplicate and in
/// commit order (a counter in the event's row, unlike an SQL sequence), so that the consumer never skips a late commit.
/// One thread at a time.
class Draws
{
public:
    virtual ~Draws() = default;
    /// Creates the event, or returns the existing one, whose places do not change. `places` is at least 1.
    virtual Answer<DrawInfo> open(const EventId& event, std::int64_t places) = 0;
    /// Nullopt: no such event.
    virtual Answer<std::optional<DrawInfo>> find(const EventId& event) = 0;
    /// Applies for each person once, in this order, in one atomic step; one answer each. Nullopt: no such event.
    virtual Answer<std::optional<std::vector<DrawEntry>>> apply(const EventId& event, std::span<const PersonId> persons) = 0;
    /// Assigns ranks to at most `limit` numbered entries by number. For the leader only: `token` is that of
    /// its lock, and a late leader is refused. Nullopt: no such event.
    virtual Answer<std::optional<Consumed>> consume(const EventId& event, FencingToken token, std::int64_t limit) = 0;
    /// Lists entries by number, including those without a rank. Filter keys: name (event), id and owner (person).
    virtual Answer<Page<DrawEntry>> results(const EventId& event, const ListRequest& request) = 0;
};

} // namespace lockdesk
