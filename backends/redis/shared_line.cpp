// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/shared_line.h"

#include <algorithm>
#include <array>
#include <poll.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace lockdesk::redis {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Cause = Trouble::Cause;

// To sleep and be woken costs more than a reply of a near server takes. Others may run meanwhile.
constexpr auto longest_spin = 50us;

constexpr const char* late = "the server did not answer in time";

} // namespace

void SharedLine::Caller::begin(std::string_view command, bool write, SteadyPoint deadline)
{
    const std::lock_guard lock(m_mutex);
    m_command = command;
    m_write = write;
    m_deadline = deadline;
    m_reply.reset();
    m_trouble.reset();
    m_finished = m_appointed = false;
}

// Notified under the mutex: who is finished may end its thread as soon as it can have the mutex.
void SharedLine::Caller::finish(ReplyPtr reply, std::optional<Trouble> trouble)
{
    const std::lock_guard lock(m_mutex);
    m_reply = std::move(reply);
    m_trouble = std::move(trouble);
    m_finished = true;
    m_changed.notify_one();
}

void SharedLine::Caller::appoint()
{
    const std::lock_guard lock(m_mutex);
    m_appointed = true;
    m_changed.notify_one();
}

SharedLine::Caller::News SharedLine::Caller::await()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait_until(lock, m_deadline, [this] { return m_finished || m_appointed || m_interrupted; });
    return m_finished ? News::finished : m_appointed && !m_interrupted ? News::leads : News::gives_up;
}

void SharedLine::Caller::await_finish()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_finished; });
}

void SharedLine::Caller::leads(SharedLine* line)
{
    const std::lock_guard lock(m_mutex);
    m_line = line;
}

bool SharedLine::Caller::is_finished() const
{
    const std::lock_guard lock(m_mutex);
    return m_finished;
}

bool SharedLine::Caller::is_appointed() const
{
    const std::lock_guard lock(m_mutex);
    return m_appointed;
}

bool SharedLine::Caller::is_interrupted() const
{
    const std::lock_guard lock(m_mutex);
    return m_interrupted;
}

void SharedLine::Caller::interrupt() noexcept
{
    const std::lock_guard lock(m_mutex);
    m_interrupted = true;
    m_changed.notify_one();
    if (m_line != nullptr)
        m_line->wake();
}

SharedLine::SharedLine(const StoreUrl& url, const std::string& application_name, Duration timeout)
    : m_connection(url, application_name, timeout), m_wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
}

SharedLine::~SharedLine() { ::close(m_wake); }

// The leader polls, or it connects: then nobody has been sent anything, and the others begin again on another line.
void SharedLine::wake() noexcept
{
    const std::uint64_t one = 1;
    (void)!::write(m_wake, &one, sizeof one);
    if (m_connecting) {
        retire();
        m_connection.interrupt();
    }
}

bool SharedLine::exchange(Caller& caller, std::string_view command, bool write, SteadyPoint deadline, ReplyPtr& reply,
                          std::optional<Trouble>& trouble)
{
    caller.begin(command, write, deadline);
    bool first = false;
    {
        const std::lock_guard lock(m_mutex);
        if (m_retired)
            return false;
        m_queue.push_back(&caller);
        first = !std::exchange(m_led, true);
    }
    if (first)
        caller.appoint();
    switch (caller.await()) {
    case Caller::News::leads: lead(caller); break;
    case Caller::News::gives_up:
        leave(caller);
        if (caller.is_appointed())
            pass_on();
        break;
    case Caller::News::finished: break;
    }
    reply = std::move(caller.m_reply);
    trouble = std::move(caller.m_trouble);
    return trouble || reply;
}

bool SharedLine::time_to_leave(const Caller& own) const { return own.is_interrupted() || Clock::now() >= own.m_deadline; }

void SharedLine::lead(Caller& own)
{
    own.leads(this);
    while (!own.is_finished()) {
        if (time_to_leave(own)) {
            leave(own);
            break;
        }
        send_queued(own);
        if (!own.is_finished())
            hand_over(receive(own));
    }
    own.leads(nullptr);
    pass_on();
}

// Nothing is under way on it, so that a lost connection may be made anew. What fails here was not sent.
bool SharedLine::connect(Caller& own)
{
    m_connecting = true;
    auto trouble = m_connection.ensure(own.m_deadline);
    m_connecting = false;
    if (!trouble)
        return true;
    std::vector<Caller*> queue;
    {
        const std::lock_guard lock(m_mutex);
        queue.swap(m_queue);
    }
    // Only the leader was interrupted; the others find another line.
    const bool interrupted = trouble->cause == Cause::interrupted;
    for (Caller* caller : queue)
        caller->finish({}, interrupted && caller != &own ? std::nullopt : trouble);
    return false;
}

// All that wait go out together.
void SharedLine::send_queued(Caller& own)
{
    bool idle = false;
    {
        const std::lock_guard lock(m_mutex);
        if (m_queue.empty())
            return;
        idle = m_in_flight.empty();
    }
    if (idle && !connect(own))
        return;
    m_out.clear();
    {
        const std::lock_guard lock(m_mutex);
        for (Caller* caller : m_queue) {
            m_out += caller->m_command;
            m_in_flight.push_back(caller);
        }
        m_queue.clear();
    }
    m_sent_at = Clock::now();
    if (const auto trouble = m_connection.say(m_out, own.m_deadline))
        lose(*trouble);
}

// Until something came, or the leader must leave.
std::optional<Trouble> SharedLine::receive(const Caller& own)
{
    const auto spun = Clock::now() + longest_spin;
    for (;;) {
        bool some = false;
        if (auto trouble = m_connection.take(some); trouble || some)
            return trouble;
        const auto now = Clock::now();
        if (now < spun) {
            sched_yield();
            continue;
        }
        if (time_to_leave(own))
            return std::nullopt;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(own.m_deadline - now);
        std::array<pollfd, 2> waits{{{m_connection.fd(), POLLIN, 0}, {m_wake, POLLIN, 0}}};
        poll(waits.data(), waits.size(), static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000)));
        std::uint64_t count = 0;
        if (waits[1].revents != 0)
            (void)!::read(m_wake, &count, sizeof count);
    }
}

// What has come, in the order in which it was asked for.
void SharedLine::hand_over(std::optional<Trouble> trouble)
{
    for (bool first = true; !trouble; first = false) {
        ReplyPtr reply;
        trouble = m_connection.arrived(reply);
        if (trouble || !reply)
            break;
        if (first)
            measure();
        Caller* caller = nullptr;
        {
            const std::lock_guard lock(m_mutex);
            if (m_in_flight.empty()) {
                trouble = Trouble{Cause::garbage, "a reply that nobody asked for"};
                break;
            }
            caller = m_in_flight.front();
            m_in_flight.pop_front();
        }
        if (caller != nullptr)
            caller->finish(std::move(reply), std::nullopt);
    }
    if (trouble)
        lose(*trouble);
}

void SharedLine::measure()
{
    const auto took = std::min<Duration>(std::chrono::duration_cast<Duration>(Clock::now() - m_sent_at), 1ms).count();
    const auto before = m_usual_us.load(std::memory_order_relaxed);
    m_usual_us.store(before + (took - before) / 8, std::memory_order_relaxed);
}

// Whatever was sent may have been done.
void SharedLine::lose(const Trouble& trouble)
{
    m_connection.close();
    std::deque<Caller*> lost;
    {
        const std::lock_guard lock(m_mutex);
        lost.swap(m_in_flight);
    }
    for (Caller* caller : lost)
        if (caller != nullptr) {
            Trouble own = trouble;
            own.write = caller->m_write;
            if (own.cause != Cause::garbage)
                own.cause = Cause::no_answer;
            caller->finish({}, std::move(own));
        }
}

// Late or interrupted. Whoever comes later is not kept waiting by the reply that is owed.
void SharedLine::leave(Caller& caller)
{
    const Cause cause = caller.is_interrupted() ? Cause::interrupted : Cause::no_answer;
    if (cause == Cause::no_answer)
        retire();
    bool sent = false, found = false;
    {
        const std::lock_guard lock(m_mutex);
        if (const auto queued = std::find(m_queue.begin(), m_queue.end(), &caller); queued != m_queue.end()) {
            m_queue.erase(queued);
            found = true;
        } else if (const auto place = std::find(m_in_flight.begin(), m_in_flight.end(), &caller);
                   place != m_in_flight.end()) {
            *place = nullptr;
            found = sent = true;
        }
    }
    if (found)
        caller.finish(
            {}, Trouble{sent || cause == Cause::interrupted ? cause : Cause::no_connection, late, sent && caller.m_write});
    else
        caller.await_finish(); // the leader has taken it from the list
}

// Appointed under the mutex: who leaves sees it there, and passes it on.
void SharedLine::pass_on()
{
    const std::lock_guard lock(m_mutex);
    const auto next = std::find_if(m_in_flight.begin(), m_in_flight.end(), [](const Caller* c) { return c != nullptr; });
    if (next != m_in_flight.end())
        (*next)->appoint();
    else if (!m_queue.empty())
        m_queue.front()->appoint();
    else
        m_led = false;
}

} // namespace lockdesk::redis
