// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/access.h"

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace lockdesk::redlock {

/// One of the servers: a thread and a session of its own, which is opened when it is first needed. What is asked of it is
/// done in order, and all of it before it ends.
class Server
{
public:
    Server(std::unique_ptr<Store> store, SessionOptions options);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    using Job = std::function<void(const Answer<Session*>&)>;
    void post(Job job);
    void interrupt() noexcept { m_session.interrupt(); }
    [[nodiscard]] std::string name() const;

private:
    void work();

    std::unique_ptr<Store> m_store;
    OwnSession m_session;
    std::mutex m_mutex;
    std::condition_variable m_bell;
    std::deque<Job> m_jobs;
    bool m_ending = false;
    std::thread m_thread;
};

/// What each server answered, in their order; nothing: not in time.
template <class T> using Said = std::vector<std::optional<Answer<T>>>;

/// All servers, asked side by side.
class Panel
{
public:
    Panel(std::vector<std::unique_ptr<Store>> stores, const SessionOptions& options);

    /// Until all have answered, `enough` is true or the time of one call is over. Whoever answers later is not waited for,
    /// but does what was asked. `whom`: nobody is asked where it is false. `what` must own all that it needs.
    template <class T>
    Said<T> ask(std::function<Answer<T>(Session&)> what, const std::function<bool(const Said<T>&)>& enough = {},
                const std::vector<bool>& whom = {});

    [[nodiscard]] std::size_t size() const { return m_servers.size(); }
    [[nodiscard]] std::size_t quorum() const { return m_servers.size() / 2 + 1; }
    [[nodiscard]] std::string name(std::size_t server) const { return m_servers[server]->name(); }
    void interrupt() noexcept;
    /// False: interrupted.
    bool rest(Duration d);

private:
    template <class T> struct Round;

    Duration m_timeout; ///< of one call to one server
    std::mutex m_mutex;
    std::condition_variable m_bell;
    bool m_interrupted = false;
    std::vector<std::unique_ptr<Server>> m_servers;
};

template <class T> struct Panel::Round
{
    std::mutex mutex;
    std::condition_variable bell;
    Said<T> said;
    std::size_t missing = 0;
};

template <class T>
Said<T> Panel::ask(std::function<Answer<T>(Session&)> what, const std::function<bool(const Said<T>&)>& enough,
                   const std::vector<bool>& whom)
{
    const auto round = std::make_shared<Round<T>>();
    round->said.resize(m_servers.size());
    for (std::size_t i = 0; i < m_servers.size(); ++i)
        round->missing += whom.empty() || whom[i];
    for (std::size_t i = 0; i < m_servers.size(); ++i) {
        if (!whom.empty() && !whom[i])
            continue;
        m_servers[i]->post([round, i, what](const Answer<Session*>& session) {
            auto answer = session ? what(**session) : Answer<T>(session.failure());
            const std::lock_guard lock(round->mutex);
            round->said[i] = std::move(answer);
            --round->missing;
            round->bell.notify_one();
        });
    }
    std::unique_lock lock(round->mutex);
    // Twice: somebody may still be busy with what was asked before.
    round->bell.wait_for(lock, m_timeout * 2, [&] { return round->missing == 0 || (enough && enough(round->said)); });
    return round->said;
}

} // namespace lockdesk::redlock
