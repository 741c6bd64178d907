// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/embedding/core.h"
#include "backends/embedding/names.h"
#include "backends/engine/contracts/ids.h"
#include "backends/engine/runners/polling_worker.h"

#include <lockdesk/lockdesk.h>

namespace lockdesk::embedding {

struct Worker::Inside
{
    Inside(std::shared_ptr<Core> with, WorkerOptions given)
        : core(std::move(with)), options(std::move(given)), worker(core->runtime(), core->access(), polling(), handlers(),
                                                                   {[this](const WorkerEvent& event) { tell(event); }, {}})
    {
    }

    [[nodiscard]] PollingWorkerOptions polling() const
    {
        std::vector<lockdesk::Phase> phases;
        for (const auto& one : options.phases)
            phases.push_back(name<lockdesk::Phase>(one));
        PollingWorkerOptions out{make_owner(core->runtime(), core->host()),
                                 {{name<TaskKind>(options.kind), std::move(phases)}}};
        out.interval = options.interval;
        out.handlers = options.threads;
        out.batch = static_cast<std::int64_t>(options.threads);
        out.extend = true;
        return out;
    }
    [[nodiscard]] HandlerRegistry handlers() const
    {
        HandlerRegistry out;
        out.otherwise(name<TaskKind>(options.kind), [this](const TaskContext& context) { return handle(context); });
        return out;
    }
    [[nodiscard]] lockdesk::Outcome handle(const TaskContext& context) const
    {
        std::stop_source over;
        const std::stop_callback lost(context.lost, [&] { over.request_stop(); });
        const std::stop_callback stopped(context.stop, [&] { over.request_stop(); });
        const auto& row = context.task;
        try {
            const auto outcome = options.handle({row.id, row.kind, row.phase, row.payload, row.token.number(), row.failures},
                                                over.get_token());
            if (context.lost.stop_requested())
                return Abandoned{};
            switch (outcome.kind) {
            case Outcome::Kind::move_on: return MoveOn{name<lockdesk::Phase>(outcome.text), {}};
            case Outcome::Kind::failed: return GoneWrong{outcome.text};
            case Outcome::Kind::give_back: return GiveBack{};
            case Outcome::Kind::later: return TryLater{outcome.wait};
            }
        } catch (const std::exception& error) {
            return GoneWrong{error.what()};
        } catch (...) {
            return GoneWrong{"an exception that is no std::exception"};
        }
        return GiveBack{};
    }
    void tell(const WorkerEvent& event) const
    {
        if (event.kind == WorkerEventKind::trouble && options.trouble)
            options.trouble(event.text);
    }

    std::shared_ptr<Core> core;
    WorkerOptions options;
    PollingWorker worker;
};

Worker::Worker(const Desk& desk, WorkerOptions options)
{
    if (!options.handle)
        throw Error(Failure::usage("a worker needs a handler"));
    m_inside = std::make_unique<Inside>(desk.core(), std::move(options));
}

Worker::~Worker() = default;
Worker::Worker(Worker&&) noexcept = default;
void Worker::start() { m_inside->worker.start(); }
void Worker::stop() { m_inside->worker.stop(); }

} // namespace lockdesk::embedding
