// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backends/engine/runners/access.h"
#include "backends/redlock/identities.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace lockdesk::redlock {

/// One server: a thread with its own session, which is opened on first use. Jobs are executed in order; the destructor
/// waits for all of them.
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

    /// Whether an earlier job is still running.
    [[nodiscard]] bool is_busy() const { return m_unfinished > 0; }
    /// Whether it did not answer the last job in time.
    [[nodiscard]] bool is_silent() const { return m_silent; }
    void give_up() { m_silent = true; }
    template <class T> void note(const Answer<T>& answer)
    {
        if (!answer && answer.failure().kind == FailureKind::read_only) // by the session itself: says nothing about the
                                                                        // server
            return;
        const bool unreachable =
            !answer && (answer.failure().kind == FailureKind::unavailable || answer.failure().kind == FailureKind::in_doubt);
        m_silent = unreachable;
    }

private:
    void work();

    std::unique_ptr<Store> m_store;
    OwnSession m_session;
    std::mutex m_mutex;
    std::condition_variable m_bell;
    std::deque<Job> m_jobs;
    bool m_ending = false;
    std::atomic<int> m_unfinished{0};
    std::atomic<bool> m_silent{false};
    std::thread m_thread;
};

/// The answer of each server, in their order; nullopt: not in time.
template <class T> using Said = std::vector<std::optional<Answer<T>>>;

/// All servers, queried in parallel.
class Panel
{
public:
    Panel(std::vector<std::unique_ptr<Store>> stores, const SessionOptions& options);

    /// Queries until all have answered, `enough` is true or twice the timeout of a call is over. Later answers are not
    /// awaited, but the job is executed. `whom`: skips servers with false. `what` must own everything it needs. While the
    /// servers are not independent (see Identities), every answer is that refusal; `giving_back` jobs run all the same.
    template <class T>
    Said<T> ask(std::function<Answer<T>(Session&)> what, const std::function<bool(const Said<T>&)>& enough = {},
                const std::vector<bool>& whom = {}, bool giving_back = false);
    /// Like `ask`, for reads: does not wait for servers that were silent last time while others are left, and skips those
    /// that are still busy. So one hanging server slows down a single read only.
    template <class T> Said<T> look(std::function<Answer<T>(Session&)> what);
    /// The trace of all servers together (SessionOptions::trace). In a rehearsal `ask` sends no writes. All servers would
    /// get the same statement, so the trace contains it once.
    [[nodiscard]] StatementTrace* trace() const { return m_trace.get(); }
    /// Returns why the servers that have answered are not independent.
    [[nodiscard]] std::optional<Failure> refusal() const { return m_identities->refusal(); }

    [[nodiscard]] std::size_t size() const { return m_servers.size(); }
    [[nodiscard]] std::size_t quorum() const { return m_servers.size() / 2 + 1; }
    [[nodiscard]] std::string name(std::size_t server) const { return m_servers[server]->name(); }
    void interrupt() noexcept;
    /// Returns false when interrupted.
    bool rest(Duration d);

private:
    template <class T> struct Round;
    template <class T>
    void post(std::size_t server, const std::shared_ptr<Round<T>>& round, const std::function<Answer<T>(Session&)>& what,
              bool giving_back);
    template <class T> void give_up(const Round<T>& round);
    template <class T>
    [[nodiscard]] std::function<Answer<T>(Session&)> rehearsal_of(std::function<Answer<T>(Session&)> what) const;
    template <class T>
    static Answer<T> ask_one(Session& session, std::size_t server, const std::function<Answer<T>(Session&)>& what,
                             Identities& identities, bool giving_back);

    Duration m_timeout; ///< of one call to one server
    std::shared_ptr<StatementTrace> m_trace;
    std::shared_ptr<std::atomic<bool>> m_rehearsing = std::make_shared<std::atomic<bool>>(false); ///< outlives late answers
    std::mutex m_mutex;
    std::condition_variable m_bell;
    bool m_interrupted = false;
    std::shared_ptr<Identities> m_identities; ///< outlives late answers
    std::vector<std::unique_ptr<Server>> m_servers;
};

template <class T> struct Panel::Round
{
    std::mutex mutex;
    std::condition_variable bell;
    Said<T> said;
    std::vector<bool> awaited;
    std::size_t missing = 0; ///< number of awaited answers still missing
};

// The identity is recorded before and after: a connection may be lost and reopened to another server. What that server
// did counts as unknown, so that it is undone.
template <class T>
Answer<T> Panel::ask_one(Session& session, std::size_t server, const std::function<Answer<T>(Session&)>& what,
                         Identities& identities, bool giving_back)
{
    const auto record = [&] {
        const Capabilities& now = session.capabilities();
        identities.record(server, now.server_id, now.replica);
    };
    record();
    if (auto refusal = giving_back ? std::nullopt : identities.refusal()) {
        (void)session.admin().clock(1); // reopens a lost connection, so that the refusal can end
        record();
        if (auto still = identities.refusal())
            return *still;
    }
    auto answer = what(session);
    record();
    if (giving_back)
        return answer;
    if (auto refusal = identities.refusal()) {
        if (answer)
            refusal->kind = FailureKind::in_doubt;
        return *refusal;
    }
    return answer;
}

// A server that hangs executes the job when it continues, after the rehearsal is over: so each server has its own
// rehearsal, which lasts as long as the call.
template <class T>
std::function<Answer<T>(Session&)> Panel::rehearsal_of(std::function<Answer<T>(Session&)> what) const
{
    return [what = std::move(what), all = m_trace,
            shown = std::make_shared<std::atomic<bool>>(false)](Session& session) -> Answer<T> {
        StatementTrace* const own = session.rehearsed();
        if (own == nullptr)
            return held_failure("redlock");
        const StatementTrace::Rehearsal rehearsal(*own);
        auto answer = what(session);
        auto sent = own->take();
        if (!sent.empty() && !shown->exchange(true))
            for (SentStatement& one : sent)
                all->add(std::move(one));
        return answer;
    };
}

template <class T>
void Panel::post(std::size_t server, const std::shared_ptr<Round<T>>& round, const std::function<Answer<T>(Session&)>& what,
                 bool giving_back)
{
    Server* const asked = m_servers[server].get(); // executes all its jobs before it is destroyed
    asked->post([=, identities = m_identities, all = m_trace, rehearsing = m_rehearsing](const Answer<Session*>& session) {
        auto answer = session ? ask_one<T>(**session, server, what, *identities, giving_back) : Answer<T>(session.failure());
        asked->note(answer);
        if (StatementTrace* const own = session ? (*session)->rehearsed() : nullptr)
            for (SentStatement& one : own->take())
                if (!*rehearsing) // else late work of an earlier call
                    all->add(std::move(one));
        const std::lock_guard lock(round->mutex);
        round->said[server] = std::move(answer);
        round->missing -= round->awaited[server];
        round->bell.notify_one();
    });
}

template <class T> void Panel::give_up(const Round<T>& round)
{
    for (std::size_t i = 0; i < m_servers.size(); ++i)
        if (round.awaited[i] && !round.said[i])
            m_servers[i]->give_up();
}

template <class T>
Said<T> Panel::ask(std::function<Answer<T>(Session&)> what, const std::function<bool(const Said<T>&)>& enough,
                   const std::vector<bool>& whom, bool giving_back)
{
    const bool rehearsed = m_trace && m_trace->holds();
    if (rehearsed) {
        *m_rehearsing = true;
        (void)m_trace->take();
        what = rehearsal_of<T>(std::move(what));
    }
    const auto round = std::make_shared<Round<T>>();
    round->said.resize(m_servers.size());
    round->awaited = whom.empty() ? std::vector<bool>(m_servers.size(), true) : whom;
    round->missing = static_cast<std::size_t>(std::count(round->awaited.begin(), round->awaited.end(), true));
    for (std::size_t i = 0; i < m_servers.size(); ++i)
        if (round->awaited[i])
            post(i, round, what, giving_back);
    std::unique_lock lock(round->mutex);
    // Twice the timeout: a server may still be busy with an earlier job.
    // With a trace, waits for all: late statements would appear in the trace of the next call.
    const bool may_leave = enough && !m_trace;
    if (!round->bell.wait_for(lock, m_timeout * 2, [&] { return round->missing == 0 || (may_leave && enough(round->said)); }))
        give_up(*round);
    if (rehearsed)
        *m_rehearsing = false;
    return round->said;
}

template <class T> Said<T> Panel::look(std::function<Answer<T>(Session&)> what)
{
    const auto round = std::make_shared<Round<T>>();
    round->said.resize(m_servers.size());
    std::vector<bool> free;
    for (const auto& server : m_servers) {
        free.push_back(!server->is_silent() || !server->is_busy());
        round->awaited.push_back(!server->is_silent());
    }
    const auto awaited = [&] { return std::count(round->awaited.begin(), round->awaited.end(), true); };
    const bool nobody_speaks = awaited() == 0;
    if (nobody_speaks) {
        free.assign(m_servers.size(), true);
        round->awaited = free;
    }
    round->missing = static_cast<std::size_t>(awaited());
    for (std::size_t i = 0; i < m_servers.size(); ++i)
        if (free[i])
            post(i, round, what, false);
    std::unique_lock lock(round->mutex);
    if (!round->bell.wait_for(lock, nobody_speaks ? m_timeout * 2 : m_timeout, [&] { return round->missing == 0; }))
        give_up(*round);
    return round->said;
}

} // namespace lockdesk::redlock
