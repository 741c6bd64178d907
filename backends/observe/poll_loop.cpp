// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/observe/observer_core.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace lockdesk {

namespace {

constexpr Duration first_retry = std::chrono::seconds{1}, longest_retry = std::chrono::seconds{10};
constexpr Duration listener_timeout = std::chrono::seconds{1};
constexpr Duration coalescing = std::chrono::milliseconds{20};
constexpr Duration tick_every = std::chrono::seconds{1}, quick_tick = std::chrono::milliseconds{250};
constexpr Duration settling_interval = std::chrono::milliseconds{250};
constexpr std::size_t small_store = 2000;

SessionOptions observing(SessionOptions options)
{
    options.read_only = true;
    options.application_name = "lockdesk observer";
    return options;
}

// Another login may help, unlike with a certificate, a missing permission, or a server that admits only its own computer.
bool refuses_login(const Failure& failure)
{
    constexpr std::array<std::string_view, 6> other{"TLS", "42501", "NOPERM", "DENIED", "1044", "NOTAPART"};
    return failure.kind == FailureKind::refused && std::find(other.begin(), other.end(), failure.code) == other.end();
}

} // namespace

void Observer::Core::poll_thread()
{
    while (!m_stop.stop_requested()) {
        if (connect())
            session_loop();
        if (!m_stop.stop_requested())
            wait_for_retry();
    }
    disconnect();
}

void Observer::Core::take_store()
{
    std::shared_ptr<Store> other;
    {
        const std::lock_guard lock(m_mutex);
        other = std::exchange(m_new_store, nullptr);
    }
    if (!other)
        return;
    m_pump.reset(); // it refers to the former store
    m_store = std::move(other);
}

bool Observer::Core::connect()
{
    take_store();
    auto options = observing(m_options.session);
    begin_call(options.timeout);
    auto session = m_store->open(options);
    end_call();
    if (!session) {
        fail(session.failure(), refuses_login(session.failure()));
        return false;
    }
    m_session = std::move(*session);
    m_capabilities = std::make_shared<const Capabilities>(m_session->capabilities());
    m_more = std::make_unique<MoreSources>(*m_store, options, m_options.sources, m_options.budget / 2);
    m_reader = std::make_unique<Reader>(*m_session, ReadLimits{m_options.limit, m_options.found_limit, m_options.budget / 4}, m_more.get(),
                                        open_search_line(options), &m_tracker.known());
    if (m_options.hints && m_capabilities->hints && !m_pump) {
        options.timeout = listener_timeout; // it must not delay the shutdown
        m_pump = std::make_unique<HintPump>(m_runtime, Access{m_store.get(), options}, std::vector<HintTopic>{}, [this] {
            if (!m_hinted.exchange(true))
                wake();
        });
        m_pump->start();
    }
    return true;
}

// Searches as wanted meanwhile.
SearchLine* Observer::Core::open_search_line(SessionOptions options)
{
    options.application_name = "lockdesk observer search";
    auto line = std::make_unique<SearchLine>(Access{m_store.get(), std::move(options)});
    const std::lock_guard lock(m_mutex);
    for (const auto& [of, search] : m_searches)
        line->want(of, search);
    if (m_stop.stop_requested())
        line->interrupt();
    m_line = std::move(line);
    return m_line.get();
}

void Observer::Core::disconnect()
{
    m_reader.reset();
    {
        std::unique_ptr<SearchLine> gone;
        const std::lock_guard lock(m_mutex);
        gone = std::move(m_line);
    }
    m_more.reset();
    m_session.reset();
    if (m_stop.stop_requested())
        m_pump.reset();
}

void Observer::Core::session_loop()
{
    bool full = true; // reads everything after a reconnect
    while (!m_stop.stop_requested()) {
        if (!look(full))
            return;
        wait_for_next(m_runtime.now());
        full = m_runtime.now() - m_full_at >= m_budget.full_every();
    }
}

bool Observer::Core::look(bool full)
{
    Entities wanted;
    {
        const std::lock_guard lock(m_mutex);
        wanted = m_wanted;
        m_reader->set_searches(m_searches);
        m_reader->set_records(m_records);
    }
    if (m_reported_snapshot && m_reader->has_to_search()) // its user waits: everything is read with the next poll
        full = false;
    m_hinted = false;
    m_hurry = false;
    const auto began = m_runtime.now();
    // Reported as stale well before two intervals have passed; a full poll may take longer.
    const auto patience =
        full ? std::max(m_cost.interval, m_budget.full() * 3 + interval() * 9 / 10) : m_cost.interval * 9 / 10;
    begin_call(m_reported_snapshot && !m_reader->has_to_search() ? std::max<Duration>(patience, std::chrono::milliseconds{300})
                                                             : m_options.session.timeout);
    auto reading = m_reported_snapshot || m_options.first_rows == 0 ? m_reader->read(wanted, full)
                                                                : m_reader->read_first(wanted, m_options.first_rows);
    if (reading && reading->partial) {
        take_first(std::move(*reading), began);
        reading = m_reader->read(wanted, true);
    }
    const bool hung = end_call();
    if (!reading) {
        fail(reading.failure());
        return false;
    }
    if (std::any_of(reading->found.begin(), reading->found.end(), [](const auto& one) { return one.second.so_far; }))
        m_hurry = true; // the others follow at once
    take(std::move(*reading), began, hung);
    return true;
}

void Observer::Core::take(Reading&& reading, SteadyPoint began, bool hung)
{
    const auto now = m_runtime.now();
    // Where every poll reads everything, full polls are the usual ones and their cost determines the gap.
    const auto rows = static_cast<std::int64_t>(reading.batch.rows());
    m_budget.spent(now, reading.busy, reading.full && m_capabilities->changes, hung, !m_reported_snapshot,
                   m_capabilities->changes ? std::optional(rows) : std::nullopt);
    if (reading.beside > Duration{0} && m_reported_snapshot)
        m_budget.spent_beside(now, reading.beside, m_more->share());
    if (reading.full)
        m_full_at = now;
    m_backoff = Duration{0};
    m_clock = reading.clock;
    m_cost.rows = rows;
    m_cost.busy = reading.busy + reading.beside;
    m_cost.share = m_budget.share(now);
    m_cost.interval = std::max(interval(), m_budget.gap(coalescing));
    m_cost.hints = m_pump != nullptr;
    answered(began, now);
    auto update = new_update();
    update->polled = true;
    update->snapshot = !m_reported_snapshot;
    const bool repeats = m_repeat.exchange(false);
    if (update->snapshot || repeats)
        update->orders = std::make_shared<const std::map<Entity, std::vector<std::string>>>(m_reader->orders());
    update->about = std::move(reading.about);
    update->found = std::move(reading.found);
    update->database_waits = std::move(reading.database_waits);
    m_tracker.set_clock(m_clock);
    take_limits();
    if (update->database_waits)
        m_tracker.set_database_waits(update->database_waits);
    if (reading.backlog)
        m_tracker.set_backlog(*reading.backlog);
    const auto store_now = m_clock.at_steady(now);
    if (reading.durability)
        take(*reading.durability, store_now);
    update->report = std::move(reading.report);
    update->records = std::move(reading.records);
    // A store that stood still may return rows from before or after that, so they count as of when the poll began.
    m_tracker.apply(std::move(reading.batch), reading.asked, without(reading.asked, m_seen), store_now, *update,
                    m_clock.at_steady(began));
    m_seen = m_seen | reading.asked;
    if (repeats)
        m_tracker.repeat_rows(*update);
    const auto every = m_tracker.size() < small_store ? quick_tick : tick_every;
    // What a search has found does not wait until the findings of a large store are judged.
    if (update->snapshot || (now - m_ticked >= every && update->found.empty())) {
        m_ticked = now;
        m_tracker.tick(store_now, now, *update);
    }
    m_reported_snapshot = true;
    m_settling = update->settling;
    m_reader->hurry_waits(m_settling);
    publish(update);
}

// Updates the capabilities: settings changed in a running server appear without a new connection.
void Observer::Core::take(const Durability& durability, TimePoint now)
{
    m_tracker.set_durability(durability, now);
    if (durability.weaknesses == m_capabilities->weaknesses)
        return;
    m_capabilities = std::make_shared<const Capabilities>(with_durability(*m_capabilities, durability));
}

// Bypasses the tracker: the snapshot that follows contains every row.
void Observer::Core::take_first(Reading&& reading, SteadyPoint began)
{
    m_clock = reading.clock;
    answered(began, m_runtime.now());
    auto update = new_update();
    update->partial = true;
    update->covered = reading.asked;
    update->truncated = reading.batch.truncated;
    const auto share = [](auto& from, auto& to) {
        for (auto& row : from)
            to.push_back(std::make_shared<const std::remove_reference_t<decltype(row)>>(std::move(row)));
    };
    std::erase_if(reading.batch.messages, [](const MessageRow& row) { return row.state == MessageState::sent; });
    share(reading.batch.locks, update->locks);
    share(reading.batch.tasks, update->tasks);
    share(reading.batch.messages, update->messages);
    share(reading.batch.workers, update->workers);
    publish(update);
}

void Observer::Core::answered(SteadyPoint began, SteadyPoint now)
{
    const std::lock_guard lock(m_mutex);
    if (m_health.state != HealthState::live)
        m_health = Health{.state = HealthState::live, .since = began, .since_wall = m_runtime.wall()};
    m_health.cause = m_more->problem();
    m_last_answer = now;
    m_last_answer_wall = m_runtime.wall();
}

std::shared_ptr<Update> Observer::Core::new_update() const
{
    auto update = std::make_shared<Update>();
    update->capabilities = m_capabilities;
    update->clock = m_clock;
    update->cost = m_cost;
    return update;
}

void Observer::Core::take_limits()
{
    const std::lock_guard lock(m_mutex);
    if (m_new_limits)
        m_tracker.set_limits(*m_new_limits);
    m_new_limits.reset();
}

void Observer::Core::tick()
{
    const auto now = m_runtime.now();
    m_ticked = now;
    take_limits();
    auto update = new_update();
    m_tracker.tick(m_clock.at_steady(now), now, *update);
    publish(update);
}

void Observer::Core::fail(const Failure& failure, bool login_refused)
{
    disconnect();
    if (m_stop.stop_requested())
        return;
    m_backoff = m_backoff.count() == 0 ? first_retry : std::min(m_backoff * 2, longest_retry);
    const auto now = m_runtime.now();
    m_next_try = steady_after(now, m_backoff);
    m_refused = login_refused && m_options.wait_after_refusal;
    m_refusals += login_refused ? 1 : 0;
    if (m_refused)
        m_pump.reset(); // it would go on trying by itself
    {
        const std::lock_guard lock(m_mutex);
        m_health.state = HealthState::stale;
        m_health.cause = failure.message;
        m_health.kind = failure.kind;
        // An answer that says no. What may be different next time, as too few of several servers, is none.
        m_health.refuses = failure.kind == FailureKind::refused || failure.kind == FailureKind::unsupported
                           || (failure.kind == FailureKind::unavailable && !failure.connection_lost && !failure.retryable);
        m_health.since = m_last_answer;
        m_health.since_wall = m_last_answer_wall;
        m_health.login_refused = login_refused;
        m_health.refused_logins = m_refusals;
        m_health.next_try = m_refused ? std::nullopt : std::optional(m_next_try);
        m_health.next_try_wall = m_refused ? std::nullopt : std::optional(m_runtime.wall() + m_backoff);
    }
    publish(new_update());
}

void Observer::Core::wait_for_retry()
{
    while (!m_stop.stop_requested() && !m_hurry && (m_refused || m_runtime.now() < m_next_try))
        m_runtime.wait(m_bell, m_stop.get_token(),
                       m_refused ? steady_after(m_runtime.now(), std::chrono::hours{1}) : m_next_try);
    m_hurry = false;
    m_refused = false;
}

// Waits until the interval has passed or a hint arrived, and the consumer has acknowledged the last update.
void Observer::Core::wait_for_next(SteadyPoint ended)
{
    const auto token = m_stop.get_token();
    while (!token.stop_requested()) {
        const auto now = m_runtime.now();
        const auto soonest = steady_after(ended, m_budget.gap(coalescing));
        const auto usual = m_settling ? std::min<Duration>(interval(), settling_interval) : interval();
        const auto latest = steady_after(ended, std::max(usual, m_budget.gap(coalescing)));
        const bool taken = acknowledged();
        if (taken && (m_hurry || now >= latest || (m_hinted && now >= soonest)))
            return;
        // Not right before a poll: it reports the same, and its own findings would come a second late after a tick.
        if (taken && now - m_ticked >= tick_every && latest - now >= quick_tick) {
            tick();
            continue;
        }
        auto until = m_hinted && taken ? std::min(soonest, latest) : latest;
        if (!taken)
            until = steady_after(now, tick_every);
        else if (steady_after(m_ticked, tick_every) + quick_tick <= latest)
            until = std::min(until, steady_after(m_ticked, tick_every));
        m_runtime.wait(m_bell, token, until);
    }
}

} // namespace lockdesk
