// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/global_options.h"
#include "app/ctl/observing.h"
#include "app/ctl/row_json.h"
#include "backends/json/json.h"
#include "backends/observe/lease_book.h"

#include <algorithm>

namespace lockdesk::ctl {

namespace {

constexpr Duration usual_watch = std::chrono::minutes{1};

Json advice_line(const LeaseAdvice& advice, TimePoint now)
{
    Json out = Output::line("row", now);
    out["entity"] = "advice";
    out["key"] = advice.key;
    out["state"] = word(advice.verdict);
    out["name"] = advice.key;
    out["verdict"] = out["state"];
    out["since_us"] = to_us(advice.since);
    out["grants"] = advice.grants;
    out["holds"] = advice.holds;
    out["lease_us"] = advice.lease ? Json(to_us(*advice.lease)) : Json(nullptr);
    out["work_p50_us"] = to_us(advice.p50);
    out["work_p99_us"] = to_us(advice.p99);
    out["work_longest_us"] = to_us(advice.longest);
    out["unrenewed_longest_us"] = to_us(advice.longest_unrenewed);
    out["at_least"] = advice.at_least;
    out["renewed"] = advice.renewed;
    out["ended"] = advice.ended;
    out["late"] = advice.late;
    out["taken_over"] = advice.taken_over;
    out["died"] = advice.died;
    out["forced"] = advice.forced;
    out["ended_percent"] =
        100.0 * static_cast<double>(advice.ended) / static_cast<double>(std::max<std::int64_t>(advice.grants, 1));
    out["covers_us"] = to_us(advice.covers);
    out["advice"] = english_evidence(advice_text(advice), now);
    return out;
}

int advise(Context& context, const Args& args)
{
    const std::string name = args.has("NAME") ? args.text("NAME") : std::string{};
    args.exclude_beside("--recording", {"--for"});
    if (!name.empty())
        refuse_table_options(context, "advise NAME");
    const Duration within = args.duration("--for", usual_watch);
    LeaseBook book;
    std::optional<TimePoint> now;
    const auto take = [&](const UpdatePtr& update) {
        book.take(*update);
        if (update->clock.known)
            now = update->clock.store;
        return true;
    };
    if (args.has("--recording")) {
        replay_updates(args.text("--recording"), take);
    } else {
        ObserverOptions options;
        options.entities = Entity::lock | Entity::waiter;
        options.entities = options.entities | Entity::worker | Entity::refusal;
        context.out().aside("Watching the locks. Ctrl-C shows the advice so far.");
        observe(context, options, steady_after(context.runtime().now(), within), take);
    }
    std::vector<LeaseAdvice> all = book.all();
    if (!name.empty())
        std::erase_if(all, [&](const LeaseAdvice& one) { return one.key != name; });
    // Those that need an operator come first.
    std::stable_sort(all.begin(), all.end(), [](const LeaseAdvice& a, const LeaseAdvice& b) { return a.ended > b.ended; });
    if (all.empty() || !now) {
        context.out().nothing("No hold " + (name.empty() ? "" : "of " + name + " ") + "was seen from its grant to its end.", now);
        return exit_no;
    }
    for (const LeaseAdvice& one : all) {
        const Json line = advice_line(one, *now);
        if (name.empty())
            context.out().emit(line);
        else
            context.out().emit(line, one.key + ": " + line["advice"].get<std::string>() + ".");
    }
    context.out().emit(end_json(all.size(), false, static_cast<std::int64_t>(all.size()), now));
    return exit_done;
}

} // namespace

void add_advise_commands(CommandTree& tree)
{
    tree.add("advise", "Measure how long locks are held, and say which leases are too short.", advise).tabled("advice")
        .maybe("NAME", "the lock; without it, every lock of which a hold was seen")
        .names_locks()
        .option("--for", "D", "watch the store for D (1m)")
        .option("--recording", "FILE", "measure in a recording instead of watching")
        .text("Compares the time between a grant and its release, or between renewals, with the lease. `ended` counts leases "
              "that ended before the release, `late` those whose holder was seen at work afterwards (by a refused write or a "
              "heartbeat), `taken_over` those whose lock went to another owner: the work ran twice, or may have. `covers` is "
              "the shortest usual lease that would have covered every hold that was seen.")
        .text("`grants` also counts those that came and went between two reads; they are shorter than the time between these, "
              "so the median is that of the longer holds. Of work that outlasted its lease only a lower bound is known. Holders that "
              "died are counted apart. Exit status 3 when no hold was seen from its grant to its end.")
        .example("lockdeskctl advise backup --for 10m")
        .example("lockdeskctl advise --recording /tmp/night.ldrec", "the night that was recorded");
}

} // namespace lockdesk::ctl
