// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/schedule_args.h"

namespace lockdesk::ctl {

void add_schedule_options(Command& command, const std::string& absent)
{
    command.option("--cron", "'S M H D M W'", "run at these times, in UTC; seconds first")
        .option("--fixed-delay", "D", "wait after the end of each run; the first starts at once" + absent)
        .option("--fixed-rate", "D", "start a run every D; ticks during a run are skipped");
}

std::optional<Schedule> schedule_of(const Args& args)
{
    const auto period = [&](const char* option) {
        const auto d = args.duration(option);
        if (d <= Duration{0} || d == no_end)
            fail_usage(std::string(option) + " needs a duration above 0 that ends, not forever");
        return d;
    };
    if (args.has("--cron") + args.has("--fixed-delay") + args.has("--fixed-rate") > 1)
        fail_usage("give one of --cron, --fixed-delay and --fixed-rate");
    if (args.has("--cron"))
        return Schedule::cron(or_fail(Cron::parse(args.text("--cron"))));
    if (args.has("--fixed-delay"))
        return Schedule::fixed_delay(period("--fixed-delay"));
    if (args.has("--fixed-rate"))
        return Schedule::fixed_rate(period("--fixed-rate"));
    return std::nullopt;
}

app::GuardBounds guard_bounds(const Args& args)
{
    const auto given = [&](const char* option) {
        return args.has(option) ? std::optional(args.duration(option)) : std::nullopt;
    };
    return {args.has("--at-most") ? std::optional(args.lease("--at-most")) : std::nullopt, given("--at-least"),
            given("--once-per"), given("--wait")};
}

} // namespace lockdesk::ctl
