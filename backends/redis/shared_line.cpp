// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/redis/shared_line.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <linux/futex.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace lockdesk::redis {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;
using Cause = Trouble::Cause;

// Sleeping and waking takes longer than the reply of a near server. Other threads may run meanwhile.
constexpr auto longest_spin = 50us;

constexpr const char* late = "the server did not answer in time";

} // namespace

void SharedLine::Caller::begin(std::string_view command, bool write, SteadyPoint deadline)
{
    m_command = command;
    m_write = write;
    m_deadline = deadline;
    m_reply.reset();
    m_trouble.reset();
    m_news.fetch_and(interrupted, std::memory_order_relaxed);
}

void SharedLine::Caller::finish(ReplyPtr reply, std::optional<Trouble> trouble)
{
    m_reply = std::move(reply);
    m_trouble = std::move(trouble);
    tell(finished);
}

// A finished caller may be destroyed before the wake-up. That wakes nobody, or a thread that goes back to sleep.
void SharedLine::Caller::tell(std::uint32_t bit)
{
    auto* const news = &m_news;
    if ((news->fetch_or(bit, std::memory_order_acq_rel) & asleep) != 0)
        syscall(SYS_futex, news, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
}

// A condition variable would wake the caller while the mutex is still held, so that it would sleep again.
std::uint32_t SharedLine::Caller::await_any(std::uint32_t bits, std::optional<SteadyPoint> deadline)
{
    std::uint32_t seen = m_news.load(std::memory_order_acquire);
    while ((seen & bits) == 0 && (!deadline || Clock::now() < *deadline)) {
        if ((seen & asleep) == 0 && !m_news.compare_exchange_weak(seen, seen | asleep, std::memory_order_acq_rel))
            continue;
        timespec until{};
        if (deadline) {
            const auto since = std::chrono::duration_cast<std::chrono::nanoseconds>(deadline->time_since_epoch()).count();
            until = {static_cast<time_t>(since / 1'000'000'000), static_cast<long>(since % 1'000'000'000)};
        }
        syscall(SYS_futex, &m_news, FUTEX_WAIT_BITSET_PRIVATE, seen | asleep, deadline ? &until : nullptr, nullptr,
                FUTEX_BITSET_MATCH_ANY);
        seen = m_news.load(std::memory_order_acquire);
    }
    return m_news.fetch_and(~asleep, std::memory_order_acq_rel);
}

SharedLine::Caller::News SharedLine::Caller::await()
{
    const auto news = await_any(finished | appointed | interrupted, m_deadline);
    if ((news & finished) != 0)
        return News::finished;
    return (news & (appointed | interrupted)) == appointed ? News::leads : News::gives_up;
}

void SharedLine::Caller::await_finish() { await_any(finished, std::nullopt); }

void SharedLine::Caller::leads(SharedLine* line)
{
    const std::lock_guard lock(m_mutex);
    m_line = line;
}

void SharedLine::Caller::interrupt() noexcept
{
    const std::lock_guard lock(m_mutex);
    tell(interrupted);
    if (m_line != nullptr)
        m_line->wake();
}

SharedLine::SharedLine(const StoreUrl& url, const std::string& application_name, Duration timeout)
    : m_connection(url, application_name, timeout), m_wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
}

SharedLine::~SharedLine() { ::close(m_wake); }

void SharedLine::ring() noexcept
{
    const std::uint64_t one = 1;
    (void)!::write(m_wake, &one, sizeof one);
}

// Wakes a leader that polls. If it is connecting, nothing was sent yet, and the others retry on another line.
void SharedLine::wake() noexcept
{
    ring();
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
        m_queued = m_queue.size();
        first = !std::exchange(m_led, true);
    }
    if (first)
        caller.appoint();
    else if (m_polling)
        ring();
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

// Called with no calls in flight, so that a lost connection may be reopened. Calls that fail here were not sent.
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
        m_queued = 0;
    }
    // Only the leader was interrupted; the others use another line.
    const bool interrupted = trouble->cause == Cause::interrupted;
    for (Caller* caller : queue)
        caller->finish({}, interrupted && caller != &own ? std::nullopt : trouble);
    return false;
}

// Sends all queued calls together. Callers whose calls were sent together last time just got their replies and are about to
// call again, so the leader yields to them first.
void SharedLine::send_queued(Caller& own)
{
    if (m_queued > 0 && m_queued < m_together)
        m_yield();
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
        m_together = m_queue.size();
        for (Caller* caller : m_queue) {
            m_out += caller->m_command;
            m_in_flight.push_back(caller);
        }
        m_queue.clear();
        m_queued = 0;
    }
    if (const auto trouble = m_connection.say(m_out, own.m_deadline))
        lose(*trouble);
}

// Waits until bytes arrive, another call is queued, or the leader must leave.
std::optional<Trouble> SharedLine::receive(const Caller& own)
{
    const auto spun = Clock::now() + longest_spin;
    for (;;) {
        bool some = false;
        if (auto trouble = m_connection.take(some); trouble || some)
            return trouble;
        if (m_queued > 0)
            return std::nullopt;
        const auto now = Clock::now();
        if (now < spun && m_yield())
            continue;
        if (time_to_leave(own))
            return std::nullopt;
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(own.m_deadline - now);
        std::array<pollfd, 2> waits{{{m_connection.fd(), POLLIN, 0}, {m_wake, POLLIN, 0}}};
        m_polling = true; // calls queued after the next line ring
        if (m_queued == 0)
            poll(waits.data(), waits.size(), static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000)));
        m_polling = false;
        std::uint64_t count = 0;
        if (waits[1].revents != 0)
            (void)!::read(m_wake, &count, sizeof count);
    }
}

// Passes replies to the calls in flight, in the order of sending.
void SharedLine::hand_over(std::optional<Trouble> trouble)
{
    while (!trouble) {
        ReplyPtr reply;
        trouble = m_connection.arrived(reply);
        if (trouble || !reply)
            break;
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

// Fails all calls in flight; they may have been executed.
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

// Ends a late or interrupted call. A timeout retires the line, so that later calls do not wait for the reply that is due.
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
            m_queued = m_queue.size();
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
        caller.await_finish(); // the leader has already removed it from the list
}

// Appoints under the mutex: a caller that leaves sees its appointment and passes it on.
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
