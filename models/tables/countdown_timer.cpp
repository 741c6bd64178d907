// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/tables/countdown_timer.h"

#include <algorithm>

namespace lockdesk {

namespace {

constexpr int quick_ms = 100, slow_ms = 1000;
constexpr Duration quick_below = std::chrono::seconds{60};

} // namespace

CountdownTimer::CountdownTimer(QObject* parent) : QObject(parent)
{
    m_timer.setInterval(slow_ms);
    connect(&m_timer, &QTimer::timeout, this, &CountdownTimer::fire);
}

void CountdownTimer::add(QObject* owner, Soonest soonest, std::function<void()> repaint)
{
    m_clients.push_back({owner, std::move(soonest), std::move(repaint)});
    connect(owner, &QObject::destroyed, this, [this] {
        std::erase_if(m_clients, [](const Client& client) { return client.owner.isNull(); });
        if (m_clients.empty())
            m_timer.stop();
    });
    rejudge();
}

void CountdownTimer::rejudge()
{
    std::optional<Duration> least;
    for (const Client& client : m_clients)
        if (const auto left = client.owner ? client.soonest() : std::nullopt)
            least = least ? std::min(*least, *left) : *left;
    const int wanted = least && *least < quick_below ? quick_ms : slow_ms;
    if (m_timer.interval() != wanted || !m_timer.isActive())
        m_timer.start(wanted);
}

void CountdownTimer::fire()
{
    for (const Client& client : m_clients)
        if (client.owner && client.soonest())
            client.repaint();
    emit tick();
    rejudge();
}

} // namespace lockdesk
