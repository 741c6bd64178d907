// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/multiplexer.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lockdesk::redis {

Multiplexer::Multiplexer(StoreUrl url, std::string application_name, Duration timeout)
    : m_url(std::move(url)), m_application_name(std::move(application_name)), m_timeout(timeout)
{
}

std::shared_ptr<Multiplexer> Multiplexer::find_or_make(const StoreUrl& url, const std::string& application_name,
                                                       Duration timeout)
{
    static std::mutex mutex;
    static std::map<std::string, std::weak_ptr<Multiplexer>> all;
    const std::string key = url.with_secrets() + '\0' + application_name + '\0' + std::to_string(timeout.count());
    const std::lock_guard lock(mutex);
    std::erase_if(all, [](const auto& entry) { return entry.second.expired(); });
    auto& place = all[key];
    auto found = place.lock();
    if (!found)
        place = found = std::make_shared<Multiplexer>(url, application_name, timeout);
    return found;
}

Multiplexer::Turn::Turn(Multiplexer& all) : m_all(all)
{
    if (all.m_calls.fetch_add(1, std::memory_order_relaxed) < few)
        return;
    m_place = &all.quietest();
    m_place->calls.fetch_add(1, std::memory_order_relaxed);
}

Multiplexer::Turn::~Turn()
{
    if (m_place != nullptr)
        m_place->calls.fetch_sub(1, std::memory_order_relaxed);
    m_all.m_calls.fetch_sub(1, std::memory_order_relaxed);
}

Multiplexer::Place& Multiplexer::quietest()
{
    return *std::min_element(m_places.begin(), m_places.end(), [](const Place& a, const Place& b) {
        return a.calls.load(std::memory_order_relaxed) < b.calls.load(std::memory_order_relaxed);
    });
}

std::shared_ptr<SharedLine> Multiplexer::line(Place& place)
{
    const std::lock_guard lock(place.mutex);
    if (!place.line || place.line->retired())
        place.line = std::make_shared<SharedLine>(m_url, m_application_name, m_timeout);
    return place.line;
}

} // namespace lockdesk::redis
