// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/job_command.h"

#include "app/ctl/stopping.h"
#include "backends/process/process.h"

#include <unistd.h>

namespace lockdesk::ctl {

namespace {

constexpr Duration kill_after = std::chrono::seconds{5};
constexpr int cannot_start = 127; // as a shell

} // namespace

int run_command(Context& context, const std::vector<std::string>& command, const JobContext& job)
{
    const auto token = job.token ? std::to_string(job.token->number()) : std::string();
    const auto process = Process::spawn(
        context.runtime(),
        {.arguments = command,
         .environment = {{"LOCKDESK_LOCK", job.lock.str()}, {"LOCKDESK_TOKEN", token}, {"LOCKDESK_OWNER", job.owner.str()}},
         .input = std::nullopt,
         .output_to_error = context.out().json(),
         .own_group = ::isatty(STDIN_FILENO) == 0});
    if (!process) {
        context.out().note(process.failure().message);
        return cannot_start;
    }
    const EitherStop stop(job.lost, job.stop);
    return (*process)->wait({stop.token(), SteadyPoint::max(), kill_after}).status;
}

} // namespace lockdesk::ctl
