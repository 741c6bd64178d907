// SPDX-FileCopyrightText: 2026 The Lockdesk developers
// SPDX-License-Identifier: Apache-2.0
#include "backends/scenarios/deciding.h"

#include "backends/scenarios/describe.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace lockdesk::scenarios {

namespace {

template <class Names> bool is_one_of(std::string_view word, const Names& names)
{
    return std::find(std::begin(names), std::end(names), word) != std::end(names);
}

/// Returns a text in quotes, from the first one at or after `from` on.
std::string_view quoted_at(std::string_view text, std::size_t from)
{
    const auto begin = text.find('"', from);
    const auto end = begin == std::string_view::npos ? begin : text.find('"', begin + 1);
    return end == std::string_view::npos ? std::string_view() : text.substr(begin + 1, end - begin - 1);
}

/// A MongoDB command is a document, named by its first member, whose value is the collection.
std::string_view mongodb_command(std::string_view text) { return text.starts_with('{') ? quoted_at(text, 0) : std::string_view(); }

std::string_view mongodb_collection(std::string_view text)
{
    const std::string_view command = mongodb_command(text);
    return command.empty() ? command : quoted_at(text, static_cast<std::size_t>(command.data() - text.data()) + command.size() + 1);
}

/// Of a row lock the transaction decides; the note of its holder is for observers, and so is that of a refusal or a forced action.
bool serves_only(const SentStatement& sent)
{
    static constexpr std::array names{"connect",      "durability",    "hello",         "schema_version",    "schedule_row",
                                      "hint_send",    "changes_look",  "schedule_note", "schedule_forget",   "session_lock_mine",
                                      "fence_refuse", "refusal_add",   "refusal_prune", "audit_key",         "audit_write",
                                      "removed_prune"};
    const std::string_view name = sent.name, collection = mongodb_collection(sent.text);
    return sent.aside || is_one_of(name, names) || name.find("wait") != std::string_view::npos || name.starts_with("holder_")
           || collection.ends_with("_refusals") || collection.ends_with("_audit");
}

/// Returns the text without leading comments.
std::string_view without_comments(std::string_view text)
{
    while (text.starts_with("--")) {
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
        text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
    }
    return text;
}

std::string verb_of(const SentStatement& sent) { return sql_verb(without_comments(sent.text)); }

/// BEGIN also starts a server-side block, which is a whole statement: these are longer.
bool is_bracket(const SentStatement& sent)
{
    const std::string_view command = mongodb_command(sent.text);
    if (command == "commitTransaction" || command == "abortTransaction")
        return true;
    const std::string verb = verb_of(sent);
    return verb == "COMMIT" || verb == "ROLLBACK" || ((verb == "BEGIN" || verb == "START") && sent.text.size() < 40);
}

/// A Redis command is a line of quoted words.
bool only_reads(const SentStatement& sent)
{
    static constexpr std::array members{"find", "aggregate", "count", "distinct"};
    static constexpr std::array commands{"EVALSHA_RO", "FCALL_RO", "GET", "HGETALL", "HMGET", "ZRANGE", "TIME", "EXISTS", "TTL", "PTTL"};
    if (verb_of(sent) == "SELECT")
        return true;
    const std::string_view text = sent.text;
    if (text.starts_with('{'))
        return is_one_of(mongodb_command(text), members);
    return text.starts_with('"') && is_one_of(quoted_at(text, 0), commands);
}

/// Returns the last that writes, else the last that reads; among `some`, brackets only if there is nothing else.
const SentStatement* last_of(const std::vector<const SentStatement*>& some)
{
    const SentStatement* found = nullptr;
    bool changes = false;
    for (const SentStatement* one : some) {
        if (is_bracket(*one) && (found != nullptr || one != some.back()))
            continue;
        const bool reads = only_reads(*one);
        if (!reads || !changes)
            found = one;
        changes = changes || !reads;
    }
    return found;
}

/// `outbox.claim` is `outbox_claim` on every store. A claim in two steps takes what it has looked for; on Redis it asks before
/// that, by `task_claim`, whether it has taken it already.
std::vector<std::string> names_of(std::string verb)
{
    if (verb == "task.claim")
        return {"task_take", "task_look", "task_claim"};
    if (verb.empty() || verb == "sql")
        return {};
    std::replace(verb.begin(), verb.end(), '.', '_');
    return {std::move(verb)};
}

std::vector<const SentStatement*> of_the_verb(const std::vector<const SentStatement*>& all, const std::string& verb)
{
    std::vector<const SentStatement*> out;
    for (const std::string& name : names_of(verb))
        if (out.empty())
            std::copy_if(all.begin(), all.end(), std::back_inserter(out),
                         [&](const SentStatement* one) { return one->name.starts_with(name); });
    return out;
}

} // namespace

ReadingOrder reading_order(const Event& event)
{
    ReadingOrder out;
    for (const SentStatement& one : event.sent)
        (serves_only(one) ? out.beside : out.all).push_back(&one);
    // Only what serves: begin and commit belong to it.
    const auto bracket = [](const SentStatement* one) { return is_bracket(*one) && !one->name.starts_with("schedule_"); };
    if (event.sql.empty() && !out.beside.empty() && std::all_of(out.all.begin(), out.all.end(), bracket)) {
        out.all.clear();
        out.beside.clear();
        for (const SentStatement& one : event.sent)
            out.beside.push_back(&one);
    }
    const auto named = of_the_verb(out.all, event.statement);
    out.deciding = last_of(named.empty() ? out.all : named);
    return out;
}

} // namespace lockdesk::scenarios
