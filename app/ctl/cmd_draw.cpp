// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/stopping.h"
#include "backends/engine/runners/guard.h"
#include "backends/engine/text/command_line.h"
#include "backends/json/json.h"

#include <iostream>

#include <unistd.h>

namespace lockdesk::ctl {

namespace {

constexpr std::size_t batch_size = 500;     // persons per step
constexpr std::int64_t ranks_at_once = 100; // ranks per consumer step: a dying consumer leaves at most these unprinted

void print(Context& context, const DrawEntry& entry, std::optional<TimePoint> at)
{
    Json line = Output::line("entry", at);
    line["event"] = entry.event;
    line["person"] = entry.person;
    line["seq"] = entry.seq > 0 ? Json(entry.seq) : Json(nullptr);
    line["result"] = word(entry.result);
    line["rank"] = entry.rank ? Json(*entry.rank) : Json(nullptr);
    line["applied_us"] = entry.seq > 0 ? us_or_null(std::optional(entry.applied_at)) : Json(nullptr);
    std::string human = entry.person + ": " + word(entry.result);
    if (entry.seq > 0)
        human += ", number " + std::to_string(entry.seq);
    if (entry.rank)
        human += ", rank " + std::to_string(*entry.rank);
    context.out().emit(line, human);
}

int no_such_event(Context& context, const EventId& event, std::optional<TimePoint> at = std::nullopt)
{
    context.out().nothing("There is no draw " + event.str() + ". Open it with: "
                              + CommandLine("draw open").positional(event.str()).option("--places", "N").text(),
                          at);
    return exit_no;
}

int open(Context& context, const Args& args)
{
    const auto event = args.name<EventId>("EVENT");
    const std::int64_t places = args.whole("--places", 1, 1);
    const auto reply = context.ask([&](Session& s) { return s.draws().open(event, places); });
    const DrawInfo& draw = reply.value;
    Json line = Output::line("draw", reply.at);
    line["event"] = draw.event;
    line["places"] = draw.places;
    line["accepted"] = draw.accepted;
    line["ranked"] = draw.ranked;
    line["leader_token"] = draw.leader.number();
    line["created"] = draw.created;
    context.out().emit(line, draw.event + (draw.created ? ": opened with " : ": open already, with ")
                                 + std::to_string(draw.places) + " places, " + std::to_string(draw.accepted) + " taken");
    return exit_done;
}

using Entries = std::optional<std::vector<DrawEntry>>;

Entries apply_and_print(Context& context, const EventId& event, std::span<const PersonId> persons)
{
    auto answer = context.ask_answer([&](Session& s) { return s.draws().apply(event, persons); });
    if (!answer) {
        Failure failure = answer.failure();
        if (failure.kind == FailureKind::in_doubt)
            failure.message += " Apply again: applicants who are already in keep their numbers.";
        throw CommandFailed{std::move(failure), answer.store_time()};
    }
    if (*answer)
        for (const DrawEntry& entry : **answer)
            print(context, entry, answer.store_time());
    return std::move(*answer);
}

int apply_one(Context& context, const EventId& event, const PersonId& person)
{
    const auto entries = apply_and_print(context, event, {&person, 1});
    if (!entries)
        return no_such_event(context, event);
    return entries->front().result == ApplyResult::accepted ? exit_done : exit_no;
}

int apply_lines(Context& context, const EventId& event)
{
    std::istream& in = context.take_standard_input();
    std::vector<PersonId> persons;
    std::string line;
    for (std::size_t number = 1;; ++number) {
        bool more = false;
        {
            const auto hook = context.signals().on_stop([&context] { _exit(128 + context.signals().number()); });
            more = static_cast<bool>(std::getline(in, line));
        }
        if (more && line.ends_with('\r'))
            line.pop_back();
        if (more && !line.empty()) {
            auto person = PersonId::parse(line);
            if (!person)
                fail_usage("line " + std::to_string(number) + ": " + person.failure().message);
            persons.push_back(std::move(*person));
        }
        if (more && persons.size() < batch_size)
            continue;
        if (!apply_and_print(context, event, persons))
            return no_such_event(context, event);
        persons.clear();
        if (!more)
            return exit_done;
    }
}

int apply(Context& context, const Args& args)
{
    const auto event = args.name<EventId>("EVENT");
    const bool lines = args.has("INPUT");
    if (lines == args.has("--person"))
        fail_usage("draw apply needs either --person P, or - to read persons from standard input");
    if (lines && args.text("INPUT") != "-")
        fail_usage("'" + args.text("INPUT")
                   + "' is not understood here; -: read the persons from standard input, one "
                     "a line");
    return lines ? apply_lines(context, event) : apply_one(context, event, args.name<PersonId>("--person"));
}

// Ranks the existing entries in steps while the lease is held. The token refuses a late leader's step.
struct Consuming
{
    std::optional<Failure> failure{};
    std::optional<TimePoint> at{};
    bool refused = false;
};

int rank_all(Context& context, const EventId& event, const JobContext& job, Consuming& state)
{
    auto session = context.open_session();
    const std::stop_callback cut(job.lost, [&] { session->interrupt(); });
    for (;;) {
        auto step = session->draws().consume(event, job.token.value_or(FencingToken{}), ranks_at_once);
        state.at = step.store_time();
        if (!step) {
            state.failure = step.failure();
            if (step.is_in_doubt())
                state.failure->message += " Look at: " + CommandLine("draw results").positional(event.str()).text();
            return exit_of(step.failure().kind);
        }
        if (!*step)
            return exit_no;
        state.refused = (*step)->refused;
        if (state.refused)
            return exit_refused;
        for (const DrawEntry& entry : (*step)->entries)
            print(context, entry, step.store_time());
        if ((*step)->left == 0 || (*step)->entries.empty() || job.stop.stop_requested())
            return exit_done;
    }
}

// Runs one step under a lock that the caller holds; it is ranked or refused.
int consume_as_leader(Context& context, const EventId& event, FencingToken token, std::int64_t limit)
{
    const auto reply = context.ask([&](Session& s) { return s.draws().consume(event, token, limit); });
    if (!reply.value)
        return no_such_event(context, event, reply.at);
    for (const DrawEntry& entry : reply.value->entries)
        print(context, entry, reply.at);
    if (reply.value->refused)
        context.out().note("Another leader has consumed with a larger token; nothing was ranked.");
    return reply.value->refused ? exit_refused : reply.value->entries.empty() ? exit_no : exit_done;
}

int consume(Context& context, const Args& args)
{
    const auto event = args.name<EventId>("EVENT");
    args.exclude_beside("--token", {"--lease"});
    if (args.has("--token"))
        return consume_as_leader(context, event, args.token("--token"), args.whole("--limit", 1, ranks_at_once));
    if (args.has("--limit"))
        fail_usage("--limit needs --token: without it all applicants get ranks");
    GuardOptions options{.name = or_fail(LockName::parse("draw:" + event.str())), .at_most = args.lease("--lease")};
    options.wait = add(options.at_most, context.options().timeout);
    if (const auto known = context.ask([&](Session& s) { return s.draws().find(event); }); !known.value)
        return no_such_event(context, event, known.at);
    const StopOnSignal stop(context.signals());
    Consuming state;
    GuardRun guard(context.runtime(), Access{&context.store(), context.session_options()}, options);
    const auto reply = guard.run([&](const JobContext& job) { return rank_all(context, event, job, state); }, stop.token());
    if (!reply)
        throw CommandFailed{reply.failure(), reply.store_time()};
    if (reply->result == RunResult::skipped) {
        context.out().note("Somebody else consumes " + event.str() + (reply->why.empty() ? "." : ": " + reply->why));
        return exit_no;
    }
    if (reply->result == RunResult::lost || state.refused) {
        context.out().note("Another leader has taken over; what it ranks is in: "
                           + CommandLine("draw results").positional(event.str()).text());
        return exit_refused;
    }
    if (state.failure)
        throw CommandFailed{*state.failure, state.at};
    return reply->status.value_or(exit_done);
}

int results(Context& context, const Args& args)
{
    const auto event = args.name<EventId>("EVENT");
    ListRequest request = args.list_request();
    if (!args.has("--limit"))
        request.limit = 100'000'000;
    const auto known = context.ask([&](Session& s) { return s.draws().find(event); });
    if (!known.value)
        return no_such_event(context, event, known.at);
    const auto reply = context.ask([&](Session& s) { return s.draws().results(event, request); });
    for (const DrawEntry& entry : reply->rows)
        print(context, entry, reply.at);
    if (reply->rows.empty())
        context.out().nothing("There are no entries.", reply.at);
    if (reply->truncated)
        context.out().note("There are more.");
    return exit_done;
}

} // namespace

void add_draw_commands(CommandTree& tree)
{
    tree.describe("draw", "First come, first served: applicants get numbers, one leader gives ranks");
    tree.add("draw open", "Open a draw with a number of places.", open)
        .positional("EVENT", "the draw")
        .required("--places", "N", "number of places")
        .text("A draw that is already open stays unchanged, including its number of places.")
        .example("lockdeskctl draw open course-7 --places 500");
    tree.add("draw apply", "Apply for a place, once per person.", apply)
        .positional("EVENT", "the draw")
        .maybe("INPUT", "-: read the persons from standard input, one a line")
        .option("--person", "P", "who applies")
        .text("Exit status 3 for a duplicate, whose number is printed, and when all places are taken (closed). With - "
              "the lines are applied 500 at a time, each prints a line, and the exit status is 0. Applying again "
              "is safe.")
        .example("lockdeskctl draw apply course-7 --person ann")
        .example("lockdeskctl draw apply course-7 - < persons.txt");
    tree.add("draw consume", "Give ranks to the applicants, as the only consumer.", consume)
        .positional("EVENT", "the draw")
        .option("--lease", "D", "how long others wait after a consumer has died (30s)")
        .option("--token", "T", "token of a lock that you hold: gives ranks in one step, and takes no lock")
        .option("--limit", "N", "with --token: maximum number of ranks")
        .text("With --token the exit status is 3 when no applicant waits for a rank, and 4 when another consumer has "
              "used a larger token.")
        .text("Without --token it waits until no other consumer holds the lock draw:EVENT, and holds it meanwhile. "
              "Exit status 4 when another consumer has taken over.");
    tree.add("draw results", "Show the applicants in the order of their numbers.", results)
        .positional("EVENT", "the draw")
        .filtered();
}

} // namespace lockdesk::ctl
