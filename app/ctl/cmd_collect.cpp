// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/connections.h"
#include "app/ctl/collected_json.h"
#include "app/ctl/command.h"
#include "app/ctl/stopping.h"
#include "backends/json/json.h"

namespace lockdesk::ctl {

namespace {

constexpr std::int64_t collected_rows_per_step = 1000;

Duration older_than_of(const Args& args)
{
    const std::string text = args.has("--older-than") ? args.text("--older-than") : "7d";
    const auto older = parse_retention(text);
    if (!older || !*older)
        fail_usage("--older-than '" + text + "': give whole days (7d) or a duration (12h) of at least a second");
    return **older;
}

int collect_all_kinds(Context& context, const Args& args)
{
    RetentionOptions options{.keep = older_than_of(args), .who = app::operator_name(), .rows_per_step = collected_rows_per_step};
    options.most_steps = never_dead;
    options.pause = Duration{0};
    std::optional<TimePoint> at;
    Retention retention(context.runtime(), {&context.store(), context.session_options()}, options,
                        {[&](const Collected&, std::optional<TimePoint> store_time) { at = store_time; }, {}});
    const StopOnSignal stop(context.signals());
    const auto collected = retention.collect_now(stop.token());
    if (!collected)
        throw CommandFailed{collected.failure(), collected.store_time()};
    for (const auto& kind : collected_kinds)
        print_collected(context.out(), kind.entity, (*collected).*kind.count, collected.store_time());
    return exit_done;
}

int collect_kind(Context& context, Entity entity, const std::function<Answer<std::int64_t>(Session&)>& step)
{
    const StopOnSignal stop(context.signals());
    std::int64_t rows = 0;
    std::optional<TimePoint> at;
    for (bool more = true; more && !stop.token().stop_requested();) {
        const auto answer = context.ask(step);
        rows += answer.value;
        at = answer.at;
        more = answer.value >= collected_rows_per_step;
    }
    print_collected(context.out(), entity, rows, at);
    return exit_done;
}

} // namespace

void add_collect_commands(CommandTree& tree)
{
    const char* older = "minimum age, e.g. 12h (7d)";
    tree.add("collect", "Remove old rows: sent messages, done tasks, silent workers and free locks.", collect_all_kinds)
        .option("--older-than", "D", older)
        .text("Workers and relays do so themselves, see their --retention. Dead and pending messages stay, and so do failed "
              "tasks and locks that are held, expired or cooling. Tokens of what was removed are never granted again. A line "
              "for each kind has their number, as has the audit.")
        .example("lockdeskctl collect --older-than 30d");
    tree.add("outbox collect", "Remove sent messages. Dead ones need a human and stay.",
             [](Context& context, const Args& args) {
                 const auto keep = older_than_of(args);
                 return collect_kind(context, Entity::message, [keep](Session& s) {
                     return s.outbox().collect(keep, collected_rows_per_step);
                 });
             })
        .option("--older-than", "D", older);
    tree.add("task collect", "Remove tasks that are done: those of final phases. Failed ones need a human and stay.",
             [](Context& context, const Args& args) {
                 const auto keep = older_than_of(args);
                 return collect_kind(context, Entity::task,
                                     [keep](Session& s) { return s.tasks().collect(keep, collected_rows_per_step); });
             })
        .option("--older-than", "D", "how long not moved at least (7d, 12h; 7d)");
    tree.add("lock collect", "Remove locks that have long been free. Their tokens are never granted again.",
             [](Context& context, const Args& args) {
                 const auto free_for = args.has("--older-than") ? parse_duration(args.text("--older-than")) : Duration{-1};
                 const auto keep = free_for && *free_for >= Duration{0} ? *free_for : older_than_of(args);
                 return collect_kind(context, Entity::lock, [keep](Session& s) { return s.locks().collect(keep); });
             })
        .option("--older-than", "D", "free for longer than this, e.g. 12h (7d)")
        .example("lockdeskctl lock collect --older-than 30d");
    tree.add("worker collect", "Remove rows of workers that are silent.",
             [](Context& context, const Args& args) {
                 const auto keep = older_than_of(args);
                 return collect_kind(context, Entity::worker, [keep](Session& s) {
                     return s.workers().collect(keep, collected_rows_per_step);
                 });
             })
        .option("--older-than", "D", older);
}

} // namespace lockdesk::ctl
