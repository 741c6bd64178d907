// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/worker/faults.h"
#include "app/worker/role_control.h"
#include "app/worker/roles.h"
#include "backends/process/process.h"
#include "backends/receivers/make_receiver.h"

namespace lockdesk::worker {

namespace {

constexpr Duration job_kill_grace = std::chrono::seconds{2};
constexpr int terminated = 143;

// The write that the lock protects, checked by the fence of the same name. Only this refuses a writer that has lost the
// lock without noticing.
void write_fenced(const Work& work, const JobContext& context)
{
    if (!work.options.fence || !context.token)
        return;
    const auto session = work.access.open();
    if (!session)
        return work.events.trouble(session.failure().message);
    const auto said = (*session)->fence().admit(Resource::trusted(context.lock.str()), *context.token, context.owner.str());
    if (!said)
        return work.events.trouble(said.failure().message);
    if (!said->admitted)
        work.control.tell({"refused",
                           context.lock.str(),
                           {},
                           {},
                           context.token,
                           said.store_time(),
                           {},
                           "the fence has seen token " + std::to_string(said->largest.number())});
}

// Takes the time of --work. It knows of its lock only what the fence says, so it also writes what it began.
int pretend(const Work& work, const JobContext& context, const std::stop_token& either)
{
    write_fenced(work, context);
    const bool worked = work.runtime.sleep(either, work.options.work);
    work.faults.hang(work.runtime, either);
    if (work.options.work > Duration{0})
        write_fenced(work, context);
    return worked ? 0 : terminated;
}

} // namespace

int run_job(const Work& work, const JobContext& context)
{
    std::stop_source either;
    const std::stop_callback lost(context.lost, [&] { either.request_stop(); });
    const std::stop_callback stopped(context.stop, [&] { either.request_stop(); });
    if (const auto slow = work.control.slow_by(); slow > Duration{0} && !work.runtime.sleep(either.get_token(), slow))
        return terminated;
    if (work.options.exec.empty())
        return pretend(work, context, either.get_token());
    auto process = Process::spawn(
        work.runtime, {.arguments = shell_command(work.options.exec),
                       .environment = {{"LOCKDESK_LOCK", context.lock.str()},
                                       {"LOCKDESK_OWNER", context.owner.str()},
                                       {"LOCKDESK_TOKEN", context.token ? std::to_string(context.token->number()) : ""}},
                       .output_to_error = work.options.json,
                       .own_group = true});
    if (!process) {
        work.events.trouble(process.failure().message);
        return 127;
    }
    const int status = (*process)->wait({either.get_token(), SteadyPoint::max(), job_kill_grace}).status;
    work.faults.hang(work.runtime, either.get_token());
    return status;
}

std::string works_on(const Options& options)
{
    const auto joined = [](const auto& names, const char* between) {
        std::string out;
        for (const auto& name : names)
            out += (out.empty() ? "" : between) + name.str();
        return out;
    };
    switch (options.role) {
    case Role::tasks: {
        const auto phases = joined(options.phases, ",");
        return options.kind->str() + (phases.empty() ? "" : " " + phases);
    }
    case Role::relay: return receiver_label(options.receiver);
    case Role::guard: return joined(options.locks, " ");
    case Role::leader:
    case Role::draw: return options.locks.front().str();
    }
    return {};
}

} // namespace lockdesk::worker
