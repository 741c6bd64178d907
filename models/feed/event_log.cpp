// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/feed/event_log.h"

namespace lockdesk {

namespace {

constexpr std::size_t keptEvents = 20'000;

} // namespace

void EventLog::add(const std::vector<Event>& events)
{
    m_events.insert(m_events.end(), events.begin(), events.end());
    if (m_events.size() > keptEvents)
        m_events.erase(m_events.begin(), m_events.begin() + static_cast<std::ptrdiff_t>(m_events.size() - keptEvents));
}

std::vector<Event> EventLog::of(Entity entity, const std::string& key) const
{
    std::vector<Event> out;
    for (auto event = m_events.rbegin(); event != m_events.rend(); ++event) {
        const bool fenced = entity == Entity::lock && (event->entity == Entity::refusal || event->entity == Entity::audit);
        if (event->key == key && (event->entity == entity || fenced))
            out.push_back(*event);
    }
    return out;
}

} // namespace lockdesk
