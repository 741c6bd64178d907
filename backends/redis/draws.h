// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/redis/link.h"

namespace lockdesk::redis {

class RedisDraws final : public Draws
{
public:
    explicit RedisDraws(Link& link) : m_link(link) {}
    Answer<DrawInfo> open(const EventId& event, std::int64_t places) override;
    Answer<std::optional<DrawInfo>> find(const EventId& event) override;
    Answer<std::optional<std::vector<DrawEntry>>> apply(const EventId& event, std::span<const PersonId> persons) override;
    Answer<std::optional<Consumed>> consume(const EventId& event, FencingToken token, std::int64_t limit) override;
    Answer<Page<DrawEntry>> results(const EventId& event, const ListRequest& request) override;

private:
    Link& m_link;
};

} // namespace lockdesk::redis
