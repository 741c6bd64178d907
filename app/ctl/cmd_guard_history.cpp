// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/guard_log.h"
#include "app/ctl/command.h"
#include "app/ctl/row_json.h"
#include "backends/json/json.h"

#include <algorithm>

namespace lockdesk::ctl {

namespace {

using Run = app::GuardLog::Run;

Json row_of(const LockName& guard, const Run& run, std::optional<TimePoint> at)
{
    const auto number = [](const std::optional<std::int64_t>& n) { return n ? Json(*n) : Json(nullptr); };
    Json out = Output::line("row", at);
    out["entity"] = "run";
    out["key"] = guard.str();
    out["state"] = to_valid_utf8(run.result);
    out["result"] = out["state"];
    out["name"] = guard.str();
    out["owner"] = text_or_null(run.owner);
    out["token"] = number(run.token);
    out["started_us"] = number(run.started_us);
    out["ended_us"] = number(run.ended_us);
    out["status"] = number(run.status);
    out["why"] = text_or_null(run.why);
    return out;
}

// The run that holds the guard's lock at this moment. Nullopt also for guards without a lease.
std::optional<Run> running(const std::optional<LockRow>& lock, std::optional<TimePoint> at, bool has_tokens)
{
    if (!lock || !at || lock_state(*lock, *at) != LockState::held)
        return std::nullopt;
    Run run;
    run.owner = lock->owner;
    run.result = "running";
    if (has_tokens)
        run.token = lock->token.number();
    if (lock->acquired_at)
        run.started_us = to_us(*lock->acquired_at);
    return run;
}

int history(Context& context, const Args& args)
{
    const auto guard = args.name<LockName>("NAME");
    const auto limit = static_cast<std::size_t>(args.whole("--limit", 1, app::GuardLog::most_runs + 1));
    auto answer = context.ask([&](Session& s) { return app::GuardLog::read(s, guard); });
    const auto lock = context.ask([&](Session& s) { return s.locks().find(guard); });
    const bool has_tokens = context.session().capabilities().fence != FenceStrength::none;
    auto& runs = answer.value;
    if (auto now = running(lock.value, lock.at, has_tokens))
        runs.push_back(std::move(*now));
    const auto all = runs.size();
    std::reverse(runs.begin(), runs.end());
    runs.resize(std::min(all, limit));
    for (const Run& run : runs)
        context.out().emit(row_of(guard, run, lock.at));
    if (runs.empty())
        context.out().nothing("No runs of " + guard.str() + " are recorded.", lock.at);
    else
        context.out().emit(end_json(runs.size(), runs.size() < all, static_cast<std::int64_t>(all), lock.at));
    return exit_done;
}

} // namespace

void add_guard_history_commands(CommandTree& tree)
{
    tree.add("guard history", "Show the runs under a guard, newest first.", history).tabled("run")
        .positional("NAME", "the lock")
        .names_locks()
        .option("--limit", "N", "maximum number of rows (51)")
        .text("Each run is recorded when it ends: owner, token, the store's times, result (ran, failed, lost) and the "
              "command's exit status. The store keeps the last 50 of a guard, in the record guard-runs:NAME; who skipped runs is in guard-skips:NAME (jobs). A run that "
              "lost its session has ended, at the latest, when it was recorded. The run that holds the guard now is the first row, with result running, if its guard has a lease.")
        .text("It lacks skipped runs, runs whose program was killed, runs that ended while the store did not answer, "
              "and runs under redlock or in stores without Lockdesk's schema. It is for people: no lock depends on "
              "it.");
}

} // namespace lockdesk::ctl
