// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/announcer.h"

#include "app/worker/role_control.h"
#include "backends/json/json.h"

#include <chrono>
#include <utility>

namespace lockdesk::worker {

namespace {

constexpr auto again = std::chrono::seconds{1};

} // namespace

Announcer::Announcer(const Work& work, Topic topic)
    : m_work(work), m_topic(std::move(topic)), m_thread([this](const std::stop_token& stop) { run(stop); })
{
}

void Announcer::announce(const WorkerEvent& advanced)
{
    // A task advances once per token.
    const auto token = advanced.token ? advanced.token->number() : 0;
    const auto id = MessageId::parse(advanced.task + "/" + std::to_string(token));
    if (!id)
        return m_work.events.trouble(id.failure().message);
    const nlohmann::ordered_json payload{{"task", advanced.task}, {"from", advanced.phase}, {"to", advanced.to}};
    {
        const std::lock_guard lock(m_mutex);
        m_waiting.push_back({*id, m_topic, json_line(payload)});
    }
    m_bell.ring();
}

void Announcer::run(const std::stop_token& stop)
{
    OwnSession session(m_work.access);
    while (m_work.runtime.wait(m_bell, stop, SteadyPoint::max()) != Woken::stopped)
        write(session);
    write(session);
}

bool Announcer::add(OwnSession& session, const NewMessage& message)
{
    const auto opened = session.get();
    if (!opened) {
        m_work.events.trouble(opened.failure().message);
        return false;
    }
    const auto added = (*opened)->outbox().add(message);
    if (!added) {
        m_work.events.trouble(added.failure().message);
        session.drop();
    }
    return added.is_result();
}

void Announcer::write(OwnSession& session)
{
    std::vector<NewMessage> messages;
    {
        const std::lock_guard lock(m_mutex);
        messages.swap(m_waiting);
    }
    for (std::size_t i = 0; i < messages.size(); ++i) {
        if (add(session, messages[i]) || m_work.control.ending().stop_requested())
            continue;
        {
            const std::lock_guard lock(m_mutex);
            m_waiting.insert(m_waiting.begin(), messages.begin() + static_cast<std::ptrdiff_t>(i), messages.end());
        }
        (void)m_work.runtime.sleep(m_work.control.ending(), again);
        return m_bell.ring();
    }
}

void Announcer::finish()
{
    m_thread.request_stop();
    m_thread.join();
}

} // namespace lockdesk::worker
