// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/move_log.h"

namespace lockdesk {

namespace {

constexpr std::size_t keptMoves = 30'000;

} // namespace

void MoveLog::add(int connection, const Event& event)
{
    m_moves.push_back({to_us(event.at), connection, rowEntity(event), event.key});
    if (m_moves.size() > keptMoves)
        m_moves.pop_front();
}

void MoveLog::forget(int connection)
{
    std::erase_if(m_moves, [&](const Move& each) { return each.connection == connection; });
}

std::shared_ptr<const MovedRows> MoveLog::between(std::int64_t from, std::int64_t to) const
{
    auto moved = std::make_shared<MovedRows>();
    moved->from = time_from_us(from);
    moved->to = time_from_us(to);
    for (const Move& each : m_moves)
        if (each.at >= from && each.at <= to)
            moved->rows[each.entity].insert({each.connection, each.key});
    return moved;
}

} // namespace lockdesk
