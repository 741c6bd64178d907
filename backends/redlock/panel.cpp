// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redlock/panel.h"

#include <algorithm>

namespace lockdesk::redlock {

namespace {

using std::chrono::milliseconds;

// Three tries, each with its undo, fit into the timeout of one verb even when servers do not answer at all.
Duration share_of(Duration timeout) { return std::clamp<Duration>(timeout / 8, milliseconds{50}, std::chrono::seconds{1}); }

SessionOptions options_of_one(SessionOptions options)
{
    options.source = "string";
    options.timeout = share_of(options.timeout);
    options.connect_later = false;
    if (options.trace) // see Panel::rehearsal_of
        options.trace = std::make_shared<StatementTrace>();
    return options;
}

} // namespace

Server::Server(std::unique_ptr<Store> store, SessionOptions options)
    : m_store(std::move(store)), m_session(Access{m_store.get(), std::move(options)}), m_thread([this] { work(); })
{
}

Server::~Server()
{
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_bell.notify_one();
    m_thread.join();
}

std::string Server::name() const
{
    const auto& url = m_store->url();
    return url.host() + ":" + std::to_string(url.port() == 0 ? 6379 : url.port());
}

void Server::post(Job job)
{
    ++m_unfinished;
    {
        const std::lock_guard lock(m_mutex);
        m_jobs.push_back(std::move(job));
    }
    m_bell.notify_one();
}

void Server::work()
{
    for (;;) {
        Job job;
        {
            std::unique_lock lock(m_mutex);
            m_bell.wait(lock, [&] { return m_ending || !m_jobs.empty(); });
            if (m_jobs.empty())
                return;
            job = std::move(m_jobs.front());
            m_jobs.pop_front();
        }
        job(m_session.get());
        --m_unfinished;
    }
}

Panel::Panel(std::vector<std::unique_ptr<Store>> stores, const SessionOptions& options)
    : m_timeout(share_of(options.timeout)), m_trace(options.trace)
{
    std::vector<std::string> names;
    for (auto& store : stores) {
        m_servers.push_back(std::make_unique<Server>(std::move(store), options_of_one(options)));
        names.push_back(m_servers.back()->name());
    }
    m_identities = std::make_shared<Identities>(std::move(names));
}

void Panel::interrupt() noexcept
{
    {
        const std::lock_guard lock(m_mutex);
        m_interrupted = true;
    }
    m_bell.notify_all();
    for (const auto& server : m_servers)
        server->interrupt();
}

bool Panel::rest(Duration d)
{
    std::unique_lock lock(m_mutex);
    return !m_bell.wait_for(lock, d, [&] { return m_interrupted; });
}

} // namespace lockdesk::redlock
