// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/simulator/engine/processes.h"

#include "backends/engine/contracts/ids.h"
#include "backends/engine/runners/polling_worker.h"
#include "backends/engine/runners/relay.h"

namespace lockdesk::simulator {

using namespace std::chrono_literals;

namespace {

class TaskHandler final : public Process
{
public:
    explicit TaskHandler(Site& site) : Process(site, "worker") {}
    [[nodiscard]] std::unique_ptr<Process> successor() const override { return make_polling_worker(m_site); }

private:
    void work(const std::stop_token& stop) override
    {
        HandlerRegistry handlers;
        const auto first = Phase::trusted(first_phase), second = Phase::trusted(second_phase);
        handlers.on(task_kind, first, [&](const TaskContext& context) { return handle(context, second); });
        handlers.on(task_kind, second,
                    [&](const TaskContext& context) { return handle(context, Phase::trusted(last_phase)); });
        auto& random = m_world.random;
        PollingWorkerOptions options{.owner = new_owner(), .sources = {{task_kind, {first, second}}}};
        options.interval = 500ms;
        options.batch = static_cast<std::int64_t>(1 + random.below(3));
        options.handlers = 1 + random.below(2);
        options.prefetch = static_cast<std::int64_t>(random.below(2));
        options.extend = random.one_in(2);
        options.heartbeat = random.one_in(2);
        PollingWorker worker(m_runtime, m_access, options, handlers, {[&](const WorkerEvent& event) { note(event); }, {}});
        worker.start();
        (void)rest(std::chrono::hours{1}, stop);
        worker.stop();
        if (!wire.dead)
            m_world.check([&] {
                must(m_open.empty(), "every claimed task ends in one event", m_open.empty() ? "" : *m_open.begin());
            });
    }

    void note(const WorkerEvent& event)
    {
        const auto key = event.task + " token " + std::to_string(event.token ? event.token->number() : 0);
        switch (event.kind) {
        case WorkerEventKind::claimed:
            m_world.check([&] { must(m_open.insert(key).second, "a claim is told once", key); });
            break;
        case WorkerEventKind::advanced: ++m_world.counts.tasks_done; [[fallthrough]];
        case WorkerEventKind::relocked:
        case WorkerEventKind::unlocked:
        case WorkerEventKind::failed:
        case WorkerEventKind::lost:
        case WorkerEventKind::refused:
            m_world.check([&] { must(m_open.erase(key) == 1, "a claimed task ends in one event", key); });
            break;
        default: break;
        }
    }

    Outcome handle(const TaskContext& context, const Phase& next)
    {
        auto& random = m_world.random;
        (void)m_world.threads.sleep(random.up_to(random.one_in(6) ? 8s : 1s), [&] { return wire.dead; });
        OwnSession own(m_access);
        const auto session = own.get();
        if (!session)
            return TryLater{};
        const auto written =
            (*session)->fence().admit(Resource::trusted(context.task.id), context.task.token, context.owner.str());
        if (context.lost.stop_requested() && random.one_in(2))
            return Abandoned{};
        if (!written || !written->admitted)
            return GiveBack{};
        switch (random.below(12)) {
        case 0: return GiveBack{};
        case 1: return TryLater{random.up_to(2s)};
        case 2: return GoneWrong{"it did not work"};
        default: return MoveOn{next, {}};
        }
    }

    std::set<std::string> m_open; ///< claimed, with no outcome reported yet
};

class RelayProcess final : public Process, private Receiver
{
public:
    explicit RelayProcess(Site& site) : Process(site, "relay") {}
    [[nodiscard]] std::unique_ptr<Process> successor() const override { return make_relay_process(m_site); }

private:
    void work(const std::stop_token& stop) override
    {
        while (rest(m_world.random.up_to(100ms), stop)) {
            m_owner = new_owner();
            RelayOptions options{.owner = *m_owner};
            options.batch = static_cast<std::int64_t>(1 + m_world.random.below(4));
            options.lease = 4s;
            options.interval = 500ms;
            options.retry = DeliveryRetry::fixed(m_world.random.up_to(2s));
            Relay relay(m_runtime, m_access, options, *this, {});
            (void)relay.run(stop);
        }
    }

    std::optional<std::string> deliver(const MessageRow& message, const std::stop_token& stop, SteadyPoint until) override
    {
        if (wire.dead)
            return "gone";
        m_world.check([&] {
            must(m_site.delivered.insert({message.id, message.token.number()}).second, "a claim delivers once",
                 message.id + " token " + std::to_string(message.token.number()));
            if (m_world.leases_are_told)
                m_world.judge.delivers(message.id, *m_owner, message.token);
        });
        const auto left = std::chrono::duration_cast<Duration>(until - m_world.threads.now());
        const bool refused = m_world.random.one_in(5);
        if (!rest(std::min(m_world.random.up_to(m_world.random.one_in(6) ? 6s : 300ms), std::max(left, Duration{0})), stop)
            || wire.dead || refused || m_world.threads.now() >= until)
            return "not now";
        ++m_world.counts.deliveries;
        m_world.counts.again += message.token.number() > 1 ? 1 : 0;
        m_world.check([&] { m_world.judge.delivered(message.id); });
        return std::nullopt;
    }

    std::optional<OwnerId> m_owner;
};

class Sender final : public Process
{
public:
    explicit Sender(Site& site) : Process(site, "sender") {}
    [[nodiscard]] std::unique_ptr<Process> successor() const override { return make_sender(m_site); }

private:
    void work(const std::stop_token& stop) override
    {
        OwnSession own(m_access);
        for (int i = 0; i < 5 && rest(m_world.random.up_to(2s), stop); ++i) {
            const NewMessage message{MessageId::trusted(m_world.fresh("m")), Topic::trusted("news"), "{}"};
            for (bool again = true; again && rest(50ms, stop);) {
                const auto session = own.get();
                again = !session || !(*session)->outbox().add(message);
            }
        }
    }
};

} // namespace

std::unique_ptr<Process> make_polling_worker(Site& site) { return std::make_unique<TaskHandler>(site); }
std::unique_ptr<Process> make_relay_process(Site& site) { return std::make_unique<RelayProcess>(site); }
std::unique_ptr<Process> make_sender(Site& site) { return std::make_unique<Sender>(site); }

} // namespace lockdesk::simulator
