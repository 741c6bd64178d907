// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/observer.h"

#include "backends/observe/observer_core.h"

#include <set>

namespace lockdesk {

namespace {

constexpr auto stop_patience = std::chrono::milliseconds{1200};

} // namespace

Observer::Observer(std::shared_ptr<Store> store, ObserverOptions options, Handler handler)
    : m_core(std::make_shared<Core>(std::move(store), std::move(options), std::move(handler)))
{
}

Observer::~Observer() { stop(); }

void Observer::start() { m_core->start(); }
void Observer::stop() { m_core->stop(); }
void Observer::acknowledge(std::uint64_t number) { m_core->acknowledge(number); }
void Observer::repeat_rows() { m_core->repeat_rows(); }

void Observer::set_entities(Entities entities) { m_core->set_entities(entities); }
void Observer::set_interval(Duration interval) { m_core->set_interval(interval); }
void Observer::set_limits(const FindingLimits& limits) { m_core->set_limits(limits); }
void Observer::watch_records(std::vector<std::string> ids, int who) { m_core->watch_records(std::move(ids), who); }
void Observer::set_search(SearchOf of, Search search) { m_core->set_search(of, std::move(search)); }
void Observer::try_now() { m_core->try_now(); }
void Observer::set_store(std::shared_ptr<Store> store) { m_core->set_store(std::move(store)); }

Observer::Core::Core(std::shared_ptr<Store> store, ObserverOptions options, Handler handler)
    : m_options(std::move(options)), m_handler(std::move(handler)), m_wanted(m_options.entities),
      m_interval(m_options.interval), m_store(std::move(store)), m_tracker(m_options.findings, m_options.limit),
      m_budget(m_options.budget, m_options.reconcile)
{
}

void Observer::Core::start()
{
    const std::lock_guard lock(m_mutex);
    if (m_started || m_stop.stop_requested())
        return;
    m_started = true;
    m_health.since = m_last_answer = m_runtime.now();
    m_health.since_wall = m_last_answer_wall = m_runtime.wall();
    // The threads keep the core alive: `stop` may have to leave one behind that hangs in a connect.
    m_poller.start([self = shared_from_this()] { self->poll_thread(); });
    m_watcher.start([self = shared_from_this()] { self->watch_thread(); });
}

void Observer::Core::stop()
{
    m_stop.request_stop();
    {
        const std::lock_guard quiet(m_publish);
        m_silent = true;
    }
    {
        const std::lock_guard lock(m_mutex);
        if (m_session_in_use)
            m_session_in_use->interrupt();
        if (m_line)
            m_line->interrupt();
        m_changed.notify_all();
        m_bell.ring();
    }
    const auto deadline = std::chrono::steady_clock::now() + stop_patience;
    m_poller.stop(deadline);
    m_watcher.stop(deadline);
}

void Observer::Core::wake() { m_bell.ring(); }

void Observer::Core::acknowledge(std::uint64_t number)
{
    {
        const std::lock_guard lock(m_mutex);
        if (number <= m_acknowledged)
            return;
        m_acknowledged = number;
    }
    wake();
}

void Observer::Core::repeat_rows()
{
    m_repeat = true;
    try_now();
}

void Observer::Core::set_entities(Entities entities)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_wanted == entities)
            return;
        m_wanted = entities;
    }
    m_hinted = true;
    wake();
}

void Observer::Core::set_interval(Duration interval)
{
    {
        const std::lock_guard lock(m_mutex);
        m_interval = interval;
    }
    wake();
}

void Observer::Core::set_search(SearchOf of, Search search)
{
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_searches.find(of);
        if (found == m_searches.end() ? search.empty() : found->second == search)
            return;
        if (m_line) // ends what runs for the former one
            m_line->want(of, search);
        if (search.empty())
            m_searches.erase(found);
        else
            m_searches.insert_or_assign(of, std::move(search));
    }
    try_now();
}

void Observer::Core::watch_records(std::vector<std::string> ids, int who)
{
    const std::lock_guard lock(m_mutex);
    m_watched_by.insert_or_assign(who, std::move(ids));
    std::set<std::string> all;
    for (const auto& [each, records] : m_watched_by)
        all.insert(records.begin(), records.end());
    m_records.assign(all.begin(), all.end()); // read with the next polls
}

void Observer::Core::set_limits(const FindingLimits& limits)
{
    const std::lock_guard lock(m_mutex);
    m_new_limits = limits; // taken with the next poll or tick
}

void Observer::Core::try_now()
{
    m_hurry = true;
    wake();
}

void Observer::Core::set_store(std::shared_ptr<Store> store)
{
    {
        const std::lock_guard lock(m_mutex);
        m_new_store = std::move(store);
    }
    try_now();
}

Duration Observer::Core::interval()
{
    const std::lock_guard lock(m_mutex);
    return m_interval;
}

bool Observer::Core::acknowledged()
{
    const std::lock_guard lock(m_mutex);
    return m_acknowledged >= m_polled;
}

void Observer::Core::publish(const std::shared_ptr<Update>& update)
{
    const std::lock_guard one_at_a_time(m_publish);
    if (m_silent)
        return;
    update->number = ++m_number;
    {
        const std::lock_guard lock(m_mutex);
        update->health = m_health;
        if (update->polled)
            m_polled = update->number;
    }
    tell_silence(*update);
    m_handler(update);
}

// Adds the finding about a silent store where all updates pass, whichever thread noticed. Earlier findings stay.
void Observer::Core::tell_silence(Update& update)
{
    if (update.findings)
        m_found = update.findings;
    if (update.clock.known)
        m_reported_clock = update.clock;
    if (update.health.state == HealthState::stale) {
        std::optional<TimePoint> since;
        if (m_reported_clock.known)
            since = m_reported_clock.at_steady(update.health.since);
        const auto begun = m_reported_clock.known ? *since : update.health.since_wall;
        update.findings = std::make_shared<const Findings>(
            with_silence(m_found ? *m_found : Findings(), since, begun, update.health.cause, update.health.refuses));
    } else if (m_silence_reported && !update.findings) {
        update.findings = m_found ? m_found : std::make_shared<const Findings>();
    }
    m_silence_reported = update.health.state == HealthState::stale;
}

void Observer::Core::begin_call(Duration patience)
{
    const std::lock_guard lock(m_mutex);
    m_in_call = true;
    m_call_reported = false;
    m_call_began = m_runtime.now();
    m_call_patience = steady_after(m_call_began, patience);
    m_session_in_use = m_session.get();
    if (m_session_in_use && m_stop.stop_requested()) // stop may have been requested just before
        m_session_in_use->interrupt();
    m_changed.notify_all();
}

bool Observer::Core::end_call()
{
    const std::lock_guard lock(m_mutex);
    m_in_call = false;
    m_session_in_use = nullptr;
    return m_call_reported;
}

// Publishes that the store does not answer while the poll thread still waits for it.
void Observer::Core::watch_thread()
{
    std::unique_lock lock(m_mutex);
    while (!m_stop.stop_requested()) {
        if (!m_in_call || m_call_reported) {
            m_changed.wait_for(lock, std::chrono::milliseconds{250});
            continue;
        }
        if (m_runtime.now() < m_call_patience) {
            m_changed.wait_until(lock, m_call_patience);
            continue;
        }
        m_call_reported = true;
        if (m_health.state != HealthState::live)
            continue;
        m_health.state = HealthState::stale;
        m_health.kind = FailureKind::unavailable;
        m_health.login_refused = false;
        m_health.refuses = false;
        m_health.cause = "no answer";
        m_health.since = m_last_answer;
        m_health.since_wall = m_last_answer_wall;
        m_health.next_try = steady_after(m_call_began, m_options.session.timeout);
        m_health.next_try_wall =
            m_runtime.wall() + std::chrono::duration_cast<Duration>(*m_health.next_try - m_runtime.now());
        lock.unlock();
        publish(std::make_shared<Update>());
        lock.lock();
    }
}

} // namespace lockdesk
