// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/shared_line.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

namespace lockdesk::redis {

namespace {

using namespace std::chrono_literals;
using LineClock = std::chrono::steady_clock;

// How long a command waits at most for the batch before it. While replies take longer, commands are sent as they come.
constexpr auto patience = 1ms;
constexpr auto open_within = 5s;
constexpr auto open_again_after = 1s;
constexpr auto no_deadline = std::chrono::hours{24};

} // namespace

SharedLine::SharedLine(StoreUrl url, std::string application_name)
    : m_connection(std::move(url), std::move(application_name), open_within)
{
}

SharedLine::~SharedLine()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_changed.notify_all();
    m_connection.interrupt();
    if (m_thread.joinable())
        m_thread.join();
}

// By the line's thread: whoever asks first must not wait for a connection that the others did without.
void SharedLine::want_open()
{
    if (m_wanted || m_stop || LineClock::now() < m_next_try)
        return;
    m_wanted = true;
    if (!m_thread.joinable())
        m_thread = std::thread([this] { run(); });
    m_changed.notify_all();
}

SharedLine::Outcome SharedLine::exchange(std::string_view command, const std::atomic<bool>& cut, SteadyPoint deadline,
                                         bool write, ReplyPtr& reply, Trouble& trouble)
{
    BatchPtr batch;
    std::size_t index = 0;
    bool sent = false;
    {
        Lock lock(m_mutex);
        if (!m_open || m_suspect) {
            if (!m_open)
                want_open();
            return Outcome::not_sent;
        }
        if (!m_next)
            m_next = std::make_shared<Batch>();
        batch = m_next;
        batch->text.append(command);
        index = batch->size++;
        if (m_sent.empty() || m_hurry)
            flush(lock);
        sent = batch->sent;
    }
    Lock own(batch->mutex);
    const auto answered = [&] { return batch->replies.size() > index; };
    const auto over = [&] { return answered() || batch->ended || cut; };
    if (!sent && index == 0 && !batch->changed.wait_for(own, patience, over)) {
        own.unlock();
        push(*batch);
        own.lock();
    }
    const bool in_time = batch->changed.wait_until(own, deadline, over);
    if (answered()) {
        reply = std::move(batch->replies[index]);
        return Outcome::answered;
    }
    if (batch->ended) {
        trouble = {Trouble::Cause::no_answer, batch->why, write};
        return batch->never_sent ? Outcome::not_sent : Outcome::failed;
    }
    own.unlock();
    give_up(*batch, index, !in_time);
    trouble = in_time ? Trouble{Trouble::Cause::interrupted, {}, write}
                      : Trouble{Trouble::Cause::no_answer, "the server did not answer in time", write};
    return Outcome::failed;
}

// The batch before it takes its time.
void SharedLine::push(const Batch& batch)
{
    Lock lock(m_mutex);
    if (!m_open || batch.sent)
        return;
    m_hurry = true;
    flush(lock);
}

// Sends what is there. One thread at a time; what others add meanwhile is the next batch, or goes at once if there is a hurry.
void SharedLine::flush(Lock& lock)
{
    for (bool again = true; again && m_open && !m_writing && m_next; again = m_hurry) {
        m_writing = true;
        m_next->sent = true;
        m_next->sent_at = LineClock::now();
        const std::string text = std::move(m_next->text);
        m_sent.push_back(std::move(m_next));
        m_next.reset();
        lock.unlock();
        bool broken = false;
        for (std::string_view rest = text; !rest.empty() && !broken;) {
            const auto n = ::send(m_write_fd, rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (n > 0)
                rest.remove_prefix(static_cast<std::size_t>(n));
            else
                broken = n == 0 || errno != EINTR; // no room for a few hundred bytes: the server reads nothing any more
        }
        if (broken)
            ::shutdown(m_write_fd, SHUT_RDWR); // the reader says it to all
        lock.lock();
        m_writing = false;
        m_changed.notify_all();
    }
}

void SharedLine::give_up(Batch& batch, std::size_t index, bool too_late)
{
    const std::lock_guard lock(m_mutex);
    if (!m_open || index < batch.taken)
        return; // the reply came meanwhile
    ++batch.given_up;
    m_suspect = m_suspect || too_late;
    const auto forsaken = [](const BatchPtr& one) { return !one || one->given_up >= one->size - one->taken; };
    if (m_suspect && forsaken(m_next) && std::all_of(m_sent.begin(), m_sent.end(), forsaken))
        ::shutdown(m_write_fd, SHUT_RDWR);
}

std::vector<SharedLine::BatchPtr> SharedLine::all_batches()
{
    const std::lock_guard lock(m_mutex);
    std::vector<BatchPtr> all(m_sent.begin(), m_sent.end());
    if (m_next)
        all.push_back(m_next);
    return all;
}

void SharedLine::nudge()
{
    for (const BatchPtr& batch : all_batches()) {
        batch->mutex.lock(); // nobody is between looking and waiting
        batch->mutex.unlock();
        batch->changed.notify_all();
    }
}

void SharedLine::spoil()
{
    const std::lock_guard lock(m_mutex);
    if (!m_open)
        return;
    m_suspect = true;
    ::shutdown(m_write_fd, SHUT_RDWR);
}

void SharedLine::run()
{
    for (;;) {
        {
            Lock lock(m_mutex);
            m_changed.wait(lock, [this] { return m_stop || m_wanted; });
            if (m_stop)
                return;
        }
        const auto trouble = m_connection.ensure(LineClock::now() + open_within);
        const int write_fd = trouble ? -1 : ::fcntl(m_connection.fd(), F_DUPFD_CLOEXEC, 0);
        {
            const std::lock_guard lock(m_mutex);
            m_wanted = m_suspect = false;
            m_write_fd = write_fd;
            m_open = write_fd >= 0;
            m_next_try = LineClock::now() + open_again_after;
        }
        if (write_fd >= 0)
            serve();
        m_connection.close();
    }
}

// Until the connection breaks.
void SharedLine::serve()
{
    std::vector<ReplyPtr> replies;
    for (;;) {
        ReplyPtr reply;
        auto trouble = m_connection.next(reply, LineClock::now() + no_deadline, true);
        while (!trouble && reply) {
            replies.push_back(std::move(reply));
            trouble = m_connection.arrived(reply);
        }
        share_out(replies);
        if (trouble)
            return end_all(trouble->text);
    }
}

void SharedLine::share_out(std::vector<ReplyPtr>& replies)
{
    std::vector<std::pair<BatchPtr, std::size_t>> answered; // and how many of the replies are its
    std::size_t shared = 0;
    {
        Lock lock(m_mutex);
        while (shared < replies.size() && !m_sent.empty()) {
            const BatchPtr batch = m_sent.front();
            const auto count = std::min(replies.size() - shared, batch->size - batch->taken);
            batch->taken += count;
            shared += count;
            answered.emplace_back(batch, count);
            if (batch->taken == batch->size)
                m_sent.pop_front();
        }
        if (!answered.empty())
            m_hurry = m_hurry && LineClock::now() - answered.back().first->sent_at > patience;
        if (shared < replies.size())
            ::shutdown(m_write_fd, SHUT_RDWR); // replies that nobody asked for
        else if (m_sent.empty())
            flush(lock);
        if (m_sent.empty())
            m_suspect = false;
    }
    auto next = replies.begin();
    for (const auto& [batch, count] : answered) {
        {
            const std::lock_guard own(batch->mutex);
            batch->replies.insert(batch->replies.end(), std::make_move_iterator(next),
                                  std::make_move_iterator(next + static_cast<std::ptrdiff_t>(count)));
        }
        batch->changed.notify_all();
        next += static_cast<std::ptrdiff_t>(count);
    }
    replies.clear();
}

void SharedLine::end_all(const std::string& why)
{
    std::deque<BatchPtr> sent;
    BatchPtr unsent;
    {
        Lock lock(m_mutex);
        m_open = false;
        ::shutdown(m_write_fd, SHUT_RDWR);
        m_changed.wait(lock, [this] { return !m_writing; });
        ::close(m_write_fd);
        m_write_fd = -1;
        sent.swap(m_sent);
        unsent.swap(m_next);
    }
    if (unsent)
        sent.push_back(unsent);
    for (const BatchPtr& batch : sent) {
        {
            const std::lock_guard own(batch->mutex);
            batch->never_sent = batch == unsent;
            batch->why = why;
            batch->ended = true;
        }
        batch->changed.notify_all();
    }
}

} // namespace lockdesk::redis
