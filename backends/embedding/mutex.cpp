// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/embedding/core.h"
#include "backends/embedding/names.h"
#include "backends/engine/contracts/ids.h"
#include "backends/engine/rules/lease_deadline.h"
#include "backends/engine/runners/cut_after_stop.h"
#include "backends/engine/runners/waiting.h"

#include <lockdesk/lockdesk.h>

#include <map>
#include <thread>

namespace lockdesk::embedding {

struct Mutex::Locked
{
    std::mutex mutex;
    std::map<std::thread::id, Held> held;
};

Mutex::Mutex(const Desk& desk, std::string_view text, const MutexOptions& options)
    : m_core(desk.core()), m_name(name<LockName>(text).str()), m_options(options), m_locked(std::make_unique<Locked>())
{
    if (auto defect = check_lease(options.lease))
        throw Error(*defect);
    if (options.lease == no_end)
        throw Error(Failure::usage("a lease without end cannot be lost, so it cannot be taken from a dead process either"));
}

Mutex::~Mutex() = default;

Answer<Held> Mutex::ask(Duration wait, const std::stop_token& stop)
{
    auto session = m_core->lend();
    if (!session)
        return session.failure();
    auto& runtime = m_core->runtime();
    const auto lock = name<LockName>(m_name);
    const auto owner = make_owner(runtime, m_core->host());
    WaitOptions options;
    options.wait = wait;
    const auto waited = [&] {
        const CutAfterStop cut(runtime, **session, stop);
        return WaitingAcquire(runtime, m_core->access().until(stop), **session)
            .acquire(lock, owner, m_options.lease, options, stop);
    }();
    if (stop.stop_requested())
        session->discard();
    if (!waited.answer)
        return stop.stop_requested() ? Answer<Held>(Held()) : Answer<Held>(waited.answer.failure());
    if (waited.answer->result != AcquireResult::acquired)
        return Held();
    const auto third = steady_after(waited.asked_at, m_options.lease / 3);
    auto lease = std::make_shared<Lease>(Lease{lock, owner, waited.answer->token.value_or(FencingToken{}), m_options.lease,
                                               m_options.at_least, third, lease_deadline(waited.asked_at, m_options.lease)});
    m_core->keeper().keep(lease);
    return Held(m_core, std::move(lease));
}

Held Mutex::acquire(const std::stop_token& stop) { return need(ask(no_end, stop)); }

Held Mutex::try_lock_for(Duration wait, const std::stop_token& stop) { return need(ask(wait, stop)); }

Held Mutex::try_lock_until(std::chrono::steady_clock::time_point until, const std::stop_token& stop)
{
    const auto left = std::chrono::duration_cast<Duration>(until - std::chrono::steady_clock::now());
    return try_lock_for(std::max(left, Duration{0}), stop);
}

void Mutex::lock()
{
    auto held = acquire();
    const std::lock_guard guard(m_locked->mutex);
    m_locked->held.insert_or_assign(std::this_thread::get_id(), std::move(held));
}

bool Mutex::try_lock()
{
    auto held = try_acquire();
    const bool got{held};
    const std::lock_guard guard(m_locked->mutex);
    if (got)
        m_locked->held.insert_or_assign(std::this_thread::get_id(), std::move(held));
    return got;
}

Released Mutex::unlock() noexcept
{
    Held held;
    {
        const std::lock_guard guard(m_locked->mutex);
        if (auto mine = m_locked->held.extract(std::this_thread::get_id()); !mine.empty())
            held = std::move(mine.mapped());
    }
    return held.release();
}

Held& Mutex::held()
{
    const std::lock_guard guard(m_locked->mutex);
    const auto mine = m_locked->held.find(std::this_thread::get_id());
    if (mine == m_locked->held.end())
        throw Error(Failure::usage("this thread has not locked '" + m_name + "'"));
    return mine->second;
}

Once run_once(const Desk& desk, std::string_view name, const OnceOptions& options, const std::function<void(Held&)>& job)
{
    auto held = Mutex(desk, name, {options.lease, options.at_least}).try_lock_for(options.wait);
    if (!held)
        return Once::skipped;
    job(held);
    return held.release() == Released::lost ? Once::lost : Once::ran;
}

} // namespace lockdesk::embedding
