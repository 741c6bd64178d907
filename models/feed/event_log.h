// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "backends/observe/event.h"

#include <deque>
#include <string>
#include <vector>

namespace lockdesk {

/// The last 20,000 events of a connection since it was opened.
class EventLog
{
public:
    void add(const std::vector<Event>& events);
    void clear() { m_events.clear(); }
    [[nodiscard]] std::vector<Event> all() const { return {m_events.begin(), m_events.end()}; } ///< oldest first
    /// Events of this row, newest first. Those of a lock include refusals and audit entries.
    [[nodiscard]] std::vector<Event> of(Entity entity, const std::string& key) const;

private:
    std::deque<Event> m_events;
};

} // namespace lockdesk
