// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console/demo_driver.h"

#include "models/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace lockdesk::app {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr auto pace = milliseconds{150};
constexpr int taskCount = 24;

bool past(Clock::time_point since, int ms) { return Clock::now() >= since + milliseconds{ms}; }

QString wrong(const Failure& failure) { return format::foreign(failure.message); }

} // namespace

const std::vector<DemoDriver::Plan>& DemoDriver::plans()
{
    static const std::vector<Plan> all = {
        {"demo/leader", 10'000, 600'000, 500, true, 0, 2},      {"demo/ledger", 10'000, 45'000, 400, true, 0, 1},
        {"demo/mailer", 10'000, 30'000, 700, true, 0, 0},       {"demo/report", 30'000, 24'000, 3000, false, 0, 0},
        {"demo/import", 30'000, 26'000, 2000, true, 0, 0},      {"demo/stock:42", 10'000, 8'500, 1500, false, 0, 1},
        {"demo/stock:17", 10'000, 6'000, 2500, false, 0, 0},    {"demo/stock:8", 8'000, 4'000, 6000, false, 0, 0},
        {"demo/cleanup", 10'000, 1'500, 200, false, 10'000, 0},
    };
    return all;
}

QString DemoDriver::seed(Session& session, const std::string& kind, const QStringList& phases)
{
    for (const QString& phase : phases) {
        TaskRule rule;
        rule.kind = kind;
        rule.phase = phase.toStdString();
        if (const auto set = session.tasks().set_rule(rule); !set)
            return wrong(set.failure());
    }
    std::vector<NewTask> tasks;
    for (int i = 1; i <= taskCount; ++i) {
        const std::string number = (i < 10 ? "gw-0" : "gw-") + std::to_string(i);
        tasks.push_back({TaskId::trusted(number), TaskKind::trusted(kind),
                         Phase::trusted(phases[i % phases.size()].toStdString()), DesiredState::running, "{}"});
    }
    const auto added = session.tasks().add(tasks);
    return added ? QString() : wrong(added.failure());
}

DemoDriver::DemoDriver(std::unique_ptr<Session> session)
    : m_session(std::move(session)), m_random(std::random_device{}()), m_run(std::to_string(m_random() % 100'000))
{
    m_thread = std::thread([this] { run(); });
}

DemoDriver::~DemoDriver()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stop = true;
    }
    m_session->interrupt();
    m_wake.notify_all();
    m_thread.join();
}

void DemoDriver::setActors(std::vector<Actor> actors)
{
    {
        const std::lock_guard lock(m_mutex);
        m_actors = std::move(actors);
    }
    m_wake.notify_all();
}

int DemoDriver::jitter(int ms) { return ms * 85 / 100 + int(m_random() % std::uint32_t(std::max(1, ms * 30 / 100))); }

void DemoDriver::run()
{
    std::unique_lock lock(m_mutex);
    while (!m_stop) {
        lock.unlock();
        step();
        lock.lock();
        m_wake.wait_for(lock, pace, [this] { return m_stop; });
    }
}

void DemoDriver::step()
{
    std::vector<Actor> actors;
    {
        const std::lock_guard lock(m_mutex);
        actors = m_actors;
    }
    if (actors.empty())
        return;
    for (const Plan& plan : plans())
        stepLock(plan, m_states[plan.name], actors);
    stepOutbox(actors);
}

void DemoDriver::stepLock(const Plan& plan, State& state, const std::vector<Actor>& actors)
{
    wakeLate(plan, state, actors);
    if (!state.held) {
        if (Clock::now() >= state.next)
            take(plan, state, actors);
        return;
    }
    const auto holder =
        std::find_if(actors.begin(), actors.end(), [&](const Actor& a) { return a.owner == state.held->owner; });
    if (holder == actors.end() || !holder->alive) {
        // A frozen one keeps what it believes to hold; somebody else tries from now on, and gets it after the lease.
        if (holder != actors.end() && holder->frozen)
            state.late.push_back(*state.held);
        state.held.reset();
        state.next = Clock::now();
        return;
    }
    keep(plan, state, *holder);
    if (state.held)
        announce(plan, state, actors);
}

void DemoDriver::take(const Plan& plan, State& state, const std::vector<Actor>& actors)
{
    std::vector<const Actor*> able;
    for (const Actor& actor : actors) {
        if (actor.alive)
            able.push_back(&actor);
    }
    if (able.empty())
        return;
    const Actor& actor = *able[(state.turn++ + std::hash<std::string>{}(plan.name)) % able.size()];
    const auto name = LockName::trusted(plan.name);
    const auto request = RequestId::trusted("demo-" + m_run + "-" + std::to_string(++m_requests));
    const auto got = m_session->locks().acquire({name, OwnerId::trusted(actor.owner), milliseconds{plan.leaseMs}, request});
    if (!got || got->result != AcquireResult::acquired) {
        state.next = Clock::now() + milliseconds{500};
        return;
    }
    (void)m_session->locks().withdraw_wait(name, OwnerId::trusted(actor.owner));
    (void)m_session->fence().admit(Resource::trusted(plan.name), *got->token, actor.owner);
    state.held = Held{actor.owner, *got->token, Clock::now(), Clock::now()};
    state.announcedAt = {};
}

void DemoDriver::keep(const Plan& plan, State& state, const Actor& actor)
{
    const auto name = LockName::trusted(plan.name);
    const auto owner = OwnerId::trusted(actor.owner);
    Held& held = *state.held;
    if (past(held.since, plan.holdMs)) {
        const auto freed = m_session->locks().release(name, owner, held.token, milliseconds{plan.atLeastMs});
        if (freed && (freed->result == LeaseResult::not_owner || freed->result == LeaseResult::stale))
            writeLate(plan, held);
        state.held.reset();
        state.next = Clock::now() + milliseconds{jitter(plan.restMs)};
        return;
    }
    if (!plan.renewed || !past(held.renewedAt, plan.leaseMs / 3))
        return;
    const auto renewed = m_session->locks().renew(name, owner, held.token, milliseconds{plan.leaseMs});
    held.renewedAt = Clock::now();
    if (renewed && renewed->result != LeaseResult::renewed) {
        writeLate(plan, held);
        state.held.reset();
        state.next = Clock::now() + milliseconds{jitter(plan.restMs)};
    }
}

void DemoDriver::wakeLate(const Plan& plan, State& state, const std::vector<Actor>& actors)
{
    for (auto it = state.late.begin(); it != state.late.end();) {
        const auto actor = std::find_if(actors.begin(), actors.end(), [&](const Actor& a) { return a.owner == it->owner; });
        if (actor != actors.end() && !actor->alive && actor->frozen) {
            ++it;
            continue;
        }
        if (actor != actors.end() && actor->alive) {
            const auto renewed = m_session->locks().renew(LockName::trusted(plan.name), OwnerId::trusted(it->owner),
                                                          it->token, milliseconds{plan.leaseMs});
            if (renewed && renewed->result == LeaseResult::renewed && !state.held)
                state.held = *it;
            else
                writeLate(plan, *it);
        }
        it = state.late.erase(it);
    }
}

void DemoDriver::writeLate(const Plan& plan, const Held& held)
{
    // A holder that lost its lock unnoticed writes once more; the fence is what stops it.
    (void)m_session->fence().admit(Resource::trusted(plan.name), held.token, held.owner);
}

void DemoDriver::announce(const Plan& plan, State& state, const std::vector<Actor>& actors)
{
    if (plan.waiters == 0 || !past(state.announcedAt, 8000))
        return;
    state.announcedAt = Clock::now();
    int left = plan.waiters;
    for (const Actor& actor : actors) {
        if (left == 0 || !actor.alive || actor.owner == state.held->owner)
            continue;
        (void)m_session->locks().announce_wait(LockName::trusted(plan.name), OwnerId::trusted(actor.owner),
                                               std::chrono::seconds{10});
        --left;
    }
}

void DemoDriver::stepOutbox(const std::vector<Actor>& actors)
{
    static const char* const topics[] = {"order.paid", "order.shipped", "invoice.created"};
    if (Clock::now() < m_nextMessage)
        return;
    m_nextMessage = Clock::now() + milliseconds{jitter(700)};
    const auto number = ++m_requests;
    (void)m_session->outbox().add({MessageId::trusted(m_run + "-" + std::to_string(number)),
                                   Topic::trusted(topics[number % 3]), "{\"order\":" + std::to_string(number) + "}"});
    const auto relay = std::find_if(actors.begin(), actors.end(), [](const Actor& a) { return a.alive; });
    // Two behind: so that there is always something to see in the outbox.
    if (relay == actors.end() || number % 2 != 0)
        return;
    const auto owner = OwnerId::trusted(relay->owner);
    const auto claimed = m_session->outbox().claim(
        {2, owner, ClaimId::trusted("demo-" + m_run + "-" + std::to_string(number)), std::chrono::seconds{10}, false});
    if (!claimed)
        return;
    std::vector<Delivery> deliveries;
    for (const MessageRow& row : *claimed)
        if (const auto id = MessageId::parse(row.id)) // somebody else may have written into this file
            deliveries.push_back({*id, owner, row.token, true, {}, Duration{0}, 3});
    (void)m_session->outbox().settle(deliveries);
}

} // namespace lockdesk::app
