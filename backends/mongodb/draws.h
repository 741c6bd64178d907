// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/draws.h"
#include "backends/mongodb/link.h"

namespace lockdesk::mongodb {

/// Requires a replica set: a transaction locks the event's document, checks for a duplicate and assigns the number.
class MongoDraws final : public Draws
{
public:
    explicit MongoDraws(Link& link) : m_link(link) {}
    Answer<DrawInfo> open(const EventId& event, std::int64_t places) override;
    Answer<std::optional<DrawInfo>> find(const EventId& event) override;
    Answer<std::optional<std::vector<DrawEntry>>> apply(const EventId& event, std::span<const PersonId> persons) override;
    Answer<std::optional<Consumed>> consume(const EventId& event, FencingToken token, std::int64_t limit) override;
    Answer<Page<DrawEntry>> results(const EventId& event, const ListRequest& request) override;

private:
    struct Held;
    std::optional<Failure> hold(const Link::Send& send, const EventId& event, std::optional<Held>& held);
    std::optional<Failure> number(const Link::Send& send, const EventId& event, std::span<const PersonId> persons,
                                  const Held& held, std::vector<DrawEntry>& entries);
    std::optional<Failure> rank(const Link::Send& send, const EventId& event, FencingToken token, std::int64_t limit,
                                const Held& held, Consumed& out);
    Link& m_link;
};

} // namespace lockdesk::mongodb
