// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/closest.h"
#include "app/ctl/command.h"
#include "app/ctl/findings_lines.h"
#include "app/ctl/global_options.h"
#include "app/ctl/mailbox.h"
#include "app/ctl/row_json.h"
#include "app/ctl/watching.h"
#include "backends/json/json.h"
#include "backends/observe/observer.h"
#include "backends/observe/recording/recording.h"

#include <algorithm>
#include <array>

namespace lockdesk::ctl {

namespace {

constexpr std::array<std::string_view, 6> watched_words{"locks", "tasks", "outbox", "workers", "all", "findings"};

struct Request
{
    std::string what = "all";
    Filter filter;
    std::optional<Filter> fail_on;
    std::optional<Duration> within;
    std::size_t limit = 100'000;
};

// Nullopt: rows of several entities.
std::optional<Entity> watched_entity(std::string_view what)
{
    return what == "locks"     ? std::optional(Entity::lock)
           : what == "tasks"   ? std::optional(Entity::task)
           : what == "outbox"  ? std::optional(Entity::message)
           : what == "workers" ? std::optional(Entity::worker)
                               : std::nullopt;
}

// A misspelt event never comes, and the program that waits for it would never know.
void check_events(const Filter& filter)
{
    std::vector<std::string> known;
    std::string all;
    for (int i = 0; i <= static_cast<int>(EventKind::audit); ++i) {
        known.emplace_back(word(static_cast<EventKind>(i)));
        all += (all.empty() ? "" : ", ") + known.back();
    }
    for (const FilterTerm& term : filter.terms())
        if (term.key == "event" && term.op == FilterTerm::Op::equals
            && std::find(known.begin(), known.end(), term.value) == known.end())
            fail_usage("no event can be event:" + term.value + ". Use one of: " + all + "." + did_you_mean(term.value, known));
}

// The first word names what to watch, unless it is a filter.
Request watch_request_of(const Args& args)
{
    Request request;
    std::string filter;
    if (args.has("WHAT")) {
        const std::string first = args.text("WHAT");
        if (std::find(watched_words.begin(), watched_words.end(), first) != watched_words.end())
            request.what = first;
        else if (first.find_first_of(":~<>") == std::string::npos)
            fail_usage("'" + first + "' cannot be watched. Use one of: locks, tasks, outbox, workers, all, findings."
                       + did_you_mean(first, {watched_words.begin(), watched_words.end()}));
        else
            filter = first;
    }
    for (const std::string& word : args.all("FILTER"))
        filter += (filter.empty() ? "" : " ") + word;
    request.filter = or_fail(Filter::parse(filter, list_filter_keys(), false));
    check_states(request.filter, watched_entity(request.what));
    if (request.what == "findings" && (!request.filter.empty() || args.has("--fail-on") || args.has("--limit")))
        fail_usage("watch findings takes no filter, no --fail-on and no --limit");
    if (args.has("--fail-on")) {
        auto parsed = or_fail(Filter::parse(args.text("--fail-on"), watch_filter_keys(), false));
        if (parsed.empty())
            fail_usage("--fail-on is empty. Try --fail-on state:expired.");
        check_states(parsed);
        check_events(parsed);
        request.fail_on = std::move(parsed);
    }
    if (args.has("--for"))
        request.within = args.duration("--for");
    request.limit = static_cast<std::size_t>(args.whole("--limit", 1, static_cast<std::int64_t>(request.limit)));
    return request;
}

void begin(Context& context, const Request& request, std::optional<TimePoint> at)
{
    const Capabilities can = context.session().capabilities();
    Json line = Output::line("begin", at);
    line["what"] = request.what;
    line["filter"] = text_or_null(request.filter.text());
    line["store"] = can.store;
    line["version"] = can.version;
    line["source"] = can.source;
    context.out().emit(line, "Watching " + request.what + " of " + context.store().url().redacted() + ". Ctrl-C ends it.");
}

int watch(Context& context, const Args& args)
{
    const Request request = watch_request_of(args);
    if (request.what == "findings")
        refuse_table_options(context, "watch findings");
    // Reports a wrong address, password or schema as any other command does.
    const auto clock = context.ask([](Session& s) { return s.admin().clock(1); });
    begin(context, request, clock.at);
    const Output::Series series(context.out());

    Mailbox<UpdatePtr> mailbox;
    const auto stop = context.signals().on_stop([&] { mailbox.stop(); });
    if (context.signals().stopped())
        mailbox.stop();
    ObserverOptions options;
    options.session = context.session_options();
    options.findings = context.finding_limits();
    options.entities = recorded_entities(request.what);
    options.limit = request.limit;
    FindingsPrinter findings(context.out());
    WatchPrinter printer(context.out(), request.what, request.filter, request.fail_on,
                         context.session().capabilities().fence != FenceStrength::none);
    // The context owns the store and outlives this command.
    const std::shared_ptr<Store> store(&context.store(), [](Store*) {});
    Observer observer(store, options, [&](UpdatePtr update) { mailbox.put(std::move(update)); });
    observer.start();

    const auto until = steady_after(context.runtime().now(), request.within.value_or(no_end));
    int status = exit_done;
    while (const auto update = mailbox.take(until).value_or(nullptr)) {
        const bool finds = request.what == "findings";
        if (finds)
            findings.print(*update);
        const bool failed = !finds && printer.print(*update);
        observer.acknowledge(update->number);
        if (failed) {
            status = exit_no;
            break;
        }
    }
    observer.stop();
    return status;
}

} // namespace

void add_watch_commands(CommandTree& tree)
{
    tree.add("watch", "Show rows and events as they change, until stopped.", watch)
        .maybe("WHAT", "locks, tasks, outbox, workers, all or findings (all)")
        .words({watched_words.begin(), watched_words.end()})
        .filtered()
        .option("--fail-on", "EXPR",
                "end with status 3 as soon as a row or an event matches, e.g. 'state:expired' or 'event:refused'")
        .option("--for", "D", "end after D")
        .text("Polls the store for changes once a second, and sooner when the store sends a hint; polling takes at "
              "most 2 % of the store's time. Prints the matching rows first, then each row that changes, rows that "
              "vanish or no longer match (gone), and events. A store that does not answer is reported (stale) and "
              "tried again.")
        .text("watch findings prints findings as they appear and disappear.")
        .example("lockdeskctl watch locks state:expired", "locks that their holders did not release, as they appear")
        .example("lockdeskctl --json watch all --for 10m --fail-on event:refused", "for a test: was there a late write?");
}

} // namespace lockdesk::ctl
