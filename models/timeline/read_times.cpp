// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/timeline/read_times.h"

#include <algorithm>
#include <chrono>

namespace lockdesk {

namespace {

constexpr Duration slack = std::chrono::seconds{1}; // of a busy machine

// A lesson's clock may run faster than the one by which polls are made.
std::int64_t patienceOf(const Update& update)
{
    const double rate = update.clock.sandbox ? std::max(1.0, update.clock.rate) : 1.0;
    return std::int64_t(double((2 * update.cost.interval + slack).count()) * rate);
}

} // namespace

void ReadTimes::take(int connection, const Update& update)
{
    if (!update.polled || !update.clock.known || update.health.state != HealthState::live)
        return;
    const std::int64_t now = to_us(update.clock.store), patience = patienceOf(update);
    const std::int64_t usual = std::max(patience, m_patience.contains(connection) ? m_patience[connection] : 0);
    m_patience[connection] = patience;
    const auto read = [&](Entity entity, std::optional<TimePoint> at) {
        if (!update.covered.has(entity))
            return;
        Read& is = m_reads[{connection, entity}];
        is.before = is.at;
        is.at = at ? to_us(*at) : now;
        is.late = is.before != 0 && is.at - is.before > usual;
    };
    read(Entity::lock, update.locks_read);
    read(Entity::task, update.tasks_read);
    read(Entity::message, {});
}

void ReadTimes::forget(int connection)
{
    std::erase_if(m_reads, [&](const auto& each) { return each.first.first == connection; });
    m_patience.erase(connection);
}

ReadTimes::Read ReadTimes::of(int connection, Entity entity) const
{
    const auto found = m_reads.find({connection, entity});
    return found == m_reads.end() ? Read() : found->second;
}

std::int64_t ReadTimes::unreadSince(int connection, bool silent, std::int64_t now) const
{
    std::int64_t last = 0;
    for (const Entity entity : {Entity::lock, Entity::task, Entity::message})
        last = std::max(last, of(connection, entity).at);
    const auto usual = m_patience.find(connection);
    return silent || (usual != m_patience.end() && now - last > usual->second) ? last : 0;
}

} // namespace lockdesk
