// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/simulator/engine/threads.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <dlfcn.h>
#include <limits>
#include <random>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace lockdesk::simulator {

namespace {

constexpr std::int64_t never_ns = std::numeric_limits<std::int64_t>::max();

struct Current
{
    Threads* threads = nullptr;
    Threads::Thread* thread = nullptr;
    int group = 0;
};
thread_local Current current_thread;

// Returns the C library's function.
template <class Function> Function* original(const char* name)
{
    auto* const found = reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
    if (found == nullptr) {
        std::fprintf(stderr, "no %s\n", name);
        std::abort();
    }
    return found;
}

std::int64_t ns_of(const timespec& t) { return static_cast<std::int64_t>(t.tv_sec) * 1'000'000'000 + t.tv_nsec; }

} // namespace

struct Threads::Thread
{
    Threads* owner = nullptr;
    std::binary_semaphore turn{0};
    int group = 0;
    std::int64_t until = 0; ///< wakes then at the latest
    std::function<bool()> ready;
    pthread_cond_t* condition = nullptr; ///< that it waits on
    bool signalled = false, ended = false;
    pthread_t real{};
    void* (*body)(void*) = nullptr;
    void* argument = nullptr;
};

Threads::Threads(Random& random) : m_random(random) {}
Threads::~Threads() = default;

Threads* Threads::current() { return current_thread.threads; }

Threads::InGroup::InGroup(int group) : m_before(std::exchange(current_thread.group, group)) {}
Threads::InGroup::~InGroup() { current_thread.group = m_before; }

int Threads::new_group()
{
    m_frozen_until.push_back(0);
    return static_cast<int>(m_frozen_until.size()) - 1;
}

void Threads::run(const std::function<void()>& body)
{
    const auto before = current_thread;
    m_threads.push_back(std::make_unique<Thread>());
    m_threads.back()->owner = this;
    current_thread = {this, m_threads.back().get(), 0};
    body();
    for (const auto& thread : m_threads)
        if (thread.get() != current_thread.thread && !thread->ended) {
            std::fputs("a simulated thread was left behind\n", stderr);
            std::abort();
        }
    current_thread = before;
}

std::int64_t Threads::wakes_at(const Thread& thread) const
{
    const auto thawed = m_frozen_until[static_cast<std::size_t>(thread.group)];
    if (thread.ended)
        return never_ns;
    const bool ready = thread.ready && thread.ready();
    return std::max(thawed, ready ? m_now : thread.until);
}

// Chooses one of the runnable threads. If none is, advances time until one is.
Threads::Thread& Threads::choose()
{
    std::vector<Thread*> able;
    auto first = never_ns;
    for (const auto& thread : m_threads) {
        const auto at = wakes_at(*thread);
        first = std::min(first, at);
        if (at <= m_now)
            able.push_back(thread.get());
    }
    if (first == never_ns) {
        std::fputs("all simulated threads wait for each other\n", stderr);
        std::abort();
    }
    if (able.empty()) {
        m_now = first;
        return choose();
    }
    return *able[m_random.below(able.size())];
}

void Threads::block(std::int64_t until_ns, const std::function<bool()>& ready)
{
    Thread& me = *current_thread.thread;
    me.until = until_ns;
    me.ready = ready;
    Thread& next = choose();
    if (&next == &me)
        return;
    next.turn.release();
    me.turn.acquire();
}

bool Threads::sleep(Duration d, const std::function<bool()>& ready)
{
    block(m_now + d.count() * 1000, ready);
    return !(ready && ready());
}

int Threads::create(pthread_t* out, const pthread_attr_t* attributes, void* (*body)(void*), void* argument)
{
    static auto* const real = original<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
    std::erase_if(m_threads, [](const auto& thread) { return thread->ended && thread->body == nullptr; });
    m_threads.push_back(std::make_unique<Thread>());
    Thread& thread = *m_threads.back();
    thread.owner = this;
    thread.group = current_thread.group;
    thread.until = m_now;
    thread.body = body;
    thread.argument = argument;
    const int status = real(&thread.real, attributes, &Threads::begin, &thread);
    *out = thread.real;
    return status;
}

void* Threads::begin(void* given)
{
    Thread& me = *static_cast<Thread*>(given);
    Threads& all = *me.owner;
    me.turn.acquire();
    current_thread = {&all, &me, me.group};
    void* const result = me.body(me.argument);
    me.ended = true;
    Thread& next = all.choose();
    current_thread = {};
    next.turn.release();
    return result;
}

int Threads::join(pthread_t which, void** result)
{
    static auto* const real = original<int(pthread_t, void**)>("pthread_join");
    for (const auto& thread : m_threads)
        if (thread->body != nullptr && ::pthread_equal(thread->real, which) != 0) {
            Thread& other = *thread;
            block(never_ns, [&other] { return other.ended; });
            const int status = real(which, result);
            other.body = nullptr;
            return status;
        }
    return real(which, result);
}

int Threads::wait(pthread_cond_t* condition, pthread_mutex_t* mutex, std::int64_t until_ns)
{
    Thread& me = *current_thread.thread;
    me.condition = condition;
    me.signalled = false;
    ::pthread_mutex_unlock(mutex);
    block(until_ns, [&me] { return me.signalled; });
    ::pthread_mutex_lock(mutex);
    me.condition = nullptr;
    return me.signalled ? 0 : ETIMEDOUT;
}

void Threads::wake(pthread_cond_t* condition, bool all)
{
    for (const auto& thread : m_threads)
        if (thread->condition == condition && !thread->signalled) {
            thread->signalled = true;
            if (!all)
                return;
        }
}

} // namespace lockdesk::simulator

// libstdc++'s, which otherwise has no seed.
std::random_device::result_type std::random_device::_M_getval()
{
    if (auto* threads = lockdesk::simulator::Threads::current())
        return threads->random();
    result_type value = 0;
    if (::getentropy(&value, sizeof value) != 0)
        std::abort();
    return value;
}

// The program's definitions override the C library's, in its own code and in all libraries.
extern "C" {

int pthread_create(pthread_t* out, const pthread_attr_t* attributes, void* (*body)(void*), void* argument) noexcept
{
    static auto* const real =
        lockdesk::simulator::original<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
    if (auto* threads = lockdesk::simulator::Threads::current())
        return threads->create(out, attributes, body, argument);
    return real(out, attributes, body, argument);
}

int pthread_join(pthread_t which, void** result)
{
    static auto* const real = lockdesk::simulator::original<int(pthread_t, void**)>("pthread_join");
    auto* threads = lockdesk::simulator::Threads::current();
    return threads != nullptr ? threads->join(which, result) : real(which, result);
}

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex)
{
    static auto* const real = lockdesk::simulator::original<int(pthread_cond_t*, pthread_mutex_t*)>("pthread_cond_wait");
    auto* threads = lockdesk::simulator::Threads::current();
    return threads != nullptr ? threads->wait(condition, mutex, lockdesk::simulator::never_ns) : real(condition, mutex);
}

int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* until)
{
    static auto* const real =
        lockdesk::simulator::original<int(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*)>(
            "pthread_cond_clockwait");
    auto* threads = lockdesk::simulator::Threads::current();
    return threads != nullptr ? threads->wait(condition, mutex, lockdesk::simulator::ns_of(*until))
                              : real(condition, mutex, clock, until);
}

int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until)
{
    static auto* const real =
        lockdesk::simulator::original<int(pthread_cond_t*, pthread_mutex_t*, const timespec*)>("pthread_cond_timedwait");
    auto* threads = lockdesk::simulator::Threads::current();
    return threads != nullptr ? threads->wait(condition, mutex, lockdesk::simulator::ns_of(*until))
                              : real(condition, mutex, until);
}

int pthread_cond_signal(pthread_cond_t* condition) noexcept
{
    static auto* const real = lockdesk::simulator::original<int(pthread_cond_t*)>("pthread_cond_signal");
    auto* threads = lockdesk::simulator::Threads::current();
    return threads != nullptr ? (threads->wake(condition, false), 0) : real(condition);
}

int pthread_cond_broadcast(pthread_cond_t* condition) noexcept
{
    static auto* const real = lockdesk::simulator::original<int(pthread_cond_t*)>("pthread_cond_broadcast");
    auto* threads = lockdesk::simulator::Threads::current();
    return threads != nullptr ? (threads->wake(condition, true), 0) : real(condition);
}

// All clocks are the same here.
int clock_gettime(clockid_t clock, timespec* out) noexcept
{
    const auto* threads = lockdesk::simulator::Threads::current();
    if (threads == nullptr)
        return static_cast<int>(::syscall(SYS_clock_gettime, clock, out));
    out->tv_sec = threads->now_ns() / 1'000'000'000;
    out->tv_nsec = threads->now_ns() % 1'000'000'000;
    return 0;
}

} // extern "C"
