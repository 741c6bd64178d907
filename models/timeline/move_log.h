// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/event.h"
#include "models/tables/moved_rows.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <utility>

namespace lockdesk {

/// Entity of the row that an event concerns: a refusal concerns its lock.
[[nodiscard]] inline Entity rowEntity(const Event& event)
{
    return event.entity == Entity::refusal ? Entity::lock : event.entity;
}

/// Which rows moved when: the last 30,000 events, as times and keys: about as far as the lanes of a busy timeline
/// reach.
class MoveLog
{
public:
    void add(int connection, const Event& event);
    void forget(int connection);
    /// Returns the rows that moved between two store times, in microseconds since 1970, both included.
    [[nodiscard]] std::shared_ptr<const MovedRows> between(std::int64_t from, std::int64_t to) const;

private:
    struct Move
    {
        std::int64_t at = 0;
        int connection = -1;
        Entity entity = Entity::lock;
        std::string key;
    };
    std::deque<Move> m_moves;
};

} // namespace lockdesk
