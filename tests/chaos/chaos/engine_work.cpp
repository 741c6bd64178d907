// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/chaos/engine_work.h"

#include "backends/engine/contracts/ids.h"
#include "backends/engine/runners/lead.h"
#include "backends/engine/runners/polling_worker.h"
#include "backends/engine/runners/relay.h"
#include "backends/engine/runners/waiting.h"
#include "backends/engine/runners/watchdog.h"
#include "tests/chaos/chaos/telling_store.h"
#include "tests/chaos/chaos/writer.h"

#include <mutex>
#include <stdexcept>
#include <thread>

namespace lockdesk::chaos {

namespace {

using namespace std::chrono_literals;
using What = Event::What;
using Result = Event::Result;

// The writer of one thread, with its own session.
class Desk : public Writer
{
public:
    Desk(const WorkerPlan& plan, Ledger& ledger, std::uint64_t seed, OwnerId owner, Access access)
        : Writer(plan, ledger, seed, std::move(owner)), m_own(std::move(access))
    {
    }
    bool connect()
    {
        const auto session = m_own.get();
        if (!session)
            return fine("open", session);
        m_session = *session;
        return true;
    }
    Session& session() { return *m_session; }
    simulator::Random& random() { return m_random; }
    void speak_for(const OwnerId& owner) { m_owner = owner; }

    /// Works under one grant: a holder that is no longer sure continues where a fence refuses it, and stops where there
    /// is none. Calls `trusted` before each write and records its result.
    void work(const std::string& subject, std::optional<FencingToken> token, const std::function<bool()>& trusted);
    void add_message(const std::string& id);

private:
    bool sure(const std::string& subject, const std::function<bool()>& trusted);
    bool work_unfenceable(const std::string& subject, const std::function<bool()>& trusted);

    OwnSession m_own;
};

// The control without a fence never checks and claims to be sure.
bool Desk::sure(const std::string& subject, const std::function<bool()>& trusted)
{
    const Span at;
    const bool yes = !m_plan.fenced || trusted();
    if (yes)
        m_ledger.history.write({What::trusted, Result::done, subject, 0, m_owner.str(), at.begin, at.begin, ""});
    return yes;
}

bool Desk::work_unfenceable(const std::string& subject, const std::function<bool()>& trusted)
{
    for (auto count = m_plan.many ? 4 + m_random.below(12) : 1; count > 0; --count) {
        danger();
        if (!sure(subject, trusted))
            return false;
        ++m_ledger.done;
    }
    return fine("find", m_session->locks().find(LockName::trusted(subject)));
}

void Desk::work(const std::string& subject, std::optional<FencingToken> token, const std::function<bool()>& trusted)
{
    m_failing_since.reset();
    if (!connect())
        return;
    for (auto rounds = 1 + m_random.below(6); rounds > 0; --rounds) {
        if (!token) {
            if (!work_unfenceable(subject, trusted))
                return;
            continue;
        }
        const auto before = m_session->records().get(RecordId::trusted(subject), false);
        danger();
        (void)sure(subject, trusted);
        if (!fine("get", before) || !*before || !write_some(subject, *token))
            return;
        danger();
        if (!raise_counter(subject, **before, *token))
            return;
    }
}

void Desk::add_message(const std::string& id)
{
    if (!connect())
        return;
    tell(What::add, Result::begun, id);
    if (fine("add", m_session->outbox().add({MessageId::trusted(id), Topic::trusted("chaos"), "{}"})))
        tell(What::add, Result::done, id);
}

// Records what it received before anything can happen to it. Refuses now and then.
class ChaosReceiver final : public Receiver
{
public:
    explicit ChaosReceiver(Desk& desk) : m_desk(desk) {}
    std::optional<std::string> deliver(const MessageRow& message, const std::stop_token&, SteadyPoint) override
    {
        m_desk.danger();
        if (m_desk.random().one_in(16))
            return "not now";
        m_desk.tell(What::delivered, Result::done, message.id, message.token.number());
        m_desk.danger();
        return std::nullopt;
    }

private:
    Desk& m_desk;
};

class EngineWork
{
public:
    EngineWork(Store& store, const WorkerPlan& plan)
        : m_plan(plan), m_ledger(plan), m_store(store, telling(m_ledger.history)), m_access{&m_store, {}}, m_seed(plan.seed)
    {
    }
    void run();

private:
    using Part = void (EngineWork::*)(Desk&);
    OwnerId new_owner(const char* part) { return make_owner(m_runtime, m_plan.name + part); }
    Desk desk(const char* part) { return {m_plan, m_ledger, ++m_seed, new_owner(part), m_access}; }
    [[nodiscard]] bool over() const { return m_over.stop_requested(); }
    void begin(std::vector<std::jthread>& crew, const char* name, Part part);
    void hold(Desk& desk);
    void guard(Desk& desk);
    void lead(Desk& desk);
    void relay(Desk& desk);
    void start_worker();
    Outcome handle(const TaskContext& context, std::size_t phase);

    const WorkerPlan& m_plan;
    SystemRuntime m_runtime;
    Ledger m_ledger;
    contract::DecoratedStore m_store;
    Access m_access;
    std::atomic<std::uint64_t> m_seed;
    std::stop_source m_over;
    std::mutex m_mutex; ///< guards the following members
    std::string m_broken;
    std::vector<std::unique_ptr<Desk>> m_free_desks; ///< for handlers
    std::unique_ptr<PollingWorker> m_worker;
};

void EngineWork::begin(std::vector<std::jthread>& crew, const char* name, Part part)
{
    crew.emplace_back([this, name, part] {
        try {
            auto mine = desk(name);
            while (!over())
                (this->*part)(mine);
        } catch (const std::exception& error) {
            const std::lock_guard lock(m_mutex);
            m_broken = std::string(name) + ": " + error.what();
            m_over.request_stop();
        }
    });
}

void EngineWork::run()
{
    {
        std::vector<std::jthread> crew;
        begin(crew, "-hold", &EngineWork::hold);
        begin(crew, "-guard", &EngineWork::guard);
        begin(crew, "-lead", &EngineWork::lead);
        if (!m_plan.locks_only) {
            begin(crew, "-relay", &EngineWork::relay);
            start_worker();
        }
        while (!over() && m_ledger.done < m_plan.operations)
            (void)m_runtime.sleep(m_over.get_token(), 10ms);
        m_over.request_stop();
        if (m_worker)
            m_worker->stop();
    }
    if (!m_broken.empty())
        throw std::runtime_error(m_broken);
}

void EngineWork::hold(Desk& desk)
{
    if (!desk.connect())
        return;
    const auto subject = resource_name(m_plan.run, desk.random().below(resource_count));
    const auto name = LockName::trusted(subject);
    const auto owner = new_owner("-hold");
    const auto waited = WaitingAcquire(m_runtime, m_access, desk.session())
                            .acquire(name, owner, lock_lease, {2s, 100ms, {}}, m_over.get_token());
    if (!desk.fine("wait", waited.answer) || waited.answer->result != AcquireResult::acquired)
        return;
    const auto token = waited.answer->token;
    desk.speak_for(owner);
    {
        Watchdog watchdog(m_runtime, m_access, {name, owner, token.value_or(FencingToken{}), lock_lease, waited.asked_at},
                          {});
        watchdog.start();
        desk.work(subject, token, [&] { return !watchdog.lost() && m_runtime.now() < watchdog.deadline(); });
    }
    if (desk.connect())
        (void)desk.fine("release", desk.session().locks().release(name, owner, token.value_or(FencingToken{})));
    if (!m_plan.locks_only && desk.random().one_in(2))
        desk.add_message(m_plan.run + "-" + m_plan.name + "-" + std::to_string(++m_seed));
}

void EngineWork::guard(Desk& desk)
{
    const auto subject = resource_name(m_plan.run, desk.random().below(resource_count));
    GuardOptions options{.name = LockName::trusted(subject), .kind = GuardKind::watchdog, .at_most = lock_lease};
    if (desk.random().one_in(2))
        options.kind = m_plan.locks_only ? GuardKind::redlock : GuardKind::fixed;
    if (!m_plan.locks_only && desk.random().one_in(16))
        options.at_least = lock_lease;
    options.wait = 1s;
    options.host = m_plan.name + "-guard";
    const auto report = GuardRun(m_runtime, m_access, options)
                            .run(
                                [&](const JobContext& job) {
                                    desk.speak_for(job.owner);
                                    desk.work(subject, job.token, [&] { return job.trusted(); });
                                    return 0;
                                },
                                m_over.get_token());
    (void)desk.fine("guard", report);
}

// Leads for a few runs, then another process's turn comes.
void EngineWork::lead(Desk& desk)
{
    const auto subject = resource_name(m_plan.run, led_resource);
    LeadOptions options{.name = LockName::trusted(subject), .lease = lock_lease, .interval = 10ms};
    options.count = static_cast<std::int64_t>(1 + desk.random().below(6));
    options.host = m_plan.name + "-lead";
    options.heartbeat = !m_plan.locks_only;
    Lead lead(m_runtime, m_access, options, {});
    const auto ended = lead.run(
        [&](const JobContext& job) {
            desk.speak_for(job.owner);
            desk.work(subject, job.token, [&] { return job.trusted(); });
            return 0;
        },
        m_over.get_token());
    (void)desk.fine("lead", ended);
}

void EngineWork::relay(Desk& desk)
{
    ChaosReceiver receiver(desk);
    RelayOptions options{.owner = new_owner("-relay")};
    options.tries = 20;
    options.cuts = 20;
    options.batch = 5;
    options.lease = message_lease;
    options.interval = 100ms;
    options.retry = DeliveryRetry::fixed(50ms);
    (void)desk.fine("relay", Relay(m_runtime, m_access, options, receiver, {}).run(m_over.get_token()));
}

void EngineWork::start_worker()
{
    const auto kind = TaskKind::trusted(m_plan.run);
    HandlerRegistry handlers;
    std::vector<Phase> from;
    for (const std::size_t phase : {0U, 1U}) {
        from.push_back(Phase::trusted(phases[phase]));
        handlers.on(kind, from.back(), [this, phase](const TaskContext& context) { return handle(context, phase); });
    }
    PollingWorkerOptions options{.owner = new_owner("-worker"), .sources = {{kind, from}}};
    options.interval = 100ms;
    options.batch = m_plan.many ? 16 : 4;
    options.handlers = 2;
    options.prefetch = 2;
    options.extend = true;
    m_worker = std::make_unique<PollingWorker>(m_runtime, m_access, options, handlers, PollingWorker::Callbacks{});
    m_worker->start();
}

Outcome EngineWork::handle(const TaskContext& context, std::size_t phase)
{
    std::unique_ptr<Desk> mine;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_free_desks.empty()) {
            mine = std::move(m_free_desks.back());
            m_free_desks.pop_back();
        }
    }
    if (!mine)
        mine = std::make_unique<Desk>(m_plan, m_ledger, ++m_seed, context.owner, m_access);
    mine->danger();
    const bool written = mine->connect() && mine->write(context.task.id, context.task.token);
    mine->danger();
    const auto choice = mine->random().below(16);
    {
        const std::lock_guard lock(m_mutex);
        m_free_desks.push_back(std::move(mine));
    }
    if (!written || choice == 0)
        return GiveBack{};
    if (choice == 1)
        return TryLater{20ms};
    return MoveOn{Phase::trusted(phases[phase + 1]), {}};
}

} // namespace

void work_through_engine(Store& store, const WorkerPlan& plan) { EngineWork(store, plan).run(); }

} // namespace lockdesk::chaos
