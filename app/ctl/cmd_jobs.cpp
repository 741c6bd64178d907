// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/guard_log.h"
#include "app/ctl/command.h"
#include "app/ctl/observing.h"
#include "app/ctl/row_json.h"
#include "backends/json/json.h"
#include "backends/observe/job_facts.h"
#include "backends/observe/lease_book.h"

#include <algorithm>
#include <map>

namespace lockdesk::ctl {

namespace {

constexpr std::size_t most_histories = 500;

// The runs that the guards themselves recorded complete what was seen of them.
void add_recorded(JobFacts& job, const std::vector<app::GuardLog::Run>& recorded, std::map<std::int64_t, std::string>& results)
{
    for (const auto& run : recorded) {
        if (!run.started_us)
            continue;
        results[*run.started_us] = run.result;
        const TimePoint at = time_from_us(*run.started_us);
        const auto known = std::find_if(job.runs.begin(), job.runs.end(), [&](const JobRun& one) {
            return run.token ? one.token.number() == *run.token : one.at == at;
        });
        JobRun& to = known == job.runs.end() ? job.runs.emplace_back() : *known;
        to.at = at;
        to.start_seen = true;
        to.owner = run.owner;
        if (run.token)
            to.token = FencingToken{*run.token};
        if (run.ended_us)
            to.ended = time_from_us(*run.ended_us);
    }
    std::sort(job.runs.begin(), job.runs.end(), [](const JobRun& a, const JobRun& b) { return a.at < b.at; });
}

// Whatever format the lock has: the records are Lockdesk's.
void add_skipped(Context& context, JobFacts& job)
{
    const auto name = LockName::parse(job.name);
    if (!name || !context.session().capabilities().records)
        return;
    const auto skips = context.ask_answer([&](Session& s) { return app::GuardLog::read_skipped(s, *name); });
    if (skips)
        job.skips = *skips;
}

Json job_line(const JobFacts& job, const std::optional<LeaseAdvice>& held, const std::map<std::int64_t, std::string>& results,
              TimePoint now)
{
    const auto us = [](const auto& value) { return value ? Json(to_us(*value)) : Json(nullptr); };
    const JobRun* last = job.runs.empty() ? nullptr : &job.runs.back();
    const auto result = last ? results.find(to_us(last->at)) : results.end();
    const bool timed = last && last->start_seen && last->ended;
    std::vector<Duration> holds;
    for (const JobRun& run : job.runs)
        if (run.start_seen && run.ended)
            holds.push_back(*run.ended - run.at);
    const auto spread = percentiles_of(std::move(holds));
    Json out = Output::line("row", now);
    out["entity"] = "job";
    out["key"] = to_valid_utf8(job.key);
    out["state"] = job.missed > 0 ? "missed" : job.running ? "running" : "waiting";
    out["name"] = to_valid_utf8(job.name);
    out["source"] = to_valid_utf8(job.source);
    out["period_us"] = us(job.period);
    out["runs"] = job.runs.size();
    out["last_us"] = last ? Json(to_us(last->at)) : Json(nullptr);
    out["hold_last_us"] = timed ? Json(to_us(*last->ended - last->at)) : Json(nullptr);
    out["result"] = result == results.end() ? Json(nullptr) : text_or_null(result->second);
    out["owner"] = last ? text_or_null(to_valid_utf8(last->owner)) : Json(nullptr);
    out["next_us"] = us(job.next);
    out["missed"] = job.missed;
    out["stood_by"] = Json::array();
    for (const std::string& one : job.stood_by)
        out["stood_by"].push_back(to_valid_utf8(one));
    out["skipped_by"] = job.skips ? Json(Json::array()) : Json(nullptr);
    for (const JobSkip& one : job.skips.value_or(std::vector<JobSkip>{}))
        out["skipped_by"].push_back({{"process", to_valid_utf8(one.process)},
                                     {"runs", one.runs},
                                     {"first_us", to_us(one.first)},
                                     {"last_us", to_us(one.last)},
                                     {"why", one.why},
                                     {"held_by", text_or_null(to_valid_utf8(one.held_by))}});
    out["hold_p50_us"] = spread ? Json(to_us(spread->p50)) : Json(nullptr);
    out["hold_p99_us"] = spread ? Json(to_us(spread->p99)) : Json(nullptr);
    out["advice"] = held ? Json(to_valid_utf8(english_evidence(advice_text(*held), now))) : Json(nullptr);
    return out;
}

int jobs(Context& context, const Args& args)
{
    args.exclude_beside("--recording", {"--for"});
    LeaseBook book;
    std::optional<TimePoint> now;
    std::vector<std::string> keys; // of native locks, which may have a record of runs
    const auto take = [&](const UpdatePtr& update) {
        book.take(*update);
        if (update->clock.known)
            now = update->clock.store;
        for (const auto& row : update->locks)
            if (row->key.empty() && (row->released_at || !row->owner.empty()) && keys.size() < most_histories)
                keys.push_back(row->name);
        return !update->snapshot || args.has("--for") || args.has("--recording");
    };
    if (args.has("--recording")) {
        replay_updates(args.text("--recording"), take);
    } else {
        ObserverOptions options;
        options.entities = Entity::lock | Entity::waiter;
        options.entities = options.entities | Entity::worker | Entity::refusal;
        if (context.options().source == "lockdesk")
            options.sources = {"named", "skip-locked"};
        observe(context, options, steady_after(context.runtime().now(), args.duration("--for", context.options().timeout)), take);
    }
    if (!now)
        return args.has("--recording") ? exit_no : exit_unavailable;
    std::map<std::string, JobFacts> all;
    for (JobFacts& job : book.jobs(*now))
        all.emplace(job.key, std::move(job));
    std::map<std::string, std::map<std::int64_t, std::string>> results;
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    if (!args.has("--recording") && context.session().capabilities().records)
        for (const std::string& key : keys) {
            const auto name = LockName::as_stored(key);
            const auto runs = name ? context.ask_answer([&](Session& s) { return app::GuardLog::read(s, *name); })
                                   : Answer<std::vector<app::GuardLog::Run>>(name.failure());
            if (!runs || runs->empty())
                continue;
            JobFacts& job = all.try_emplace(key, JobFacts{key, key, "lockdesk", {}, {}, false, {}, 0, {}}).first->second;
            add_recorded(job, *runs, results[key]);
            judge_runs(job, *now);
        }
    if (!args.has("--recording"))
        for (auto& [key, job] : all)
            add_skipped(context, job);
    bool missed = false;
    for (const auto& [key, job] : all) {
        context.out().emit(job_line(job, book.advice(key), results[key], *now));
        missed = missed || job.missed > 0;
    }
    if (all.empty())
        context.out().nothing("No job was seen: no guard has run here, and no lock is acquired regularly.", now);
    else
        context.out().emit(end_json(all.size(), false, static_cast<std::int64_t>(all.size()), now));
    return missed ? exit_no : exit_done;
}

} // namespace

void add_jobs_commands(CommandTree& tree)
{
    tree.add("jobs", "Show the jobs that locks guard: period, last run, next run, missed runs.", jobs).tabled("job")
        .option("--for", "D", "watch the store for D first, for periods of jobs that keep no record of their runs")
        .option("--recording", "FILE", "the jobs of a recording")
        .text("A job is a lock that a guard serves or has recorded runs of (guard history), a row of a library for jobs "
              "(--source shedlock, dist_lock), a session lock, or any lock that was acquired regularly. The period is that of "
              "the runs known: the median of at least three gaps, most of which are within a fifth of it. `missed` counts "
              "runs that are due by it and did not begin; `stood_by` are live workers that guard the job and did not do its last run.")
        .text("`skipped_by` has, for each process, the runs that it skipped because the lock was not free, and who held it at the "
              "last one. Guards of lockdeskctl and lockdesk-worker note it in a store with Lockdesk's schema; null: not recorded, as "
              "with ShedLock, dist_lock and Redlock, where a run that is skipped leaves nothing.")
        .text("Exit status 3 when a run was missed, else 0.")
        .example("lockdeskctl jobs")
        .example("lockdeskctl --source shedlock jobs --for 10m", "periods of ShedLock's jobs, which keep no history");
}

} // namespace lockdesk::ctl
