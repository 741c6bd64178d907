// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/contracts/draws.h"
#include "backends/sqlite/connection.h"

namespace lockdesk::sqlite {

class SqliteDraws final : public Draws
{
public:
    explicit SqliteDraws(Connection& db) : m_db(db) {}
    Answer<DrawInfo> open(const EventId& event, std::int64_t places) override;
    Answer<std::optional<DrawInfo>> find(const EventId& event) override;
    Answer<std::optional<std::vector<DrawEntry>>> apply(const EventId& event, std::span<const PersonId> persons) override;
    Answer<std::optional<Consumed>> consume(const EventId& event, FencingToken token, std::int64_t limit) override;
    Answer<Page<DrawEntry>> results(const EventId& event, const ListRequest& request) override;

private:
    std::optional<DrawInfo> read(const EventId& event);
    DrawEntry apply_one(DrawInfo& draw, const EventId& event, const PersonId& person);

    Connection& m_db;
};

} // namespace lockdesk::sqlite
