// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/engine/runners/waiting.h"

#include "backends/engine/contracts/ids.h"
#include "backends/engine/rules/retry_delay.h"
#include "backends/engine/runners/hint_pump.h"

#include <algorithm>

namespace lockdesk {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// Lifetime of a waiter's announcement; renewed after half of it.
constexpr Duration announced_for = seconds{10};
// Retries a little after the lease's end: a little before it the lock would still be busy.
constexpr Duration after_the_end = milliseconds{2};
constexpr Duration shortest_doubt_timeout = milliseconds{200};

Duration until(SteadyPoint now, SteadyPoint then)
{
    return then > now ? std::chrono::duration_cast<Duration>(then - now) : Duration{0};
}

} // namespace

// One acquire from its first try to its end.
struct WaitingAcquire::Attempt
{
    AcquireRequest request;
    WaitOptions options;
    SteadyPoint started;
    SteadyPoint deadline;
    RetryDelay retry;
    Answer<Acquisition> answer = interrupted_failure();
    bool doubtful = false; ///< an earlier request may have acquired the lease
    SteadyPoint asked_at{};
    std::optional<SteadyPoint> announced;

    [[nodiscard]] bool decided() const
    {
        if (!answer)
            return !worth_retrying(answer.failure());
        return answer->result == AcquireResult::acquired;
    }
};

WaitingAcquire::WaitingAcquire(Runtime& runtime, Access access, Session& session)
    : m_runtime(runtime), m_access(std::move(access)), m_session(session)
{
}

WaitingAcquire::~WaitingAcquire() = default;

Waited WaitingAcquire::acquire(const LockName& name, const OwnerId& owner, Duration lease, const WaitOptions& options,
                               const std::stop_token& stop)
{
    if (auto defect = check_lease(lease))
        return {*defect, m_runtime.now()};
    const auto now = m_runtime.now();
    const auto request = options.request ? *options.request : make_request_id(m_runtime);
    Attempt attempt{{name, owner, lease, request}, options, now, steady_after(now, options.wait), RetryDelay(m_runtime)};
    ask(attempt);
    settle_doubt(attempt, stop);
    if (!attempt.decided() && options.wait > Duration{0} && !stop.stop_requested()) {
        listen(attempt);
        while (!attempt.decided() && !stop.stop_requested() && m_runtime.now() < attempt.deadline) {
            announce(attempt);
            const auto next = std::min(steady_after(m_runtime.now(), pause(attempt)), attempt.deadline);
            if (m_runtime.wait(m_bell, stop, next) == Woken::stopped)
                break;
            ask(attempt);
            settle_doubt(attempt, stop);
        }
    }
    m_hints.reset();
    if (attempt.announced)
        (void)m_session.locks().withdraw_wait(name, owner); // it expires by itself if this fails
    return {std::move(attempt.answer), attempt.asked_at};
}

void WaitingAcquire::ask(Attempt& attempt)
{
    if (!attempt.doubtful)
        attempt.asked_at = m_runtime.now();
    attempt.answer = m_session.locks().acquire(attempt.request);
    attempt.doubtful = attempt.answer.is_in_doubt() || (attempt.doubtful && !attempt.answer);
    if (attempt.answer)
        attempt.retry.reset();
}

// After a lost reply: repeats the request with its id on a new connection, while the verb has time.
void WaitingAcquire::settle_doubt(Attempt& attempt, const std::stop_token& stop)
{
    const auto verb_end = steady_after(attempt.started, m_access.options.timeout);
    while (attempt.doubtful && !stop.stop_requested()) {
        const auto left = until(m_runtime.now(), verb_end);
        if (left < shortest_doubt_timeout)
            return;
        auto session = m_access.open_within(left);
        if (session) {
            auto answer = (*session)->locks().acquire(attempt.request);
            if (answer || !worth_retrying(answer.failure())) {
                attempt.doubtful = !answer;
                if (answer)
                    attempt.answer = std::move(answer);
                return;
            }
        }
        if (!m_runtime.sleep(stop, std::min(attempt.retry.next(), left)))
            return;
    }
}

// Does not wait for the listener, whose start a server may delay: it rings once it listens, and the resulting retry finds a
// lock released before that.
void WaitingAcquire::listen(const Attempt& attempt)
{
    if (!m_session.capabilities().hints)
        return;
    std::vector<HintTopic> topics{{Entity::lock, attempt.request.name.str()}};
    m_hints = std::make_unique<HintPump>(m_runtime, m_access, std::move(topics), [this] { m_bell.ring(); });
    m_hints->start();
}

Duration WaitingAcquire::pause(Attempt& attempt)
{
    if (!attempt.answer)
        return attempt.retry.next();
    auto longest = m_runtime.jittered(attempt.options.poll);
    const auto end = attempt.answer->expires_at;
    const auto store_now = attempt.answer.store_time();
    if (end && store_now && *end > *store_now)
        longest = std::min(longest, add(*end - *store_now, after_the_end));
    return std::max(longest, Duration{milliseconds{1}});
}

void WaitingAcquire::announce(Attempt& attempt)
{
    const auto now = m_runtime.now();
    if (!m_session.capabilities().waiters || !attempt.answer)
        return;
    if (attempt.announced && now < steady_after(*attempt.announced, announced_for / 2))
        return;
    const auto at_most = std::min(announced_for, until(now, attempt.deadline));
    if (m_session.locks().announce_wait(attempt.request.name, attempt.request.owner, at_most))
        attempt.announced = now;
}

} // namespace lockdesk
