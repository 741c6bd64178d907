// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/guard_bounds.h"
#include "app/common/named_store.h"
#include "app/common/receiver_headers.h"
#include "app/common/receivers.h"
#include "app/ctl/closest.h"
#include "app/worker/option_texts.h"
#include "app/worker/options.h"
#include "backends/engine/contracts/runtime.h"
#include "backends/engine/text/text.h"

#include <algorithm>
#include <iterator>
#include <array>
#include <cstdlib>

namespace lockdesk::worker {

namespace {

constexpr std::array<std::pair<const char*, Role>, 5> role_words{{{"tasks", Role::tasks},
                                                                  {"relay", Role::relay},
                                                                  {"guard", Role::guard},
                                                                  {"leader", Role::leader},
                                                                  {"draw", Role::draw}}};

template <class T> T checked(Answer<T> answer)
{
    if (!answer)
        throw BadValue{answer.failure()};
    return std::move(answer).value();
}

app::NamedStore store_to_write(const std::string& text)
{
    auto named = checked(app::named_store(text));
    if (named.read_only)
        throw BadValue{Failure::read_only("the saved connection is read-only, and a worker writes")};
    return named;
}

Role role_of(const std::string& text)
{
    for (const auto& [known, role] : role_words)
        if (text == known)
            return role;
    throw BadValue{Failure::usage("Unknown role '" + text + "'. Use one of: tasks, relay, guard, leader, draw."
                                  + ctl::did_you_mean(text, {"tasks", "relay", "guard", "leader", "draw"}))};
}

std::int64_t whole(const std::string& text, const char* what, std::int64_t least)
{
    const auto value = checked(parse_whole(text, what));
    if (value < least)
        throw BadValue{Failure::usage(std::string(what) + " must be at least " + std::to_string(least))};
    return value;
}

/// Which roles an option is for; those that are not here are for all.
struct Fits
{
    std::string_view option;
    std::initializer_list<Role> roles;
};
const std::initializer_list<Fits>& fitting()
{
    static const std::initializer_list<Fits> all{
        {"--kind", {Role::tasks}},
        {"--phase", {Role::tasks}},
        {"--advance", {Role::tasks}},
        {"--desired", {Role::tasks}},
        {"--desired-exec", {Role::tasks}},
        {"--announce", {Role::tasks}},
        {"--handlers", {Role::tasks}},
        {"--fail-every", {Role::tasks}},
        {"--extend", {Role::tasks}},
        {"--strategy", {Role::tasks}},
        {"--lock-timeout", {Role::tasks}},
        {"--batch", {Role::tasks, Role::relay, Role::draw}},
        {"--receiver", {Role::relay}},
        {"--header", {Role::relay}},
        {"--topic", {Role::relay}},
        {"--tries", {Role::relay}},
        {"--backoff", {Role::relay}},
        {"--limit", {Role::relay}},
        {"--guard-store", {Role::relay}},
        {"--lease", {Role::relay, Role::leader, Role::draw}},
        {"--lock", {Role::relay, Role::guard, Role::leader}},
        {"--guard", {Role::relay, Role::guard}},
        {"--cron", {Role::relay, Role::guard}},
        {"--fixed-delay", {Role::relay, Role::guard}},
        {"--fixed-rate", {Role::relay, Role::guard}},
        {"--at-most", {Role::relay, Role::guard}},
        {"--at-least", {Role::relay, Role::guard}},
        {"--wait", {Role::relay, Role::guard}},
        {"--once-per", {Role::guard}},
        {"--fence", {Role::guard, Role::leader}},
        {"--exec", {Role::tasks, Role::guard, Role::leader}},
        {"--work", {Role::tasks, Role::guard, Role::leader, Role::draw}},
        {"--event", {Role::draw}},
        {"--places", {Role::draw}},
        {"--persons", {Role::draw}},
        {"--applications", {Role::draw}}};
    return all;
}

// An option that is ignored is a wish that nobody grants.
void check_options_fit(Role role, const OptionTexts& t)
{
    for (const auto& [option, roles] : fitting()) {
        if (!t.given(option) || std::find(roles.begin(), roles.end(), role) != roles.end())
            continue;
        std::string wanted;
        for (const Role one : roles)
            wanted += (wanted.empty() ? "" : one == *std::prev(roles.end()) ? " or " : ", ") + std::string(word(one));
        throw BadValue{Failure::usage(std::string(option) + " is for --role " + wanted + ", not for " + word(role))};
    }
    for (const char* option : {"--work", "--fail-every", "--fence"})
        if (t.given(option) && t.given("--exec"))
            throw BadValue{Failure::usage(std::string(option) + " is for a demonstration; --exec does the work itself")};
}

std::pair<std::string, std::string> two_sides(const std::string& text, const char* option, const char* form)
{
    const auto equals = text.find('=');
    if (equals == std::string::npos)
        throw BadValue{Failure::usage(std::string(option) + " '" + text + "': " + form + " is needed")};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

void read_desired(const OptionTexts& t, Options& out)
{
    for (const auto& text : t.desired) {
        const auto [state, to] = two_sides(text, "--desired", "STATE=TO");
        out.desired.insert_or_assign(checked(parse_desired_state(state)), checked(Phase::parse(to)));
    }
    for (const auto& text : t.desired_exec) {
        const auto [state, command] = two_sides(text, "--desired-exec", "STATE=COMMAND");
        out.desired_exec.insert_or_assign(checked(parse_desired_state(state)), command);
    }
}

void read_task_options(const OptionTexts& t, Options& out)
{
    if (t.kind.empty())
        throw BadValue{Failure::usage("--kind is missing: the kind of the tasks to work on")};
    read_desired(t, out);
    if (!t.announce.empty())
        out.announce = checked(Topic::parse(t.announce)).str();
    out.kind = checked(TaskKind::parse(t.kind));
    for (const auto& text : t.advance) {
        const auto [left, right] = two_sides(text, "--advance", "FROM=TO");
        const auto from = checked(Phase::parse(left));
        out.advance.insert_or_assign(from.str(), checked(Phase::parse(right)));
        if (t.phases.empty())
            out.phases.push_back(from);
    }
    for (const auto& text : t.phases)
        out.phases.push_back(checked(Phase::parse(text)));
    out.batch = whole(t.batch.empty() ? "1" : t.batch, "--batch", 1);
    if (!t.handlers.empty())
        out.handlers = whole(t.handlers, "--handlers", 1);
    out.fail_every = whole(t.fail_every, "--fail-every", 0);
    out.extend = t.extend;
    out.strategy = checked(parse_claim_strategy(t.strategy));
    if (!t.lock_timeout.empty())
        out.lock_timeout = checked(parse_duration(t.lock_timeout));
}

Duration lease_of(const std::string& text)
{
    const auto lease = checked(parse_duration(text));
    if (auto defect = check_lease(lease))
        throw BadValue{*defect};
    return lease;
}

std::optional<Schedule> schedule_of(const OptionTexts& t)
{
    const auto period = [](const std::string& text, const char* option) {
        const auto d = checked(parse_duration(text));
        if (d <= Duration{0} || d == no_end)
            throw BadValue{Failure::usage(std::string(option) + " needs a duration above 0 that ends, not forever")};
        return d;
    };
    if (static_cast<int>(!t.cron.empty()) + static_cast<int>(!t.fixed_delay.empty())
            + static_cast<int>(!t.fixed_rate.empty())
        > 1)
        throw BadValue{Failure::usage("give one of --cron, --fixed-delay and --fixed-rate")};
    if (!t.cron.empty())
        return Schedule::cron(checked(Cron::parse(t.cron)));
    if (!t.fixed_delay.empty())
        return Schedule::fixed_delay(period(t.fixed_delay, "--fixed-delay"));
    if (!t.fixed_rate.empty())
        return Schedule::fixed_rate(period(t.fixed_rate, "--fixed-rate"));
    return std::nullopt;
}

void read_guard_bounds(const OptionTexts& t, GuardKind kind, Options& out)
{
    const auto given = [](const std::string& text) {
        return text.empty() ? std::nullopt : std::optional(checked(parse_duration(text)));
    };
    const auto lease = t.at_most.empty() ? std::nullopt : std::optional(lease_of(t.at_most));
    const auto guard =
        checked(app::bounded({.name = LockName::trusted("any"), .kind = kind, .at_most = out.lease.value_or(out.at_most)},
                             {lease, given(t.at_least), given(t.once_per), given(t.wait)}));
    out.at_most = guard.at_most;
    out.at_least = guard.at_least;
    out.wait = guard.wait;
}

void read_locks_and_schedule(const OptionTexts& t, Options& out)
{
    for (const auto& text : t.locks)
        out.locks.push_back(checked(LockName::parse(text)));
    out.schedule = schedule_of(t);
    if (out.schedule && t.given("--interval"))
        throw BadValue{Failure::usage("--interval cannot be combined with a schedule")};
}

// What is of a relay's guard alone.
void read_relay_guard(const OptionTexts& t, Options& out)
{
    if (!t.guard_store.empty())
        out.guard_store = store_to_write(t.guard_store).url;
    read_locks_and_schedule(t, out);
    if (out.locks.size() > 1)
        throw BadValue{Failure::usage("a relay takes one --lock")};
    if (t.guard.empty()) {
        for (const char* option : {"--lock", "--at-most", "--at-least", "--wait", "--guard-store"})
            if (t.given(option))
                throw BadValue{Failure::usage(std::string(option) + " needs --guard")};
        return;
    }
    const auto kind = checked(parse_guard_kind(t.guard));
    if (auto defect = app::relay_guard_defect(kind, {!t.guard_store.empty(), !t.lease.empty()}))
        throw BadValue{*defect};
    read_guard_bounds(t, kind, out);
    out.relay_guard = kind;
}

void read_relay_options(const OptionTexts& t, Options& out)
{
    const char* from_environment = std::getenv("LOCKDESK_RECEIVER");
    out.receiver = !t.receiver.empty() ? t.receiver : from_environment != nullptr ? from_environment : "";
    if (out.receiver.empty())
        throw BadValue{
            Failure::usage("--receiver or the variable LOCKDESK_RECEIVER is missing: exec:COMMAND or http://HOST/PATH")};
    out.headers = checked(app::receiver_headers(t.headers, out.receiver));
    SystemRuntime runtime;
    (void)checked(app::open_receiver(runtime, out.receiver, out.headers)); // what is wrong with it ends the program before it works
    if (!t.topic.empty())
        out.topic = checked(Topic::parse(t.topic));
    out.tries = whole(t.tries, "--tries", 1);
    out.retry = checked(parse_delivery_retry(t.backoff));
    out.batch = whole(t.batch.empty() ? "1" : t.batch, "--batch", 1);
    if (!t.lease.empty())
        out.lease = lease_of(t.lease);
    out.limit = checked(parse_duration(t.limit));
    if (out.limit <= Duration{0})
        throw BadValue{Failure::usage("--limit needs a duration above 0")};
    read_relay_guard(t, out);
}

void read_guard_options(const OptionTexts& t, Options& out)
{
    if (t.locks.empty())
        throw BadValue{Failure::usage("--lock is missing: the name of the guard's lock")};
    if (!t.guard.empty())
        out.guard = checked(app::job_guard_kind(t.guard));
    read_guard_bounds(t, out.guard, out);
    read_locks_and_schedule(t, out);
    if (t.exec.empty() && !t.fence && !t.given("--work"))
        throw BadValue{Failure::usage("a guard needs a job: --exec COMMAND, or --work D for a demonstration")};
    out.fence = t.fence;
}

void read_leader_options(const OptionTexts& t, Options& out)
{
    if (t.locks.size() != 1)
        throw BadValue{Failure::usage("a leader takes one --lock: the name under which it leads")};
    out.locks.push_back(checked(LockName::parse(t.locks.front())));
    out.lease = lease_of(t.lease.empty() ? "30s" : t.lease);
    out.fence = t.fence;
}

void read_draw_options(const OptionTexts& t, Options& out)
{
    if (t.event.empty())
        throw BadValue{Failure::usage("--event is missing: the name of the draw")};
    out.event = checked(EventId::parse(t.event));
    out.places = whole(t.places, "--places", 0);
    out.persons = t.persons;
    out.applications = whole(t.applications, "--applications", 0);
    out.batch = whole(t.batch.empty() ? "100" : t.batch, "--batch", 1);
    out.lease = lease_of(t.lease.empty() ? "30s" : t.lease);
    out.locks.push_back(checked(LockName::parse("draw:" + t.event)));
}

} // namespace

const char* word(Role role)
{
    for (const auto& [known, value] : role_words)
        if (role == value)
            return known;
    return "";
}

Options read_role(const OptionTexts& t)
{
    Options out;
    out.role = role_of(t.role);
    check_options_fit(out.role, t);
    const auto named = store_to_write(t.store);
    out.store = named.url;
    if (!t.name.empty() && name_defect(t.name, "--name"))
        throw BadValue{Failure::usage(*name_defect(t.name, "--name"))};
    out.name = t.name;
    out.json = t.json;
    out.faults = t.faults;
    out.with_parent = t.with_parent;
    out.interval = checked(parse_duration(t.interval));
    out.work = checked(parse_duration(t.work));
    out.exec = t.exec;
    out.session.timeout = checked(parse_duration(t.timeout));
    out.session.source = t.source;
    out.session.application_name = "lockdesk-worker";
    if (!t.sandbox.empty())
        out.session.sandbox = checked(SandboxId::parse(t.sandbox));
    if (!t.retention.empty())
        out.retention = checked(parse_retention(t.retention));
    else if (!named.retention.empty() && out.session.source == "lockdesk")
        out.retention = checked(parse_retention(named.retention));
    else if (!out.session.sandbox && out.session.source == "lockdesk")
        out.retention = default_retention;
    switch (out.role) {
    case Role::tasks: read_task_options(t, out); break;
    case Role::relay: read_relay_options(t, out); break;
    case Role::guard: read_guard_options(t, out); break;
    case Role::leader: read_leader_options(t, out); break;
    case Role::draw: read_draw_options(t, out); break;
    }
    return out;
}

} // namespace lockdesk::worker
