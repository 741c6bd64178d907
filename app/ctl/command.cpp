// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"

#include "app/ctl/closest.h"
#include "backends/engine/text/filter_words.h"
#include "backends/engine/text/shown_text.h"

#include <algorithm>
#include <iostream>
#include <unistd.h>

namespace lockdesk::ctl {

void confirm(Context& context, const Args& args, const std::string& question)
{
    // A script may redirect only its output, and a job in the background would be stopped by reading.
    const pid_t in_front = ::tcgetpgrp(STDIN_FILENO); // -1: not this session's terminal
    const bool somebody_is_there = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1
                                   && (in_front < 0 || in_front == ::getpgrp());
    if (args.has("--yes") || !somebody_is_there || context.out().json() || context.sessions_stay())
        return;
    context.out().ask(question + " [y/N]");
    std::string answer;
    const auto hook = context.signals().on_stop([&context] { _exit(128 + context.signals().number()); });
    if (context.signals().stopped())
        _exit(128 + context.signals().number());
    std::getline(std::cin, answer);
    if (answer == "y" || answer == "Y" || answer == "yes")
        return;
    context.out().note("Nothing was changed.");
    throw AnsweredNo{};
}

namespace {

std::string listed(const std::vector<std::string>& words)
{
    std::string all;
    for (const std::string& one : words)
        all += (all.empty() ? "" : ", ") + one;
    return all;
}

} // namespace

std::vector<std::string> states_of(std::optional<Entity> entity)
{
    std::vector<std::string> out;
    for (const Entity one :
         {Entity::lock, Entity::task, Entity::message, Entity::worker, Entity::waiter, Entity::refusal, Entity::audit})
        if (entity ? *entity == one : one != Entity::audit) // whose rows are never listed beside others
            for (const std::string_view state : lockdesk::states_of(one))
                if (std::find(out.begin(), out.end(), state) == out.end())
                    out.emplace_back(state);
    return out;
}

void check_states(const Filter& filter, std::optional<Entity> of)
{
    const auto can = states_of(of);
    for (const FilterTerm& term : filter.terms()) {
        if (of) {
            const auto has = filter_keys_of(*of);
            const std::vector<std::string> keys(has.begin(), has.end());
            if (std::find(keys.begin(), keys.end(), term.key) == keys.end())
                fail_usage("rows of this kind have no " + term.key + ": to filter by. Use one of: " + listed(keys) + ".");
        }
        if (term.key != "state")
            continue;
        if (const auto wrong = value_defect(term, std::vector<std::string_view>(can.begin(), can.end())))
            fail_usage(wrong->message + did_you_mean(term.value, can));
    }
}

void fail_usage(std::string message) { throw CommandFailed{Failure::usage(std::move(message)), std::nullopt}; }

std::string Args::word(const std::string& name) const
{
    const auto found = m_values.find(name);
    return found == m_values.end() || found->second.empty() ? std::string() : found->second.front();
}

std::string Args::unescaped(const std::string& name) const
{
    auto bytes = from_shown(word(name));
    if (!bytes)
        fail_usage(name + " has an invalid escape; with --escaped a backslash is followed by n, r, t, x and two digits "
                     "(a-f small), u and four, or U and eight");
    return std::move(*bytes);
}

bool Args::is_known(const std::string& name) const { return word(name).find(not_known_yet) == std::string::npos; }

std::string Args::text(const std::string& name) const
{
    m_gave_unknown = m_gave_unknown || !is_known(name);
    return word(name);
}

std::vector<std::string> Args::all(const std::string& name) const
{
    const auto found = m_values.find(name);
    if (found == m_values.end())
        return {};
    for (const std::string& one : found->second)
        m_gave_unknown = m_gave_unknown || one.find(not_known_yet) != std::string::npos;
    return found->second;
}

Duration Args::duration(const std::string& name, Duration otherwise) const
{
    return has(name) && is_known(name) ? or_fail(parse_duration(word(name))) : otherwise;
}

std::int64_t Args::whole(const std::string& name, std::int64_t least, std::int64_t otherwise) const
{
    if (!has(name) || !is_known(name))
        return otherwise;
    const std::int64_t value = or_fail(parse_whole(word(name), name));
    if (value < least)
        fail_usage(name + " must be at least " + std::to_string(least) + ", not " + std::to_string(value));
    return value;
}

FencingToken Args::token(const std::string& name) const
{
    const auto value = whole(name, 0, 0);
    if (value > largest_token)
        fail_usage("a token is at most " + std::to_string(largest_token) + ", not " + std::to_string(value));
    return FencingToken{value};
}

Duration Args::lease(const std::string& name, Duration otherwise) const
{
    const Duration lease = duration(name, otherwise);
    if (auto defect = check_lease(lease))
        throw CommandFailed{std::move(*defect), std::nullopt};
    return lease;
}

void Args::exclude_beside(const std::string& name, std::initializer_list<const char*> options) const
{
    for (const char* option : options)
        if (has(name) && has(option))
            fail_usage(std::string(option) + " cannot be combined with " + name);
}

void Args::exclude_without(const std::string& name, std::initializer_list<const char*> options) const
{
    for (const char* option : options)
        if (!has(name) && has(option))
            fail_usage(std::string(option) + " needs " + name);
}

std::string Args::reason() const
{
    std::string reason = text("--reason");
    if (reason.empty())
        fail_usage("--reason is empty; say why, for the audit");
    return reason == "-" ? std::string() : reason;
}

ListRequest Args::list_request() const
{
    ListRequest request;
    std::string filter;
    for (const std::string& word : all("FILTER"))
        filter += (filter.empty() ? "" : " ") + word;
    if (has("FILTER") && filter.find_first_not_of(' ') == std::string::npos)
        fail_usage("The filter is empty. Leave it out to list everything, or try state:expired.");
    request.filter = or_fail(Filter::parse(filter, list_filter_keys(), false));
    request.limit = static_cast<std::size_t>(whole("--limit", 1, static_cast<std::int64_t>(request.limit)));
    return request;
}

Command& Command::item(Kind kind, std::string name, std::string placeholder, std::string help)
{
    m_items.push_back({kind, std::move(name), std::move(placeholder), std::move(help), {}});
    return *this;
}

Command& Command::preview()
{
    flag("--preview", "only show the commands that would be sent, and their effects");
    return flag("--dry-run", "the same as --preview");
}

Command& Command::asks() { return flag("--yes", "do not ask on a terminal"); }

Command& Command::words(std::vector<std::string> words)
{
    m_items.back().words = std::move(words);
    return *this;
}

Command& Command::offers(std::function<std::vector<std::string>()> words)
{
    m_items.back().offers = std::move(words);
    return *this;
}

Command& Command::names_locks()
{
    m_items.back().locks = true;
    return *this;
}

Command& Command::runs_command(std::string help)
{
    m_rest_help = std::move(help);
    return *this;
}

namespace {

// Words that its rows can match.
std::string filter_example(std::optional<Entity> of)
{
    const auto states = lockdesk::states_of(of.value_or(Entity::lock));
    const bool expires = std::find(states.begin(), states.end(), "expired") != states.end();
    const auto keys = filter_keys_of(of.value_or(Entity::task));
    const bool has_kind = std::find(keys.begin(), keys.end(), "kind") != keys.end();
    return "state:" + std::string(expires || states.empty() ? "expired" : states.back()) + " owner:pod-7 name~order "
           + (has_kind ? "-kind:demo" : "-owner:me");
}

} // namespace

Command& Command::filtered(std::optional<Entity> of)
{
    m_filtered = true;
    m_filters = of;
    tabled(of ? std::optional<std::string>(lockdesk::word(*of)) : std::nullopt);
    many("FILTER", "only rows that match, e.g. " + filter_example(of) + " (all must hold; ':' equals, '~' contains, '-' not)");
    return option("--limit", "N", "maximum number of rows (1000)");
}

Command& Command::tabled(std::optional<std::string> entity)
{
    m_has_table = true;
    m_table = std::move(entity);
    return *this;
}

Command& Command::text(std::string paragraph)
{
    m_paragraphs.push_back(std::move(paragraph));
    return *this;
}

Command& Command::example(std::string line, std::string what)
{
    m_examples.emplace_back(std::move(line), std::move(what));
    return *this;
}

Command& Command::hidden()
{
    m_hidden = true;
    return *this;
}

Command& CommandTree::add(std::string path, std::string summary, Handler handler)
{
    return m_commands.emplace(path, Command(path, std::move(summary), std::move(handler))).first->second;
}

} // namespace lockdesk::ctl
