// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/turns.h"

#include "backends/scenarios/event.h"

#include <algorithm>

namespace lockdesk::scenarios {

namespace {

// Not at the clock's zero: code that subtracts a lease from "now" must not underflow.
constexpr auto steady_base = SteadyPoint{} + std::chrono::hours{1000};
constexpr auto let_go_slice = std::chrono::milliseconds{1};

} // namespace

struct Turns::Thread
{
    enum class State { ready, asleep, joining };
    int number = 0;
    std::int64_t group = 0;
    std::thread::id id;
    State state = State::ready;
    SteadyPoint until{};
    Bell* bell = nullptr;
    std::stop_token stop{};
    std::thread::id joins{};
    std::condition_variable turn; ///< of its own: a hundred threads that wait are not all woken for one
};

Turns::Turns(std::uint64_t seed, std::int64_t process) : m_generator(seed), m_process(process) {}
Turns::~Turns() = default;

SteadyPoint Turns::steady_now() const { return steady_base + m_now; }

SteadyPoint Turns::now()
{
    const std::lock_guard lock(m_mutex);
    return steady_now();
}

TimePoint Turns::wall()
{
    const std::lock_guard lock(m_mutex);
    return add(lesson_base, m_now);
}

std::uint64_t Turns::random()
{
    const std::lock_guard lock(m_mutex);
    return m_generator();
}

Turns::Thread* Turns::find(std::thread::id id)
{
    const auto found = std::find_if(m_threads.begin(), m_threads.end(), [&](const auto& one) { return one->id == id; });
    return found == m_threads.end() ? nullptr : found->get();
}

void Turns::await_turn(std::unique_lock<std::mutex>& lock, Thread& self)
{
    m_changed.notify_all();
    self.turn.wait(lock, [&] { return m_running == &self || m_let_go; });
}

Woken Turns::wait(Bell& bell, const std::stop_token& stop, SteadyPoint until)
{
    std::unique_lock lock(m_mutex);
    const auto woken = [&]() -> std::optional<Woken> {
        if (stop.stop_requested())
            return Woken::stopped;
        if (take_ring(bell))
            return Woken::rung;
        return steady_now() >= until ? std::optional(Woken::time) : std::nullopt;
    };
    if (const auto at_once = woken())
        return *at_once;
    if (Thread* const self = find(std::this_thread::get_id()); self != nullptr && !m_let_go) {
        self->state = Thread::State::asleep;
        self->until = until;
        self->bell = &bell;
        self->stop = stop;
        m_running = nullptr;
        await_turn(lock, *self);
        self->state = Thread::State::ready;
    }
    for (;;) {
        if (const auto now_at_last = woken())
            return *now_at_last;
        if (m_let_go) // polls: a stop request or ring does not notify m_changed
            m_changed.wait_for(lock, let_go_slice);
        else
            m_changed.wait(lock);
    }
}

// Threads are ordered by creation, whichever the system starts first.
void Turns::making()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [&] { return m_made == 0; });
    ++m_made;
    const Thread* const self = find(std::this_thread::get_id());
    m_making = self != nullptr ? self->group : m_outside_makes;
}

std::optional<std::int64_t> Turns::group()
{
    const std::lock_guard lock(m_mutex);
    const Thread* const self = find(std::this_thread::get_id());
    return self != nullptr ? std::optional(self->group) : std::nullopt;
}

void Turns::began()
{
    std::unique_lock lock(m_mutex);
    --m_made;
    m_threads.push_back(std::make_unique<Thread>());
    Thread& self = *m_threads.back();
    self.number = ++m_count;
    self.group = m_making;
    self.id = std::this_thread::get_id();
    await_turn(lock, self);
}

void Turns::ended()
{
    const std::lock_guard lock(m_mutex);
    if (m_running != nullptr && m_running->id == std::this_thread::get_id())
        m_running = nullptr;
    std::erase_if(m_threads, [](const auto& one) { return one->id == std::this_thread::get_id(); });
    m_changed.notify_all();
}

void Turns::joining(std::thread::id thread)
{
    const std::lock_guard lock(m_mutex);
    Thread* const self = find(std::this_thread::get_id());
    if (self == nullptr)
        return;
    self->state = Thread::State::joining;
    self->joins = thread;
    m_running = nullptr;
    m_changed.notify_all();
}

void Turns::joined()
{
    std::unique_lock lock(m_mutex);
    Thread* const self = find(std::this_thread::get_id());
    if (self == nullptr)
        return;
    self->state = Thread::State::ready;
    await_turn(lock, *self);
}

std::optional<SteadyPoint> Turns::wakes_at(const Thread& thread) const
{
    switch (thread.state) {
    case Thread::State::ready: return steady_now();
    case Thread::State::joining: return std::nullopt;
    case Thread::State::asleep: break;
    }
    if (thread.stop.stop_requested() || is_rung(*thread.bell))
        return std::min(steady_now(), thread.until);
    return thread.until == SteadyPoint::max() ? std::nullopt : std::optional(thread.until);
}

// Whether no thread runs or is starting, and every end that a thread joins was noticed.
bool Turns::is_settled()
{
    return m_running == nullptr && m_made == 0 && std::none_of(m_threads.begin(), m_threads.end(), [&](const auto& one) {
               return one->state == Thread::State::joining && find(one->joins) == nullptr;
           });
}

// The thread that was due first runs first, as after a freeze; of one instant, the oldest.
Turns::Thread* Turns::choose()
{
    Thread* out = nullptr;
    SteadyPoint first{};
    for (const auto& one : m_threads) {
        const auto at = wakes_at(*one);
        if (!at || *at > steady_now() || (out != nullptr && *at >= first))
            continue;
        out = one.get();
        first = *at;
    }
    return out;
}

void Turns::go_on(Duration since_start)
{
    std::unique_lock lock(m_mutex);
    m_now = std::max(m_now, since_start);
    for (;;) {
        m_changed.wait(lock, [&] { return is_settled(); });
        m_running = choose();
        if (m_running == nullptr)
            return;
        m_running->turn.notify_one();
    }
}

std::optional<Duration> Turns::next()
{
    const std::lock_guard lock(m_mutex);
    std::optional<SteadyPoint> first;
    for (const auto& one : m_threads)
        if (const auto at = wakes_at(*one))
            first = first ? std::min(*first, *at) : *at;
    if (!first)
        return std::nullopt;
    return std::chrono::duration_cast<Duration>(*first - steady_base);
}

void Turns::let_go()
{
    const std::lock_guard lock(m_mutex);
    m_let_go = true;
    m_changed.notify_all();
    for (const auto& one : m_threads)
        one->turn.notify_one();
}

} // namespace lockdesk::scenarios
