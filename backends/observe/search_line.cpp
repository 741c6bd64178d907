// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/search_line.h"

#include <utility>

namespace lockdesk {

SearchLine::SearchLine(Access access) : m_access(std::move(access)), m_session(std::make_unique<OwnSession>(m_access)) {}

void SearchLine::want(SearchOf of, const Search& search)
{
    const std::lock_guard lock(m_mutex);
    m_wanted.insert_or_assign(of, search);
    if (!m_running || m_running->first != of || m_running->second == search)
        return;
    m_replaced = true;
    m_session->interrupt();
}

void SearchLine::interrupt() noexcept
{
    const std::lock_guard lock(m_mutex);
    m_over = true;
    m_session->interrupt();
}

Answer<Session*> SearchLine::begin(SearchOf of, const Search& search)
{
    {
        const std::lock_guard lock(m_mutex);
        m_running.emplace(of, search);
        const auto wanted = m_wanted.find(of);
        m_replaced = wanted != m_wanted.end() && !(wanted->second == search);
        if (m_replaced || m_over)
            return interrupted_failure();
    }
    return m_session->get(); // may take as long as a call
}

bool SearchLine::end()
{
    std::unique_ptr<OwnSession> gone; // closed without the mutex, for which a window may wait
    const std::lock_guard lock(m_mutex);
    m_running.reset();
    const bool replaced = std::exchange(m_replaced, false);
    if (replaced)
        gone = renew();
    return replaced || m_over;
}

void SearchLine::rest()
{
    std::unique_ptr<OwnSession> gone;
    const std::lock_guard lock(m_mutex);
    gone = renew();
}

// An interrupt is for good, so that another search needs another session.
std::unique_ptr<OwnSession> SearchLine::renew()
{
    return m_over ? nullptr : std::exchange(m_session, std::make_unique<OwnSession>(m_access));
}

} // namespace lockdesk
