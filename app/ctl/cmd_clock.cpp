// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/human.h"
#include "backends/json/json.h"

#include <charconv>
#include <cstdio>

namespace lockdesk::ctl {

namespace {

int print_clock(Context& context, const Answered<ClockReading>& reading)
{
    Json line = Output::line("clock", reading->store); // after the change
    line["offset_us"] = to_us(reading->offset);
    line["uncertainty_us"] = to_us(reading->uncertainty);
    line["sandbox"] = context.options().sandbox ? Json(context.options().sandbox->str()) : Json(nullptr);
    line["rate"] = reading->rate ? Json(*reading->rate) : Json(nullptr);
    std::string human = human_time(to_us(reading->store), 0);
    if (reading->rate)
        human += "  rate " + line["rate"].dump();
    human += "  the store is " + human_duration(std::abs(to_us(reading->offset)))
             + (reading->offset.count() < 0 ? " behind" : " ahead of") + " this computer, give or take "
             + human_duration(to_us(reading->uncertainty));
    context.out().emit(line, human);
    return exit_done;
}

int show_clock(Context& context, const Args&)
{
    return print_clock(context, context.ask([](Session& s) { return s.admin().clock(); }, Schema::not_needed));
}

void need_sandbox(const Context& context)
{
    if (!context.options().sandbox)
        fail_usage("only the clock of a sandbox can be changed: give --sandbox ID");
}

// Microseconds since 1970, 2026-01-31T12:00:00Z, or a duration since 1970.
TimePoint parse_time(const std::string& text)
{
    if (const auto us = parse_whole(text, "T"))
        return time_from_us(*us);
    int year = 0;
    unsigned month = 0, day = 0, hour = 0, minute = 0, second = 0;
    int used = 0;
    const int fields =
        std::sscanf(text.c_str(), "%4d-%2u-%2uT%2u:%2u:%2uZ%n", &year, &month, &day, &hour, &minute, &second, &used);
    if (fields == 6 && static_cast<std::size_t>(used) == text.size()) {
        const std::chrono::year_month_day date{std::chrono::year{year}, std::chrono::month{month}, std::chrono::day{day}};
        if (!date.ok() || hour > 23 || minute > 59 || second > 59)
            fail_usage("'" + text + "' is not a time of a calendar day");
        return TimePoint{std::chrono::sys_days{date}} + std::chrono::hours{hour} + std::chrono::minutes{minute}
               + std::chrono::seconds{second};
    }
    const auto since_1970 = parse_duration(text);
    if (!since_1970)
        fail_usage("'" + text + "' is not a time; write microseconds since 1970, or 2026-01-31T12:00:00Z (UTC)");
    return TimePoint{*since_1970};
}

int set_clock(Context& context, const Args& args)
{
    need_sandbox(context);
    const TimePoint t = parse_time(args.text("T"));
    return print_clock(context, context.ask([&](Session& s) { return s.admin().set_clock(t); }));
}

int advance_clock(Context& context, const Args& args)
{
    need_sandbox(context);
    const Duration d = args.duration("D");
    return print_clock(context, context.ask([&](Session& s) { return s.admin().advance_clock(d); }));
}

int set_rate(Context& context, const Args& args)
{
    need_sandbox(context);
    const std::string text = args.text("R");
    double rate = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), rate);
    if (text.empty() || parsed.ec != std::errc{} || parsed.ptr != text.data() + text.size() || !(rate >= 0) || rate > 1e6)
        fail_usage("'" + text + "' is not a rate; write 0 (paused), 1 (real time) or a number up to 1000000");
    return print_clock(context, context.ask([&](Session& s) { return s.admin().set_rate(rate); }));
}

void emit_sandbox(Context& context, const SandboxInfo& info, std::optional<TimePoint> at)
{
    Json line = Output::line("sandbox", at);
    line["id"] = info.id;
    line["created_us"] = us_or_null(info.created_at);
    context.out().emit(line, info.id);
}

// Sandboxes are siblings: the call runs outside of the selected one.
template <class Call> auto ask_outside(Context& context, Call call)
{
    GlobalOptions outside = context.options();
    outside.sandbox.reset();
    context.set_options(outside);
    return context.ask(call, Schema::not_needed);
}

std::string fresh_sandbox_id(Context& context)
{
    constexpr const char* letters = "abcdefghijklmnopqrstuvwxyz234567";
    std::uint64_t bits = context.runtime().random();
    std::string id = "s";
    for (int i = 0; i < 11; ++i, bits >>= 5)
        id += letters[bits & 31];
    return id;
}

int create_sandbox(Context& context, const Args& args)
{
    const SandboxId id = or_fail(SandboxId::parse(args.has("ID") ? args.text("ID") : fresh_sandbox_id(context)));
    const auto made = ask_outside(context, [&](Session& s) { return s.admin().create_sandbox(id); });
    emit_sandbox(context, made.value, made.at);
    return exit_done;
}

int drop_sandbox(Context& context, const Args& args)
{
    if (!args.has("ID") && !context.options().sandbox)
        fail_usage("the sandbox is missing. Usage: lockdeskctl sandbox drop ID");
    const SandboxId id = args.has("ID") ? or_fail(SandboxId::parse(args.text("ID"))) : *context.options().sandbox;
    confirm(context, args, "Remove the sandbox " + id.str() + " and everything in it?");
    const auto gone = ask_outside(context, [&](Session& s) { return s.admin().drop_sandbox(id); });
    if (gone.value || context.out().json())
        emit_sandbox(context, {id.str(), std::nullopt}, gone.at);
    if (!gone.value)
        context.out().aside("There is no sandbox " + id.str() + ".");
    context.drop_sessions();
    return gone.value ? exit_done : exit_no;
}

int list_sandboxes(Context& context, const Args&)
{
    const auto all = ask_outside(context, [](Session& s) { return s.admin().list_sandboxes(); });
    for (const SandboxInfo& one : all.value)
        emit_sandbox(context, one, all.at);
    if (all->empty())
        context.out().nothing("No sandboxes.", all.at);
    return exit_done;
}

} // namespace

void add_clock_commands(CommandTree& tree)
{
    tree.describe("clock", "Show the store's clock; in a sandbox, change it");
    tree.add("clock", "Show the store's clock and how far it is from this computer's.", show_clock);
    tree.add("clock set", "Set a sandbox's clock.", set_clock)
        .positional("T", "microseconds since 1970, or 2026-01-31T12:00:00Z")
        .example("lockdeskctl --sandbox lesson clock set 2026-01-01T00:00:00Z");
    tree.add("clock advance", "Move a sandbox's clock forward.", advance_clock)
        .positional("D", "a duration")
        .example("lockdeskctl --sandbox lesson clock advance 30s");
    tree.add("clock rate", "Set the speed of a sandbox's clock.", set_rate)
        .positional("R", "0 pauses, 1 is real time, 10 is ten times as fast")
        .example("lockdeskctl --sandbox lesson clock rate 0");
    tree.describe("sandbox", "Separate places in the store, each with its own clock, for lessons and tests");
    tree.add("sandbox create", "Create a sandbox and print its id.", create_sandbox)
        .maybe("ID", "[a-z0-9_], at most 32; generated if it is not given")
        .example("id=$(lockdeskctl sandbox create)");
    tree.add("sandbox drop", "Remove a sandbox and everything in it. Asks first on a terminal.", drop_sandbox)
        .maybe("ID", "the sandbox")
        .asks();
    tree.add("sandbox list", "List the sandboxes of the store.", list_sandboxes);
}

} // namespace lockdesk::ctl
